import type { CreateEventInput, EventCreatedView } from '@guildhall/contracts/event.ts';
import type { Actor } from '../../core/actor.ts';
import { forbidden } from '../../core/errors.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { uuidv7 } from '../../core/uuid.ts';
import { createdEarlier, type Repeatable } from '../../people/created-by-key.ts';
import { logManaged } from '../../rights/lock-organization.ts';
import { organizationAccess, refuseArchived } from '../../rights/organization.access.ts';
import { seeEvent } from '../event/event.access.ts';
import { viewOf } from '../event/event.queries.ts';
import { COUNTS_BY_OFFICERS, eventViewer, mayCreate } from '../event/event.rules.ts';
import { closingMinutes, guildTimeZone, instantAt, localAt, localStarts, minutesOf } from '../event/event-times.ts';
import { insertEvents, newStart, startsOf } from './insert-events.ts';
import { refuseSameStart, refuseUnknownInstance } from './refusals.ts';

const SERIES = startsOf('recurring_series_id = $1');

/** Creates one event, or all events of a series; returns the first, and the starts of the series. */
export async function createEvent(
  ctx: AppContext,
  actor: Actor,
  input: CreateEventInput,
  request: Repeatable,
): Promise<EventCreatedView> {
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const access = await organizationAccess(sql, actor, input.id);
    const viewer = eventViewer(actor, access);
    if (!viewer.isMember && !viewer.managesEvents)
      throw forbidden('Only members of this organization can create events.');
    if (!mayCreate(viewer, input.scope))
      throw forbidden(
        'Only people who manage events can create events for the whole guild. Create a group event instead.',
      );
    if (input.countsForAttendance && !viewer.managesEvents) throw forbidden(COUNTS_BY_OFFICERS);
    refuseArchived(access);
    await logManaged(sql, actor, access);
    await refuseUnknownInstance(sql, input.journalInstanceId);
    const { organizationId } = access;
    const plan = await planOf(tx, organizationId, input);
    const ids = plan.starts.map(({ id }) => id);
    const earlier = await createdEarlier(sql, actor, request, ids);
    if (!earlier) {
      await insertEvents(tx, actor, viewer, {
        ...input,
        ...plan,
        organizationId,
        recurringSeriesId: input.recurringDates ? uuidv7() : null,
        countsForAttendance: input.countsForAttendance ?? viewer.managesEvents,
      });
    }
    const view = await viewOf(ctx, sql, await seeEvent(sql, actor, (earlier ?? ids)[0] ?? ''));
    const series = view.recurringSeriesId === null ? [] : await sql.many(SERIES, [view.recurringSeriesId]);
    return { ...view, series };
  });
}

async function planOf({ sql }: UnitOfWork, organizationId: string, input: CreateEventInput) {
  const timeZone = input.timeZone ?? (await guildTimeZone(sql, organizationId));
  const first = input.localStart ?? localAt(new Date(input.startsAt ?? ''), timeZone);
  // Keep the exact instant, which the clock may show twice.
  const firstInstant = input.startsAt ? new Date(input.startsAt) : instantAt(first, timeZone);
  const locals = localStarts(first, input.recurringDates ?? []);
  const minutes = input.durationMinutes ?? minutesOf(firstInstant, input.endsAt);
  const signupClosesMinutes = closingMinutes(firstInstant, input.signupDeadline);
  const starts = locals.map((local) => newStart(local, timeZone, local === first ? firstInstant : undefined));
  refuseSameStart(starts);
  return { starts, timeZone, minutes, signupClosesMinutes };
}
