import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/context.ts';
import { conflict } from '../core/errors.ts';
import { editEvent, lockEvent } from './event.access.ts';
import { lockPictures, removeEvents } from './remove-events.ts';
import { tellEvents } from './tell-changes.ts';

/** A draft may go without a trace; what people have seen is cancelled, so that they learn of it. */
export async function deleteEvent(ctx: AppContext, actor: Actor, input: { id: string }): Promise<void> {
  await ctx.transact(async (tx) => {
    await editEvent(tx.sql, actor, input.id);
    await lockPictures(tx, input.id);
    const event = await lockEvent(tx.sql, input.id, actor);
    if (event.status !== 'draft') {
      throw conflict('invalid_transition', 'Only a draft can be deleted. Cancel the event instead.');
    }
    await tellEvents(ctx, tx, [event]);
    await removeEvents(tx, [event]);
  });
}
