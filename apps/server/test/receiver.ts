/** A server of others that webhooks are sent to. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { WebhookMessage } from '@guildhall/contracts/webhook.ts';

export type Received = { path: string; headers: IncomingHttpHeaders; text: string; body: WebhookMessage };

export type Receiver = {
  origin: string;
  address: string;
  received: Received[];
  /** Replaces the answer, 204 by default. */
  answer(how: (response: ServerResponse) => void): void;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function receiver(): Promise<Receiver> {
  const received: Received[] = [];
  let answer: (response: ServerResponse) => void = (response) => response.writeHead(204).end();
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const body = JSON.parse(text);
    if (request.headers['webhook-id']) WebhookMessage.parse(body);
    received.push({ path: request.url ?? '', headers: request.headers, text, body });
    answer(response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('No port');
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    origin,
    address: `${origin}/hooks`,
    received,
    answer: (how) => {
      answer = how;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
