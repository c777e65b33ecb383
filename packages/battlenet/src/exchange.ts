import { getStreamAsBuffer, MaxBufferError } from 'get-stream';

/** One HTTP exchange, without retries or interpretation. `body` is empty unless the status is 200. */
export type Exchange = { status: number; headers: Headers; body: string };

export type ExchangeRequest = {
  fetch: typeof globalThis.fetch;
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string | undefined;
  /** Covers headers and body together. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
};

/**
 * Explains why there is no response. `reason` is in our own words: a fetch exception can quote a header, and with it a
 * token.
 */
export class ExchangeError extends Error {
  readonly kind: 'no_answer' | 'bad_body';

  constructor(kind: 'no_answer' | 'bad_body', reason: string) {
    super(reason);
    this.kind = kind;
  }
}

/**
 * The largest document we use is about 3 MB; anything beyond this is an attack or a mistake. Counted after
 * decompression.
 */
const maxBuffer = 16 * 1024 * 1024;

/** Sends the request and reads the whole response. Throws `ExchangeError`, or the reason of the caller's signal. */
export async function exchange(request: ExchangeRequest): Promise<Exchange> {
  const { fetch, url, method, headers, body = null, timeoutMs, signal } = request;
  const timeout = AbortSignal.timeout(timeoutMs);
  const limit = signal ? AbortSignal.any([timeout, signal]) : timeout;
  try {
    const response = await fetch(url, { method, headers, body, redirect: 'manual', signal: limit });
    const { status } = response;
    const text = status === 200 ? await readBody(response, limit) : await drain(response, limit);
    signal?.throwIfAborted();
    return { status, headers: response.headers, body: text };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ExchangeError) throw error;
    throw new ExchangeError('no_answer', timeout.aborted ? `no answer in ${timeoutMs} ms` : networkReason(error));
  }
}

async function readBody(response: Response, limit: AbortSignal): Promise<string> {
  if (!response.body) return '';
  // Piped, because fetch itself can leave a read pending when it is aborted while the body stalls.
  const body = response.body.pipeThrough(new TransformStream(), { signal: limit });
  return decode(
    await getStreamAsBuffer(body, { maxBuffer }).catch((error: unknown) => {
      throw error instanceof MaxBufferError ? new ExchangeError('bad_body', `more than ${maxBuffer} bytes`) : error;
    }),
  );
}

/** Reads and discards a body, because an unread one costs the connection. Errors do not matter here. */
async function drain(response: Response, limit: AbortSignal): Promise<string> {
  await readBody(response, limit).catch(() => {});
  return '';
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ExchangeError('bad_body', 'not UTF-8');
  }
}

/** The code of the system error beneath fetch's own (`ECONNREFUSED`, `UND_ERR_SOCKET`), which is safe to show. */
function networkReason(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : 'network error';
}
