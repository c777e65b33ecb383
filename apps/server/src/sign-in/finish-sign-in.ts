import { DisplayName } from '@guildhall/contracts/profile.ts';
import type { ProviderId } from '@guildhall/contracts/user.ts';
import { sealTokens } from '../auth/platform-token.ts';
import type { Actor } from '../core/actor.ts';
import { query, type RowOf, statement } from '../core/db/statement.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import { hashToken } from '../core/secrets.ts';
import type { AppContext } from '../core/services/context.ts';
import type { Identified } from '../core/services/ports.ts';
import { uuidv7 } from '../core/uuid.ts';
import { grantByAddress } from '../people/grant-admin.ts';
import { lockPerson } from '../people/lock-person.ts';
import { NAMELESS } from '../people/user.entity.ts';
import { offerMerge } from './merge-offer.ts';
import { configuredProvider } from './start-sign-in.ts';

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

/** Runs in the same transaction when a person comes from the game platform; `linked` says it is new here. */
export type GameAccountFound = (
  ctx: AppContext,
  tx: UnitOfWork,
  found: { userId: string; linked: boolean },
) => Promise<void>;

type StateRow = RowOf<typeof CONSUME_STATE>;

/** Deletion makes it single-use: of two callbacks with one state, one gets the row. Bound to browser and provider. */
const CONSUME_STATE = query({ callbackUrl: 'text', linkToUserId: 'uuid?', renewOnly: 'bool' })`
  delete from oauth_state where state_hash = $1 and browser_hash = $2 and provider_id = $3 and expires_at > now()
    and installs_for_id is null
  returning callback_url as "callbackUrl", link_to_user_id as "linkToUserId", renew_only as "renewOnly"`;

/**
 * Finishes a sign-in or link on return from a provider. Opens a session unless it linked an identity to the caller;
 * renewing an old sign-in opens one too. Throws UNAUTHORIZED for a person who is erased while linking.
 */
export async function finishSignIn(
  ctx: AppContext,
  actor: Actor | null,
  input: FinishSignInInput,
  gameAccountFound: GameAccountFound,
): Promise<Finished> {
  const { id: providerId, provider } = configuredProvider(ctx, input.provider);
  const mismatch: Finished = { ok: false, callbackUrl: '/', error: 'state_mismatch' };
  if (!input.state || !input.browserToken) return mismatch;
  const state = await ctx.sql.maybe(CONSUME_STATE, [hashToken(input.state), ctx.sign(input.browserToken), providerId]);
  if (!state) return mismatch;
  const { callbackUrl, linkToUserId, renewOnly } = state;
  // A link that A started must not end in B's browser session, nor a sign-in in somebody's link.
  if ((linkToUserId ?? undefined) !== (linkToUserId ? actor?.userId : undefined)) return { ...mismatch, callbackUrl };
  if (!input.code) return { ok: false, callbackUrl, error: 'access_denied' };

  let identified: Identified;
  try {
    identified = await provider.identify(input.code);
  } catch (error) {
    ctx.log.warn({ err: error, provider: providerId }, 'provider did not identify');
    return { ok: false, callbackUrl, error: 'provider_unavailable' };
  }
  const links = linkToUserId !== null && !renewOnly;
  const found = await ctx.transact(async (tx) => {
    const user = await userOf(ctx, tx, providerId, state, identified);
    if (providerId === 'battlenet' && 'userId' in user) await gameAccountFound(ctx, tx, user);
    return user;
  });
  if ('error' in found) {
    const merge = actor && found.ownerId ? await offerMerge(ctx, actor, found.ownerId) : null;
    return { ok: false, callbackUrl, error: found.error, merge };
  }
  return {
    ok: true,
    callbackUrl,
    session: links ? null : await ctx.sessions.create(found.userId, undefined, input.userAgent),
  };
}

/** The lock keeps the account's person until the transaction ends. Somebody who is being erased has no account. */
const LINKED = query({ userId: 'uuid' })`
  select u.id as "userId" from account a join person u on u.id = a.user_id
  where a.provider_id = $1 and a.account_id = $2 for share of u`;
const HAS_ANOTHER = statement`select from account where user_id = $1 and provider_id = $2`;
const LINK = statement`insert into account (user_id, provider_id, account_id) values ($1, $2, $3)`;
const RENAME = statement`update account set display_name = $3 where provider_id = $1 and account_id = $2`;
const KEEP_TOKENS = statement`
  update account set access_token_sealed = $2, access_token_expires_at = $3, refresh_token_sealed = $4,
    renewing_until = null, needs_reauth_at = null
  where user_id = $1 and provider_id = 'battlenet'`;
const SIGN_UP = statement`insert into person (id, display_name, avatar_url) values ($1, $2, $3)`;

/**
 * The user behind an identity: its owner, the person it is being linked to, or a new one. When one identity signs in
 * twice at first, or a person links twice, the unique indexes let the second start over and find the first.
 */
async function userOf(
  ctx: AppContext,
  { sql }: UnitOfWork,
  providerId: ProviderId,
  { linkToUserId, renewOnly }: StateRow,
  { identity, tokens }: Identified,
): Promise<{ userId: string; linked: boolean } | { error: SignInError; ownerId?: string }> {
  const { accountId } = identity;
  if (linkToUserId) await lockPerson(sql, linkToUserId);
  const linked = await sql.maybe(LINKED, [providerId, accountId]);
  if (!linked && renewOnly) return { error: 'session_not_fresh' };
  if (linked && linkToUserId && linked.userId !== linkToUserId) {
    return { error: 'account_already_linked', ownerId: linked.userId };
  }
  if (!linked && linkToUserId && (await sql.run(HAS_ANOTHER, [linkToUserId, providerId])) > 0) {
    return { error: 'provider_already_linked' };
  }

  const userId = linked?.userId ?? linkToUserId ?? uuidv7();
  if (!linked && !linkToUserId) {
    const name = DisplayName.safeParse(identity.displayName?.replace(/#\d+$/, '').slice(0, 40).trim());
    await sql.run(SIGN_UP, [userId, name.data ?? NAMELESS, identity.avatarUrl]);
  }
  if (!linked) await sql.run(LINK, [userId, providerId, accountId]);
  await sql.run(RENAME, [providerId, accountId, identity.displayName]);
  if (providerId === 'battlenet') {
    const { accessTokenSealed, accessTokenExpiresAt, refreshTokenSealed } = sealTokens(ctx.sealer, userId, tokens);
    await sql.run(KEEP_TOKENS, [userId, accessTokenSealed, accessTokenExpiresAt, refreshTokenSealed]);
  }
  // Later sign-ins adopt no address: one that its owner has removed stays removed.
  if (!linked && identity.verifiedEmail) await adoptEmail(ctx, sql, userId, identity.verifiedEmail.toLowerCase());
  return { userId, linked: !linked };
}

/** Only for a person without an address, and only an address that nobody else has: equal addresses merge nobody. */
const ADOPT_EMAIL = statement`
  update person u set email = $2, email_verified_at = now()
  where u.id = $1 and u.email is null and not exists (select from person o where lower(o.email) = $2)`;

async function adoptEmail(ctx: AppContext, sql: UnitOfWork['sql'], userId: string, email: string): Promise<void> {
  const adopted = await sql.run(ADOPT_EMAIL, [userId, email]);
  if (adopted > 0) await grantByAddress(ctx, sql, userId, email);
}
