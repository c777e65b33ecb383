/** The mails about events that a person gets: all, unless they opt out. */
import type { EventMailsInput, EventMailsView } from '@guildhall/contracts/event-mails.ts';
import { z } from 'zod';
import type { Actor } from '../../core/actor.ts';
import { columns, query, type RowOf, statement, text } from '../../core/db/statement.ts';
import { unauthenticated } from '../../core/errors.ts';
import { defineJob, RELIABLE_QUEUE } from '../../core/jobs/job.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { loadPerson, type Person } from '../../identity/people/lock-person.ts';
import { FOUNDER, jobOfOrganization, ownerOfJob } from '../../membership/rights/organization.access.ts';
import type { EventMailKind } from './event-mail.entity.ts';

/**
 * Sends one mail about an event; the queue never gives the same one to two workers. It is not queued a second time, so
 * its retries outlast a mail server outage of about an hour, and its expiry leaves room for a batch in which every mail
 * reaches its time limit.
 */
export const sendEventMailJob = defineJob({
  name: 'send-event-mail',
  payload: z.object({ ...jobOfOrganization, eventMailId: z.uuid() }),
  queue: { ...RELIABLE_QUEUE, policy: 'exclusive', retryLimit: 11, retryDelay: 10 },
  concurrency: 2,
  batch: 10,
  key: ({ eventMailId }) => eventMailId,
  share: { owner: ownerOfJob, most: 10 },
});

export const EventMailOrder = columns({
  eventId: 'uuid',
  userId: 'uuid',
  kind: text<EventMailKind>(),
  occasion: 'text',
});
export type EventMailOrder = RowOf<typeof EventMailOrder> & { reason?: string | null };

/** Begins the occasion of a reminder to answer; other reminders name hours. */
export const REMINDS_TO_ANSWER = 'answer';

/** The chat account of person `u` who wants messages instead of mails, unless messages do not reach it. */
export const CHAT_USER = `(
  select a.account_id from account a where a.user_id = u.id and a.provider_id = 'discord' and a.messages_closed_at is null
    and (u.preferences -> 'eventsByMessage')::boolean)`;

/** Skips people whom nothing reaches, those who opted out, and mails already ordered. */
const ORDER = query({ organizationId: 'uuid', founderId: 'uuid?', eventMailId: 'uuid' })`
  with ordered as (
  insert into event_mail (event_id, user_id, kind, occasion, reason)
  select e.id, u.id, m.kind, m.occasion, m.reason
  from jsonb_to_recordset($1) as m("eventId" uuid, "userId" uuid, kind text, occasion text, reason text)
  join event e on e.id = m."eventId"
  join person u on u.id = m."userId" and m.kind <> all (u.muted_event_mails)
    and (u.email_verified_at is not null and u.email is not null or ${CHAT_USER} is not null)
  order by e.id, u.id
  on conflict do nothing returning id, event_id
  )
  select o.id as "organizationId", ${FOUNDER} as "founderId", m.id as "eventMailId"
  from ordered m join event e on e.id = m.event_id join organization o on o.id = e.organization_id`;

/** The mails exist if and only if the transaction commits; when a worker is killed, the next one sends its mail. */
export async function queueEventMails(tx: UnitOfWork, orders: EventMailOrder[]): Promise<void> {
  const mails = await tx.sql.many(ORDER, [JSON.stringify(orders)]);
  await tx.enqueueAll(
    sendEventMailJob,
    mails.map((payload) => ({ payload })),
  );
}

const CHOSEN = `'reminder' <> all (muted_event_mails) as reminder, 'promotion' <> all (muted_event_mails) as promotion,
  'placement' <> all (muted_event_mails) as placement,  'role_gap' <> all (muted_event_mails) as "roleGap",
  coalesce((preferences -> 'eventsByMessage')::boolean, false) as "byMessage"`;
const Chosen = columns({ reminder: 'bool', promotion: 'bool', placement: 'bool', roleGap: 'bool', byMessage: 'bool' });
const READ = query(Chosen)`select ${CHOSEN} from person where id = $1`;

/** Messages are tried again, because they are asked for. */
const REOPEN = statement`update account set messages_closed_at = null where user_id = $1 and provider_id = 'discord'`;

const KINDS = { reminder: 'reminder', promotion: 'promotion', placement: 'placement', roleGap: 'role_gap' } as const;

export async function getEventMails({ sql }: AppContext, actor: Actor): Promise<EventMailsView> {
  return known(await sql.maybe(READ, [actor.userId]));
}

export async function chooseEventMails(ctx: AppContext, actor: Actor, input: EventMailsInput): Promise<EventMailsView> {
  const names = Object.keys(KINDS) as (keyof typeof KINDS)[];
  const kindsThatAre = (wanted: boolean) => names.filter((name) => input[name] === wanted).map((name) => KINDS[name]);
  const { byMessage } = input;
  return ctx.transact(async (tx) => {
    const person = await loadPerson(tx, actor.userId);
    if (byMessage) await tx.sql.run(REOPEN, [actor.userId]);
    mute(person, kindsThatAre(false), kindsThatAre(true));
    if (byMessage !== undefined) person.preferences = { ...person.preferences, eventsByMessage: byMessage };
    return known(await tx.sql.maybe(READ, [actor.userId]));
  });
}

/** One kind alone, as pressed below a message. */
export async function muteEventMails({ transact }: AppContext, actor: Actor, kind: EventMailKind): Promise<void> {
  await transact(async (tx) => mute(await loadPerson(tx, actor.userId), [kind], []));
}

function mute(person: Person, kinds: EventMailKind[], wanted: EventMailKind[]): void {
  const muted = new Set([...person.mutedEventMails, ...kinds]).difference(new Set<string>(wanted));
  person.mutedEventMails = [...muted];
}

function known(chosen: EventMailsView | null): EventMailsView {
  if (!chosen) throw unauthenticated();
  return chosen;
}
