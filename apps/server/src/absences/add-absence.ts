import type { AbsenceAddedView, AbsenceView, AddAbsenceInput } from '@guildhall/contracts/absence.ts';
import type { Actor } from '../core/actor.ts';
import type { Sql } from '../core/db/sql.ts';
import { query } from '../core/db/statement.ts';
import { conflict, forbidden, notFound } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { uuidv7 } from '../core/uuid.ts';
import { EVENT_ROW, EventRow } from '../events/event/event.access.ts';
import { rangeOf } from '../events/event/event-times.ts';
import { guildTimeZone } from '../events/event/guild-time-zone.ts';
import { tellParticipation } from '../events/event/tell-changes.ts';
import { declineAway } from '../events/signups/decline-away.ts';
import { promote } from '../events/signups/promote.ts';
import { createdEarlier, type Repeatable } from '../people/created-by-key.ts';
import { organizationAccess } from '../rights/organization.access.ts';
import { ABSENCE_COLUMNS, AbsenceRow, presentAbsence } from './absence.presenter.ts';
import { tellAbsence } from './tell-absence.ts';

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

/**
 * Records an absence, declines the events the person had accepted or answered "maybe" to, and gives their slots to the
 * waitlist. Locks events before the person's row, as everywhere.
 */
export async function addAbsence(
  ctx: AppContext,
  actor: Actor,
  input: AddAbsenceInput,
  request: Repeatable,
): Promise<AbsenceAddedView> {
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const { userId } = actor;
    const organizationId = input.organizationId ? await guildOf(sql, actor, input.organizationId) : null;
    const timeZone = input.timeZone ?? (await zoneOf(sql, userId, organizationId));
    const { from, to } = rangeOf(input.from, input.to, timeZone);
    const events = await sql.many(ANSWERED, [userId, from, to, organizationId]);
    const id = uuidv7();
    const earlier = await createdEarlier(sql, actor, request, [id]);
    if (earlier) return { ...(await ownAbsence(sql, userId, earlier[0] ?? '')), declinedEvents: [] };
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
    return { ...presentAbsence(row), declinedEvents: declined };
  });
}

/** Throws NOT_FOUND, FORBIDDEN. */
async function guildOf(sql: Sql, actor: Actor, ref: string): Promise<string> {
  const { organizationId, isMember } = await organizationAccess(sql, actor, ref);
  if (!isMember) throw forbidden('You are not a member of this organization.');
  return organizationId;
}

const OWN = query(AbsenceRow)`select ${ABSENCE_COLUMNS} from absence a where a.user_id = $1 and a.id = $2`;

async function ownAbsence(sql: Sql, userId: string, id: string): Promise<AbsenceView> {
  const row = await sql.maybe(OWN, [userId, id]);
  if (!row) throw notFound('absence_not_found', 'There is no such absence any more.');
  return presentAbsence(row);
}

const PROFILE = query({ timeZone: 'text' })`select time_zone as "timeZone" from person where id = $1`;

async function zoneOf(sql: Sql, userId: string, organizationId: string | null): Promise<string> {
  if (organizationId !== null) return guildTimeZone(sql, organizationId);
  const profile = await sql.maybe(PROFILE, [userId]);
  return profile?.timeZone ?? 'UTC';
}
