import { send } from '../core/jobs/job.ts';
import type { AppContext } from '../core/services/context.ts';
import { uuidv7 } from '../core/uuid.ts';
import { type EncodedPicture, encodePicture } from './encode-picture.ts';
import { writeImageFiles } from './image-files.ts';
import type { ImageSubject } from './image-subject.ts';
import { imageFilesJob } from './images.jobs.ts';
import { type Admission, moderate, moderationFailed } from './moderation.ts';
import { pictureShapes } from './picture-shapes.ts';

/** A stored picture that has no row yet. */
export type StoredImage = ImageSubject & { id: string; status: Admission; contentHash: string; sizes: number[] };

/** Longer than any request lasts. */
const ORPHAN_AFTER_SECONDS = 600;

const REJECTED_BEFORE = `
  select from image where subject_id = $1 and purpose = $2 and content_hash = $3 and status = 'rejected' limit 1`;

/**
 * Checks, encodes, moderates and stores a picture, in this order. Calls other hosts, so it must run before the
 * transaction in which `adoptImage` gives the picture to its subject. Callers check rights. Throws BAD_REQUEST,
 * SERVICE_UNAVAILABLE.
 */
export async function uploadImage(ctx: AppContext, subject: ImageSubject, bytes: Buffer): Promise<StoredImage> {
  const picture = await encodePicture(bytes, pictureShapes[subject.purpose]);
  await refuseRejected(ctx, subject, picture);
  const status = await moderate(ctx, picture.files[0].webp);
  const id = uuidv7();
  // Queued before the first file is written: should this process die before the image has a row, the job removes them.
  await send(ctx.boss, imageFilesJob, { imageId: id }, { startAfter: ORPHAN_AFTER_SECONDS });
  await writeImageFiles(ctx.storage, id, picture.files);
  return { ...subject, id, status, contentHash: picture.contentHash, sizes: picture.files.map(({ size }) => size) };
}

/** A picture that an administrator has rejected is not shown to them again. */
async function refuseRejected(ctx: AppContext, subject: ImageSubject, { contentHash }: EncodedPicture): Promise<void> {
  const rejected = await ctx.sql(REJECTED_BEFORE, [subject.subjectId, subject.purpose, contentHash]);
  if (rejected.length > 0) throw moderationFailed();
}
