import type { Actor } from '../../core/actor.ts';
import { conflict } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { lockEventToEdit } from '../event/event.access.ts';
import { tellEvents } from '../event/tell-changes.ts';
import { removeEvents } from './remove-events.ts';

/** Deletes drafts and cancelled events; a published event has to be cancelled first, so that people learn of it. */
export async function deleteEvent(ctx: AppContext, actor: Actor, input: { id: string }): Promise<void> {
  await ctx.transact(async (tx) => {
    const { event } = await lockEventToEdit(tx.sql, actor, input.id);
    if (event.status === 'completed') {
      throw conflict('invalid_transition', 'This event is completed: it stays as a record of what was.');
    }
    if (event.status === 'published') {
      throw conflict(
        'invalid_transition',
        'Cancel this event first, so that people learn of it. Then it can be deleted.',
      );
    }
    await tellEvents(tx, [event]);
    await removeEvents(tx, [event]);
  });
}
