import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { callerOf } from '../../../test/caller.ts';
import { createPerson } from '../../../test/people.ts';
import { createApp } from '../../app/app.ts';
import { createHttpServer } from './http-server.ts';

const SESSION = 40;
const ANONYMOUS = 30;
const low = { RATE_LIMIT_PERSON: `${SESSION}`, RATE_LIMIT_ANONYMOUS: `${ANONYMOUS}` };

let app: TestApp;
let behindProxy: TestApp;
/** The ends of connections that never finish their headers, or their body; awaited while other tests run. */
let slowHeaders: Promise<End>;
let slowBody: Promise<End>;
/** Gives up later than ours may. Both wait in this process, so a busy machine holds up the one like the other. */
const slower = createServer({ headersTimeout: 25_000, requestTimeout: 90_000, connectionsCheckingInterval: 1_000 });
type End = { seconds: number; first: 'ours' | 'slower' };
beforeAll(async () => {
  app = await testApp({ roles: ['web'], environment: low });
  const slowerPort = await portOf(slower);
  const endOf = async (begun: string): Promise<End> => {
    const started = performance.now();
    const ours = raw(begun).then(() => 'ours' as const);
    const other = raw(begun, slowerPort).then(() => 'slower' as const);
    const first = await Promise.race([ours, other]);
    return { seconds: (performance.now() - started) / 1_000, first };
  };
  slowHeaders = endOf('GET /api/v1/auth/me HTTP/1.1\r\nHost: x\r\nX-Slow: ');
  slowBody = endOf(
    'POST /api/v1/auth/magic-link HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
  );
  behindProxy = await testApp({ roles: ['web'], environment: { ...low, TRUST_PROXY_HOPS: '1' } });
});
afterAll(async () => {
  slower.closeAllConnections();
  slower.close();
  await Promise.all([app[Symbol.asyncDispose](), behindProxy[Symbol.asyncDispose]()]);
});

/** Each test behind the proxy uses its own network. */
let networks = 0;
const network = () => {
  networks += 1;
  return `198.51.100.${networks}`;
};
const from = (address: string, path = '/api/v1/auth/get-session') =>
  fetch(`${behindProxy.url}${path}`, { headers: { 'x-forwarded-for': address } });
const left = (answer: Response) => Number(answer.headers.get('ratelimit-remaining'));

test('every response reports the rate limit, and a refusal says when to retry', async () => {
  const address = network();
  const first = await from(address);
  expect(Object.fromEntries(['limit', 'remaining'].map((key) => [key, first.headers.get(`ratelimit-${key}`)]))).toEqual(
    {
      limit: `${ANONYMOUS}`,
      remaining: `${ANONYMOUS - 1}`,
    },
  );
  expect(Number(first.headers.get('ratelimit-reset'))).toBeGreaterThan(30);
  expect(Number(first.headers.get('ratelimit-reset'))).toBeLessThanOrEqual(60);
  const rest = await Promise.all(Array.from({ length: 40 }, () => from(address)));
  expect(rest.filter(({ status }) => status === 200)).toHaveLength(ANONYMOUS - 1);
  const refused = rest.find(({ status }) => status === 429);
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(20);
  expect(await refused?.json()).toEqual({
    code: 'TOO_MANY_REQUESTS',
    reason: 'rate_limited',
    message: expect.any(String),
    requestId: refused?.headers.get('x-request-id'),
  });
  expect((await from(network())).status).toBe(200);
});

test('R-06: the sign-ins of a person share one limit, and their tokens another', async () => {
  const { userId, token } = await createPerson(behindProxy);
  const bot = { label: 'Bot', scope: 'read', days: 1 } as const;
  const create = (kind?: typeof bot) => behindProxy.ctx.sessions.create(userId, kind);
  const signIns = [token, (await create()).token].map((each) => callerOf(behindProxy, each));
  const tokens = [await create(bot), await create(bot)].map((each) => callerOf(behindProxy, each.token));
  for (const callers of [signIns, tokens]) {
    const answers = await Promise.all(
      Array.from({ length: SESSION + 6 }, (_, i) => callers[i % 2]?.('GET', '/auth/me')),
    );
    expect(answers.filter((answer) => answer?.status === 200)).toHaveLength(SESSION);
    expect(answers.filter((answer) => answer?.status === 429)).toHaveLength(6);
  }
});

test('a person has their own limit across networks, and does not use up the limit of the network', async () => {
  const { token } = await createPerson(behindProxy);
  const call = callerOf(behindProxy, token);
  const address = network();
  const answers = await Promise.all(
    Array.from({ length: SESSION + 5 }, (_, i) =>
      call('GET', '/auth/me', undefined, { 'x-forwarded-for': i % 2 ? address : network() }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(SESSION);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  expect((await from(address)).headers.get('ratelimit-remaining')).toBe(`${ANONYMOUS - 1}`);
  const other = callerOf(behindProxy, (await createPerson(behindProxy)).token);
  expect((await other('GET', '/auth/me')).status).toBe(200);
});

test('I-07: queries of a batch count as one, mutations count one each, and a batch has at most 20 calls', async () => {
  const address = network();
  const batch = (size: number) =>
    from(address, `/trpc/${Array(size).fill('auth.getSession').join(',')}?batch=1&input=${encodeURIComponent('{}')}`);
  const first = await batch(20);
  await first.text();
  expect(left(await from(address))).toBe(ANONYMOUS - 2);
  const changes = (size: number) =>
    fetch(`${behindProxy.url}/trpc/${Array(size).fill('profile.update').join(',')}?batch=1`, {
      method: 'POST',
      headers: { 'x-forwarded-for': address, 'content-type': 'application/json' },
      body: '{}',
    });
  await (await changes(20)).text();
  expect(left(await from(address))).toBe(ANONYMOUS - 23);
  const answers = (await (await changes(20)).json()) as { error: { data: { httpStatus: number } } }[];
  expect(answers.filter(({ error }) => error.data.httpStatus === 429)).toHaveLength(20 - (ANONYMOUS - 23));
  const refused = (await (await batch(3)).json()) as { error: { data: { httpStatus: number } } }[];
  expect(refused.map(({ error }) => error.data.httpStatus)).toEqual([429, 429, 429]);
  expect((await batch(21)).status).toBe(400);
  expect((await batch(500)).status).toBeGreaterThanOrEqual(400);
});

test.each([
  '/api/v1/auth/me/avatar',
  '/api/v1/organizations/somebody/logo',
  '/api/v1/events/0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f/image',
])('R-03: guessing tokens at %s counts against the limit of the network', async (path) => {
  const address = network();
  const guess = () =>
    fetch(`${behindProxy.url}${path}`, {
      method: 'POST',
      headers: { 'x-forwarded-for': address, authorization: `Bearer ${'g'.repeat(43)}` },
    });
  for (let i = 0; i < ANONYMOUS; i += 1) expect((await guess()).status).toBe(401);
  expect((await guess()).status).toBe(429);
});

test('health and liveness do not count against the limit of other calls', async () => {
  const address = network();
  for (const path of ['/api/v1/health', '/livez']) {
    for (let asked = 0; asked < ANONYMOUS + 20; asked += 1) expect((await from(address, path)).status).not.toBe(429);
  }
  expect(left(await from(address))).toBe(ANONYMOUS - 1);
});

test('R-02: X-Forwarded-For has no effect when no proxy is trusted', async () => {
  const answers = [];
  for (let i = 0; i < ANONYMOUS + 3; i += 1) {
    const headers = {
      'x-forwarded-for': `203.0.113.${i}`,
      forwarded: `for=203.0.113.${i}`,
      'x-real-ip': `203.0.113.${i}`,
    };
    answers.push((await fetch(`${app.url}/api/v1/auth/get-session`, { headers })).status);
  }
  expect(answers).toEqual([...Array(ANONYMOUS).fill(200), 429, 429, 429]);
});

test('R-02: behind a proxy only its own entry counts, and an IPv6 /56 counts as one network', async () => {
  const address = network();
  expect(left(await from(address))).toBe(ANONYMOUS - 1);
  expect(left(await from(`203.0.113.77, ${address}`))).toBe(ANONYMOUS - 2);
  expect(left(await from(`::ffff:${address}`))).toBe(ANONYMOUS - 3);
  expect(left(await from('2001:db8:1:22aa::1'))).toBe(ANONYMOUS - 1);
  expect(left(await from('2001:db8:1:22bb:ffff::9'))).toBe(ANONYMOUS - 2);
  expect(left(await from('2001:db8:1:23aa::1'))).toBe(ANONYMOUS - 1);
  // An invalid address has a limit too.
  expect(left(await from('nonsense'))).toBe(ANONYMOUS - 1);
  expect(left(await from('nonsense'))).toBe(ANONYMOUS - 2);
});

test('R-03: other spellings of a path meet the same limit and guards, or are refused', async () => {
  const address = network();
  const spellings = ['/API/V1/AUTH/GET-SESSION', '/api/v1/auth/get-session/', '/Api/v1/Auth/get-session'];
  let remaining = left(await from(address));
  for (const path of spellings) {
    const answer = await from(address, path);
    if (answer.status !== 404) remaining -= 1;
    expect([path, answer.status === 404 || left(answer) === remaining]).toEqual([path, true]);
  }
  for (const path of [
    '//api/v1/auth/me',
    '/api//v1/auth/me',
    '/api/v1//auth/me',
    '/%61pi/v1/auth/me',
    '/api/v1/%61uth/me',
    '/api/v1/auth/me;x',
    '/api/v1/auth/%2e%2e/auth/me',
    '/API/V1/AUTH/ME/',
    '/TRPC/users.me',
    '/trpc//users.me',
    '/trpc/users%2Eme',
  ]) {
    const { status, headers } = await from(address, path);
    expect([path, [400, 401, 404, 429].includes(status)]).toEqual([path, true]);
    expect(headers.get('set-cookie')).toBeNull();
  }
});

/** Sends raw bytes and returns everything received until the connection ends. */
function raw(request: string, port = Number(new URL(app.url).port)): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
    socket
      .on('close', () => resolve(answer))
      .on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? resolve(answer) : reject(error)));
  });
}

async function portOf(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('No port');
  return address.port;
}

test('R-05: 2,000 idle connections do not delay the health check', async () => {
  // These connections never end by themselves, so an answer that waited for one of them would not come.
  await using server = createHttpServer(createApp(app.ctx), { headersTimeout: 0, requestTimeout: 0, timeout: 0 });
  const port = await portOf(server);
  const sockets = await Promise.all(
    Array.from(
      { length: 2_000 },
      () =>
        new Promise<ReturnType<typeof connect>>((resolve, reject) => {
          const socket = connect(port, '127.0.0.1', () => resolve(socket));
          socket.once('error', reject);
        }),
    ),
  );
  try {
    // Half of them have started a request and do not finish it.
    for (const socket of sockets.slice(0, 1_000)) socket.write('GET /api/v1/auth/me HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    for (const path of ['/api/v1/health', '/livez']) {
      expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(200);
    }
    expect(sockets.filter(({ closed }) => closed)).toEqual([]);
  } finally {
    for (const socket of sockets) socket.on('error', () => {}).destroy();
  }
});

test('R-05: a connection with unfinished request headers is closed after 10 to 15 seconds', async () => {
  const { seconds, first } = await slowHeaders;
  expect(seconds).toBeGreaterThan(9);
  // Node's default is a minute.
  expect(first).toBe('ours');
});

test('R-05: a connection with an unfinished request body is closed after 25 to 30 seconds', async () => {
  const { seconds, first } = await slowBody;
  expect(seconds).toBeGreaterThan(24);
  // Node's default is five minutes.
  expect(first).toBe('ours');
});
