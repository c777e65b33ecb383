import type { UpdateProfileInput } from '@guildhall/contracts/profile.ts';
import type { UserView } from '@guildhall/contracts/user.ts';
import type { Actor } from '../core/actor.ts';
import { statement } from '../core/db/statement.ts';
import { unauthenticated } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { writeAdminLog } from '../people/admin-log.ts';
import { getUser } from '../people/user.queries.ts';

const UPDATE = statement`
  update person set display_name = coalesce($2, display_name), locale = coalesce($3, locale),
    time_zone = coalesce($4, time_zone), shares_with_guilds = coalesce($5, shares_with_guilds),
    bio = case when $6 then $7 else bio end
  where id = $1`;

/** Changes the person's profile; omitted fields stay as they are. */
export async function updateProfile(ctx: AppContext, actor: Actor, input: UpdateProfileInput): Promise<UserView> {
  const { displayName, locale, timeZone, sharesWithGuilds, bio } = input;
  return ctx.transact(async ({ sql }) => {
    const values = [actor.userId, displayName, locale, timeZone, sharesWithGuilds, bio !== undefined, bio];
    if ((await sql.run(UPDATE, values)) === 0) throw unauthenticated();
    return getUser({ sql, pictureUrl: ctx.pictureUrl }, actor.userId);
  });
}

const COMPLETE = statement`update person set onboarding_completed_at = coalesce(onboarding_completed_at, now()) where id = $1`;
const RESET = statement`update person set onboarding_completed_at = null where id = $1`;

/** Marks the introduction as seen; doing it again changes nothing. */
export async function completeOnboarding(ctx: AppContext, actor: Actor): Promise<UserView> {
  await ctx.sql.run(COMPLETE, [actor.userId]);
  return getUser(ctx, actor.userId);
}

/** Shows an administrator the introduction again, for trying it out. */
export async function resetOnboarding(ctx: AppContext, actor: Actor): Promise<UserView> {
  return ctx.transact(async ({ sql }) => {
    await sql.run(RESET, [actor.userId]);
    await writeAdminLog(sql, actor, { action: 'onboarding_reset', personId: actor.userId });
    return getUser({ sql, pictureUrl: ctx.pictureUrl }, actor.userId);
  });
}
