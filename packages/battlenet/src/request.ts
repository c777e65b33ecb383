import { setTimeout as delay } from 'node:timers/promises';
import { pauseMsOf, retryAfterMs, SHORTEST_PAUSE_MS } from '@guildhall/contracts/retry-after.ts';
import type { z } from 'zod';
import { BattlenetError } from './errors.ts';
import { type Exchange, ExchangeError, exchange } from './exchange.ts';
import { aboutStatus } from './statuses.ts';

/** How the package talks to both hosts of the platform; the API client and the OAuth client share one. */
export type Transport = {
  fetch: typeof globalThis.fetch;
  timeoutMs: number;
  retries: number;
  maxRetryWaitMs: number;
  retryBaseMs: number;
  onRequest: (event: RequestEvent) => void;
};

/** One attempt: `status` is null when no response came, `ms` is its duration, `attempt` counts from 1. */
export type RequestEvent = { path: string; status: number | null; ms: number; attempt: number };

export type DocumentRequest<T> = {
  baseUrl: string;
  path: string;
  query?: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  schema: z.ZodType<T>;
  signal?: AbortSignal | undefined;
  /** Awaited before every attempt; does not count towards the time limit. */
  beforeAttempt?: () => Promise<void>;
  /** Called on every 429, with the wait in milliseconds. */
  onRateLimited?: (retryAfterMs: number) => Promise<void>;
};

/**
 * Requests one JSON document. Retries 429, 5xx, network errors and time-outs within the transport's limits; everything
 * else is final. Throws `BattlenetError`, or the reason of the caller's signal.
 */
export async function requestDocument<T>(
  transport: Transport,
  request: DocumentRequest<T>,
): Promise<{ data: T; headers: Headers }> {
  for (let attempt = 1; ; attempt++) {
    await request.beforeAttempt?.();
    request.signal?.throwIfAborted();
    try {
      const answer = await attemptOnce(transport, request, attempt);
      return { data: parseDocument(request, answer.body), headers: answer.headers };
    } catch (error) {
      if (!(error instanceof BattlenetError)) throw error;
      // The platform refuses requests for the rest of a second whose limit was hit.
      if (error.kind === 'rate_limited') await request.onRateLimited?.(error.retryAfterMs ?? SHORTEST_PAUSE_MS);
      const waitMs = waitBeforeRetry(error, attempt, transport.retryBaseMs);
      if (waitMs === null || attempt > transport.retries || waitMs > transport.maxRetryWaitMs) throw error;
      await pause(waitMs, request.signal);
    }
  }
}

async function attemptOnce<T>(transport: Transport, request: DocumentRequest<T>, attempt: number): Promise<Exchange> {
  const { baseUrl, path, query = '', method, headers, body, signal } = request;
  const { fetch, timeoutMs } = transport;
  const startedAt = performance.now();
  let status: number | null = null;
  try {
    const answer = await exchange({ fetch, url: baseUrl + path + query, method, headers, body, timeoutMs, signal });
    status = answer.status;
    const failure = failureOf(path, answer);
    if (failure) throw failure;
    return answer;
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    const kind = error.kind === 'no_answer' ? 'unavailable' : 'malformed';
    throw new BattlenetError(kind, { path, reason: error.message });
  } finally {
    transport.onRequest({ path, status, ms: performance.now() - startedAt, attempt });
  }
}

function failureOf(path: string, { status, headers }: Exchange): BattlenetError | null {
  if (status === 200) return null;
  const waitMs = pauseMsOf(retryAfterMs(headers.get('retry-after')));
  if (status === 304) return new BattlenetError('not_modified', { path, status });
  const kind = aboutStatus(status)?.kind ?? 'malformed';
  switch (kind) {
    case 'rate_limited':
      return new BattlenetError(kind, { path, status, retryAfterMs: waitMs ?? SHORTEST_PAUSE_MS });
    case 'unavailable':
      return new BattlenetError(kind, { path, status, retryAfterMs: waitMs });
    case 'not_found':
    case 'forbidden':
      // An HTML page comes from a proxy or firewall and says nothing about the character; the API itself refuses in JSON.
      if (!headers.get('content-type')?.includes('text/html')) return new BattlenetError(kind, { path, status });
      break;
    case 'unauthorized':
      return new BattlenetError(kind, { path, status });
  }
  return new BattlenetError('malformed', { path, status, reason: 'unexpected status' });
}

function parseDocument<T>({ path, schema }: DocumentRequest<T>, body: string): T {
  const result = schema.safeParse(parseJson(path, body));
  if (result.success) return result.data;
  const issues = result.error.issues.slice(0, 10).map((issue) => issue.path.map(String).join('.') || '(document)');
  throw new BattlenetError('malformed', { path, status: 200, issues });
}

/** Escapes that no database stores: NUL and lone surrogates. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/i;

function parseJson(path: string, body: string): unknown {
  try {
    return UNSTORABLE.test(body) ? JSON.parse(body, (_, value) => storable(value)) : JSON.parse(body);
  } catch {
    // The parser's message is left out because it quotes the body.
    throw new BattlenetError('malformed', { path, status: 200, reason: 'not JSON' });
  }
}

const storable = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value);

/** Milliseconds to wait, or null when the failure is final. */
function waitBeforeRetry(error: BattlenetError, attempt: number, baseMs: number): number | null {
  if (error.scope !== 'for_now') return null;
  // Adds up to half as much again at random, so that callers that failed together do not retry together.
  return error.retryAfterMs ?? baseMs * 2 ** (attempt - 1) * (1 + Math.random() / 2);
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await delay(ms, undefined, { signal });
  } catch (error) {
    signal?.throwIfAborted(); // the caller's own reason instead of the timer's wrapper around it
    throw error;
  }
}
