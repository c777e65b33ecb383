import type { CreateEventInput, EventStatus } from '@guildhall/contracts/event.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, statement } from '../../core/db/statement.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import { uuidv7 } from '../../core/uuid.ts';
import { type EventRow, type EventViewer, managesEventOf } from '../event/event.access.ts';
import { actualStart, instantAt } from '../event/event-times.ts';
import { notifyOfNewEvents, publishEventChanges, writeEventLog } from '../event/publish-changes.ts';
import { refuseTooManyEvents, refuseTooManyGroupEvents } from './refusals.ts';
import { writeSlots } from './write-slots.ts';

/** The fields that they share; others are ignored. */
type NewEvents = Pick<CreateEventInput, 'title' | 'description' | 'type' | 'scope' | 'status' | 'slots'> &
  Pick<CreateEventInput, 'journalInstanceId' | 'anyRole'> &
  Pick<
    EventRow,
    'organizationId' | 'timeZone' | 'signupClosesMinutes' | 'recurringSeriesId' | 'teamId' | 'countsForAttendance'
  > & {
    minutes: number;
    starts: NewStart[];
    why?: string;
  };

/** The id of a new event, and when it begins. */
type NewStart = { id: string; startsAt: Date; localStart: string; actualStart: string | null };

export function newEventStart(
  localStart: string,
  timeZone: string,
  startsAt = instantAt(localStart, timeZone),
): NewStart {
  return { id: uuidv7(), startsAt, localStart, actualStart: actualStart(localStart, startsAt, timeZone) };
}

/** When events begin, for the answer to who made them. */
export const eventStarts = (condition: string) => query({ id: 'uuid', startsAt: 'instant', localStart: 'text' })`
  select id, starts_at as "startsAt", coalesce(actual_start, local_start) as "localStart" from event
  where ${condition} order by starts_at`;

const INSERT = statement`
  insert into event (id, organization_id, title, description, type, scope, status, starts_at, ends_at, local_start,
    actual_start, time_zone, signup_closes_minutes, journal_instance_id, recurring_series_id, team_id, any_role, counts_for_attendance,
    created_by_id, published_at)
  select s.id, e."organizationId", e.title, e.description, e.type, e.scope, e.status, s."startsAt",
    s."startsAt" + e.minutes * interval '1 minute', s."localStart", s."actualStart", e."timeZone", e."signupClosesMinutes",
    e."journalInstanceId", e."recurringSeriesId", e."teamId", coalesce(e."anyRole", false), e."countsForAttendance", $3,
    case when e.status <> 'draft' then now() end
  from jsonb_to_record($1) as e("organizationId" uuid, title text, description text, type text, scope text, status text,
    minutes int, "timeZone" text, "signupClosesMinutes" int, "journalInstanceId" int, "recurringSeriesId" uuid, "teamId" uuid,
    "anyRole" boolean, "countsForAttendance" boolean),
  jsonb_to_recordset($2) as s(id uuid, "startsAt" timestamptz, "localStart" text, "actualStart" text)`;

/** Creates events that differ only in their start. Callers check rights. */
export async function insertEvents(
  tx: UnitOfWork,
  actor: Actor,
  viewer: EventViewer,
  { starts, ...event }: NewEvents,
): Promise<void> {
  const { sql } = tx;
  await refuseTooManyEvents(sql, event.organizationId, starts.length);
  if (event.scope === 'group' && !managesEventOf(viewer, event.teamId))
    await refuseTooManyGroupEvents(sql, actor.userId, starts);
  const ids = await writeEvents(sql, actor.userId, { starts, ...event });
  const unpublished = event.status === 'draft';
  await publishEventChanges(
    tx,
    ids.map((id) => ({ id, organizationId: event.organizationId, unpublished })),
  );
  if (unpublished) return;
  await notifyOfNewEvents(
    tx,
    { ...event, actorId: actor.userId },
    starts.map(({ id, startsAt }) => ({ id, startsAt: startsAt.toISOString() })),
  );
}

type WrittenEvents = Omit<NewEvents, 'status'> & { status: EventStatus };

/** Writes the rows of events, which may be over already, without publishing a change. Returns their ids. */
export async function writeEvents(
  sql: Sql,
  makerId: string | null,
  { starts, why, ...event }: WrittenEvents,
): Promise<string[]> {
  await sql.run(INSERT, [JSON.stringify(event), JSON.stringify(starts), makerId]);
  const ids = starts.map(({ id }) => id);
  await writeSlots(sql, ids, event.slots);
  const entry = { kind: 'created', actorId: makerId, changes: { status: event.status }, why } as const;
  await writeEventLog(
    sql,
    ids.map((eventId) => ({ ...entry, eventId })),
  );
  return ids;
}
