import type { UpdateProfileInput } from '@guildhall/contracts/profile.ts';
import type { UserView } from '@guildhall/contracts/user.ts';
import type { Actor } from '../core/actor.ts';
import { statement } from '../core/db/statement.ts';
import { unauthenticated } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
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
