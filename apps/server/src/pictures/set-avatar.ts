import type { UserView } from '@guildhall/contracts/user.ts';
import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/services/context.ts';
import { adoptImage } from '../images/adopt-image.ts';
import { uploadImage } from '../images/upload-image.ts';
import { lockPerson } from '../people/lock-person.ts';
import { getUser } from '../people/user.queries.ts';
import { showAvatar } from './show-avatar.ts';

/** Sets a person's picture. One that needs a decision first replaces the old one later. */
export async function setAvatar(ctx: AppContext, actor: Actor, { bytes }: { bytes: Buffer }): Promise<UserView> {
  const stored = await uploadImage(ctx, { purpose: 'avatar', subjectId: actor.userId }, bytes);
  return ctx.transact(async (tx) => {
    await lockPerson(tx.sql, actor.userId);
    const image = await adoptImage(tx, actor, stored);
    if (image.status === 'approved') await showAvatar(tx, image);
    await tx.em.flush();
    return getUser({ sql: tx.sql, pictureUrl: ctx.pictureUrl }, actor.userId);
  });
}
