/** A local server that plays Discord for this package's tests and answers as told. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export type TestPlatform = { apiUrl: string; [Symbol.asyncDispose](): Promise<void> };

export async function startPlatform(answers: Handler): Promise<TestPlatform> {
  const server = createServer(answers);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    apiUrl: `http://127.0.0.1:${address.port}/api/v10`,
    [Symbol.asyncDispose]: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Handler {
  return (_request, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
}
