/** Every change of an avatar, a logo or an event's picture by a caller who may change it. */

import type { ImagePurpose, ImageStatus } from '@guildhall/contracts/image.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { statement } from '../../core/db/statement.ts';
import { sendJob } from '../../core/jobs/job.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { imagePath } from '../../core/services/picture-url.ts';
import { uuidv7 } from '../../core/uuid.ts';
import { logManaged, type OrganizationAccess } from '../../membership/rights/organization.access.ts';
import type { PictureShape } from './encode-picture.ts';
import { Image } from './image.entity.ts';
import { retireImages, writeImageFiles } from './image-files.ts';
import { imageFilesJob } from './images.jobs.ts';
import { type Admission, moderate, moderationFailed } from './moderation.ts';

/** The subject as the caller may see it, and their relation to its organization, if it belongs to one. */
export type Seen = { id: string; access?: OrganizationAccess };

type PictureChange = { image: ImageStatus | null; actorId: string | null; why?: string };

/**
 * A thing with a picture of its own: a person, an organization, an event. Its pictures change under the lock of its own
 * row, after `authorize` has seen it there.
 */
export type PictureSubject<S extends Seen = Seen, View = unknown> = {
  purpose: ImagePurpose;
  shape: PictureShape;
  /** Finds the subject for a caller who may change its picture. Throws NOT_FOUND, FORBIDDEN, CONFLICT. */
  authorize(sql: Sql, actor: Actor, ref: string): Promise<S>;
  lock(sql: Sql, id: string): Promise<unknown>;
  /** Makes an approved picture the one that all see, or takes it away, and announces that. */
  show(tx: UnitOfWork, id: string, path: string | null): Promise<void>;
  log?(sql: Sql, id: string, change: PictureChange): Promise<void>;
  view(ctx: AppContext, sql: Sql, seen: S): Promise<View>;
};

export type ChangedPicture<View> = { url: string; status: ImageStatus; view: View };

/** Sets the picture of a subject whose change was authorized. One that needs a decision first is shown later. */
export async function changePicture<S extends Seen, View>(
  ctx: AppContext,
  actor: Actor,
  subject: PictureSubject<S, View>,
  subjectId: string,
  bytes: Buffer,
): Promise<ChangedPicture<View>> {
  return adoptImage(ctx, actor, subject, await uploadImage(ctx, subject, subjectId, bytes));
}

/** Gives a stored picture to its subject, in place of the pending one and, if it is approved, of the visible one. */
export function adoptImage<S extends Seen, View>(
  ctx: AppContext,
  actor: Actor,
  subject: PictureSubject<S, View>,
  { id, subjectId, status, ...stored }: StoredImage,
): Promise<ChangedPicture<View>> {
  return ctx.transact(async (tx) => {
    const seen = await lockToChange(tx, actor, subject, subjectId);
    await retireImages(tx, { subject, subjectId, shown: status === 'approved', pending: true });
    tx.em.create(Image, { id, subjectId, status, ...stored, uploadedBy: actor.userId });
    const path = imagePath(id, Math.max(...stored.sizes));
    if (status === 'approved') await subject.show(tx, subjectId, path);
    else tx.changed({ type: 'moderation.changed', subjectId: id, audience: 'administrators' });
    await subject.log?.(tx.sql, subjectId, { image: status, actorId: actor.userId });
    return { url: ctx.pictureUrl(path), status, view: await subject.view(ctx, tx.sql, seen) };
  });
}

/** Removes a subject's own picture, both the visible and the pending one. */
export function removePicture<S extends Seen, View>(
  ctx: AppContext,
  actor: Actor,
  subject: PictureSubject<S, View>,
  ref: string,
): Promise<View> {
  return ctx.transact(async (tx) => {
    const { id } = await subject.authorize(tx.sql, actor, ref);
    const seen = await lockToChange(tx, actor, subject, id);
    await retireImages(tx, { subject, subjectId: id, shown: true, pending: true });
    await subject.show(tx, id, null);
    await subject.log?.(tx.sql, id, { image: null, actorId: actor.userId });
    return subject.view(ctx, tx.sql, seen);
  });
}

/** Rights may be lost while a picture is received and moderated, or while the lock is waited for. */
export async function lockToChange<S extends Seen>(
  { sql }: UnitOfWork,
  actor: Actor,
  subject: PictureSubject<S>,
  id: string,
): Promise<S> {
  await subject.lock(sql, id);
  const seen = await subject.authorize(sql, actor, id);
  if (seen.access) await logManaged(sql, actor, seen.access);
  return seen;
}

/** A stored picture that has no row yet. */
type StoredImage = {
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
  await sendJob(ctx.boss, imageFilesJob, { imageId: id }, { startAfter: ORPHAN_AFTER_SECONDS });
  await writeImageFiles(ctx.storage, id, files);
  return { id, purpose, subjectId, status, contentHash, sizes: files.map(({ size }) => size) };
}
