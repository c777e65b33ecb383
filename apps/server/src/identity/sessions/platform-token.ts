/** Platform tokens at rest: sealed, and bound to the account row they belong to. */
import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, statement } from '../../core/db/statement.ts';
import { createLease } from '../../core/jobs/lease.ts';
import type { Sealer } from '../../core/secrets.ts';
import type { AppContext } from '../../core/services/context.ts';
import type { ProviderTokens } from '../../core/services/ports.ts';

const context = (userId: string, field: string) => `${userId}|battlenet|${field}`;

export function sealTokens(sealer: Sealer, userId: string, tokens: ProviderTokens) {
  return {
    accessTokenSealed: sealer.seal(tokens.accessToken, context(userId, 'access_token')),
    accessTokenExpiresAt: tokens.expiresAt?.toISOString() ?? null,
    refreshTokenSealed: tokens.refreshToken && sealer.seal(tokens.refreshToken, context(userId, 'refresh_token')),
  };
}

type SealedPair = { access: string | null; refresh: string | null };

/** Seals the same tokens with the current key, optionally for another person. Throws when they cannot be opened. */
export function resealTokens(
  sealer: Sealer,
  userId: string,
  { access, refresh }: SealedPair,
  newUserId = userId,
): SealedPair {
  const again = (sealed: string | null, field: string) =>
    sealed && sealer.seal(sealer.open(sealed, context(userId, field)), context(newUserId, field));
  return { access: again(access, 'access_token'), refresh: again(refresh, 'refresh_token') };
}

const TOKEN = query({
  access: 'text?',
  refresh: 'text?',
  expiresAt: 'instant?',
  expired: 'bool?',
  needsReauth: 'bool',
})`
  select access_token_sealed as access, refresh_token_sealed as refresh, access_token_expires_at as "expiresAt",
    access_token_expires_at <= now() as expired, needs_reauth_at is not null as "needsReauth"
  from account where user_id = $1 and provider_id = 'battlenet'`;

type PlatformToken =
  | { state: 'not_linked' }
  /** `refused`: the platform rejected a renewal. */
  | { state: 'needs_reauth'; refused: boolean; expiresAt: Date | null }
  | { state: 'renewable'; expiresAt: Date | null }
  | { state: 'usable'; token: string; sealed: string; expiresAt: Date | null };

/** The state of the person's game-platform token. A token that cannot be opened counts as refused. */
export async function platformToken(sql: Sql, sealer: Sealer, userId: string): Promise<PlatformToken> {
  const row = await sql.maybe(TOKEN, [userId]);
  if (!row) return { state: 'not_linked' };
  const expiresAt = row.expiresAt === null ? null : new Date(row.expiresAt);
  const refused = row.needsReauth && row.refresh !== null;
  const lost: PlatformToken = { state: 'needs_reauth', refused, expiresAt };
  if (row.needsReauth) return lost;
  if (row.expired)
    return opened(sealer, userId, 'refresh_token', row.refresh) ? { state: 'renewable', expiresAt } : lost;
  const token = opened(sealer, userId, 'access_token', row.access);
  return token && row.access ? { state: 'usable', token, sealed: row.access, expiresAt } : lost;
}

function opened(sealer: Sealer, userId: string, field: string, sealed: string | null): string | null {
  try {
    return sealed && sealer.open(sealed, context(userId, field));
  } catch {
    return null;
  }
}

/**
 * Records that the platform refused this token. With a refresh token, the token counts as expired so that the next one
 * is requested; without one, or if this already was the renewed token (`final`), nothing is asked until the person
 * signs in there again. The condition on the sealed token leaves a newer token alone. The expiry lies a second in the
 * past because stored times are rounded, and half a millisecond ahead the token would count as usable once more.
 */
const REFUSED = statement`
  update account set
    access_token_expires_at = least(access_token_expires_at, now() - interval '1 second'),
    needs_reauth_at = case when $3 or refresh_token_sealed is null then now() end
  where user_id = $1 and provider_id = 'battlenet' and access_token_sealed = $2 and needs_reauth_at is null`;

export async function recordRefusal(sql: Sql, userId: string, sealed: string, final: boolean): Promise<void> {
  await sql.run(REFUSED, [userId, sealed, final]);
}

/** Outlasts any single request. */
const lease = createLease({
  table: 'account',
  key: ['user_id', 'provider_id'],
  until: 'renewing_until',
  seconds: 15,
  where: 'l.needs_reauth_at is null and l.access_token_expires_at <= now() and l.refresh_token_sealed is not null',
});

/**
 * A person who signed in there in the meantime ended the lease and brought tokens that must stay. A refusal recorded
 * during the renewal concerned the previous pair.
 */
const store = lease.releasing(`access_token_sealed = $4, access_token_expires_at = $5,
  refresh_token_sealed = coalesce($6, refresh_token_sealed), needs_reauth_at = null`);
const giveUp = lease.releasing('needs_reauth_at = case when $4 then now() end');

type Renewing = Pick<AppContext, 'sql' | 'sealer' | 'battlenet'>;

/**
 * Requests the next pair of tokens from the platform; returns false when another process is doing that. A refusal means
 * that the person has to sign in there again. Throws `BattlenetError` when there was no answer, and keeps the pair.
 */
export async function renewPlatformToken({ sql, sealer, battlenet }: Renewing, userId: string): Promise<boolean> {
  const key = [userId, 'battlenet'];
  const held = await lease.acquire(sql, key, [], { exists: true });
  if (!held) return false;
  try {
    const { refresh } = await sql.one(TOKEN, [userId]);
    const refreshToken = sealer.open(refresh ?? '', context(userId, 'refresh_token'));
    const { expiresInSeconds, ...tokens } = await battlenet.renewUserToken(refreshToken);
    const expiresAt = new Date(Date.now() + expiresInSeconds * 1000);
    const fresh = sealTokens(sealer, userId, { ...tokens, expiresAt });
    await store(sql, key, held, [fresh.accessTokenSealed, fresh.accessTokenExpiresAt, fresh.refreshTokenSealed]);
  } catch (error) {
    const refused = error instanceof BattlenetError && error.kind === 'unauthorized';
    await giveUp(sql, key, held, [refused]);
    if (!refused) throw error;
  }
  return true;
}
