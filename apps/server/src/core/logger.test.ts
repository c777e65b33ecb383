import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';

/** The log line for an object. */
function logged(entry: object): { line: string; entry: Record<string, unknown> } {
  const lines: string[] = [];
  createLogger('info', { write: (line) => void lines.push(line) }).info(entry, 'message');
  const line = lines.join('');
  return { line, entry: JSON.parse(line) };
}

const SECRET = 'sEcReT-0123456789';

test.each<[string, object]>([
  ['at the top level', { token: SECRET }],
  ['in headers', { req: { headers: { authorization: `Bearer ${SECRET}`, cookie: `session=${SECRET}` } } }],
  ['in a list of cookies', { headers: { 'set-cookie': [`session=${SECRET}; Path=/`] } }],
  ['as any kind of token', { accessToken: SECRET, refresh_token: SECRET, browserToken: SECRET, id_token: SECRET }],
  ['as a client secret', { config: { battlenet: { app: { clientId: 'id', clientSecret: SECRET } } } }],
  [
    'as an encryption key',
    { environment: { ENCRYPTION_KEY: SECRET, ENCRYPTION_KEYS_OLD: SECRET, AUTH_SECRET: SECRET } },
  ],
  ['of a sign-in', { query: { code: SECRET, state: SECRET } }],
  ['seven levels down and in lists', { a: [{ b: { c: [{ d: { e: { token: SECRET } } }] } }] }],
  ['below the logged depth', { a: { b: { c: { d: { e: { f: { g: { h: { i: { j: SECRET } } } } } } } } } }],
  ['in a field of an error', { err: Object.assign(new Error('refused'), { request: { token: SECRET } }) }],
  [
    'in the cause of an error',
    { err: new Error('refused', { cause: Object.assign(new Error('x'), { token: SECRET }) }) },
  ],
  ['in one of many errors', { err: new AggregateError([Object.assign(new Error('x'), { password: SECRET })]) }],
  [
    'in the address that an error quotes',
    { err: new Error(`GET https://x.example/cb?code=${SECRET}&state=${SECRET} failed`) },
  ],
  ['in the header that an error quotes', { err: new TypeError(`Bearer ${SECRET} is not a legal header value`) }],
  ['in a database address', { err: new Error(`cannot reach postgres://guildhall:${SECRET}@db.example/guildhall`) }],
  ['in an address', { url: new URL(`https://x.example/?access_token=${SECRET}`) }],
  [
    'in an object with a class',
    {
      sealer: new (class Sealer {
        key = SECRET;
      })(),
    },
  ],
])('S-22: a secret %s is not logged', (_where, entry) => {
  expect(logged(entry).line).not.toContain(SECRET);
});

test('logs the details that help to find a fault', () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const err = Object.assign(new TypeError('fetch failed', { cause }), { code: '23505', table: 'session' });
  const { entry } = logged({ err, requestId: 'id', ms: 3, at: new Date(0), list: [1, null], none: null });
  expect(entry).toMatchObject({
    err: {
      type: 'TypeError',
      message: 'fetch failed',
      stack: expect.stringContaining('logger.test.ts'),
      code: '23505',
      table: 'session',
      cause: { message: 'connect ECONNREFUSED', code: 'ECONNREFUSED' },
    },
    requestId: 'id',
    ms: 3,
    at: '1970-01-01T00:00:00.000Z',
    list: [1, null],
    none: null,
    msg: 'message',
  });
});

test('logs a circular object', () => {
  const circle: Record<string, unknown> = { name: 'circle' };
  circle.self = circle;
  expect(logged({ circle }).entry).toMatchObject({ circle: { name: 'circle' } });
});

test('logs an error passed on its own like any other', () => {
  const lines: string[] = [];
  createLogger('info', { write: (line) => void lines.push(line) }).error(new Error(`Bearer ${SECRET}`));
  expect(JSON.parse(lines.join(''))).toMatchObject({ err: { type: 'Error', message: 'Bearer [redacted]' } });
});
