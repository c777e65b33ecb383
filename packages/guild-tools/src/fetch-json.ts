/** One GET of a document from another guild tool. */
import { isForNow } from '@guildhall/contracts/refusal-scope.ts';
import { pauseMsOf, retryAfterMs, waitOfSeconds } from '@guildhall/contracts/retry-after.ts';
import { getStreamAsBuffer, MaxBufferError } from 'get-stream';
import type { z } from 'zod';
import { MAX_BYTES } from './decode-text.ts';
import { GuildToolError } from './guild-tool-error.ts';

export type ToolOptions = {
  /** Replaces the tool's own address, for a simulator. */
  apiUrl?: string | undefined;
  fetch?: typeof globalThis.fetch;
  /** Covers headers and body together. */
  timeoutMs?: number;
};

type Request<T> = ToolOptions & {
  tool: GuildToolError['tool'];
  url: string;
  /** The whole header `Authorization`. It is sent and kept nowhere. */
  authorization?: string | undefined;
  headers?: Record<string, string>;
  schema: z.ZodType<T>;
  signal?: AbortSignal | undefined;
};

/** Rejects with a `GuildToolError`, or with the reason of the caller's signal. Redirects are refused, nothing is retried. */
export async function fetchJson<T>({ tool, url, authorization, schema, signal, ...options }: Request<T>): Promise<T> {
  const { fetch = globalThis.fetch, timeoutMs = 8_000 } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  const limit = signal ? AbortSignal.any([timeout, signal]) : timeout;
  // fetch would throw an exception that quotes it.
  if (authorization !== undefined && !/^[\x21-\x7e ]+$/.test(authorization))
    throw new GuildToolError(tool, 'unauthorized');
  const headers = {
    Accept: 'application/json',
    ...options.headers,
    ...(authorization === undefined ? {} : { Authorization: authorization }),
  };
  try {
    const response = await fetch(url, { headers, redirect: 'manual', signal: limit });
    const body = await bodyOf(response, limit);
    const failure = failureOf(tool, response, body);
    if (failure) throw failure;
    const parsed = schema.safeParse(JSON.parse(body));
    if (parsed.success) return parsed.data;
    throw new GuildToolError(tool, 'malformed', { field: parsed.error.issues[0]?.path.map(String).join('.') ?? null });
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof GuildToolError) throw error;
    // The exception itself may quote a header, and with it the key.
    const isBody = error instanceof MaxBufferError || error instanceof SyntaxError || error instanceof TypeError;
    throw new GuildToolError(tool, isBody && !timeout.aborted && !isNetwork(error) ? 'malformed' : 'unavailable');
  }
}

/** fetch says "fetch failed" with a cause for everything below HTTP. */
const isNetwork = (error: Error) => error instanceof TypeError && error.cause !== undefined;

async function bodyOf(response: Response, limit: AbortSignal): Promise<string> {
  if (!response.body) return '';
  // Piped, because fetch itself can leave a read pending when it is aborted while the body stalls.
  const body = response.body.pipeThrough(new TransformStream(), { signal: limit });
  return new TextDecoder('utf-8', { fatal: true }).decode(await getStreamAsBuffer(body, { maxBuffer: MAX_BYTES }));
}

function failureOf(tool: GuildToolError['tool'], { status, headers }: Response, body: string): GuildToolError | null {
  if (status === 200) return null;
  if (status === 401 || status === 403) return new GuildToolError(tool, 'unauthorized');
  if (status === 404 || status === 410) return new GuildToolError(tool, 'gone');
  if (status === 429) return new GuildToolError(tool, 'limited', { retryAfterSeconds: waitOf(headers, body) });
  return new GuildToolError(tool, isForNow(status) ? 'unavailable' : 'malformed');
}

const IN_WORDS = /try again in (\d{1,4}(?:\.\d{1,9})?)(?:\s*(m|mins?|minutes?)\b)?/i;

/** Raid-Helper says how long only in words: "try again in 4s", "in 1.5 minutes". */
function waitOf(headers: Headers, body: string): number {
  const [, number, minutes] = IN_WORDS.exec(body.slice(0, 1_000)) ?? [];
  const inBody = number === undefined ? undefined : waitOfSeconds(Number(number) * (minutes ? 60 : 1));
  const ms = pauseMsOf(retryAfterMs(headers.get('retry-after')), inBody) ?? 5_000;
  return Math.min(Math.ceil(ms / 1_000), 3_600);
}
