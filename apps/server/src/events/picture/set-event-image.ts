import type { EventView } from '@guildhall/contracts/event.ts';
import type { Actor } from '../../core/actor.ts';
import type { AppContext } from '../../core/services/context.ts';
import { adoptImage } from '../../images/adopt-image.ts';
import { uploadImage } from '../../images/upload-image.ts';
import { lockEventToEdit } from '../event/event.access.ts';
import { viewOf } from '../event/event.queries.ts';
import { writeEventLog } from '../event/write-event-log.ts';
import { showEventImage } from './show-event-image.ts';

type Input = { id: string; bytes: Buffer };

/** Sets an event's picture. One that needs a decision first replaces the old one later. */
export async function setEventImage(ctx: AppContext, actor: Actor, { id, bytes }: Input): Promise<EventView> {
  const stored = await uploadImage(ctx, { purpose: 'event', subjectId: id }, bytes);
  return ctx.transact(async (tx) => {
    // Checked again, because an upload takes its time; without the event there is no reason to keep the picture.
    const seen = await lockEventToEdit(tx.sql, actor, id);
    const image = await adoptImage(tx, actor, stored);
    const { userId: actorId } = actor;
    if (image.status === 'approved') await showEventImage(tx, image, { actorId });
    else
      await writeEventLog(tx.sql, [{ eventId: id, kind: 'image_changed', actorId, changes: { image: image.status } }]);
    await tx.em.flush();
    return viewOf(ctx, tx.sql, seen);
  });
}
