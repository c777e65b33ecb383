/** A connection to a TCP server that can go silent: it refuses and closes nothing, and delivers nothing any more. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from './app.ts';

export type Wire = {
  /** The same address, through this connection. */
  through(url: string): string;
  /** Affects existing and new connections from now on. */
  fallSilent(): void;
  /** Delivers everything held back; or, if connections were forgotten on the way, nothing ever arrives on those. */
  comeBack(how?: { forgetful: boolean }): void;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function startWire(target: string): Promise<Wire> {
  const { hostname, port: targetPort } = new URL(target);
  const ends = new Set<Socket>();
  let silent = false;
  const hush = (end: Socket) => void end.unpipe().pause();
  const pairs = new Map<Socket, Socket>();
  const join = (client: Socket, upstream: Socket) => void client.pipe(upstream).pipe(client);

  const server = createServer((client) => {
    const upstream = connect(Number(targetPort), hostname);
    pairs.set(client, upstream);
    for (const [end, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      ends.add(end);
      end
        .on('error', () => {})
        .once('close', () => {
          ends.delete(end);
          pairs.delete(client);
          if (!silent) other.destroy();
        });
    }
    if (silent) hush(client);
    else join(client, upstream);
  });
  const port = await freePort();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    through(url) {
      const address = new URL(url);
      address.port = String(port);
      return address.href;
    },
    fallSilent() {
      silent = true;
      for (const end of ends) hush(end);
    },
    comeBack({ forgetful } = { forgetful: false }) {
      if (!silent) return;
      silent = false;
      if (forgetful) pairs.clear();
      for (const [client, upstream] of pairs) join(client, upstream);
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server.close(), 'close');
      for (const end of ends) end.destroy();
      await closed;
    },
  };
}
