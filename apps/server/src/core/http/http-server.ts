import { createServer, type RequestListener, type Server } from 'node:http';

/**
 * Node checks for slow clients every five seconds, so headers may take 15 seconds and a whole request 30. A connection
 * stays open longer than proxies keep theirs, mostly a minute: otherwise a request could arrive just as it closes.
 * `timeout` ends a connection on which nothing moves since the reader of an answer does not read; `answerMs` ends an answer
 * that is read too slowly to end. Both leave room for a request of socket.io, which waits 25 seconds for a message.
 */
const PATIENCE = {
  headersTimeout: 10_000,
  requestTimeout: 25_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 65_000,
  timeout: 30_000,
  answerMs: 120_000,
};

/** A server whose slow clients hold its memory for a bounded time. */
export function createHttpServer(listener: RequestListener, patience: Partial<typeof PATIENCE> = {}): Server {
  const { timeout, answerMs, ...options } = { ...PATIENCE, ...patience };
  const server = createServer(options, (request, response) => {
    const timer = setTimeout(() => request.socket.destroy(), answerMs).unref();
    response.once('close', () => clearTimeout(timer));
    // Until the answer begins, the service keeps its reader waiting, not the other way round.
    response.on('timeout', () => void (response.headersSent && request.socket.destroy()));
    listener(request, response);
  });
  server.timeout = timeout;
  return server;
}
