import { DisplayName } from '@guildhall/contracts/profile.ts';
import type { ProviderId } from '@guildhall/contracts/user.ts';
import { decidedAgain } from '../auth/erased-meanwhile.ts';
import { sealTokens } from '../auth/platform-token.ts';
import type { Actor } from '../core/actor.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import { hashToken } from '../core/secrets.ts';
import type { AppContext } from '../core/services/context.ts';
import type { Identity, ProviderTokens } from '../core/services/ports.ts';
import { Account } from '../people/account.entity.ts';
import { grantByAddress } from '../people/grant-admin.ts';
import { keepPeople } from '../people/keep-people.ts';
import { NAMELESS, User } from '../people/user.entity.ts';
import { configuredProvider } from './configured-provider.ts';
import { offerMerge } from './merge-offer.ts';

/** Failures reported to the browser as `?error=`. */
export type SignInError =
  | 'state_mismatch'
  | 'access_denied'
  | 'provider_unavailable'
  | 'account_already_linked'
  | 'provider_already_linked'
  | 'session_not_fresh';

export type ReturnedFromProvider = {
  provider: string;
  code: string | undefined;
  state: string | undefined;
  browserToken: string | undefined;
};
type FinishSignInInput = ReturnedFromProvider & { userAgent: string | undefined };
type Finished =
  | { ok: true; callbackUrl: string; session: { token: string; expiresAt: Date } | null }
  | { ok: false; callbackUrl: string; error: SignInError; merge?: string | null };

type StateRow = { callbackUrl: string; linkToUserId: string | null; renewOnly: boolean };

/** Deletion makes it single-use: of two callbacks with one state, one gets the row. Bound to browser and provider. */
const CONSUME_STATE = `
  delete from oauth_state where state_hash = $1 and browser_hash = $2 and provider_id = $3 and expires_at > now()
    and installs_for_id is null
  returning callback_url as "callbackUrl", link_to_user_id as "linkToUserId", renew_only as "renewOnly"`;

/**
 * Finishes a sign-in or link on return from a provider. Opens a session unless it linked an identity to the caller;
 * renewing an old sign-in opens one too. Throws UNAUTHORIZED for a person who is erased while linking.
 */
export async function finishSignIn(ctx: AppContext, actor: Actor | null, input: FinishSignInInput): Promise<Finished> {
  const { id: providerId, provider } = configuredProvider(ctx, input.provider);
  const mismatch: Finished = { ok: false, callbackUrl: '/', error: 'state_mismatch' };
  if (!input.state || !input.browserToken) return mismatch;
  const [state] = await ctx.sql<StateRow>(CONSUME_STATE, [
    hashToken(input.state),
    ctx.sign(input.browserToken),
    providerId,
  ]);
  if (!state) return mismatch;
  const { callbackUrl, linkToUserId, renewOnly } = state;
  // A link that A started must not end in B's browser session, nor a sign-in in somebody's link.
  if ((linkToUserId ?? undefined) !== (linkToUserId ? actor?.userId : undefined)) return { ...mismatch, callbackUrl };
  if (!input.code) return { ok: false, callbackUrl, error: 'access_denied' };

  let identified: Awaited<ReturnType<typeof provider.identify>>;
  try {
    identified = await provider.identify(input.code);
  } catch (error) {
    ctx.log.warn({ err: error, provider: providerId }, 'provider did not identify');
    return { ok: false, callbackUrl, error: 'provider_unavailable' };
  }
  const links = linkToUserId !== null && !renewOnly;
  return decidedAgain(async () => {
    const found = await ctx.transact((tx) => userOf(ctx, tx, providerId, state, identified));
    if ('error' in found) {
      const merge = actor && found.ownerId ? await offerMerge(ctx, actor, found.ownerId) : null;
      return { ok: false, callbackUrl, error: found.error, merge };
    }
    return {
      ok: true,
      callbackUrl,
      session: links ? null : await ctx.sessions.create(found.userId, undefined, input.userAgent),
    };
  });
}

type Identified = { identity: Identity; tokens: ProviderTokens };

/** The user behind an identity: its owner, the person it is being linked to, or a new one. */
async function userOf(
  ctx: AppContext,
  { em, sql }: UnitOfWork,
  providerId: ProviderId,
  { linkToUserId, renewOnly }: StateRow,
  { identity, tokens }: Identified,
): Promise<{ userId: string } | { error: SignInError; ownerId?: string }> {
  const { accountId } = identity;
  // When one identity signs in twice at first, or a person links twice, the second waits here and finds the first.
  const turns = [accountId, ...(linkToUserId ? [linkToUserId] : [])];
  for (const turn of turns) {
    await sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${providerId}:${turn}`]);
  }
  if (linkToUserId) await keepPeople(sql, linkToUserId);
  const linked = await em.findOne(Account, { providerId, accountId });
  if (!linked && renewOnly) return { error: 'session_not_fresh' };
  if (linked && linkToUserId && linked.user.id !== linkToUserId) {
    return { error: 'account_already_linked', ownerId: linked.user.id };
  }
  if (!linked && linkToUserId && (await em.count(Account, { user: linkToUserId, providerId })) > 0) {
    return { error: 'provider_already_linked' };
  }

  const user = linked?.user ?? (linkToUserId ? em.getReference(User, linkToUserId) : newUser());
  const account = linked ?? em.create(Account, { user, providerId, accountId, displayName: identity.displayName });
  account.displayName = identity.displayName;
  if (providerId === 'battlenet') em.assign(account, sealTokens(ctx.sealer, user.id, tokens));
  await em.flush();
  // Later sign-ins adopt no address: one that its owner has removed stays removed.
  if (!linked && identity.verifiedEmail) await adoptEmail(ctx, sql, user.id, identity.verifiedEmail.toLowerCase());
  return { userId: user.id };

  function newUser(): User {
    const name = DisplayName.safeParse(identity.displayName?.replace(/#\d+$/, '').slice(0, 40).trim());
    return em.create(User, { displayName: name.data ?? NAMELESS, avatarUrl: identity.avatarUrl });
  }
}

/** Only for a person without an address, and only an address that nobody else has: equal addresses merge nobody. */
const ADOPT_EMAIL = `
  update app_user u set email = $2, email_verified_at = now()
  where u.id = $1 and u.email is null and not exists (select from app_user o where lower(o.email) = $2) returning u.id`;

async function adoptEmail(ctx: AppContext, sql: UnitOfWork['sql'], userId: string, email: string): Promise<void> {
  await sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`email:${email}`]);
  const adopted = await sql(ADOPT_EMAIL, [userId, email]);
  if (adopted.length > 0) await grantByAddress(ctx, sql, userId, email);
}
