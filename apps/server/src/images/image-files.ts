/** The storage keys and addresses of an image's files, both derived from its id alone. */
import { statement } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import type { Storage } from '../core/services/storage.ts';
import type { EncodedFile } from './encode-picture.ts';

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
