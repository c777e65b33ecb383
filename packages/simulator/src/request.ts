import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

export type SimulatorRequest = {
  readonly method: string;
  /** As sent, percent-encoded, without the query. */
  readonly path: string;
  /** The decoded path segments; null if their percent-encoding is invalid. */
  readonly segments: readonly string[] | null;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The whole body as text; null if it is longer than `limit` bytes. */
  body(limit: number): Promise<string | null>;
};

/** Splits a request without resolving its path: `..` stays a name like any other. */
export function readRequest(message: IncomingMessage): SimulatorRequest {
  const url = message.url ?? '/';
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  return {
    method: message.method ?? 'GET',
    path,
    segments: decodePath(path),
    query: new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1)),
    headers: message.headers,
    body: (limit) => readBody(message, limit),
  };
}

/** The value of a header that may occur only once. */
export function headerOf(request: SimulatorRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** The token of `Authorization: Bearer <token>`. */
export function bearerOf(request: SimulatorRequest): string | undefined {
  return /^bearer ([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** The fields of a form-encoded body; null when it is something else or too long. */
export async function formOf(request: SimulatorRequest): Promise<URLSearchParams | null> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')) return null;
  const text = await request.body(64 * 1024);
  return text === null ? null : new URLSearchParams(text);
}

function decodePath(path: string): string[] | null {
  try {
    return path.slice(1).split('/').map(decodeURIComponent);
  } catch {
    return null;
  }
}

async function readBody(message: IncomingMessage, limit: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message) {
    size += chunk.length;
    // Reads and drops the rest, so that the client gets a response instead of a broken connection.
    if (size <= limit) chunks.push(chunk);
  }
  return size > limit ? null : Buffer.concat(chunks).toString('utf8');
}
