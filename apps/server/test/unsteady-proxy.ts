/** A proxy in front of a service that loses requests and answers as it is told. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** `answer lost`: the service gets the request, the client no answer. The others are answered without the service. */
export type Fault = 'answer lost' | 503 | 502 | 429 | keyof typeof UNREADABLE;

/** Bodies of an own 200. */
const UNREADABLE = { page: '<h1>Sign in to this network</h1>', 'half an answer': '{"changes":[', nothing: '' };

export type UnsteadyProxy = {
  url: string;
  /** One for each of the next requests. */
  faults: Fault[];
  /** The requests, in their order. */
  seen: { method: string; path: string; key: string | undefined; fault: Fault | undefined }[];
  /** `Retry-After` of its own answers, in seconds. */
  retryAfter: number;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function unsteadyProxy(upstream: string): Promise<UnsteadyProxy> {
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('No port');
  const proxy: UnsteadyProxy = {
    url: `http://127.0.0.1:${address.port}`,
    faults: [],
    seen: [],
    retryAfter: 0,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/', headers } = request;
    const fault = proxy.faults.shift();
    proxy.seen.push({ method, path, key: headers['idempotency-key']?.toString(), fault });
    const body = await buffer(request);
    if (typeof fault === 'number') {
      response.writeHead(fault, { 'retry-after': String(proxy.retryAfter) }).end('<h1>Not now</h1>');
      return;
    }
    if (fault !== undefined && fault !== 'answer lost') {
      const text = UNREADABLE[fault];
      // Clients read an answer differently where its length is told.
      const length = fault === 'half an answer' ? {} : { 'content-length': String(text.length) };
      return void response.writeHead(200, { 'content-type': 'text/html', ...length }).end(text);
    }
    const { authorization = '', 'content-type': type = 'application/json' } = headers;
    const key = headers['idempotency-key']?.toString();
    const answer = await fetch(`${upstream}${path}`, {
      method,
      headers: { authorization, 'content-type': type, ...(key ? { 'idempotency-key': key } : {}) },
      ...(body.length > 0 ? { body } : {}),
    });
    const text = await answer.text();
    if (fault === 'answer lost') return void response.destroy();
    const headersBack = { 'content-type': answer.headers.get('content-type') ?? 'text/plain' };
    response.writeHead(answer.status, headersBack).end(text);
  }
}
