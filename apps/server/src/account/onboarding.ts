import type { UserView } from '@guildhall/contracts/user.ts';
import type { Actor } from '../core/actor.ts';
import { statement } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { writeAdminLog } from '../people/admin-log.ts';
import { getUser } from '../people/user.queries.ts';

const COMPLETE = statement`update app_user set onboarding_completed_at = coalesce(onboarding_completed_at, now()) where id = $1`;
const RESET = statement`update app_user set onboarding_completed_at = null where id = $1`;

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
