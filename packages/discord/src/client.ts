import type { z } from 'zod';
import { DiscordError } from './errors.ts';
import { BadBody, readBody } from './read-body.ts';
import { Refusal, User } from './schemas.ts';

export type DiscordOptions = {
  /** Default `https://discord.com/api/v10`; an address without a version would mean v6. */
  apiUrl?: string;
  /** Address of this installation for the User-Agent, which Discord demands so that it can reach the operator. */
  homepage?: string;
  /** Limit of a request, headers and body; default 10,000. */
  timeoutMs?: number;
  fetch?: typeof globalThis.fetch;
};

/**
 * `globalName` is the display name. An `email` counts as the user's only when `emailVerified`: anybody can enter an
 * address.
 */
export type DiscordUser = {
  id: string;
  username: string;
  globalName: string | null;
  avatarUrl: string | null;
  email: string | null;
  emailVerified: boolean;
};

type Answer = { status: number; headers: Headers; body: string };

export type Discord = ReturnType<typeof createDiscord>;

/**
 * A client of the Discord API. Every method rejects with a `DiscordError`, or with the reason of the caller's signal;
 * nothing is retried.
 */
export function createDiscord(options: DiscordOptions = {}) {
  const apiUrl = (options.apiUrl ?? 'https://discord.com/api/v10').replace(/\/+$/, '');
  const { homepage = 'https://guildhall.example', timeoutMs = 10_000, fetch = globalThis.fetch } = options;
  const userAgent = `DiscordBot (${homepage}, 0.1.0)`;

  async function get<T>(path: string, authorization: string, schema: z.ZodType<T>, signal?: AbortSignal): Promise<T> {
    const headers = { Authorization: authorization, 'User-Agent': userAgent, Accept: 'application/json' };
    const timeout = AbortSignal.timeout(timeoutMs);
    const limit = signal ? AbortSignal.any([timeout, signal]) : timeout;
    let answer: Answer;
    try {
      const response = await fetch(apiUrl + path, { headers, redirect: 'manual', signal: limit });
      const reading = readBody(response, limit);
      // A refusal's page that cannot be read leaves its status, which says enough.
      const body = response.status === 200 ? await reading : await reading.catch(() => '');
      signal?.throwIfAborted();
      answer = { status: response.status, headers: response.headers, body };
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof BadBody) throw new DiscordError('malformed', { path, reason: error.message });
      const reason = timeout.aborted ? `no answer in ${timeoutMs} ms` : 'network error';
      throw new DiscordError('unavailable', { path, reason });
    }
    if (answer.status !== 200) throw failureOf(path, answer);
    const result = schema.safeParse(parseJson(answer.body));
    if (result.success) return result.data;
    const reason = result.error.issues.map((issue) => issue.path.map(String).join('.') || '(document)').join(', ');
    throw new DiscordError('malformed', { path, status: 200, reason });
  }

  return {
    /** GET /users/@me with a user's access token (scope `identify`, and `email` for the address). */
    currentUser: async (accessToken: string, signal?: AbortSignal): Promise<DiscordUser> => {
      const path = '/users/@me';
      const user = await get(path, bearer(accessToken, path), User, signal);
      return {
        id: user.id,
        username: user.username,
        globalName: user.global_name,
        avatarUrl: user.avatar && avatarUrl(user.id, user.avatar),
        email: user.email,
        emailVerified: user.email !== null && user.verified === true,
      };
    },
  };
}

/** Discord marks the hash of an animated picture with `a_`. */
function avatarUrl(userId: string, hash: string): string {
  const extension = hash.startsWith('a_') ? 'gif' : 'png';
  return `https://cdn.discordapp.com/avatars/${userId}/${encodeURIComponent(hash)}.${extension}`;
}

/** A text no header can carry is no token; fetch would throw an exception that quotes it. */
function bearer(token: string, path: string): string {
  if (!/^[\x21-\x7e]+$/.test(token)) throw new DiscordError('unauthorized', { path, reason: 'not a token' });
  return `Bearer ${token}`;
}

function failureOf(path: string, { status, headers, body }: Answer): DiscordError {
  const refusal = Refusal.safeParse(parseJson(body));
  const { code, retry_after } = refusal.success ? refusal.data : {};
  if (status === 401) return new DiscordError('unauthorized', { path, status, code });
  if (status === 429) {
    const seconds = secondsOf(headers.get('retry-after')) ?? retry_after ?? 1;
    return new DiscordError('rate_limited', { path, status, code, retryAfterMs: Math.ceil(seconds * 1_000) });
  }
  if (status >= 500) return new DiscordError('unavailable', { path, status });
  if (status >= 400) return new DiscordError('refused', { path, status, code });
  return new DiscordError('malformed', { path, status, reason: 'unexpected status' });
}

function secondsOf(header: string | null): number | undefined {
  return header !== null && /^\d+(\.\d+)?$/.test(header.trim()) ? Number(header) : undefined;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined; // which no schema accepts
  }
}
