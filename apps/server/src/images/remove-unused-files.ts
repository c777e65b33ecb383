import type { AppContext } from '../core/services/context.ts';
import { removeImageFiles } from './image-files.ts';

const IN_USE = `select from image where id = $1 and status in ('pending', 'approved')`;

export async function removeUnusedFiles(ctx: AppContext, { imageId }: { imageId: string }): Promise<void> {
  const inUse = await ctx.sql(IN_USE, [imageId]);
  if (inUse.length === 0) await removeImageFiles(ctx.storage, imageId);
}
