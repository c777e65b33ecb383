import { cleanName } from '@guildhall/contracts/name.ts';
import { z } from 'zod';
import { BattlenetError } from './errors.ts';
import { requestDocument, type Transport } from './request.ts';

/** The owner of a user token. Battle.net gives no e-mail address; a BattleTag can change and can be missing. */
export type UserInfo = z.infer<typeof UserInfo>;
export const UserInfo = z.object({
  sub: z.union([z.string().min(1), z.int()]).transform(String),
  id: z.int(),
  battletag: z
    .string()
    .nullish()
    .transform((tag) => cleanName(tag ?? '') || null),
});

export type BattlenetOAuth = ReturnType<typeof createBattlenetOAuth>;

/** The characters a header can carry. A token with a line break would make fetch throw an exception that quotes it. */
const sendable = /^[\x21-\x7e]+$/;

const AppToken = z.object({ access_token: z.string().regex(sendable), expires_in: z.number() });

/** Some platforms issue a new refresh token with every renewal, others keep the old one. */
const RenewedToken = AppToken.extend({ refresh_token: z.string().min(1).nullish() });

/**
 * `expiresInSeconds` counts from the platform's response; `refreshToken` is null when the one that was sent stays
 * valid.
 */
export type RenewedUserToken = { accessToken: string; expiresInSeconds: number; refreshToken: string | null };

const renewBeforeMs = 5 * 60_000;

/**
 * The platform's token endpoints that are not part of signing in; `oauthUrl` has no trailing slash. One application
 * token serves all regions and is kept in memory.
 */
export function createBattlenetOAuth(
  transport: Transport,
  { clientId, clientSecret, oauthUrl }: { clientId: string; clientSecret: string; oauthUrl: string },
) {
  let current: { token: string; renewAt: number } | null = null;
  let underWay: Promise<string> | null = null;

  const tokenRequest = {
    baseUrl: oauthUrl,
    path: '/token',
    method: 'POST' as const,
    headers: {
      Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'Content-Type': 'application/x-www-form-urlencoded',
      Accept: 'application/json',
    },
  };

  async function fetchAppToken(): Promise<string> {
    const body = 'grant_type=client_credentials';
    const { data } = await requestDocument(transport, { ...tokenRequest, body, schema: AppToken });
    const lifeMs = data.expires_in * 1_000;
    // A token that lives less than ten minutes is used for half its life instead of never.
    current = { token: data.access_token, renewAt: Date.now() + Math.max(lifeMs - renewBeforeMs, lifeMs / 2) };
    return data.access_token;
  }

  /**
   * The application token (client credentials), from memory until five minutes before it expires. Concurrent callers
   * share one request, which outlives the signal of any one of them. Throws `BattlenetError` with path `/token`.
   */
  async function appToken(signal?: AbortSignal): Promise<string> {
    signal?.throwIfAborted();
    if (current && Date.now() < current.renewAt) return current.token;
    underWay ??= fetchAppToken().finally(() => {
      underWay = null;
    });
    return signal ? await unlessAborted(underWay, signal) : await underWay;
  }

  /**
   * Returns a token other than `refused`, which got a 401: the platform revokes tokens early. Callers refused together
   * share one renewal.
   */
  async function renewAppToken(refused: string, signal?: AbortSignal): Promise<string> {
    if (current?.token === refused) current = null;
    return await appToken(signal);
  }

  /**
   * Renews a user's access token. Sends the request once, within the time limit of one attempt: if the platform accepts
   * a refresh token but its response is lost, a second attempt would be refused. Throws `BattlenetError`:
   * `unauthorized` when the platform refuses the refresh token (400 or 401), which is then void.
   */
  async function renewUserToken(refreshToken: string): Promise<RenewedUserToken> {
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }).toString();
    const once = { ...transport, retries: 0 };
    try {
      const { data } = await requestDocument(once, { ...tokenRequest, body, schema: RenewedToken });
      const { access_token, expires_in, refresh_token } = data;
      return { accessToken: access_token, expiresInSeconds: expires_in, refreshToken: refresh_token ?? null };
    } catch (error) {
      if (!(error instanceof BattlenetError)) throw error;
      const { kind, path, status } = error;
      if (status === 400) throw new BattlenetError('unauthorized', { path, status });
      // This host has no missing or hidden tokens, so a 404 or 403 must mean something else.
      if (kind === 'not_found' || kind === 'forbidden') throw new BattlenetError('malformed', { path, status });
      throw error;
    }
  }

  /** GET /userinfo. Throws `BattlenetError`: `unauthorized` for a token that expired or was revoked. */
  async function userInfo(userToken: string, signal?: AbortSignal): Promise<UserInfo> {
    const path = '/userinfo';
    const headers = { Authorization: bearer(userToken, path), Accept: 'application/json' };
    const { data } = await requestDocument(transport, {
      baseUrl: oauthUrl,
      path,
      method: 'GET',
      headers,
      schema: UserInfo,
      signal,
    });
    return data;
  }

  return { appToken, renewAppToken, renewUserToken, userInfo };
}

/** The Authorization header for a token; throws `unauthorized` for text that cannot be a token. */
export function bearer(token: string, path: string): string {
  if (!sendable.test(token)) throw new BattlenetError('unauthorized', { path, reason: 'not a token' });
  return `Bearer ${token}`;
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
