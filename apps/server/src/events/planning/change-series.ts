/** Changes to a whole series. Past and completed events stay, as a record. */

import type { CancelSeriesInput, DeleteSeriesInput, SeriesChangeView } from '@guildhall/contracts/event.ts';
import type { Actor } from '../../core/actor.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { logManaged } from '../../rights/lock-organization.ts';
import { type EventRow, editEvent, follows, isPast, lockSeries } from '../event/event.access.ts';
import { notifyParticipants, tellEvents, writeEventLog } from '../event/tell-changes.ts';
import { SET_STATUS } from './change-status.ts';
import { removeEvents } from './remove-events.ts';
import { refuseForeign } from './update-event.ts';

export function cancelSeries(ctx: AppContext, actor: Actor, input: CancelSeriesInput): Promise<SeriesChangeView> {
  const cancel = async (tx: UnitOfWork, events: EventRow[]) => {
    await tx.sql.run(SET_STATUS, [events.map(({ id }) => id), 'cancelled']);
    await writeEventLog(
      tx.sql,
      events.map(({ id, status }) => ({
        eventId: id,
        kind: 'cancelled',
        actorId: actor.userId,
        changes: { status: [status, 'cancelled'] },
        why: input.reason ?? 'Cancelled with its series.',
      })),
    );
    const { reason } = input;
    await notifyParticipants(tx, {
      kind: 'event_cancelled',
      actorId: actor.userId,
      events: events.filter(isPublished),
      reason,
    });
  };
  return ctx.transact((tx) => changeSeries(tx, actor, input, isOpen, cancel));
}

export function deleteSeries(ctx: AppContext, actor: Actor, input: DeleteSeriesInput): Promise<SeriesChangeView> {
  return ctx.transact(async (tx) => {
    await editEvent(tx.sql, actor, input.id);
    return changeSeries(
      tx,
      actor,
      input,
      () => true,
      async (_tx, events) => {
        const published = events.filter(isPublished);
        await notifyParticipants(tx, { kind: 'event_cancelled', actorId: actor.userId, events: published });
        await removeEvents(tx, events);
      },
    );
  });
}

const isPublished = ({ status }: EventRow) => status === 'published';
const isOpen = ({ status }: EventRow) => status !== 'cancelled';

/** Applies to the upcoming events that the input covers. */
async function changeSeries(
  tx: UnitOfWork,
  actor: Actor,
  { id, apply }: DeleteSeriesInput,
  concerns: (event: EventRow) => boolean,
  change: (tx: UnitOfWork, events: EventRow[]) => Promise<void>,
): Promise<SeriesChangeView> {
  const { event: seen, viewer, access } = await editEvent(tx.sql, actor, id);
  const series = await lockSeries(tx.sql, seen);
  await logManaged(tx.sql, actor, access);
  const event = series.find((each) => each.id === id) ?? seen;
  const concerned = series.filter(
    (each) => !isPast(each) && concerns(each) && (apply === 'all' || follows(each, event)),
  );
  refuseForeign(viewer, concerned);
  await tellEvents(tx, concerned);
  await change(tx, concerned);
  const idsOf = (events: EventRow[]) => events.map((each) => each.id);
  return {
    recurringSeriesId: event.recurringSeriesId ?? '',
    changed: idsOf(concerned),
    kept: idsOf(series.filter((each) => !concerned.includes(each))),
  };
}
