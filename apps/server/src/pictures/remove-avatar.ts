import type { UserView } from '@guildhall/contracts/user.ts';
import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/services/context.ts';
import { lockSubject } from '../images/image-subject.ts';
import { removeShown, withdrawPending } from '../images/retire-images.ts';
import { keepPeople } from '../people/keep-people.ts';
import { User } from '../people/user.entity.ts';
import { getUser } from '../people/user.queries.ts';

/** Removes a person's picture, both the visible and the pending one. */
export async function removeAvatar(ctx: AppContext, actor: Actor): Promise<UserView> {
  await ctx.transact(async (tx) => {
    const subject = { purpose: 'avatar', subjectId: actor.userId } as const;
    await lockSubject(tx, subject);
    await keepPeople(tx.sql, actor.userId);
    const user = await tx.em.findOneOrFail(User, actor.userId);
    user.avatarUrl = null;
    await withdrawPending(tx, subject);
    await removeShown(tx, subject);
  });
  return getUser(ctx, actor.userId);
}
