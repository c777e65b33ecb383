import type { EventView } from '@guildhall/contracts/event.ts';
import type { Actor } from '../../core/actor.ts';
import type { AppContext } from '../../core/services/context.ts';
import { retireImages } from '../../images/retire-images.ts';
import { lockEventToEdit } from '../event/event.access.ts';
import { viewOf } from '../event/event.queries.ts';
import { tellEvents } from '../event/tell-changes.ts';
import { writeEventLog } from '../event/write-event-log.ts';

const CLEAR = 'update event set image_url = null, version = version + 1 where id = $1';

/** Removes an event's own picture, both the visible and the pending one. */
export async function removeEventImage(ctx: AppContext, actor: Actor, { id }: { id: string }): Promise<EventView> {
  return ctx.transact(async (tx) => {
    const subject = { purpose: 'event', subjectId: id } as const;
    const seen = await lockEventToEdit(tx.sql, actor, id);
    await tx.sql(CLEAR, [id]);
    await retireImages(tx, subject, 'pending', 'approved');
    const changes = { image: null };
    await writeEventLog(tx.sql, [{ eventId: id, kind: 'image_changed', actorId: actor.userId, changes }]);
    await tellEvents(tx, [seen.event]);
    return viewOf(ctx, tx.sql, seen);
  });
}
