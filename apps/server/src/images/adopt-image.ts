import type { Actor } from '../core/actor.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import { Image } from './image.entity.ts';
import { retireImages } from './retire-images.ts';
import type { StoredImage } from './upload-image.ts';

/**
 * Gives an uploaded picture to its subject: withdraws one that still awaits a decision, and replaces the visible one if
 * this is approved. The caller holds the lock of the subject and updates its own reference.
 */
export async function adoptImage(tx: UnitOfWork, actor: Actor, image: StoredImage): Promise<Image> {
  await retireImages(tx, image, 'pending', ...(image.status === 'approved' ? (['approved'] as const) : []));
  if (image.status === 'pending') {
    tx.changed({ type: 'moderation.changed', subjectId: image.id, audience: 'administrators' });
  }
  return tx.em.create(Image, { ...image, uploadedBy: actor.userId });
}
