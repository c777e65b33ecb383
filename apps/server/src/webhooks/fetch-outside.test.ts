import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { expect, test } from 'vitest';
import { receiver } from '../../test/receiver.ts';
import { isPublicAddress, postOutside } from './fetch-outside.ts';

const post = (address: string, more: Partial<Parameters<typeof postOutside>[0]> = {}) =>
  postOutside({
    url: new URL(address),
    headers: {},
    body: '{}',
    signal: new AbortController().signal,
    patienceMs: 30_000,
    trusted: false,
    ...more,
  });

test('H-01: accepts only public internet addresses as public', () => {
  const inside = [
    ...['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
    ...['192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...['::1', '::', 'fe80::1', 'fc00::1', 'fec0::1', 'ff02::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1'],
    ...['64:ff9b::7f00:1', '64:ff9b:1::1', '2002:7f00:1::', '2001::1', '2001:db8::1', '4000::1', 'localhost'],
  ];
  expect(inside.filter(isPublicAddress)).toEqual([]);
  expect(['8.8.8.8', '151.101.1.140', '2606:4700::1111'].filter(isPublicAddress)).toHaveLength(3);
});

test('H-01: no name or address reaches the internal network, even if a name changes after the check', async () => {
  await using inside = await receiver();
  const { port } = new URL(inside.origin);
  for (const host of [
    '127.0.0.1',
    '[::ffff:7f00:1]',
    '2130706433',
    '0x7f.1',
    '１２７.0.0.1',
    '[64:ff9b::7f00:1]',
    'localhost',
  ]) {
    await expect(post(`http://${host}:${port}/`), host).rejects.toMatchObject({ kind: 'blocked' });
  }
  // A name that is public when it is checked and private when it is connected to: it is asked once.
  const answers = ['203.0.114.1', '127.0.0.1'];
  const resolve = async () => [{ address: answers.shift() ?? '', family: 4 }];
  await expect(post(`http://planner.example:${port}/`, { resolve, patienceMs: 300 })).rejects.toMatchObject({
    kind: expect.stringMatching(/timeout|unreachable/),
  });
  expect(answers).toEqual(['127.0.0.1']);
  // Private addresses are not tried.
  const both = async () => [{ address: '127.0.0.1', family: 4 }];
  await expect(post(`http://planner.example:${port}/`, { resolve: both })).rejects.toMatchObject({ kind: 'blocked' });
  expect(inside.received).toEqual([]);
});

test('H-02: does not follow a redirect, and does not read a long or slow body', async () => {
  await using outside = await receiver();
  await using inside = await receiver();
  outside.answer((response) => response.writeHead(302, { location: inside.address }).end());
  expect(await post(outside.address, { trusted: true })).toMatchObject({ status: 302 });
  expect(inside.received).toEqual([]);
  outside.answer((response) => void response.writeHead(200).write('a'.repeat(10_000_000)));
  expect(await post(outside.address, { trusted: true })).toMatchObject({ status: 200 });
});

test('H-02: distinguishes a timeout, a refused connection and a TLS failure', async () => {
  await using slow = await receiver();
  slow.answer(() => {});
  await expect(post(slow.address, { trusted: true, patienceMs: 300 })).rejects.toMatchObject({ kind: 'timeout' });
  const free = createServer();
  await listening(free);
  const { port } = free.address() as { port: number };
  free.close();
  await once(free, 'close');
  await expect(post(`http://127.0.0.1:${port}/`, { trusted: true })).rejects.toMatchObject({ kind: 'unreachable' });
  const noTls = createTcpServer((socket) => socket.end('hello\n'));
  noTls.listen(0, '127.0.0.1');
  await once(noTls, 'listening');
  const { port: plain } = noTls.address() as { port: number };
  await expect(post(`https://127.0.0.1:${plain}/`, { trusted: true })).rejects.toMatchObject({ kind: 'tls' });
  noTls.close();
});

async function listening(server: Server): Promise<void> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}
