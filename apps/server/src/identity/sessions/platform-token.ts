/** Platform tokens at rest: sealed with the time at which they expire, and bound to the account row they belong to. */
import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, statement } from '../../core/db/statement.ts';
import { createLease } from '../../core/jobs/lease.ts';
import type { Sealer } from '../../core/secrets.ts';
import type { AppContext } from '../../core/services/context.ts';
import type { ProviderTokens } from '../../core/services/ports.ts';

/** The permission to list a person's characters. People may leave it out on the platform's page. */
export const PROFILE_SCOPE = 'wow.profile';

/**
 * The permissions that came with the tokens of an account. A process of the version before writes a plain expiry, and leaves
 * the permissions of earlier tokens beside it.
 */
const GRANTED = 'case when access_token_expires_at is null then granted_scopes end';
const WITHOUT_PLAIN = `access_token_expires_at = null, granted_scopes = ${GRANTED}`;

/** Whether the person's characters cannot be listed. Where the permissions given are unknown, the last refusal counts. */
export const LACKS_PERMISSION = `coalesce(not '${PROFILE_SCOPE}' = any(${GRANTED}), permission_missing_at is not null)`;

const FIELDS = { access: 'access_token', expiry: 'access_token_expiry', refresh: 'refresh_token' } as const;
type Field = keyof typeof FIELDS;
type SealedTokens = Record<Field, string | null>;

const context = (userId: string, field: Field) => `${userId}|battlenet|${FIELDS[field]}`;

const sealExpiry = (sealer: Sealer, userId: string, at: Date) =>
  sealer.seal(at.toISOString(), context(userId, 'expiry'));

export function sealTokens(sealer: Sealer, userId: string, tokens: ProviderTokens) {
  return {
    accessTokenSealed: sealer.seal(tokens.accessToken, context(userId, 'access')),
    accessTokenExpirySealed: tokens.expiresAt && sealExpiry(sealer, userId, tokens.expiresAt),
    accessTokenExpiresAt: null,
    refreshTokenSealed: tokens.refreshToken && sealer.seal(tokens.refreshToken, context(userId, 'refresh')),
    grantedScopes: tokens.scopes ?? null,
    permissionMissingAt: null,
  };
}

/** Seals the same tokens with the current key, optionally for another person. Throws when they cannot be opened. */
export function resealTokens(sealer: Sealer, userId: string, sealed: SealedTokens, newUserId = userId): SealedTokens {
  const again = (field: Field) => {
    const text = sealed[field];
    return text && sealer.seal(sealer.open(text, context(userId, field)), context(newUserId, field));
  };
  return { access: again('access'), expiry: again('expiry'), refresh: again('refresh') };
}

/** A process of the version before writes the plain expiry. It is the newer one then, and no later version leaves it there. */
const TOKEN = query({
  access: 'text?',
  expiry: 'text?',
  refresh: 'text?',
  plainExpiry: 'instant?',
  needsReauth: 'bool',
  lacksPermission: 'bool',
  mayListCharacters: 'bool?',
  now: 'instant!',
})`
  select access_token_sealed as access, access_token_expiry_sealed as expiry, refresh_token_sealed as refresh,
    access_token_expires_at as "plainExpiry", needs_reauth_at is not null as "needsReauth",
    ${LACKS_PERMISSION} as "lacksPermission", '${PROFILE_SCOPE}' = any(${GRANTED}) as "mayListCharacters", now() as now
  from account where user_id = $1 and provider_id = 'battlenet'`;

/**
 * `lacksPermission`: the person did not let us list their characters, as far as the platform says. `mayListCharacters` is what
 * they answered on its page of consent; null if that is unknown.
 */
type PlatformToken =
  | { state: 'not_linked' }
  /** `refused`: the platform rejected a renewal. */
  | { state: 'needs_reauth'; refused: boolean; expiresAt: Date | null; lacksPermission: boolean }
  /** `sealed`: the token that is over. */
  | { state: 'renewable'; sealed: string | null; expiresAt: Date | null; lacksPermission: boolean }
  /** `at`: when it was read, by the clock of the database. */
  | {
      state: 'usable';
      token: string;
      sealed: string;
      expiresAt: Date | null;
      lacksPermission: boolean;
      mayListCharacters: boolean | null;
      at: Date;
    };

/** The state of the person's game-platform token. A token that cannot be opened counts as refused. */
export async function platformToken(sql: Sql, sealer: Sealer, userId: string): Promise<PlatformToken> {
  const row = await sql.maybe(TOKEN, [userId]);
  if (!row) return { state: 'not_linked' };
  const at = new Date(row.now);
  const expiresAt = expiryOf(sealer, userId, row);
  const { lacksPermission, mayListCharacters } = row;
  const refused = row.needsReauth && row.refresh !== null;
  const lost: PlatformToken = { state: 'needs_reauth', refused, expiresAt, lacksPermission };
  if (row.needsReauth) return lost;
  const cannotBeRead = row.expiry !== null && expiresAt === null;
  if (cannotBeRead || (expiresAt && expiresAt <= at))
    return opened(sealer, userId, 'refresh', row.refresh)
      ? { state: 'renewable', sealed: row.access, expiresAt, lacksPermission }
      : lost;
  const token = opened(sealer, userId, 'access', row.access);
  if (!token || !row.access) return lost;
  return { state: 'usable', token, sealed: row.access, expiresAt, lacksPermission, mayListCharacters, at };
}

function expiryOf(
  sealer: Sealer,
  userId: string,
  { plainExpiry, expiry }: { plainExpiry: string | null; expiry: string | null },
): Date | null {
  const text = plainExpiry ?? opened(sealer, userId, 'expiry', expiry);
  return text === null ? null : new Date(text);
}

function opened(sealer: Sealer, userId: string, field: Field, sealed: string | null): string | null {
  try {
    return sealed && sealer.open(sealed, context(userId, field));
  } catch {
    return null;
  }
}

/**
 * Records that the platform refused this token. With a refresh token, the token counts as expired so that the next one
 * is requested; without one, or if this already was the renewed token (`final`), nothing is asked until the person
 * signs in there again. The condition on the sealed token leaves a newer token alone. The expiry lies a second before
 * the token was read, because stored times are rounded, and half a millisecond ahead it would count as usable once more.
 */
const REFUSED = statement`
  update account set
    access_token_expiry_sealed = $4, ${WITHOUT_PLAIN},
    needs_reauth_at = case when $3 or refresh_token_sealed is null then now() end
  where user_id = $1 and provider_id = 'battlenet' and access_token_sealed = $2 and needs_reauth_at is null`;

type Used = { sealed: string; expiresAt: Date | null; at: Date };

export async function recordRefusal(
  { sql, sealer }: Pick<AppContext, 'sql' | 'sealer'>,
  userId: string,
  { sealed, expiresAt, at }: Used,
  final: boolean,
): Promise<void> {
  const over = new Date(Math.min(expiresAt?.getTime() ?? Infinity, at.getTime() - 1_000));
  await sql.run(REFUSED, [userId, sealed, final, sealExpiry(sealer, userId, over)]);
}

const PERMISSION = statement`
  update account set permission_missing_at = case when $3 then coalesce(permission_missing_at, now()) end
  where user_id = $1 and provider_id = 'battlenet' and access_token_sealed = $2`;

/** Records whether the platform lets this token list the person's characters, of whose permissions nothing is known. */
export async function recordPermission(sql: Sql, userId: string, sealed: string, missing: boolean): Promise<void> {
  await sql.run(PERMISSION, [userId, sealed, missing]);
}

/** Outlasts any single request. */
const lease = createLease({
  table: 'account',
  key: ['user_id', 'provider_id'],
  until: 'renewing_until',
  seconds: 15,
  where:
    'l.needs_reauth_at is null and l.refresh_token_sealed is not null and l.access_token_sealed is not distinct from $3',
});

/**
 * A person who signed in there in the meantime ended the lease and brought tokens that must stay. A refusal recorded
 * during the renewal concerned the previous pair.
 */
const store = lease.releasing(`access_token_sealed = $4, access_token_expiry_sealed = $5, ${WITHOUT_PLAIN},
  refresh_token_sealed = coalesce($6, refresh_token_sealed), needs_reauth_at = null`);
const giveUp = lease.releasing('needs_reauth_at = case when $4 then now() end');

type Renewing = Pick<AppContext, 'sql' | 'sealer' | 'battlenet'>;

/**
 * Requests the next pair of tokens from the platform in place of the one that is `over`; returns false when another process is doing that, or has done it. A
 * refusal means that the person has to sign in there again. Throws `BattlenetError` when there was no answer, and keeps the pair.
 */
export async function renewPlatformToken(
  { sql, sealer, battlenet }: Renewing,
  userId: string,
  over: string | null,
): Promise<boolean> {
  const key = [userId, 'battlenet'];
  const held = await lease.acquire(sql, key, [over], { exists: true });
  if (!held) return false;
  try {
    const { refresh } = await sql.one(TOKEN, [userId]);
    const refreshToken = sealer.open(refresh ?? '', context(userId, 'refresh'));
    const { expiresInSeconds, ...tokens } = await battlenet.renewUserToken(refreshToken);
    const expiresAt = new Date(Date.now() + expiresInSeconds * 1000);
    const fresh = sealTokens(sealer, userId, { ...tokens, expiresAt });
    await store(sql, key, held, [fresh.accessTokenSealed, fresh.accessTokenExpirySealed, fresh.refreshTokenSealed]);
  } catch (error) {
    const refused = error instanceof BattlenetError && error.kind === 'unauthorized';
    await giveUp(sql, key, held, [refused]);
    if (!refused) throw error;
  }
  return true;
}

const PLAIN = query({ id: 'uuid', userId: 'uuid', at: 'instant!' })`
  select id, user_id as "userId", access_token_expires_at as at from account
  where access_token_expires_at is not null order by id limit 1000`;
const SEAL = statement`
  update account a set access_token_expiry_sealed = s.sealed, ${WITHOUT_PLAIN}
  from jsonb_to_recordset($1) as s(id uuid, at timestamptz, sealed text)
  where a.id = s.id and a.access_token_expires_at = s.at`;

/** Seals what a process of the version before has written. */
export async function sealPlainExpiries({ sql, sealer }: Pick<AppContext, 'sql' | 'sealer'>): Promise<void> {
  for (;;) {
    const rows = await sql.many(PLAIN);
    const sealed = rows.map(({ userId, ...row }) => ({ ...row, sealed: sealExpiry(sealer, userId, new Date(row.at)) }));
    if (rows.length === 0 || (await sql.run(SEAL, [JSON.stringify(sealed)])) === 0) return;
  }
}
