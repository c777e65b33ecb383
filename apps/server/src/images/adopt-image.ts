import type { Actor } from '../core/actor.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import { keepPeople } from '../people/keep-people.ts';
import { Image } from './image.entity.ts';
import { lockSubject } from './image-subject.ts';
import { removeShown, withdrawPending } from './retire-images.ts';
import type { StoredImage } from './upload-image.ts';

/**
 * Gives an uploaded picture to its subject; one that still waited there is withdrawn, and one that is approved takes the
 * place of what was shown. To name it where it is shown is the caller's part. Throws UNAUTHORIZED for who was erased
 * meanwhile.
 */
export async function adoptImage(tx: UnitOfWork, actor: Actor, image: StoredImage): Promise<Image> {
  await lockSubject(tx, image);
  await keepPeople(tx.sql, actor.userId);
  await withdrawPending(tx, image);
  if (image.status === 'approved') await removeShown(tx, image);
  return tx.em.create(Image, { ...image, uploadedBy: actor.userId });
}
