/** A load balancer in front of several web processes: each connection goes to the next one that accepts it. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from './app.ts';

export type Balancer = { url: string; upstreams: number[]; [Symbol.asyncDispose](): Promise<void> };

/** `upstreams` may change at any time. */
export async function startBalancer(): Promise<Balancer> {
  const upstreams: number[] = [];
  const clients = new Set<Socket>();
  let turn = 0;
  const server = createServer((client) => {
    clients.add(client);
    client.on('error', () => client.destroy()).once('close', () => clients.delete(client));
    const from = turn++;
    forward(
      client,
      upstreams.map((_, place) => upstreams[(from + place) % upstreams.length] ?? 0),
    );
  });
  const port = await freePort();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${port}`,
    upstreams,
    async [Symbol.asyncDispose]() {
      const closed = once(server.close(), 'close');
      for (const client of clients) client.destroy();
      await closed;
    },
  };
}

/** Connects to the first of these ports that accepts; when either side ends, so does the other. */
function forward(client: Socket, [port, ...others]: number[]): void {
  if (port === undefined) return void client.destroy();
  const upstream = connect(port, '127.0.0.1');
  let connected = false;
  upstream.once('connect', () => {
    connected = true;
    client.pipe(upstream).pipe(client);
    client.once('close', () => upstream.destroy());
  });
  upstream.on('error', () => {
    if (connected) client.destroy();
    else forward(client, others);
  });
  upstream.once('close', () => {
    if (connected) client.destroy();
  });
}
