import { statement } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { removeImageFiles } from './image-files.ts';

const IN_USE = statement`select from image where id = $1 and status in ('pending', 'approved')`;

export async function removeUnusedFiles(ctx: AppContext, { imageId }: { imageId: string }): Promise<void> {
  const inUse = await ctx.sql.run(IN_USE, [imageId]);
  if (inUse === 0) await removeImageFiles(ctx.storage, imageId);
}
