import type { EventStatus, EventView } from '@guildhall/contracts/event.ts';
import type { Actor } from '../../core/actor.ts';
import { statement } from '../../core/db/statement.ts';
import { conflict } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { type EventRow, lockEventToEdit } from '../event/event.access.ts';
import { eventView } from '../event/event.queries.ts';
import {
  notifyOfNewEvents,
  notifyParticipants,
  publishEventChanges,
  publishParticipationChange,
  writeEventLog,
} from '../event/publish-changes.ts';
import { promoteFromWaitlist } from '../signups/waitlist-and-gaps.ts';

const MOVES = {
  publish: { from: 'draft', to: 'published', log: 'published' },
  cancel: { from: 'published', to: 'cancelled', log: 'cancelled' },
  complete: { from: 'published', to: 'completed', log: 'completed' },
  reopen: { from: 'cancelled', to: 'published', log: 'reopened' },
} as const satisfies Record<string, { from: EventStatus; to: EventStatus; log: string }>;
type Move = keyof typeof MOVES;

export const SET_STATUS = statement`
  update event set status = $2, version = version + 1, published_at = case $2 when 'published' then coalesce(published_at, now()) else published_at end
  where id = any($1::uuid[])`;

type Input = { id: string; reason?: string | undefined };

/** Setting the current status again is no error. */
export async function changeStatus(ctx: AppContext, actor: Actor, move: Move, input: Input): Promise<EventView> {
  return ctx.transact(async (tx) => {
    const seen = await lockEventToEdit(tx.sql, actor, input.id);
    const { event } = seen;
    const { to, log } = MOVES[move];
    if (event.status !== to) {
      refuseMove(event, move);
      await tx.sql.run(SET_STATUS, [[event.id], to]);
      const changes = { status: [event.status, to] };
      await writeEventLog(tx.sql, [
        { eventId: event.id, kind: log, actorId: actor.userId, changes, why: input.reason },
      ]);
      if (move === 'cancel') {
        const { reason } = input;
        await notifyParticipants(tx, { kind: 'event_cancelled', actorId: actor.userId, events: [event], reason });
      }
      if (move === 'publish') await notifyOfNewEvents(tx, { ...event, actorId: actor.userId }, [event]);
      const promoted = await promoteFromWaitlist(tx, [event.id], 'The event takes place again and has room.');
      // Every transition of a single event starts or ends with a published one.
      await publishEventChanges(tx, [{ ...event, unpublished: false }]);
      if (promoted.size > 0) publishParticipationChange(tx, event);
    }
    return eventView(ctx, tx.sql, seen);
  });
}

function refuseMove({ status, started }: EventRow, move: Move): void {
  const { from, to } = MOVES[move];
  if (status !== from) throw conflict('invalid_transition', `This event is ${status}, so it cannot become ${to}.`);
  if (move === 'complete' && !started)
    throw conflict('event_not_started', 'This event has not begun yet. Wait until it has.');
  if (move === 'reopen' && started)
    throw conflict('event_started', 'This event has already begun, so it cannot be opened again.');
}
