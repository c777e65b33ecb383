/** Sends one request to the Discord API and validates the response; shared by the user client and the bot client. */
import { pauseMsOf, retryAfterMs, SHORTEST_PAUSE_MS, waitOfSeconds } from '@guildhall/contracts/retry-after.ts';
import type { z } from 'zod';
import { DiscordError } from './errors.ts';
import { restMsOf } from './limits.ts';
import { BadBody, readBody } from './read-body.ts';
import { Refusal } from './schemas.ts';

export type DiscordOptions = {
  /** Default `https://discord.com/api/v10`; an address without a version would mean v6. */
  apiUrl?: string;
  /** This installation's address for the User-Agent; Discord requires it so that it can reach the operator. */
  homepage?: string;
  /** Time limit of a request, headers and body, in milliseconds. */
  timeoutMs?: number;
  fetch?: typeof globalThis.fetch;
  /** Called after every request; `status` is null when no response came, and the path contains no secret. */
  onRequest?: (event: RequestEvent) => void;
};

type RequestEvent = { path: string; status: number | null; ms: number };

export type Call = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** Shown in errors instead of a path that contains a secret. */
  shownAs?: string;
  /** Leave this out for a path that contains its own secret. */
  authorization?: string;
  body?: object;
  /** Shown in the audit log of the server. */
  reason?: string;
  signal?: AbortSignal | undefined;
  /** Receives how long the route must pause after an accepted request. */
  answered?: (restMs: number) => void;
};

type Answer = { status: number; headers: Headers; body: string };

/** Sends one request. Rejects with a `DiscordError`, or with the reason of the caller's signal; nothing is retried. */
export type Exchange = <T>(call: Call, schema: z.ZodType<T>) => Promise<T>;

export function createExchange(options: DiscordOptions): Exchange {
  const apiUrl = (options.apiUrl ?? 'https://discord.com/api/v10').replace(/(?<!\/)\/+$/, '');
  const {
    homepage = 'https://guildhall.example',
    timeoutMs = 10_000,
    fetch = globalThis.fetch,
    onRequest = () => {},
  } = options;
  const userAgent = `DiscordBot (${homepage}, 0.1.0)`;

  async function answerOf({
    method = 'GET',
    path,
    shownAs,
    authorization,
    body,
    reason,
    signal,
  }: Call): Promise<Answer> {
    const headers = {
      ...(authorization === undefined ? {} : { Authorization: authorization }),
      'User-Agent': userAgent,
      Accept: 'application/json',
      ...(body ? { 'Content-Type': 'application/json' } : {}),
      ...(reason ? { 'X-Audit-Log-Reason': encodeURIComponent(reason) } : {}),
    };
    const timeout = AbortSignal.timeout(timeoutMs);
    const limit = signal ? AbortSignal.any([timeout, signal]) : timeout;
    const startedAt = performance.now();
    let status: number | null = null;
    try {
      const sent = body ? JSON.stringify(body) : null;
      const response = await fetch(apiUrl + path, { method, headers, body: sent, redirect: 'manual', signal: limit });
      status = response.status;
      const reading = readBody(response, limit);
      // If the body of a refusal cannot be read, its status is enough.
      const text = response.ok ? await reading : await reading.catch(() => '');
      signal?.throwIfAborted();
      return { status, headers: response.headers, body: text };
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof BadBody)
        throw new DiscordError('malformed', { path: shownAs ?? path, reason: error.message });
      const cause = timeout.aborted ? `no answer in ${timeoutMs} ms` : 'network error';
      throw new DiscordError('unavailable', { path: shownAs ?? path, reason: cause });
    } finally {
      onRequest({ path: shownAs ?? path, status, ms: performance.now() - startedAt });
    }
  }

  return async (call, schema) => {
    const path = call.shownAs ?? call.path;
    const answer = await answerOf(call);
    const { status } = answer;
    if (status !== 200 && status !== 201 && status !== 204) throw failureOf(path, answer);
    call.answered?.(restMsOf(answer.headers));
    // 204 has no document, which only a schema of nothing accepts.
    const result = schema.safeParse(status === 204 ? undefined : parseJson(answer.body));
    if (result.success) return result.data;
    const reason = result.error.issues.map((issue) => issue.path.map(String).join('.') || '(document)').join(', ');
    throw new DiscordError('malformed', { path, status, reason });
  };
}

/** Text that a header cannot carry is not a token; fetch would throw an exception that quotes it. */
export function authorization(scheme: 'Bearer' | 'Bot', token: string, path: string): string {
  if (!/^[\x21-\x7e]+$/.test(token)) throw new DiscordError('unauthorized', { path, reason: 'not a token' });
  return `${scheme} ${token}`;
}

function failureOf(path: string, { status, headers, body }: Answer): DiscordError {
  const refusal = Refusal.safeParse(parseJson(body));
  const { code, retry_after, global, errors } = refusal.success ? refusal.data : {};
  if (status === 401) return new DiscordError('unauthorized', { path, status, code });
  if (status === 429) {
    const everywhere = global === true || headers.get('x-ratelimit-scope') === 'global';
    const inBody = retry_after === undefined ? undefined : waitOfSeconds(retry_after);
    const waitMs = pauseMsOf(retryAfterMs(headers.get('retry-after')), inBody) ?? SHORTEST_PAUSE_MS;
    return new DiscordError('rate_limited', { path, status, code, retryAfterMs: waitMs, everywhere });
  }
  if (status >= 500) return new DiscordError('unavailable', { path, status });
  if (status >= 400) return new DiscordError('refused', { path, status, code, fields: fieldsOf(errors) });
  return new DiscordError('malformed', { path, status, reason: 'unexpected status' });
}

/** Paths of the fields that Discord found wrong, such as `embeds.0.fields.3.value`. */
function fieldsOf(errors: unknown, place: string[] = []): string[] {
  if (typeof errors !== 'object' || errors === null || place.length > 10) return [];
  if ('_errors' in errors) return [place.join('.')];
  return Object.entries(errors)
    .filter(([key]) => /^\w{1,40}$/.test(key))
    .flatMap(([key, inner]) => fieldsOf(inner, [...place, key]))
    .slice(0, 10);
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined; // no schema accepts this
  }
}
