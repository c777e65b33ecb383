import type { UpdateProfileInput } from '@guildhall/contracts/profile.ts';
import type { UserView } from '@guildhall/contracts/user.ts';
import type { Actor } from '../core/actor.ts';
import { now } from '../core/db/columns.ts';
import { given } from '../core/given.ts';
import type { AppContext } from '../core/services/context.ts';
import { writeAdminLog } from '../identity/people/admin-log.ts';
import { loadPerson } from '../identity/people/lock-person.ts';
import { getUser } from '../identity/people/user.queries.ts';

/** Changes the person's profile; omitted fields stay as they are. */
export async function updateProfile(ctx: AppContext, actor: Actor, input: UpdateProfileInput): Promise<UserView> {
  return ctx.transact(async (tx) => {
    tx.em.assign(await loadPerson(tx, actor.userId), given(input));
    return getUser({ ...ctx, sql: tx.sql }, actor.userId);
  });
}

/** Marks the introduction as seen; doing it again changes nothing. */
export async function completeOnboarding(ctx: AppContext, actor: Actor): Promise<UserView> {
  return ctx.transact(async (tx) => {
    const person = await loadPerson(tx, actor.userId);
    person.onboardingCompletedAt ??= now();
    return getUser({ ...ctx, sql: tx.sql }, actor.userId);
  });
}

/** Shows an administrator the introduction again, for trying it out. */
export async function resetOnboarding(ctx: AppContext, actor: Actor): Promise<UserView> {
  return ctx.transact(async (tx) => {
    const person = await loadPerson(tx, actor.userId);
    person.onboardingCompletedAt = null;
    await writeAdminLog(tx.sql, actor, { action: 'onboarding_reset', personId: actor.userId });
    return getUser({ ...ctx, sql: tx.sql }, actor.userId);
  });
}
