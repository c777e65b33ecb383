import type { Actor } from '../../core/actor.ts';
import { statement } from '../../core/db/statement.ts';
import { conflict } from '../../core/errors.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { eraseImages } from '../../pictures/images/image-files.ts';
import { type EventRow, lockEventToEdit } from '../event/event.access.ts';
import { publishEventChanges } from '../event/publish-changes.ts';

/** Deletes drafts and cancelled events; a published event has to be cancelled first, so that people learn of it. */
export async function deleteEvent(ctx: AppContext, actor: Actor, input: { id: string }): Promise<void> {
  await ctx.transact(async (tx) => {
    const { event } = await lockEventToEdit(tx.sql, actor, input.id);
    if (event.status === 'completed') {
      throw conflict('invalid_transition', 'This event is completed, so it stays as a record.');
    }
    if (event.status === 'published') {
      throw conflict(
        'invalid_transition',
        'Cancel this event first, so that people learn of it. Then it can be deleted.',
      );
    }
    await publishEventChanges(tx, [event]);
    await removeEvents(tx, [event]);
  });
}

const REMOVE = statement`delete from event where id = any($1::uuid[])`;

/** Deletes events with all that belongs to them. Requires the locks of the events. */
export async function removeEvents(tx: UnitOfWork, events: EventRow[]): Promise<void> {
  const ids = events.map(({ id }) => id);
  await eraseImages(tx, 'event', ids);
  await tx.sql.run(REMOVE, [ids]);
}
