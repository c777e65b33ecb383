import type { Actor } from '../core/actor.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import { keepPeople } from '../people/keep-people.ts';
import { Image } from './image.entity.ts';
import { lockSubject } from './image-subject.ts';
import { removeShown, withdrawPending } from './retire-images.ts';
import type { StoredImage } from './upload-image.ts';

/**
 * Gives an uploaded picture to its subject: withdraws one that still awaits a decision, and replaces the visible one if
 * this is approved. The caller updates the subject's own reference. Throws UNAUTHORIZED for a person who was erased in
 * the meantime.
 */
export async function adoptImage(tx: UnitOfWork, actor: Actor, image: StoredImage): Promise<Image> {
  await lockSubject(tx, image);
  await keepPeople(tx.sql, actor.userId);
  await withdrawPending(tx, image);
  if (image.status === 'approved') await removeShown(tx, image);
  if (image.status === 'pending') {
    tx.changed({ type: 'moderation.changed', subjectId: image.id, audience: 'administrators' });
  }
  return tx.em.create(Image, { ...image, uploadedBy: actor.userId });
}
