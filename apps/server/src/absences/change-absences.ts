import type { AddAbsenceInput } from '@guildhall/contracts/absence.ts';
import type { Actor } from '../core/actor.ts';
import type { Sql } from '../core/db/sql.ts';
import { query } from '../core/db/statement.ts';
import { conflict, forbidden, notFound } from '../core/errors.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import type { AppContext } from '../core/services/context.ts';
import { uuidv7 } from '../core/uuid.ts';
import { EVENT_ROW, EventRow } from '../events/event/event.access.ts';
import { guildTimeZone, personTimeZone, rangeOf } from '../events/event/event-times.ts';
import { tellParticipation } from '../events/event/tell-changes.ts';
import { declineAway } from '../events/signups/decline-away.ts';
import { promote } from '../events/signups/promote.ts';
import { createdEarlier, type Repeatable } from '../people/created-by-key.ts';
import { organizationAccess } from '../rights/organization.access.ts';
import { writeAudit } from '../rights/write-audit.ts';
import { ABSENCE_COLUMNS, AbsenceRow, withinReach } from './absence.queries.ts';

export const MOST_ABSENCES = 200;

/** Includes cancelled events: they may be reinstated. */
const ANSWERED = query(EventRow)`${EVENT_ROW}
  where e.id in (select p.event_id from participation p where p.user_id = $1 and p.status <> 'declined')
    and e.starts_at >= $2 and e.starts_at < $3 and e.starts_at > clock_timestamp() and e.status in ('published', 'cancelled')
    and ($4::uuid is null or e.organization_id = $4)
  order by e.id for no key update of e`;

const HOW_MANY = query({ total: 'int' })`select count(*)::int as total from absence where user_id = $1`;

const ADD = query(AbsenceRow)`
  insert into absence as a (id, user_id, organization_id, from_day, to_day, time_zone, starts_at, ends_at, note)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${ABSENCE_COLUMNS}`;
const OWN = query(AbsenceRow)`select ${ABSENCE_COLUMNS} from absence a where a.user_id = $1 and a.id = $2`;

/**
 * Records an absence, declines the events the person had accepted or answered "maybe" to, and gives their slots to the
 * waitlist. Locks events before the person's row, as everywhere.
 */
export async function addAbsence(ctx: AppContext, actor: Actor, input: AddAbsenceInput, request: Repeatable) {
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const { userId } = actor;
    const organizationId = await guildOf(sql, actor, input.organizationId);
    const ownZone = () => (organizationId ? guildTimeZone(sql, organizationId) : personTimeZone(sql, userId));
    const timeZone = input.timeZone ?? (await ownZone());
    const { from, to } = rangeOf(input.from, input.to, timeZone);
    const events = await sql.many(ANSWERED, [userId, from, to, organizationId]);
    const id = uuidv7();
    const earlier = await createdEarlier(sql, actor, request, [id]);
    if (earlier) {
      const own = await sql.maybe(OWN, [userId, earlier[0]]);
      if (!own) throw notFound('absence_not_found', 'This absence no longer exists.');
      return { ...own, declinedEvents: [] };
    }
    const kept = await sql.one(HOW_MANY, [userId]);
    if (kept.total >= MOST_ABSENCES) {
      throw conflict('too_many_absences', `You have ${MOST_ABSENCES} absences. Remove old ones first.`);
    }
    const values = [id, userId, organizationId, input.from, input.to, timeZone, from, to, input.note ?? null];
    const row = await sql.one(ADD, values);

    const ids = events.map(({ id }) => id);
    const declined = await declineAway(sql, ids, { userId, actor, why: 'Away on that day.' });
    await promote(tx, declined, 'Somebody is away.');
    for (const event of events) if (declined.includes(event.id)) tellParticipation(tx, event);
    await tellAbsence(tx, actor, 'absence_added', organizationId);
    return { ...row, declinedEvents: declined };
  });
}

/** Null for all guilds. A service names its own organization, or none. Throws NOT_FOUND, FORBIDDEN. */
async function guildOf(sql: Sql, actor: Actor, given: string | null | undefined): Promise<string | null> {
  if (actor.service && given === null) throw beyondService();
  const ref = given ?? actor.service?.organizationId;
  if (ref === undefined) return null;
  const { organizationId, isMember } = await organizationAccess(sql, actor, ref);
  if (!isMember) throw forbidden('You are not a member of this organization.');
  return organizationId;
}

const beyondService = () =>
  forbidden(
    'A service adds absences from its own organization only. Omit organizationId, or send the id of that organization.',
    'service_not_allowed',
  );

/** Events whose waitlist still holds the person, who was passed over while away. */
const WAITING = query(EventRow)`${EVENT_ROW}
  where e.id in (select p.event_id from participation p where p.user_id = $1 and p.status = 'waitlist')
    and exists (select from absence a where a.id = $2 and a.user_id = $1 and ${withinReach('$3')}
      and (a.organization_id is null or a.organization_id = e.organization_id)
      and a.starts_at <= e.starts_at and a.ends_at > e.starts_at)
  order by e.id for no key update of e`;
const REMOVE = query({ organizationId: 'uuid?' })`
  delete from absence where id = $2 and user_id = $1 and ${withinReach('$3')}
  returning organization_id as "organizationId"`;

/** Declined events stay declined, because somebody else has the slot by now. Waitlists consider the person again. */
export async function removeAbsence(ctx: AppContext, actor: Actor, { id }: { id: string }): Promise<void> {
  await ctx.transact(async (tx) => {
    const own = [actor.userId, id, actor.service?.organizationId];
    const waiting = await tx.sql.many(WAITING, own);
    const removed = await tx.sql.maybe(REMOVE, own);
    if (!removed) throw notFound('absence_not_found', 'You have no such absence.');
    const ids = waiting.map((event) => event.id);
    const promoted = await promote(tx, ids, 'Somebody is back.');
    await tellAbsence(tx, actor, 'absence_removed', removed.organizationId);
    for (const event of waiting) if (promoted.has(event.id)) tellParticipation(tx, event);
  });
}

/** The guild that an absence is about, or all guilds of the person. */
const GUILDS = query({ id: 'uuid' })`
  select organization_id as id from membership
  where user_id = $1 and left_at is null and ($2::uuid is null or organization_id = $2)`;

/** Tells the person and the officers of their guilds, and writes into the audit log what a service did for them. */
async function tellAbsence(
  tx: UnitOfWork,
  actor: Actor,
  action: 'absence_added' | 'absence_removed',
  organizationId: string | null,
): Promise<void> {
  const { userId, service } = actor;
  const about = { type: 'absence.changed', subjectId: userId, personId: userId } as const;
  tx.changed({ ...about, audience: 'person' });
  for (const { id } of await tx.sql.many(GUILDS, [userId, organizationId]))
    tx.changed({ ...about, organizationId: id, audience: 'officers' });
  if (!service) return;
  await writeAudit(tx, service.organizationId, actor, action, { via: 'service', name: service.name }, userId);
}
