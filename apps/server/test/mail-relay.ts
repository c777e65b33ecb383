import { createServer, type Socket, connect as tcp } from 'node:net';
import type { Mailbox } from './mailbox.ts';

/** A mail server that at first stays silent or hangs up, and relays everything once it is opened. */
export async function startRelay({ url }: Mailbox, atFirst: 'says nothing' | 'hangs up' = 'says nothing') {
  const sockets = new Set<Socket>();
  const relay = { held: 0, isOpen: false };
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    if (!relay.isOpen) {
      relay.held += 1;
      if (atFirst === 'hangs up') socket.destroy();
      return;
    }
    const target = tcp(Number(new URL(url).port), '127.0.0.1');
    sockets.add(target.on('error', () => {}));
    socket.pipe(target).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    get held() {
      return relay.held;
    },
    open: () => {
      relay.isOpen = true;
    },
    shut: () => {
      relay.isOpen = false;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
