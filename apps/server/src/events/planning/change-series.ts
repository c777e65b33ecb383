/** Cancels, deletes or extends a series, and says beforehand what that would do. */

import {
  type CancelSeriesInput,
  type DeleteSeriesInput,
  EventRole,
  type ExtendSeriesInput,
  type SeriesChangeView,
  type SeriesPreviewInput,
  type SeriesPreviewView,
} from '@guildhall/contracts/event.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, text } from '../../core/db/statement.ts';
import { conflict } from '../../core/errors.ts';
import { createdEarlier, type RepeatableRequest } from '../../core/http/repeated-requests.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { logManaged } from '../../membership/rights/organization.access.ts';
import {
  type EventRow,
  eventsCoveredBy,
  loadEventToEdit,
  loadVisibleSeries,
  lockSeries,
  nothingToChange,
  type SeriesChange,
} from '../event/event.access.ts';
import { localsOn } from '../event/event-times.ts';
import { notifyParticipants, publishEventChanges, writeEventLog } from '../event/publish-changes.ts';
import { SET_STATUS } from './change-status.ts';
import { eventStarts, insertEvents, newEventStart } from './insert-events.ts';
import { refuseSameStart } from './refusals.ts';
import { removeEvents } from './remove-events.ts';

/** Attendance that was recorded is kept, and stops counting because the events no longer took place. */
export function cancelSeries(ctx: AppContext, actor: Actor, input: CancelSeriesInput): Promise<SeriesChangeView> {
  return changeSeries(ctx, actor, { ...input, change: 'cancel' }, async ({ sql }, events) => {
    await sql.run(SET_STATUS, [idsOf(events), 'cancelled']);
    await writeEventLog(
      sql,
      events.map(({ id, status }) => ({
        eventId: id,
        kind: 'cancelled',
        actorId: actor.userId,
        changes: { status: [status, 'cancelled'] },
        why: input.reason ?? 'Cancelled with its series.',
      })),
    );
  });
}

export function deleteSeries(ctx: AppContext, actor: Actor, input: DeleteSeriesInput): Promise<SeriesChangeView> {
  return changeSeries(ctx, actor, { ...input, change: 'delete' }, removeEvents);
}

const COUNTS = query({ signups: 'int', attendance: 'int' })`
  select count(*) filter (where status <> 'declined')::int as signups, count(attendance)::int as attendance
  from participation where event_id = any($1::uuid[])`;

const idsOf = (events: EventRow[]) => events.map(({ id }) => id);
const countsOf = (sql: Sql, events: EventRow[]) => sql.one(COUNTS, [idsOf(events)]);

function changeSeries(
  ctx: AppContext,
  actor: Actor,
  { id, apply, change, reason }: CancelSeriesInput & { change: SeriesChange },
  write: (tx: UnitOfWork, events: EventRow[]) => Promise<void>,
): Promise<SeriesChangeView> {
  return ctx.transact(async (tx) => {
    const { event: seen, viewer, access } = await loadEventToEdit(tx.sql, actor, id);
    const { event, series } = await lockSeries(tx.sql, seen);
    await logManaged(tx.sql, actor, access);
    const concerned = eventsCoveredBy({ apply, change, event, viewer }, series);
    if (concerned.length === 0) throw nothingToChange();
    const counts = await countsOf(tx.sql, concerned);
    await publishEventChanges(tx, concerned);
    const published = concerned.filter(({ status }) => status === 'published');
    await notifyParticipants(tx, { kind: 'event_cancelled', actorId: actor.userId, events: published, reason });
    await write(tx, concerned);
    return {
      recurringSeriesId: event.recurringSeriesId ?? '',
      changed: idsOf(concerned),
      kept: idsOf(series.filter((each) => !concerned.includes(each))),
      ...counts,
    };
  });
}

/** The effect that a change would have on the series, for a caller who may make it. */
export async function previewSeries(
  { sql }: AppContext,
  actor: Actor,
  { id, apply, change }: SeriesPreviewInput,
): Promise<SeriesPreviewView> {
  const { event: seen, viewer } = await loadEventToEdit(sql, actor, id);
  const { event, series } = await loadVisibleSeries(sql, seen);
  const events = eventsCoveredBy({ apply, change, event, viewer }, series);
  return {
    recurringSeriesId: event.recurringSeriesId ?? '',
    events: events.map((each) => ({ ...each, localStart: each.actualStart ?? each.localStart })),
    kept: series.length - events.length,
    ...(await countsOf(sql, events)),
  };
}

/** A weekly event for five years. */
const LONGEST_SERIES = 260;

const SLOTS = query({ roleKey: text(EventRole.options), max: 'int' })`
  select role_key as "roleKey", max from event_slot where event_id = $1 order by position`;
const BY_IDS = eventStarts('id = any($1::uuid[])');

/** Adds copies of an event, with its slots, to its series on other days: all of them, or none. */
export async function extendSeries(
  ctx: AppContext,
  actor: Actor,
  input: ExtendSeriesInput,
  request: RepeatableRequest,
) {
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const { event: seen, viewer, access } = await loadEventToEdit(sql, actor, input.id);
    const { event, series } = await lockSeries(sql, seen);
    await logManaged(sql, actor, access);
    const starts = localsOn(event.localStart, input.dates).map((local) => newEventStart(local, event.timeZone));
    const ids = starts.map(({ id }) => id);
    const earlier = await createdEarlier(sql, actor, request, ids);
    if (!earlier) {
      refuseSameStart([...starts, ...series.map(({ startsAt }) => ({ startsAt: new Date(startsAt) }))]);
      if (starts.some(({ startsAt }) => startsAt.getTime() <= Date.now())) {
        throw conflict('event_in_past', 'A series is extended by events to come. Leave out the days that have passed.');
      }
      if (series.length + starts.length > LONGEST_SERIES) {
        throw conflict(
          'too_many_events',
          `A series has ${LONGEST_SERIES} events at most. Create a new series instead.`,
        );
      }
      await insertEvents(tx, actor, viewer, {
        ...event,
        status: event.status === 'draft' ? 'draft' : 'published',
        minutes: (Date.parse(event.endsAt) - Date.parse(event.startsAt)) / 60_000,
        slots: await sql.many(SLOTS, [event.id]),
        starts,
        why: 'Added to its series.',
      });
    }
    const added = await sql.many(BY_IDS, [earlier ?? ids]);
    return { recurringSeriesId: event.recurringSeriesId ?? '', added };
  });
}
