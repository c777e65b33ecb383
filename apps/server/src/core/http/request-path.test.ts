/** Sends paths as raw bytes, because HTTP clients normalize addresses before sending them. */
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { newMember, type Place, seedOrganization } from '../../../test/members.ts';
import { createPerson, type Person } from '../../../test/people.ts';

let app: TestApp;
let admin: Person;
let place: Place;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
  admin = await createPerson(app, { isAdmin: true });
  place = await seedOrganization(app, 'standalone');
  await newMember(app, place);
});
afterAll(() => app[Symbol.asyncDispose]());

type Answer = { status: number; headers: string; body: { code?: string; requestId?: string } };

/** Sends requests as an administrator, so that a wrongly reached route would succeed. */
async function raw(method: string, target: string): Promise<Answer> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    answer += chunk;
  });
  socket.on('close', () => resolve(answer)).on('error', reject);
  const authorization = `Authorization: Bearer ${admin.token}`;
  const head = `${method} ${target} HTTP/1.1\r\nHost: x\r\n${authorization}\r\nConnection: close\r\n\r\n`;
  socket.write(Buffer.from(head, 'latin1'));
  const [headers = '', text = ''] = (await promise).split('\r\n\r\n');
  const json = /\{.*\}/s.exec(text)?.[0] ?? '{}';
  const answered = JSON.parse(json);
  return { status: Number(headers.split(' ')[1]), headers, body: answered.error?.data ?? answered };
}

const state = () =>
  app.ctx.sql(`select (select count(*) from membership where left_at is null), (select count(*) from session),
    (select count(*) from organization where archived_at is null)`);

test.each([
  ['DELETE', () => `/api/v1/organizations/${place.id}/members/..`],
  ['DELETE', () => `/api/v1/organizations/${place.id}/members/%2e%2E`],
  ['DELETE', () => `/api/v1/organizations/${place.id}/x\\..`],
  ['GET', () => '/api/v1/x/../admin/stats'],
  ['GET', () => '/api/v1/game-data/..%2fauth/me'],
  ['GET', () => '/api/v1/game-data/%252e%252e/auth/me'],
  ['GET', () => '/api/v1//%'],
  ['GET', () => '/api/v1//['],
  ['GET', () => '/api/v1//@'],
  ['GET', () => '/api/v1//x:99999/y'],
  ['GET', () => '/trpc//['],
  ['GET', () => '//[/api/v1/auth/me'],
  ['GET', () => '/api/v1/auth/me#x'],
  ['GET', () => '/api/v1/auth/me\xa0'],
  ['GET', () => 'http://user@[/api/v1/auth/me'],
  ['OPTIONS', () => '*'],
])('I-09: %s of an ambiguous path is refused (%#)', async (method, target) => {
  const before = await state();
  const { status, headers, body } = await raw(method, target());
  expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
  expect(headers).toContain(`X-Request-Id: ${body.requestId}`);
  expect(await state()).toEqual(before);
});

test('routes an absolute URL by its path', async () => {
  expect((await raw('GET', `${app.url}/livez`)).status).toBe(200);
  expect((await raw('GET', 'http://x.example/api/v1/../livez')).status).toBe(400);
});

test('I-09: routes match only their exact spelling', async () => {
  for (const path of ['/API/v1/auth/me', '/api/v1/AUTH/me', '/api/v1/auth/me/', '/api/v1/%61uth/me', '/Metrics']) {
    expect([path, (await raw('GET', path)).status]).toEqual([path, 404]);
  }
});

const odd = fc.constantFrom(
  ...['..', '.', '', '%2e', '%2E%2e', '.%2e', '%252e%252e', '..%2f', '..%5c..', 'x\\..', '\\', '%5c..', '%2f..%2f'],
  ...['%', '%2', '%zz', '%E0%A4%A', '%ed%a0%80', '%ff', '\xe4', '\x80', '#', '#x', 'a#..', '@[\\', '[%'],
);
const plain = fc.constantFrom(
  'x',
  'auth',
  'me',
  'admin',
  'stats',
  'health',
  'organizations',
  '%41',
  'a%2Fb',
  'x:9',
  '@',
);
const prefix = fc.constantFrom('', '/api', '/api/v1', '/trpc', '/docs', '/admin/queues', '/metrics', '/login', '/dev');
const target = fc
  .tuple(
    fc.constantFrom('', '', '', 'http://x', 'http://user@x', 'http://[', '//x:99999', 'x'),
    prefix,
    fc.array(plain, { maxLength: 3 }),
    odd,
    fc.array(fc.oneof(plain, odd), { minLength: 1, maxLength: 3 }),
    fc.constantFrom('', '?', '?x=%', '?/../x'),
  )
  .map(([origin, start, before, oddity, after, query]) =>
    [`${origin}${start}`, ...before, oddity, ...after].join('/').concat(query),
  );

test('I-09: generated malformed paths never fail or reach a route, and each answer has a request id', async () => {
  const before = await state();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('GET', 'POST', 'DELETE'), target, async (method, path) => {
      const { status, headers, body } = await raw(method, path);
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
      expect(headers).toContain(`X-Request-Id: ${body.requestId}`);
    }),
    { numRuns: 500 },
  );
  expect(await state()).toEqual(before);
});

test('answers malformed HTTP with 400 and a request id', async () => {
  const { status, headers, body } = await raw('GET', '/a b c');
  expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
  expect(headers).toContain(`X-Request-Id: ${body.requestId}`);
});
