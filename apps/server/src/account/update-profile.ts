import type { UpdateProfileInput } from '@guildhall/contracts/profile.ts';
import type { UserView } from '@guildhall/contracts/user.ts';
import type { Actor } from '../core/actor.ts';
import { unauthenticated } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { User } from '../people/user.entity.ts';
import { getUser } from '../people/user.queries.ts';

/** Changes the person's profile; omitted fields stay as they are. */
export async function updateProfile(ctx: AppContext, actor: Actor, input: UpdateProfileInput): Promise<UserView> {
  return ctx.transact(async ({ em, sql }) => {
    const user = await em.findOne(User, { id: actor.userId, erasingAt: null });
    if (!user) throw unauthenticated();
    user.displayName = input.displayName ?? user.displayName;
    user.locale = input.locale ?? user.locale;
    user.timeZone = input.timeZone ?? user.timeZone;
    user.sharesWithGuilds = input.sharesWithGuilds ?? user.sharesWithGuilds;
    if (input.bio !== undefined) user.bio = input.bio;
    await em.flush();
    return getUser({ sql, pictureUrl: ctx.pictureUrl }, actor.userId);
  });
}
