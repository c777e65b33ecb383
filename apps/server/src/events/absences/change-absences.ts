import type {
  AbsenceAddedView,
  AbsenceView,
  AddAbsenceInput,
  AddMemberAbsenceInput,
  GuildAbsencesInput,
  RemoveMemberAbsenceInput,
} from '@guildhall/contracts/absence.ts';
import { Temporal } from 'temporal-polyfill';
import type { Actor } from '../../core/actor.ts';
import { readPage } from '../../core/db/read-page.ts';
import type { Sql } from '../../core/db/sql.ts';
import { columns, object, query } from '../../core/db/statement.ts';
import { conflict, forbidden, notFound } from '../../core/errors.ts';
import { createdEarlier, type RepeatableRequest } from '../../core/http/repeated-requests.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { uuidv7 } from '../../core/uuid.ts';
import { notify } from '../../membership/notifications/notify.ts';
import {
  authorizedAccess,
  logManaged,
  organizationAccess,
  refuseArchived,
} from '../../membership/rights/organization.access.ts';
import { writeAudit } from '../../membership/rights/write-audit.ts';
import { findMember } from '../../membership/roles/members.queries.ts';
import { EVENT_ROW, EventRow } from '../event/event.access.ts';
import { isAway } from '../event/event.queries.ts';
import { endOfDay, guildTimeZone, personTimeZone, rangeOf, startOfDay } from '../event/event-times.ts';
import { publishParticipationChange, writeEventLog } from '../event/publish-changes.ts';
import { promoteFromWaitlist, tellOfGaps } from '../signups/waitlist-and-gaps.ts';
import { Absence } from './absence.entity.ts';

/** Days arrive as text. */
export const ABSENCE_COLUMNS = `a.id, to_char(a.from_day, 'YYYY-MM-DD') as "from", to_char(a.to_day, 'YYYY-MM-DD') as "to",
  a.time_zone as "timeZone", a.starts_at as "startsAt", a.ends_at as "endsAt", a.organization_id as "organizationId",
  a.note, a.entered_by_officer as "enteredByOfficer", a.created_at as "createdAt"`;

export const AbsenceRow = columns({
  id: 'uuid',
  from: 'text',
  to: 'text',
  timeZone: 'text',
  startsAt: 'instant',
  endsAt: 'instant',
  organizationId: 'uuid?',
  note: 'text?',
  enteredByOfficer: 'bool',
  createdAt: 'instant',
});

/** A service reaches only the absences from its own organization, given as `organizationId`; null for the person. */
const withinReach = (organizationId: string) =>
  `(${organizationId}::uuid is null or organization_id = ${organizationId})`;

const MINE = query(AbsenceRow)`
  select ${ABSENCE_COLUMNS} from absence a where a.user_id = $1 and ${withinReach('$2')} order by a.starts_at desc, a.id desc`;

/** Unpaged, because the number of absences a person may have is bounded. */
export async function listOwnAbsences({ sql }: AppContext, actor: Actor): Promise<AbsenceView[]> {
  return sql.many(MINE, [actor.userId, actor.service?.organizationId]);
}

/** Leaves out absences that ended before the person joined: the guild has no business with them. */
const OF_GUILD = `
  from membership m join absence a on a.user_id = m.user_id join person u on u.id = m.user_id
  where m.organization_id = $1 and m.left_at is null and (a.organization_id is null or a.organization_id = $1)
    and a.ends_at > m.joined_at and a.ends_at > $2 and ($3::timestamptz is null or a.starts_at < $3)`;
const PAGE = query({
  ...AbsenceRow,
  user: object({ id: 'uuid', displayName: 'text' }),
})`
  select ${ABSENCE_COLUMNS}, jsonb_build_object('id', u.id, 'displayName', u.display_name) as "user" ${OF_GUILD}
  order by a.starts_at, a.id limit $4 offset $5`;
const COUNT = query({ total: 'int' })`select count(*)::int as total ${OF_GUILD}`;

/** Lists the guild's absences. For officers. */
export async function listGuildAbsences({ sql }: AppContext, actor: Actor, input: GuildAbsencesInput) {
  const { organizationId } = await authorizedAccess(sql, actor, input.id, 'read', 'OfficerData');
  const timeZone = await guildTimeZone(sql, organizationId);
  const from = startOfDay(input.from ?? Temporal.Now.plainDateISO(timeZone).toString(), timeZone);
  const to = input.to === undefined ? null : endOfDay(input.to, timeZone);
  const { rows, pagination } = await readPage(sql, PAGE, COUNT, [organizationId, from, to], input);
  const absences = rows.map(({ organizationId: _guild, ...row }) => row);
  return { absences, pagination };
}

export const MOST_ABSENCES = 200;

/** Includes cancelled events: they may be reinstated. */
const ANSWERED = query(EventRow)`${EVENT_ROW}
  where e.id in (select p.event_id from participation p where p.user_id = $1 and p.status <> 'declined')
    and e.starts_at >= $2 and e.starts_at < $3 and e.starts_at > clock_timestamp() and e.status in ('published', 'cancelled')
    and ($4::uuid is null or e.organization_id = $4)
  order by e.id for no key update of e`;

/** Events whose line-ups have a place of the person, who need not have answered. */
const PLANNED = query({ id: 'uuid!' })`
  select distinct l.event_id as id from raider r join lineup_place p on p.raider_id = r.id join lineup l on l.id = p.lineup_id
  join event e on e.id = l.event_id
  where r.user_id = $1 and e.starts_at >= $2 and e.starts_at < $3 and ($4::uuid is null or e.organization_id = $4)`;

const HOW_MANY = query({ total: 'int' })`select count(*)::int as total from absence where user_id = $1`;

const OWN = query(AbsenceRow)`select ${ABSENCE_COLUMNS} from absence a where a.user_id = $1 and a.id = $2`;

/** Records an absence of the caller; see `enter`. */
export async function addAbsence(ctx: AppContext, actor: Actor, input: AddAbsenceInput, request: RepeatableRequest) {
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const { userId } = actor;
    const organizationId = await guildOf(sql, actor, input.organizationId);
    const ownZone = () => (organizationId ? guildTimeZone(sql, organizationId) : personTimeZone(sql, userId));
    const timeZone = input.timeZone ?? (await ownZone());
    const entered = await enter(tx, actor, { ...input, userId, organizationId, timeZone }, request);
    if (entered.isNew) await tellAbsence(tx, actor, 'absence_added', { userId, organizationId });
    return entered.absence;
  });
}

/** Records an absence of a member from this guild, and tells them. For people who manage events. */
export async function addMemberAbsence(
  ctx: AppContext,
  actor: Actor,
  input: AddMemberAbsenceInput,
  request: RepeatableRequest,
): Promise<AbsenceAddedView> {
  return ctx.transact(async (tx) => {
    const { organizationId, userId } = await memberToChange(tx.sql, actor, input);
    const timeZone = input.timeZone ?? (await guildTimeZone(tx.sql, organizationId));
    const entered = await enter(tx, actor, { ...input, userId, organizationId, timeZone }, request);
    const { absence } = entered;
    if (entered.isNew) {
      await tellAbsence(tx, actor, 'absence_added', { userId, organizationId });
      const details = { startsAt: absence.startsAt, reason: absence.note };
      if (userId !== actor.userId) await notify(tx, [{ userId, kind: 'absence_entered', organizationId, details }]);
    }
    return absence;
  });
}

/** The guild and its member, for a caller who manages events there. Throws NOT_FOUND, FORBIDDEN, CONFLICT. */
async function memberToChange(sql: Sql, actor: Actor, input: { id: string; userId: string }) {
  const access = await authorizedAccess(sql, actor, input.id, 'manage', 'Event');
  refuseArchived(access);
  const { organizationId } = access;
  await findMember(sql, organizationId, input.userId);
  await logManaged(sql, actor, access);
  return { organizationId, userId: input.userId };
}

type Entered = {
  from: string;
  to: string;
  timeZone: string;
  note?: string | null | undefined;
  userId: string;
  organizationId: string | null;
};

/**
 * Records an absence, declines the events the person had accepted or answered "maybe" to, and gives their slots to the
 * waitlist. Locks events before the person's row, as everywhere.
 */
async function enter(
  tx: UnitOfWork,
  actor: Actor,
  { userId, organizationId, timeZone, ...days }: Entered,
  request: RepeatableRequest,
): Promise<{ isNew: boolean; absence: AbsenceAddedView }> {
  const { sql } = tx;
  const { from, to } = rangeOf(days.from, days.to, timeZone);
  const events = await sql.many(ANSWERED, [userId, from, to, organizationId]);
  const id = uuidv7();
  const earlier = await createdEarlier(sql, actor, request, [id]);
  if (earlier) {
    const own = await sql.maybe(OWN, [userId, earlier[0]]);
    if (!own) throw notFound('absence_not_found', 'This absence no longer exists.');
    return { isNew: false, absence: { ...own, declinedEvents: [] } };
  }
  const kept = await sql.one(HOW_MANY, [userId]);
  if (kept.total >= MOST_ABSENCES) {
    throw conflict('too_many_absences', `There are ${MOST_ABSENCES} absences of this person. Remove old ones first.`);
  }
  tx.em.create(Absence, {
    ...{ id, user: userId, organization: organizationId, timeZone, note: days.note ?? null },
    ...{ fromDay: days.from, toDay: days.to, startsAt: from.toISOString(), endsAt: to.toISOString() },
    enteredByOfficer: userId !== actor.userId,
  });
  const row = await sql.one(OWN, [userId, id]);

  const declined = await declineWhileAway(sql, idsOf(events), { userId, actor, why: 'Away on that day.' });
  await promoteFromWaitlist(tx, declined, 'Somebody is away.');
  const planned = await sql.many(PLANNED, [userId, from, to, organizationId]);
  await tellOfGaps(tx, idsOf(planned), { userIds: [userId], actorId: actor.userId });
  for (const event of events) if (declined.includes(event.id)) publishParticipationChange(tx, event);
  return { isNew: true, absence: { ...row, declinedEvents: declined } };
}

const idsOf = (events: { id: string }[]) => events.map(({ id }) => id);

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

/** Declined events stay declined, because another member has the slot by now. Waitlists consider the person again. */
export async function removeAbsence(ctx: AppContext, actor: Actor, { id }: { id: string }): Promise<void> {
  const { userId, service } = actor;
  await ctx.transact((tx) => remove(tx, actor, { id, userId, organizationId: service?.organizationId }));
}

/** The same for one that an officer has entered. For people who manage events. */
export async function removeMemberAbsence(ctx: AppContext, actor: Actor, input: RemoveMemberAbsenceInput) {
  await ctx.transact(async (tx) => {
    const member = await memberToChange(tx.sql, actor, input);
    await remove(tx, actor, { id: input.absenceId, ...member, enteredByOfficer: true });
  });
}

type Removed = { id: string; userId: string; organizationId: string | undefined; enteredByOfficer?: true };

async function remove(tx: UnitOfWork, actor: Actor, { id, userId, organizationId, enteredByOfficer }: Removed) {
  const waiting = await tx.sql.many(WAITING, [userId, id, organizationId]);
  const within = {
    ...(organizationId ? { organization: organizationId } : {}),
    ...(enteredByOfficer ? { enteredByOfficer } : {}),
  };
  const absence = await tx.em.findOne(Absence, { id, user: userId, ...within });
  if (!absence) throw notFound('absence_not_found', 'There is no such absence, or you may not remove it.');
  tx.em.remove(absence);
  const ids = waiting.map((event) => event.id);
  const promoted = await promoteFromWaitlist(tx, ids, 'Somebody is back.');
  await tellAbsence(tx, actor, 'absence_removed', { userId, organizationId: absence.organization?.id ?? null });
  for (const event of waiting) if (promoted.has(event.id)) publishParticipationChange(tx, event);
}

/** The guild that an absence is about, or all guilds of the person. */
const GUILDS = query({ id: 'uuid' })`
  select organization_id as id from membership
  where user_id = $1 and left_at is null and ($2::uuid is null or organization_id = $2)`;

/** Tells the person and the officers of their guilds, and writes into the audit log what others did for the person. */
async function tellAbsence(
  tx: UnitOfWork,
  actor: Actor,
  action: 'absence_added' | 'absence_removed',
  { userId, organizationId }: { userId: string; organizationId: string | null },
): Promise<void> {
  const { service } = actor;
  const about = { type: 'absence.changed', subjectId: userId, personId: userId } as const;
  tx.changed({ ...about, audience: 'person' });
  for (const { id } of await tx.sql.many(GUILDS, [userId, organizationId]))
    tx.changed({ ...about, organizationId: id, audience: 'officers' });
  if (service) {
    await writeAudit(tx, service.organizationId, actor, action, { via: 'service', name: service.name }, userId);
  } else if (userId !== actor.userId && organizationId) {
    await writeAudit(tx, organizationId, actor, action, {}, userId);
  }
}

const DECLINE = query({ eventId: 'uuid', userId: 'uuid!', status: 'text' })`
  with gone as (
    select p.id, p.status from participation p join event e on e.id = p.event_id
    where e.id = any($1::uuid[]) and p.status <> 'declined' and ($2::uuid is null or p.user_id = $2) and ${isAway('p.user_id')}
  )
  update participation p set status = 'declined', removed = $3, ticket = null, role_key = null, roles = '{}', status_since = clock_timestamp()
  from gone where p.id = gone.id
  returning p.event_id as "eventId", p.user_id as "userId", gone.status`;

/** `actor` is null for the service itself; it may be an officer. */
type Whose = { userId: string | null; actor: Actor | null; why: string };

/** Declines for people who are away, or for one; returns the events. Needs their locks, and `promoteFromWaitlist` afterwards. */
export async function declineWhileAway(sql: Sql, eventIds: string[], { userId, actor, why }: Whose): Promise<string[]> {
  if (eventIds.length === 0) return [];
  const byOthers = actor === null || (userId !== null && userId !== actor.userId);
  const gone = await sql.many(DECLINE, [eventIds, userId, byOthers]);
  await writeEventLog(
    sql,
    gone.map((part) => ({
      eventId: part.eventId,
      kind: byOthers ? 'removed' : 'answered',
      actorId: actor?.userId ?? null,
      serviceId: actor?.service?.id,
      via: actor?.via,
      personId: part.userId,
      changes: { status: [part.status, 'declined'] },
      why,
    })),
  );
  return [...new Set(gone.map(({ eventId }) => eventId))];
}
