/** Changes to a whole series. Past and completed events stay, as a record. */

import type { CancelSeriesInput, DeleteSeriesInput, SeriesChangeView } from '@guildhall/contracts/event.ts';
import type { Actor } from '../../core/actor.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { logManaged } from '../../rights/lock-organization.ts';
import { coveredBy, type EventRow, editEvent, lockSeries } from '../event/event.access.ts';
import { notifyParticipants, tellEvents, writeEventLog } from '../event/tell-changes.ts';
import { SET_STATUS } from './change-status.ts';
import { removeEvents } from './remove-events.ts';

export function cancelSeries(ctx: AppContext, actor: Actor, input: CancelSeriesInput): Promise<SeriesChangeView> {
  const isOpen = ({ status }: EventRow) => status !== 'cancelled';
  return changeSeries(ctx, actor, input, isOpen, async ({ sql }, events) => {
    await sql.run(SET_STATUS, [events.map(({ id }) => id), 'cancelled']);
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
  return changeSeries(ctx, actor, input, () => true, removeEvents);
}

/** Applies to the upcoming events that the input covers. */
function changeSeries(
  ctx: AppContext,
  actor: Actor,
  { id, apply, reason }: CancelSeriesInput,
  concerns: (event: EventRow) => boolean,
  change: (tx: UnitOfWork, events: EventRow[]) => Promise<void>,
): Promise<SeriesChangeView> {
  return ctx.transact(async (tx) => {
    const { event: seen, viewer, access } = await editEvent(tx.sql, actor, id);
    const { event, series } = await lockSeries(tx.sql, seen);
    await logManaged(tx.sql, actor, access);
    const concerned = coveredBy({ apply, event, viewer }, series.filter(concerns));
    await tellEvents(tx, concerned);
    const published = concerned.filter(({ status }) => status === 'published');
    await notifyParticipants(tx, { kind: 'event_cancelled', actorId: actor.userId, events: published, reason });
    await change(tx, concerned);
    const idsOf = (events: EventRow[]) => events.map((each) => each.id);
    return {
      recurringSeriesId: event.recurringSeriesId ?? '',
      changed: idsOf(concerned),
      kept: idsOf(series.filter((each) => !concerned.includes(each))),
    };
  });
}
