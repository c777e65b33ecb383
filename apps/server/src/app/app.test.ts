/** Tests the properties that all answers share. */
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../test/app.ts';
import { fastestOf3 } from '../../test/fastest.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ roles: ['web'], environment: { CORS_ORIGINS: 'https://web.example' } });
});
afterAll(() => app[Symbol.asyncDispose]());

const everywhere: [string, string, number][] = [
  ['GET', '/', 200],
  ['GET', '/docs', 200],
  ['GET', '/livez', 200],
  ['GET', '/api/v1/health', 200],
  ['GET', '/api/v1/auth/get-session', 200],
  ['GET', '/api/v1/auth/me', 401],
  ['GET', '/api/v1/auth/signin/battlenet', 302],
  ['GET', '/api/v1/auth/signin/nobody', 404],
  ['GET', '/api/v1/nothing', 404],
  ['POST', '/api/v1/health', 405],
  ['GET', '/trpc/health.check?input={}', 200],
  ['GET', '/trpc/nothing', 404],
  ['GET', '/nothing', 404],
  ['GET', '/%E0%A4%A', 400],
  ['GET', '/api/v1//health', 400],
  ['GET', '/trpc/../health', 400],
  ['GET', '/api/v1/auth/signin/%E0%A4%A', 400],
  ['GET', '/.env', 404],
  ['GET', '/..%2f..%2fetc/passwd', 400],
];

test.each(everywhere)('%s %s answers %d with a request id and security headers', async (method, path, status) => {
  const answer = await app.http[method === 'POST' ? 'post' : 'get'](path).expect(status);
  expect(answer.headers).toMatchObject({
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  });
  expect(answer.headers).not.toHaveProperty('x-powered-by');
  expect(answer.headers['strict-transport-security']).toBeUndefined();
  if (path.startsWith('/api') || path.startsWith('/trpc')) expect(answer.headers['cache-control']).toBe('no-store');
  if (status >= 400) {
    const { code, message, requestId } = path.startsWith('/trpc')
      ? { ...answer.body.error, ...answer.body.error.data }
      : answer.body;
    expect([typeof code, typeof message, requestId]).toEqual(['string', 'string', answer.headers['x-request-id']]);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
  }
});

test('every request gets its own id, and the log contains it but not the query', async () => {
  const [one, other] = [await app.http.get('/api/v1/nothing?token=s3cret'), await app.http.get('/api/v1/nothing')];
  expect(one.headers['x-request-id']).not.toBe(other.headers['x-request-id']);
  const line = app.logged.find((entry) => entry.includes(one.headers['x-request-id'] ?? '-'));
  expect(JSON.parse(line ?? '')).toMatchObject({ method: 'GET', path: '/api/v1/nothing', status: 404 });
  expect(app.logged.join()).not.toContain('s3cret');
});

test('ignores a request id that a client sends', async () => {
  const { headers } = await app.http.get('/livez').set('X-Request-Id', 'mine').expect(200);
  expect(headers['x-request-id']).not.toBe('mine');
});

test('CORS lets only configured origins read answers', async () => {
  const ask = (origin: string) => app.http.get('/api/v1/auth/get-session').set('Origin', origin);
  const { headers } = await ask('https://web.example');
  expect(headers).toMatchObject({
    'access-control-allow-origin': 'https://web.example',
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': expect.stringContaining('X-Request-Id'),
    vary: expect.stringContaining('Origin'),
  });
  for (const origin of ['https://evil.example', 'null', 'http://web.example', 'https://web.example.evil.example']) {
    expect((await ask(origin)).headers['access-control-allow-origin']).toBeUndefined();
  }
});

/** Sends bytes as they are, and answers the status line. */
async function raw(bytes: string): Promise<string> {
  const socket = connect(new URL(app.url).port ? Number(new URL(app.url).port) : 80, '127.0.0.1');
  const { promise, resolve } = Promise.withResolvers<string>();
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.on('close', () => resolve(answer.split('\r\n')[0] ?? ''));
  socket.on('error', () => resolve('closed'));
  socket.write(bytes);
  return promise;
}

test.each([
  ['a header named __proto__', 'GET /livez HTTP/1.1\r\nHost: x\r\n__proto__: x\r\nConnection: close\r\n\r\n', /200/],
  [
    '200 headers',
    `GET /livez HTTP/1.1\r\nHost: x\r\n${Array.from({ length: 200 }, (_, i) => `X-${i}: x`).join('\r\n')}\r\nConnection: close\r\n\r\n`,
    /200|431/,
  ],
  ['a header of 20 kB', `GET /livez HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, /431/],
  ['a path of 20 kB', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, /431|414/],
  ['a bad Content-Length', 'POST /api/v1/auth/sign-out HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n', /400/],
  ['a negative Content-Length', 'POST /api/v1/auth/sign-out HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n', /400/],
  [
    'a length and chunks',
    'POST /api/v1/auth/sign-out HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    /400/,
  ],
  ['no HTTP at all', 'hello\r\n\r\n', /400/],
  [
    'an absolute address',
    'GET http://evil.example/livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    /200|400|404/,
  ],
  ['a star for an address', 'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', /2\d\d|4\d\d/],
])('I-05: answers %s and stays up', async (_what, bytes, status) => {
  expect(await raw(bytes)).toMatch(status);
  await app.http.get('/livez').expect(200);
});

test('I-06: answers 1,000 parameters of one name and an 8 kB path promptly', async () => {
  const ms = await fastestOf3(async () => {
    await app.http.get(`/api/v1/health?${'a[]=1&'.repeat(1_000)}`).expect(400);
    await app.http.get(`/api/v1/organizations/${'x'.repeat(7_900)}/audit-log`).expect(401);
    await app.http.get(`/api/v1/organizations/${'x'.repeat(8_000)}`).expect(400);
  });
  // Work that grows with their number squared takes minutes.
  expect(ms).toBeLessThan(10_000);
});

test('a path below /guilds is an alias of the one below /organizations', async () => {
  await using app = await testApp({ roles: ['web'] });
  const user = await app.signIn('ysolde');
  for (const path of ['/nowhere/events', '/nowhere/posts?page=1', '/nowhere/roles']) {
    for (const start of ['/guilds', '/organizations']) {
      const { status, body } = await user.get(`${start}${path}`);
      expect([path, status, body.reason]).toEqual([path, 404, 'organization_not_found']);
    }
  }
});
