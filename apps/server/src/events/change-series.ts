/** A series as a whole. What is past or completed stays: it is a record of what was. */
import type { SeriesChangeView } from '@guildhall/contracts/event.ts';
import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/context.ts';
import type { UnitOfWork } from '../core/unit-of-work.ts';
import { SET_STATUS } from './change-status.ts';
import { type EventRow, editEvent, isPast, lockSeries } from './event.access.ts';
import { removeEvents } from './remove-events.ts';
import { tellEvent } from './tell-changes.ts';
import { refuseForeign } from './update-event.ts';
import { writeEventLog } from './write-event-log.ts';

type Input = { id: string; reason?: string | undefined };

export function cancelSeries(ctx: AppContext, actor: Actor, input: Input): Promise<SeriesChangeView> {
  const isOpen = (event: EventRow) => !isPast(event) && event.status !== 'cancelled';
  return changeSeries(ctx, actor, input, isOpen, async (tx, events) => {
    await tx.sql(SET_STATUS, [events.map(({ id }) => id), 'cancelled']);
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
  });
}

export function deleteSeries(ctx: AppContext, actor: Actor, input: Input): Promise<SeriesChangeView> {
  return changeSeries(ctx, actor, input, (event) => !isPast(event), removeEvents);
}

async function changeSeries(
  ctx: AppContext,
  actor: Actor,
  input: Input,
  concerns: (event: EventRow) => boolean,
  change: (tx: UnitOfWork, events: EventRow[]) => Promise<void>,
): Promise<SeriesChangeView> {
  return ctx.transact(async (tx) => {
    const { event, viewer } = await editEvent(tx.sql, actor, input.id);
    const series = await lockSeries(tx.sql, event);
    const concerned = series.filter(concerns);
    refuseForeign(viewer, concerned);
    await change(tx, concerned);
    for (const each of concerned) await tellEvent(ctx, tx, each);
    const idsOf = (events: EventRow[]) => events.map(({ id }) => id);
    return {
      recurringSeriesId: event.recurringSeriesId ?? '',
      changed: idsOf(concerned),
      kept: idsOf(series.filter((each) => !concerned.includes(each))),
    };
  });
}
