import type { SlotInput } from '@guildhall/contracts/event.ts';
import type { Actor } from '../../core/actor.ts';
import { statement } from '../../core/db/statement.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import { uuidv7 } from '../../core/uuid.ts';
import type { EventRow } from '../event/event.access.ts';
import type { EventViewer } from '../event/event.rules.ts';
import { actualStart, instantAt } from '../event/event-times.ts';
import { tellEvents, writeEventLog } from '../event/tell-changes.ts';
import { refuseTooMany } from './refuse-too-many.ts';
import { writeSlots } from './write-slots.ts';

export type NewEvents = Pick<
  EventRow,
  | 'organizationId'
  | 'title'
  | 'description'
  | 'type'
  | 'scope'
  | 'timeZone'
  | 'signupClosesMinutes'
  | 'journalInstanceId'
  | 'recurringSeriesId'
  | 'anyRole'
  | 'countsForAttendance'
> & {
  status: 'draft' | 'published';
  minutes: number;
  slots: SlotInput[];
  starts: NewStart[];
  why?: string;
};

/** The id of a new event, and when it begins. */
export type NewStart = { id: string; startsAt: Date; localStart: string; actualStart: string | null };

export function newStart(localStart: string, timeZone: string, startsAt = instantAt(localStart, timeZone)): NewStart {
  return { id: uuidv7(), startsAt, localStart, actualStart: actualStart(localStart, startsAt, timeZone) };
}

const INSERT = statement`
  insert into event (id, organization_id, title, description, type, scope, status, starts_at, ends_at, local_start,
    actual_start, time_zone, signup_closes_minutes, journal_instance_id, recurring_series_id, any_role, counts_for_attendance,
    created_by_id, published_at)
  select s.id, $1, $2, $3, $4, $5, $6, s."startsAt", s."startsAt" + $7::int * interval '1 minute', s."localStart", s."actualStart", $8, $9,
    $10, $11, $12, $13, $14, case when $6 = 'published' then now() end
  from jsonb_to_recordset($15) as s(id uuid, "startsAt" timestamptz, "localStart" text, "actualStart" text)`;

/** Creates events that differ only in their start. Callers check rights. */
export async function insertEvents(
  tx: UnitOfWork,
  actor: Actor,
  viewer: EventViewer,
  { starts, why, ...event }: NewEvents,
): Promise<void> {
  const { sql } = tx;
  if (event.scope === 'group' && !viewer.managesEvents) await refuseTooMany(sql, actor.userId, starts);
  await sql.run(INSERT, [
    event.organizationId,
    event.title,
    event.description,
    event.type,
    event.scope,
    event.status,
    event.minutes,
    event.timeZone,
    event.signupClosesMinutes,
    event.journalInstanceId,
    event.recurringSeriesId,
    event.anyRole,
    event.countsForAttendance,
    actor.userId,
    JSON.stringify(starts),
  ]);
  const ids = starts.map(({ id }) => id);
  await writeSlots(sql, ids, event.slots);
  const entry = { kind: 'created', actorId: actor.userId, changes: { status: event.status }, why } as const;
  await writeEventLog(
    sql,
    ids.map((eventId) => ({ ...entry, eventId })),
  );
  const unpublished = event.status === 'draft';
  await tellEvents(
    tx,
    ids.map((id) => ({ id, organizationId: event.organizationId, unpublished })),
  );
}
