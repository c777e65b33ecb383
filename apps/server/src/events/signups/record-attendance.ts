import { Attendance } from '@guildhall/contracts/event.ts';
import type { RecordAttendanceInput } from '@guildhall/contracts/participation.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { columns, query, type RowOf, statement, text } from '../../core/db/statement.ts';
import { badRequest, conflict } from '../../core/errors.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { isOnlyRecord } from '../../membership/characters/move-raiders.ts';
import { lacksPermission } from '../../membership/rights/organization.access.ts';
import { raiderOfEntry } from '../../raiders/raider.access.ts';
import { type EventRow, lockEventToEdit } from '../event/event.access.ts';
import { eventView } from '../event/event.queries.ts';
import { publishParticipationChange, writeEventLog } from '../event/publish-changes.ts';
import { noParticipation } from './participation.queries.ts';
import { type AttendanceEntry, proposedEntries } from './proposed-attendance.ts';

const PartRow = columns({
  id: 'uuid',
  raiderId: 'uuid',
  userId: 'uuid?',
  attendance: text(Attendance.options).orNull,
});

const PARTS = query(PartRow)`
  select id, raider_id as "raiderId", user_id as "userId", attendance from participation where event_id = $1`;

/**
 * Walk-ins: members and raiders without an account who came without signing up. They take no slot. A character has to be
 * their own, or is left out. The locks wait for a concurrent erasure of the person or deletion of the character.
 */
const WALK_INS = query(PartRow)`
  insert into participation (event_id, user_id, raider_id, character_id, raider_character_id, status)
  select $1, w."userId", r.id,
    (select id from character where id = w."characterId" and user_id = u.id),
    (select c.id from raider_character c where c.raider_id = r.id order by c.is_main desc, c.created_at, c.id limit 1),
    'tentative'
  from jsonb_to_recordset($2) as w("userId" uuid, "raiderId" uuid, "characterId" uuid)
  left join person u on u.id = w."userId"
  left join membership m on m.user_id = u.id and m.organization_id = $3 and m.left_at is null
  left join raider r on r.id = w."raiderId" and r.organization_id = $3 and r.user_id is null and r.merged_into_id is null
  where m.id is not null or r.id is not null
  returning id, raider_id as "raiderId", user_id as "userId", attendance`;

/** Deletes participations that only recorded attendance. */
const FORGET = statement`
  delete from participation p where p.id = any($1::uuid[]) and p.attendance is null and ${isOnlyRecord('p')}`;

const RECORD = statement`
  update participation p set attendance = r.attendance
  from jsonb_to_recordset($1) as r(id uuid, attendance text) where p.id = r.id`;

/** Records attendance. Stores all entries or none; earlier records can be corrected. */
export async function recordAttendance(ctx: AppContext, actor: Actor, input: RecordAttendanceInput) {
  return ctx.transact(async (tx) => {
    const seen = await lockEventToEdit(tx.sql, actor, input.id);
    const { event, mayManage } = seen;
    if (event.status !== 'published' && event.status !== 'completed') {
      throw conflict('event_not_open', `This event is ${event.status}.`);
    }
    if (!event.started) throw conflict('event_not_started', 'This event has not begun yet. Wait until it has.');
    if (input.confirm !== undefined && !mayManage) throw lacksPermission('canManageEvents');
    const entries = input.entries ?? (await proposedEntries(ctx, tx, event));
    if (entries.length === 0) {
      throw conflict('nothing_proposed', 'The log proposes nothing that is not recorded already.');
    }
    const recorded = await writeAttendance(tx, event, entries, {
      actorId: actor.userId,
      mayManage,
      reason: input.reason,
    });
    return { event: await eventView(ctx, tx.sql, seen), recorded };
  });
}

type By = { actorId: string | null; mayManage: boolean; reason?: string | null | undefined };

/** Needs the lock of the event. Returns the number of changed records. */
export async function writeAttendance(
  tx: UnitOfWork,
  event: EventRow,
  given: readonly AttendanceEntry[],
  { actorId, mayManage, reason }: By,
): Promise<number> {
  const { sql } = tx;
  if (!mayManage && given.some(({ rosterEntryId }) => rosterEntryId !== undefined)) {
    throw lacksPermission('canManageEvents');
  }
  const entries = await resolve(sql, event, await withRaiders(tx, event, given), mayManage);
  const changed = entries.filter(({ part, attendance }) => part.attendance !== attendance);
  await sql.run(RECORD, [JSON.stringify(changed.map(({ part, attendance }) => ({ id: part.id, attendance })))]);
  await sql.run(FORGET, [changed.flatMap(({ part, attendance }) => (attendance === null ? [part.id] : []))]);
  await writeEventLog(
    sql,
    changed.map(({ part, attendance }) => ({
      eventId: event.id,
      kind: 'attendance',
      actorId,
      personId: part.userId,
      raiderId: part.raiderId,
      changes: { attendance: [part.attendance, attendance] },
      why: reason,
    })),
  );
  publishParticipationChange(tx, event);
  return changed.length;
}

/** A character of the roster becomes a raider. */
async function withRaiders(tx: UnitOfWork, { organizationId }: EventRow, given: readonly AttendanceEntry[]) {
  const entries: Omit<AttendanceEntry, 'rosterEntryId'>[] = [];
  for (const { rosterEntryId, ...entry } of given) {
    const raiderId = rosterEntryId && (await raiderOfEntry(tx, organizationId, rosterEntryId));
    entries.push(raiderId ? { ...entry, raiderId } : entry);
  }
  return entries;
}

/** The locks wait for a merge: a raider who was taken in comes to nothing. */
const PERSON_OF = query({ id: 'uuid', userId: 'uuid?' })`
  select id, user_id as "userId" from raider where organization_id = $1 and id = any($2::uuid[]) order by id for share`;

/** Matches entries with participations, and creates those of walk-ins. Clearing attendance needs none. */
async function resolve(
  sql: Sql,
  event: EventRow,
  given: readonly Omit<AttendanceEntry, 'rosterEntryId'>[],
  mayManage: boolean,
) {
  const parts = await sql.many(PARTS, [event.id]);
  const raiderIds = given.flatMap(({ raiderId }) => raiderId ?? []);
  const people = raiderIds.length > 0 ? await sql.many(PERSON_OF, [event.organizationId, raiderIds]) : [];
  // A raider with an account is named by the person, so that no one is named twice.
  const entries = given.map(({ raiderId, ...entry }) => {
    const userId = people.find(({ id }) => id === raiderId)?.userId;
    return userId ? { ...entry, userId, raiderId: undefined } : { ...entry, raiderId };
  });
  const isOf = (row: RowOf<typeof PartRow>, { participationId, userId, raiderId }: (typeof entries)[number]) =>
    row.id === participationId || (userId !== undefined && row.userId === userId) || row.raiderId === raiderId;
  const unannounced = entries.filter(
    (entry) => entry.participationId === undefined && !parts.some((part) => isOf(part, entry)),
  );
  const whoOf = ({ userId, raiderId }: (typeof entries)[number]) => userId ?? raiderId;
  if (new Set(unannounced.map(whoOf)).size < unannounced.length) throw namedTwice();
  const walkIns = unannounced.filter(({ attendance }) => attendance !== null);
  if (!mayManage && walkIns.some(({ raiderId }) => raiderId !== undefined)) throw lacksPermission('canManageEvents');
  const added =
    walkIns.length > 0 ? await sql.many(WALK_INS, [event.id, JSON.stringify(walkIns), event.organizationId]) : [];
  const all = [...parts, ...added];
  const resolved = entries.flatMap((entry) => {
    const part = all.find((row) => isOf(row, entry));
    if (part) return [{ part, attendance: entry.attendance }];
    if (entry.participationId === undefined && entry.attendance === null) return [];
    throw noParticipation();
  });
  if (new Set(resolved.map(({ part }) => part.id)).size < resolved.length) throw namedTwice();
  return resolved;
}

const namedTwice = () => badRequest('invalid_input', 'A member is named twice.');
