/** The files of pictures, whose storage keys and addresses follow from the id, and the end of rows and files. */
import type { ImagePurpose } from '@guildhall/contracts/image.ts';
import { query, statement } from '../../core/db/statement.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import type { Storage } from '../../core/services/storage.ts';
import type { EncodedFile } from './encode-picture.ts';
import { imageFilesJob } from './images.jobs.ts';

const folderOf = (id: string) => `images/${id}/`;
const keyOf = (id: string, size: number) => `${folderOf(id)}${size}.webp`;

export async function writeImageFiles({ write }: Storage, id: string, files: EncodedFile[]): Promise<void> {
  await Promise.all(files.map(({ size, webp }) => write(keyOf(id, size), webp)));
}

/** Undefined when it has just been removed. */
export async function readImageFile({ disk }: Storage, id: string, size: number): Promise<Buffer | undefined> {
  try {
    return Buffer.from(await disk.getBytes(keyOf(id, size)));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export async function removeImageFiles({ disk }: Storage, id: string): Promise<void> {
  await disk.deleteAll(folderOf(id));
}

const IN_USE = statement`select from image where id = $1 and status in ('pending', 'approved')`;

export async function removeUnusedFiles(ctx: AppContext, { imageId }: { imageId: string }): Promise<void> {
  const inUse = await ctx.sql.run(IN_USE, [imageId]);
  if (inUse === 0) await removeImageFiles(ctx.storage, imageId);
}

/** The storage wraps its driver's error: ENOENT of the file system, or NoSuchKey of a bucket. */
function isMissing(error: unknown): boolean {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error)) return false;
  return cause.name === 'NoSuchKey' || ('code' in cause && cause.code === 'ENOENT');
}

type Retired = { subject: { purpose: ImagePurpose }; subjectId: string; shown: boolean; pending: boolean };

/** Keeps a pending row for a while, so that a decision made a moment later learns that the picture was replaced. */
const RETIRE = query({ id: 'uuid' })`
  with withdrawn as (
    update image set status = 'withdrawn', version = version + 1
    where subject_id = $1 and purpose = $2 and status = 'pending' and $3 returning id
  ), removed as (
    delete from image where subject_id = $1 and purpose = $2 and status = 'approved' and $4 returning id
  )
  select id from withdrawn union all select id from removed`;

/** Makes room for another picture, or for none. Requires the lock of the subject. */
export async function retireImages(tx: UnitOfWork, { subject, subjectId, shown, pending }: Retired): Promise<void> {
  await removeFiles(tx, await tx.sql.many(RETIRE, [subjectId, subject.purpose, pending, shown]));
}

const ERASE = query({ id: 'uuid' })`
  delete from image where subject_id = any($1::uuid[]) and purpose = $2 returning id`;

/** Removes the pictures of deleted people or things, with their files. */
export async function eraseImages(tx: UnitOfWork, purpose: ImagePurpose, subjectIds: string[]): Promise<void> {
  await removeFiles(tx, await tx.sql.many(ERASE, [subjectIds, purpose]));
}

async function removeFiles(tx: UnitOfWork, images: { id: string }[]): Promise<void> {
  await tx.enqueueAll(
    imageFilesJob,
    images.map(({ id }) => ({ payload: { imageId: id } })),
  );
}

/** An administrator who still has one open is told that it was replaced; after a month none does. */
const PURGE = statement`
  delete from image where status = 'withdrawn' and created_at < now() - interval '30 days'`;

export async function purgeWithdrawn(ctx: AppContext): Promise<void> {
  await ctx.sql.run(PURGE);
}
