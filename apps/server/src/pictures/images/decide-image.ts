import type { ImagePurpose, ModerationDecisionInput } from '@guildhall/contracts/image.ts';
import type { InferEntity } from '@mikro-orm/core';
import type { Actor } from '../../core/actor.ts';
import { conflict, notFound } from '../../core/errors.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import { imagePath } from '../../core/services/picture-url.ts';
import type { PictureSubject } from './change-picture.ts';
import { Image } from './image.entity.ts';
import { retireImages } from './image-files.ts';
import { imageFilesJob } from './images.jobs.ts';

type Decided = InferEntity<typeof Image>;

/**
 * Decides about the picture the administrator saw, and no other: it must still be pending, in the same version. The
 * caller checks rights. Throws NOT_FOUND, CONFLICT.
 */
export async function decideImage(
  tx: UnitOfWork,
  actor: Actor,
  { id, version, decision, reason }: ModerationDecisionInput,
  subjects: Record<ImagePurpose, PictureSubject>,
): Promise<{ image: Decided; decidedAt: string }> {
  const { purpose, subjectId } = await imageOf(tx, id);
  const subject = subjects[purpose];
  await subject.lock(tx.sql, subjectId);
  const image = await imageOf(tx, id, { refresh: true });
  if (image.status === 'withdrawn') throw replaced();
  if (image.status !== 'pending') throw conflict('already_decided', 'This picture has already been decided.');
  if (image.version !== version) throw replaced();

  if (decision === 'approve') await retireImages(tx, { subject, subjectId, shown: true, pending: false });
  image.status = decision === 'approve' ? 'approved' : 'rejected';
  image.decidedBy = actor.userId;
  const decidedAt = new Date().toISOString();
  image.decidedAt = decidedAt;
  image.reason = reason ?? null;
  await tx.em.flush();
  if (image.status === 'approved') {
    await subject.show(tx, subjectId, imagePath(id, Math.max(...image.sizes)));
    // Members read this log, so it names no administrator; the admin log does.
    const why = 'The picture was looked at and may be shown.';
    await subject.log?.(tx.sql, subjectId, { image: image.status, actorId: null, why });
  } else await tx.enqueue(imageFilesJob, { imageId: id });
  const change = { type: 'moderation.changed', subjectId: id } as const;
  tx.changed({ ...change, audience: 'administrators' });
  if (image.uploadedBy) tx.changed({ ...change, audience: 'person', personId: image.uploadedBy.id });
  return { image, decidedAt };
}

async function imageOf({ em }: UnitOfWork, id: string, options?: { refresh: true }): Promise<Decided> {
  const image = await em.findOne(Image, id, options);
  if (!image) throw noImage();
  return image;
}

const noImage = () => notFound('image_not_found', 'There is no such picture, or you may not see it.');
const replaced = () => conflict('image_replaced', 'The owner has since replaced or removed this picture.');
