import { deliverable } from '@guildhall/contracts/auth.ts';
import { truncate } from '@guildhall/contracts/cut-text.ts';
import { cleanName } from '@guildhall/contracts/name.ts';
import { DisplayName } from '@guildhall/contracts/profile.ts';
import type { ProviderId } from '@guildhall/contracts/user.ts';
import { LockMode } from '@mikro-orm/core';
import type { Actor } from '../../core/actor.ts';
import { now } from '../../core/db/columns.ts';
import { query, statement } from '../../core/db/statement.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import type { Identified } from '../../core/services/ports.ts';
import { uuidv7 } from '../../core/uuid.ts';
import { Account } from '../people/account.entity.ts';
import { grantByAddress } from '../people/grant-admin.ts';
import { loadPerson, lockPerson } from '../people/lock-person.ts';
import { NAMELESS, User } from '../people/user.entity.ts';
import { sealTokens } from '../sessions/platform-token.ts';
import { offerMerge } from './merge-offer.ts';
import { consumeOAuthState } from './new-oauth-state.ts';
import { configuredProvider, wayBack } from './start-sign-in.ts';

/** Failures reported to the browser as `?error=`. */
type SignInError =
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

type State = { linkToUserId: string | null; renewOnly: boolean };

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
  const way = wayBack(input.browserToken ?? '', input.state, ctx.config.baseUrl);
  const mismatch: Finished = { ok: false, callbackUrl: way, error: 'state_mismatch' };
  if (!input.state || !input.browserToken) return mismatch;
  const { state, browserToken } = input;
  const started = await consumeOAuthState(ctx, { state, browserToken, providerId, installs: false });
  if (!started) return mismatch;
  const { callbackUrl, renewOnly } = started;
  const linkToUserId = started.linkToUserId ?? null;
  // A link that A started must not end in B's browser session, nor a sign-in in another person's link.
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
    const user = await userOf(ctx, tx, providerId, { linkToUserId, renewOnly }, identified);
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

/** The lock keeps the account's person until the transaction ends. A person who is being erased has no account. */
const LINKED = query({ userId: 'uuid' })`
  select u.id as "userId" from account a join person u on u.id = a.user_id
  where a.provider_id = $1 and a.account_id = $2 for share of u`;
const HAS_ANOTHER = statement`select from account where user_id = $1 and provider_id = $2`;

/**
 * The user behind an identity: its owner, the person it is being linked to, or a new one. When one identity signs in
 * twice at first, or a person links twice, the unique indexes let the second start over and find the first.
 */
async function userOf(
  ctx: AppContext,
  tx: UnitOfWork,
  providerId: ProviderId,
  { linkToUserId, renewOnly }: State,
  { identity, tokens }: Identified,
): Promise<{ userId: string; linked: boolean } | { error: SignInError; ownerId?: string }> {
  const { em, sql } = tx;
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
    const shown = truncate(cleanName(identity.displayName ?? '').replace(/#\d+$/, ''), 40);
    const name = DisplayName.safeParse(shown);
    em.create(User, { id: userId, displayName: name.data ?? NAMELESS, avatarUrl: identity.avatarUrl });
  }
  const account = linked
    ? await em.findOneOrFail(Account, { providerId, accountId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    : em.create(Account, { user: userId, providerId, accountId });
  account.displayName = identity.displayName;
  if (providerId === 'battlenet') {
    em.assign(account, { renewingUntil: null, needsReauthAt: null, ...sealTokens(ctx.sealer, userId, tokens) });
  }
  // Later sign-ins adopt no address: one that its owner has removed stays removed.
  if (!linked && identity.verifiedEmail) {
    const email = deliverable(identity.verifiedEmail);
    if (email) await adoptEmail(ctx, tx, userId, email);
    else ctx.log.warn({ userId, provider: providerId }, 'address not adopted: no mail could be sent to it');
  }
  return { userId, linked: !linked };
}

/** Only for a person without an address, and only an address that no other person has: equal addresses never merge people. */
const TAKEN = statement`select from person where lower(email) = $1`;

async function adoptEmail(ctx: AppContext, tx: UnitOfWork, userId: string, email: string): Promise<void> {
  const person = await loadPerson(tx, userId);
  if (person.email !== null || (await tx.sql.run(TAKEN, [email])) > 0) return;
  person.email = email;
  person.emailVerifiedAt = now();
  await grantByAddress(ctx, tx, userId, email);
}
