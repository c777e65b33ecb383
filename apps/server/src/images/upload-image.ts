import type { ImagePurpose } from '@guildhall/contracts/image.ts';
import { statement } from '../core/db/statement.ts';
import { send } from '../core/jobs/job.ts';
import type { AppContext } from '../core/services/context.ts';
import { uuidv7 } from '../core/uuid.ts';
import { writeImageFiles } from './image-files.ts';
import { imageFilesJob } from './images.jobs.ts';
import { type Admission, moderate, moderationFailed } from './moderation.ts';
import type { PictureSubject } from './picture-subject.ts';

/** A stored picture that has no row yet. */
export type StoredImage = {
  id: string;
  purpose: ImagePurpose;
  subjectId: string;
  status: Admission;
  contentHash: string;
  sizes: number[];
};

/** Longer than any request lasts. */
const ORPHAN_AFTER_SECONDS = 600;

/** A picture that an administrator has rejected is not shown to them again. */
const REJECTED_BEFORE = statement`
  select from image where subject_id = $1 and purpose = $2 and content_hash = $3 and status = 'rejected' limit 1`;

/**
 * Checks, encodes, moderates and stores a picture, in this order. Calls other hosts, so it must run before the
 * transaction in which `adoptImage` gives the picture to its subject. Callers check rights. Throws BAD_REQUEST,
 * SERVICE_UNAVAILABLE.
 */
export async function uploadImage(
  ctx: AppContext,
  { purpose, shape }: Pick<PictureSubject, 'purpose' | 'shape'>,
  subjectId: string,
  bytes: Buffer,
): Promise<StoredImage> {
  // Loaded with the first picture: the decoders take 9 MB.
  const { encodePicture } = await import('./encode-picture.ts');
  const { files, contentHash } = await encodePicture(bytes, shape);
  const rejected = await ctx.sql.run(REJECTED_BEFORE, [subjectId, purpose, contentHash]);
  if (rejected > 0) throw moderationFailed();
  const status = await moderate(ctx, files[0].webp);
  const id = uuidv7();
  // Queued before the first file is written: should this process die before the image has a row, the job removes them.
  await send(ctx.boss, imageFilesJob, { imageId: id }, { startAfter: ORPHAN_AFTER_SECONDS });
  await writeImageFiles(ctx.storage, id, files);
  return { id, purpose, subjectId, status, contentHash, sizes: files.map(({ size }) => size) };
}
