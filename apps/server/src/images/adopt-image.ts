import type { Actor } from '../core/actor.ts';
import type { UnitOfWork } from '../core/unit-of-work.ts';
import { Image } from './image.entity.ts';
import { lockSubject } from './image-subject.ts';
import { withdrawPending } from './retire-images.ts';
import type { StoredImage } from './upload-image.ts';

/** Gives an uploaded picture to its subject; one that still waited there is withdrawn. Showing it is the caller's part. */
export async function adoptImage(tx: UnitOfWork, actor: Actor, image: StoredImage): Promise<Image> {
  await lockSubject(tx, image);
  await withdrawPending(tx, image);
  return tx.em.create(Image, { ...image, uploadedBy: actor.userId });
}
