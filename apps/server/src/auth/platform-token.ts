/** Platform tokens at rest: sealed, and bound to the account row they belong to. */

import type { ProviderTokens } from '../core/ports.ts';
import type { Sealer } from '../core/secrets.ts';
import type { Sql } from '../core/sql.ts';

const context = (userId: string, field: string) => `${userId}|battlenet|${field}`;

export function sealTokens(sealer: Sealer, userId: string, tokens: ProviderTokens) {
  return {
    accessTokenSealed: sealer.seal(tokens.accessToken, context(userId, 'access_token')),
    accessTokenExpiresAt: tokens.expiresAt,
    refreshTokenSealed: tokens.refreshToken && sealer.seal(tokens.refreshToken, context(userId, 'refresh_token')),
    needsReauthAt: null,
  };
}

type SealedPair = { access: string | null; refresh: string | null };

/** The same tokens, sealed with the current key. Throws when they cannot be opened. */
export function resealTokens(sealer: Sealer, userId: string, { access, refresh }: SealedPair): SealedPair {
  const again = (sealed: string | null, field: string) =>
    sealed && sealer.seal(sealer.open(sealed, context(userId, field)), context(userId, field));
  return { access: again(access, 'access_token'), refresh: again(refresh, 'refresh_token') };
}

type TokenRow = { sealed: string | null; expiresAt: string | null; needsReauth: boolean };

const TOKEN = `
  select access_token_sealed as sealed, access_token_expires_at as "expiresAt", needs_reauth_at is not null as "needsReauth"
  from account where user_id = $1 and provider_id = 'battlenet'`;

export type PlatformToken =
  | { state: 'not_linked' }
  | { state: 'needs_reauth'; expiresAt: Date | null }
  | { state: 'usable'; token: string; sealed: string; expiresAt: Date | null };

/** The person's game-platform token as it can be used now. A token that cannot be opened counts as refused. */
export async function platformToken(sql: Sql, sealer: Sealer, userId: string): Promise<PlatformToken> {
  const [row] = await sql<TokenRow>(TOKEN, [userId]);
  if (!row) return { state: 'not_linked' };
  const expiresAt = row.expiresAt === null ? null : new Date(row.expiresAt);
  const expired = expiresAt !== null && expiresAt.getTime() <= Date.now();
  if (row.needsReauth || expired || row.sealed === null) return { state: 'needs_reauth', expiresAt };
  try {
    const token = sealer.open(row.sealed, context(userId, 'access_token'));
    return { state: 'usable', token, sealed: row.sealed, expiresAt };
  } catch {
    return { state: 'needs_reauth', expiresAt };
  }
}

/**
 * The platform refused this token: until the person signs in there again, nothing is asked with it. Not when that has
 * happened meanwhile: another token is there, which nobody refused.
 */
export async function markNeedsReauth(sql: Sql, userId: string, { sealed }: { sealed: string }): Promise<void> {
  await sql(
    `update account set needs_reauth_at = now()
     where user_id = $1 and provider_id = 'battlenet' and access_token_sealed = $2 and needs_reauth_at is null`,
    [userId, sealed],
  );
}
