import type { UserView } from '@guildhall/contracts/user.ts';
import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/services/context.ts';
import { adoptImage } from '../images/adopt-image.ts';
import { uploadImage } from '../images/upload-image.ts';
import { getUser } from '../people/user.queries.ts';
import { showAvatar } from './show-avatar.ts';

/** Sets a person's picture. One that needs a decision first replaces the old one later. */
export async function setAvatar(ctx: AppContext, actor: Actor, { bytes }: { bytes: Buffer }): Promise<UserView> {
  const stored = await uploadImage(ctx, { purpose: 'avatar', subjectId: actor.userId }, bytes);
  await ctx.transact(async (tx) => {
    const image = await adoptImage(tx, actor, stored);
    if (image.status === 'approved') await showAvatar(tx, image);
  });
  return getUser(ctx, actor.userId);
}
