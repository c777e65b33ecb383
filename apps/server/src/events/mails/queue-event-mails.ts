import { columns, query, type RowOf, text } from '../../core/db/statement.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import { FOUNDER } from '../../rights/founder.ts';
import type { EventMailKind } from './event-mail.entity.ts';
import { sendEventMailJob } from './events.jobs.ts';

export const EventMailOrder = columns({
  eventId: 'uuid',
  userId: 'uuid',
  kind: text<EventMailKind>(),
  occasion: 'text',
});
export type EventMailOrder = RowOf<typeof EventMailOrder> & { reason?: string | null };

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
