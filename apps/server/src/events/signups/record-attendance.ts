import { Attendance } from '@guildhall/contracts/event.ts';
import type { RecordAttendanceInput } from '@guildhall/contracts/participation.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { columns, query, statement, text } from '../../core/db/statement.ts';
import { badRequest, conflict } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { type EventRow, lockEventToEdit } from '../event/event.access.ts';
import { viewOf } from '../event/event.queries.ts';
import { tellParticipation, writeEventLog } from '../event/tell-changes.ts';
import { noParticipation } from './sign-up-outcome.ts';

const PartRow = columns({ id: 'uuid', userId: 'uuid', attendance: text(Attendance.options).orNull });

const PARTS = query(PartRow)`select id, user_id as "userId", attendance from participation where event_id = $1`;

/**
 * Walk-ins: members who came without signing up. They take no slot. A character has to be their own, or is left out.
 * The locks wait for a concurrent erasure of the person or deletion of the character.
 */
const WALK_INS = query(PartRow)`
  insert into participation (event_id, user_id, character_id, status)
  select $1, w."userId",
    (select id from character where id = w."characterId" and user_id = u.id), 'tentative'
  from jsonb_to_recordset($2) as w("userId" uuid, "characterId" uuid)
  join person u on u.id = w."userId"
  join membership m on m.user_id = u.id and m.organization_id = $3 and m.left_at is null
  returning id, user_id as "userId", attendance`;

/** Deletes participations that only recorded attendance: the person has no answer, and nobody moved them. */
const FORGET = statement`
  delete from participation p where p.id = any($1::uuid[]) and p.status = 'tentative' and p.attendance is null
    and (exists (select from withdrawn_answer w where w.event_id = p.event_id and w.user_id = p.user_id)
      or not exists (select from event_log_entry l
        where l.event_id = p.event_id and l.person_id = p.user_id and l.kind <> 'attendance'))`;

const RECORD = statement`
  update participation p set attendance = r.attendance
  from jsonb_to_recordset($1) as r(id uuid, attendance text) where p.id = r.id`;

/** Records attendance. Stores all entries or none; earlier records can be corrected. */
export async function recordAttendance(ctx: AppContext, actor: Actor, input: RecordAttendanceInput) {
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const seen = await lockEventToEdit(sql, actor, input.id);
    const { event } = seen;
    if (event.status !== 'published' && event.status !== 'completed') {
      throw conflict('event_not_open', `This event is ${event.status}.`);
    }
    if (!event.started) throw conflict('event_not_started', 'This event has not begun yet. Wait until it has.');
    const entries = await resolve(sql, event, input.entries);
    const changed = entries.filter(({ part, attendance }) => part.attendance !== attendance);
    await sql.run(RECORD, [JSON.stringify(changed.map(({ part, attendance }) => ({ id: part.id, attendance })))]);
    await sql.run(FORGET, [changed.flatMap(({ part, attendance }) => (attendance === null ? [part.id] : []))]);
    await writeEventLog(
      sql,
      changed.map(({ part, attendance }) => ({
        eventId: event.id,
        kind: 'attendance',
        actorId: actor.userId,
        personId: part.userId,
        changes: { attendance: [part.attendance, attendance] },
        why: input.reason,
      })),
    );
    tellParticipation(tx, event);
    return { event: await viewOf(ctx, sql, seen), recorded: changed.length };
  });
}

/** Matches entries with participations, and creates those of walk-ins. Clearing attendance needs none. */
async function resolve(sql: Sql, event: EventRow, entries: RecordAttendanceInput['entries']) {
  const parts = await sql.many(PARTS, [event.id]);
  const signedUp = new Set(parts.map(({ userId }) => userId));
  const unannounced = entries.filter(({ userId }) => userId !== undefined && !signedUp.has(userId));
  if (new Set(unannounced.map(({ userId }) => userId)).size < unannounced.length) throw namedTwice();
  const walkIns = unannounced.filter(({ attendance }) => attendance !== null);
  const added =
    walkIns.length > 0 ? await sql.many(WALK_INS, [event.id, JSON.stringify(walkIns), event.organizationId]) : [];
  const all = [...parts, ...added];
  const resolved = entries.flatMap(({ participationId, userId, attendance }) => {
    const part = all.find((row) => row.id === participationId || row.userId === userId);
    if (part) return [{ part, attendance }];
    if (userId !== undefined && attendance === null) return [];
    throw noParticipation();
  });
  if (new Set(resolved.map(({ part }) => part.id)).size < resolved.length) throw namedTwice();
  return resolved;
}

const namedTwice = () => badRequest('invalid_input', 'Somebody is named twice.');
