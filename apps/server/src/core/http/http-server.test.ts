import { once } from 'node:events';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { eventually } from '../../../test/guild.ts';
import { createHttpServer } from './http-server.ts';

/** More than the buffers of both ends of a connection take. */
const LARGE = Buffer.alloc(64 * 1024 * 1024);

async function serving(listener: RequestListener, patience?: Parameters<typeof createHttpServer>[1]) {
  const answers: ServerResponse[] = [];
  const server: Server = createHttpServer((request, response) => {
    answers.push(response);
    listener(request, response);
  }, patience);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('No port');
  const { port } = address;
  return {
    answers,
    /** Sends a request and reads nothing until it is told to. */
    ask() {
      const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'));
      socket.on('error', () => undefined);
      return socket;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

test.concurrent('R-08: an answer that no client reads is ended, and one that is read is not', async () => {
  await using service = await serving((_request, response) => void response.end(LARGE), { timeout: 3_000 });
  const readers = Array.from({ length: 5 }, () => service.ask());
  await eventually(async () => expect(service.answers).toHaveLength(5));
  const ended = () => service.answers.filter(({ destroyed, closed }) => destroyed || closed).length;
  // One of them reads.
  let read = 0;
  readers[0]?.on('data', (piece: Buffer) => {
    read += piece.length;
  });
  await eventually(async () => expect(ended()).toBe(5));
  expect(read).toBeGreaterThan(LARGE.length);
  expect(service.answers.filter(({ writableFinished }) => writableFinished)).toHaveLength(1);
  for (const reader of readers) reader.destroy();
}, 30_000);

test.concurrent('R-08: an answer that is read too slowly to end is ended', async () => {
  await using service = await serving(
    (_request, response) => {
      const drip = setInterval(() => response.write('.'), 20);
      response.once('close', () => clearInterval(drip));
    },
    { answerMs: 1_000 },
  );
  service.ask().resume();
  await eventually(async () => expect(service.answers[0]?.destroyed).toBe(true));
  expect(service.answers[0]?.writableFinished).toBe(false);
});

test.concurrent('R-08: an answer that the service takes its time for is not ended', async () => {
  // The answer begins only after the time in which nothing moved.
  await using service = await serving((_request, response) => response.once('timeout', () => response.end('done')), {
    timeout: 1_000,
  });
  const reader = service.ask();
  let text = '';
  reader.on('data', (piece: Buffer) => {
    text += piece;
  });
  await eventually(async () => expect(text).toContain('done'));
  reader.destroy();
});
