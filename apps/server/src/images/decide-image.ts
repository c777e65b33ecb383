import type { ModerationDecisionInput } from '@guildhall/contracts/image.ts';
import type { Actor } from '../core/actor.ts';
import { conflict, notFound } from '../core/errors.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import { Image } from './image.entity.ts';
import { lockSubject } from './image-subject.ts';
import { imageFilesJob } from './images.jobs.ts';
import { retireImages } from './retire-images.ts';

/**
 * Decides about the picture the administrator saw, and no other: it must still be pending, in the same version. The
 * caller checks rights, and updates the reference of the subject on approval. Throws NOT_FOUND, CONFLICT.
 */
export async function decideImage(tx: UnitOfWork, actor: Actor, input: ModerationDecisionInput): Promise<Image> {
  const found = await tx.em.findOne(Image, input.id);
  if (!found) throw noImage();
  await lockSubject(tx, found);
  const image = await tx.em.refresh(found);
  if (!image) throw noImage();
  if (image.status === 'withdrawn') throw replaced();
  if (image.status !== 'pending') throw conflict('already_decided', 'Somebody has already decided about this picture.');
  if (image.version !== input.version) throw replaced();

  if (input.decision === 'approve') await retireImages(tx, image, 'approved');
  image.status = input.decision === 'approve' ? 'approved' : 'rejected';
  image.version += 1;
  image.decidedBy = actor.userId;
  image.decidedAt = new Date();
  image.reason = input.reason ?? null;
  const decided = { type: 'moderation.changed', subjectId: image.id } as const;
  tx.changed({ ...decided, audience: 'administrators' });
  if (image.uploadedBy) tx.changed({ ...decided, audience: 'person', personId: image.uploadedBy.id });
  if (image.status === 'rejected') await tx.enqueue(imageFilesJob, { imageId: image.id });
  return image;
}

const noImage = () => notFound('image_not_found', 'There is no such picture, or it is not for you to see.');
const replaced = () => conflict('image_replaced', 'This picture was replaced or removed by its owner meanwhile.');
