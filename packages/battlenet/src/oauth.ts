import { z } from 'zod';
import { BattlenetError } from './errors.ts';
import { requestDocument, type Transport } from './request.ts';

/** Who a user token belongs to. Battle.net gives no e-mail address; a BattleTag can change and can be missing. */
export type UserInfo = z.infer<typeof UserInfo>;
export const UserInfo = z.object({
  sub: z.union([z.string().min(1), z.int()]).transform(String),
  id: z.int(),
  battletag: z.string().nullable().default(null),
});

export type BattlenetOAuth = ReturnType<typeof createBattlenetOAuth>;

/** What a header can carry. A token with a line break would make fetch throw an exception that quotes it. */
const sendable = /^[\x21-\x7e]+$/;

const AppToken = z.object({ access_token: z.string().regex(sendable), expires_in: z.number() });

const renewBeforeMs = 5 * 60_000;

/**
 * The token endpoints of the platform that are not part of the sign-in: `oauthUrl` without a trailing slash. One
 * application token serves all regions; it is kept in this process.
 */
export function createBattlenetOAuth(
  transport: Transport,
  { clientId, clientSecret, oauthUrl }: { clientId: string; clientSecret: string; oauthUrl: string },
) {
  let current: { token: string; renewAt: number } | null = null;
  let underWay: Promise<string> | null = null;

  async function fetchAppToken(): Promise<string> {
    const { data } = await requestDocument(transport, {
      baseUrl: oauthUrl,
      path: '/token',
      method: 'POST',
      headers: {
        Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'Content-Type': 'application/x-www-form-urlencoded',
        Accept: 'application/json',
      },
      body: 'grant_type=client_credentials',
      schema: AppToken,
    });
    const lifeMs = data.expires_in * 1_000;
    // A token that lives less than ten minutes is used for half of its life instead of never.
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
   * A token other than `refused`, which answered 401: the platform revokes tokens early. Callers refused together share
   * one renewal.
   */
  async function renewAppToken(refused: string, signal?: AbortSignal): Promise<string> {
    if (current?.token === refused) current = null;
    return await appToken(signal);
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

  return { appToken, renewAppToken, userInfo };
}

/** The Authorization header of a token; throws `unauthorized` for a text that cannot be one. */
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
