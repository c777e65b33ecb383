import { ImagePurpose, ImageStatus, type ModerationDecisionInput } from '@guildhall/contracts/image.ts';
import type { Actor } from '../core/actor.ts';
import { json, query, type RowOf, text } from '../core/db/statement.ts';
import { conflict, notFound } from '../core/errors.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import { imagePath } from '../core/services/picture-url.ts';
import type { PictureSubject } from './change-picture.ts';
import { retireImages } from './image-files.ts';
import { imageFilesJob } from './images.jobs.ts';

const IMAGE = query({
  purpose: text(ImagePurpose.options),
  subjectId: 'uuid',
  status: text(ImageStatus.options),
  version: 'int',
})`select purpose, subject_id as "subjectId", status, version from image where id = $1`;

type DecidedRow = RowOf<typeof DECIDE>;

const DECIDE = query({
  purpose: text(ImagePurpose.options),
  status: text(ImageStatus.options),
  version: 'int',
  reason: 'text?',
  decidedAt: 'instant!',
  sizes: json<number[]>(),
  uploadedById: 'uuid?',
})`
  update image set status = $2, version = version + 1, decided_by = $3, decided_at = now(), reason = $4 where id = $1
  returning purpose, status, version, reason, decided_at as "decidedAt", sizes, uploaded_by_id as "uploadedById"`;

/**
 * Decides about the picture the administrator saw, and no other: it must still be pending, in the same version. The
 * caller checks rights. Throws NOT_FOUND, CONFLICT.
 */
export async function decideImage(
  tx: UnitOfWork,
  actor: Actor,
  { id, version, decision, reason }: ModerationDecisionInput,
  subjects: Record<ImagePurpose, PictureSubject>,
): Promise<DecidedRow> {
  const { purpose, subjectId } = await imageOf(tx, id);
  const subject = subjects[purpose];
  await subject.lock(tx.sql, subjectId);
  const image = await imageOf(tx, id);
  if (image.status === 'withdrawn') throw replaced();
  if (image.status !== 'pending') throw conflict('already_decided', 'Somebody has already decided about this picture.');
  if (image.version !== version) throw replaced();

  if (decision === 'approve') await retireImages(tx, { subject, subjectId, shown: true, pending: false });
  const status = decision === 'approve' ? 'approved' : 'rejected';
  const decided = await tx.sql.maybe(DECIDE, [id, status, actor.userId, reason ?? null]);
  if (!decided) throw noImage();
  if (status === 'approved') {
    await subject.show(tx, subjectId, imagePath(id, Math.max(...decided.sizes)));
    // Members read this log, so it names no administrator; the admin log does.
    const why = 'The picture was looked at and may be shown.';
    await subject.log?.(tx.sql, subjectId, { image: status, actorId: null, why });
  } else await tx.enqueue(imageFilesJob, { imageId: id });
  const change = { type: 'moderation.changed', subjectId: id } as const;
  tx.changed({ ...change, audience: 'administrators' });
  if (decided.uploadedById) tx.changed({ ...change, audience: 'person', personId: decided.uploadedById });
  return decided;
}

async function imageOf({ sql }: UnitOfWork, id: string): Promise<RowOf<typeof IMAGE>> {
  const image = await sql.maybe(IMAGE, [id]);
  if (!image) throw noImage();
  return image;
}

const noImage = () => notFound('image_not_found', 'There is no such picture, or you may not see it.');
const replaced = () => conflict('image_replaced', 'The owner has since replaced or removed this picture.');
