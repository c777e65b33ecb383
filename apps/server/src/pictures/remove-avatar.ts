import type { UserView } from '@guildhall/contracts/user.ts';
import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/services/context.ts';
import { retireImages } from '../images/retire-images.ts';
import { lockPerson } from '../people/lock-person.ts';
import { getUser } from '../people/user.queries.ts';

const CLEAR = 'update person set avatar_url = null where id = $1';

/** Removes a person's picture, both the visible and the pending one. */
export async function removeAvatar(ctx: AppContext, actor: Actor): Promise<UserView> {
  return ctx.transact(async (tx) => {
    const subject = { purpose: 'avatar', subjectId: actor.userId } as const;
    await lockPerson(tx.sql, actor.userId);
    await tx.sql(CLEAR, [actor.userId]);
    await retireImages(tx, subject, 'pending', 'approved');
    return getUser({ sql: tx.sql, pictureUrl: ctx.pictureUrl }, actor.userId);
  });
}
