/** Shows how the bridge and tRPC treat requests, with procedures that return their input. */
import { createServer, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import { NoInput, queryFlag, queryInteger } from '@guildhall/contracts/primitives.ts';
import supertest from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type SignedInClient, type TestApp, testApp } from '../../../test/app.ts';
import { fastestOf3 } from '../../../test/fastest.ts';
import { apiReference } from '../../app/api-reference.ts';
import { createApp } from '../../app/app.ts';
import { AppError } from '../errors.ts';
import { openApiDocument } from './openapi.ts';
import { adminProcedure, answerStatus, publicProcedure, router } from './trpc.ts';

const echo = z.object({ input: z.record(z.string(), z.unknown()) });
const done = z.object({ done: z.literal(true) });

const procedures = router({
  get: publicProcedure
    .meta({ openapi: { method: 'GET', path: '/things/{name}' } })
    .input(
      z.object({
        name: z.string().max(100),
        text: z.string().optional(),
        count: queryInteger({ min: 0, max: 9 }).default(0),
        flag: queryFlag('Whether').default(false),
      }),
    )
    .output(echo)
    .query(({ input }) => ({ input })),
  create: publicProcedure
    .meta({ restStatus: 201, openapi: { method: 'POST', path: '/things/{name}' } })
    .input(z.strictObject({ name: z.string(), text: z.string().max(20).optional(), more: z.unknown().optional() }))
    .output(echo)
    .mutation(({ input }) => ({ input })),
  start: publicProcedure
    .meta({ restStatus: 201, openapi: { method: 'POST', path: '/start' } })
    .input(z.strictObject({}))
    .output(done)
    .mutation(() => ({ done: true as const })),
  change: publicProcedure
    .meta({ openapi: { method: 'PATCH', path: '/things' } })
    .input(z.strictObject({ text: z.string().optional() }))
    .output(echo)
    .mutation(({ input }) => ({ input })),
  remove: publicProcedure
    .meta({ openapi: { method: 'DELETE', path: '/things/{name}' } })
    .input(z.object({ name: z.string() }))
    .output(echo)
    .mutation(({ input }) => ({ input })),
  edit: publicProcedure
    .meta({ fromQuery: ['apply'], openapi: { method: 'PATCH', path: '/edits/{name}' } })
    .input(z.strictObject({ name: z.string(), apply: z.enum(['this', 'all']).default('this'), text: z.string() }))
    .output(echo)
    .mutation(({ input }) => ({ input })),
  removeForGood: publicProcedure
    .meta({ fromBody: ['typed'], openapi: { method: 'DELETE', path: '/things/{name}/permanent' } })
    .input(z.strictObject({ name: z.string(), typed: z.string() }))
    .output(echo)
    .mutation(({ input }) => ({ input })),
  unwell: publicProcedure
    .meta({ openapi: { method: 'GET', path: '/unwell' } })
    .input(NoInput)
    .output(done)
    .query(({ ctx }) => {
      answerStatus(ctx.res, 503);
      return { done: true as const };
    }),
  fault: publicProcedure
    .meta({ openapi: { method: 'GET', path: '/fault' } })
    .input(NoInput)
    .output(done)
    .query(() => {
      throw new Error('secret /etc/passwd select * from app_user');
    }),
  wrongOutput: publicProcedure
    .meta({ openapi: { method: 'GET', path: '/wrong-output' } })
    .input(NoInput)
    .output(done)
    .query(() => ({ done: 'secret' }) as never),
  faultyData: publicProcedure
    .meta({ openapi: { method: 'GET', path: '/faulty-data' } })
    .input(NoInput)
    .output(done)
    .query(() => ({ done: z.literal(true).parse('secret') })),
  later: publicProcedure
    .meta({ openapi: { method: 'GET', path: '/later' } })
    .input(NoInput)
    .output(done)
    .query(() => {
      throw new AppError('TOO_MANY_REQUESTS', 'sync_cooldown', 'Later.', { retryAfterSeconds: 7 });
    }),
  admin: adminProcedure
    .meta({ openapi: { method: 'GET', path: '/admin-only' } })
    .input(NoInput)
    .output(done)
    .query(() => ({ done: true as const })),
});

let app: TestApp;
let server: Server;
let http: ReturnType<typeof supertest>;
let user: SignedInClient;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
  server = createServer(
    createApp(app.ctx, undefined, { procedures, document: () => openApiDocument(procedures, apiReference) }),
  ).listen(0, '127.0.0.1');
  http = supertest(server);
  user = await app.signIn('ysolde');
});
afterAll(async () => {
  server.close();
  await app[Symbol.asyncDispose]();
});

function url(): string {
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

const json = (test: supertest.Test, body: string) => test.set('Content-Type', 'application/json').send(body);
const trpcQuery = (name: string, input: unknown = {}) =>
  http.get(`/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`);

test.each([
  ['/things/%E0%A4%A', 'a cut-off sequence'],
  ['/things/%', 'a lone percent sign'],
  ['/things/%ZZ', 'no hexadecimal digits'],
  ['/things/%ED%A0%80', 'half a surrogate'],
])('I-09: %s is refused (%s)', async (path) => {
  const { body } = await http.get(`/api/v1${path}`).expect(400);
  expect(body).toMatchObject({ code: 'BAD_REQUEST', reason: 'invalid_input', requestId: expect.any(String) });
});

test.each([
  ['/things/J%C3%B6rg', 'Jörg'],
  ['/things/a%2Fb', 'a/b'],
  ['/things/a%252Fb', 'a%2Fb'],
  ['/things/a%20b+c', 'a b+c'],
  ['/things/...', '...'],
  ['/things/__proto__', '__proto__'],
])('I-09: the segment of %s is %s', async (path, name) => {
  const { body } = await http.get(`/api/v1${path}`).expect(200);
  expect(body.input.name).toBe(name);
});

test('I-09: an unencoded slash is never part of a segment', async () => {
  for (const path of ['/things/a/b', '/things/']) await http.get(`/api/v1${path}`).expect(404);
});

test.each([
  ['count='],
  ['count=1&count=2'],
  ['count=1.5'],
  ['count=null'],
  ['count=%00'],
  ['flag='],
  ['flag=1'],
  ['flag=true&flag=false'],
  ['text=a&text=b'],
])('I-08: ?%s is refused', async (query) => {
  const { body } = await http.get(`/api/v1/things/x?${query}`).expect(400);
  expect(body.issues).toEqual([{ path: query.split('=')[0], message: expect.any(String) }]);
});

test('I-08: parses parameters by type, keeps empty text, and refuses unknown parameters', async () => {
  const { body } = await http.get('/api/v1/things/x?count=5&flag=false&text=').expect(200);
  const refused = await http.get('/api/v1/things/x?other=1&name=y&a[]=1').expect(400);
  expect(refused.body.issues.map(({ path }: { path: string }) => path)).toEqual(['other', 'name', 'a[]']);
  expect(refused.body.issues[0].message).toBe('There is no such parameter. Known: text, count, flag.');
  const misspelled = await http.get('/api/v1/things/x?flga=true').expect(400);
  expect(misspelled.body.issues[0].message).toMatch(/ Known: flag, /);
  expect(body.input).toEqual({ name: 'x', text: '', count: 5, flag: false });
});

test('I-03: a query cannot pollute a prototype', async () => {
  const hostile = '__proto__[polluted]=1&__proto__=1&__proto__=2&constructor=1&toString=1&hasOwnProperty=1';
  await http.get(`/api/v1/things/x?${hostile}`).expect(400);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test.each([
  ['{'],
  ['{"text":1e}'],
  ["{'text':'a'}"],
  ['null'],
  ['"text"'],
  ['5'],
  ['[]'],
  ['[{"text":"a"}]'],
  ['{"text":1}'],
  ['{"text":null}'],
  ['{"text":["a"]}'],
  ['{"txet":"a"}'],
  ['{"text":"a","__proto__":{"polluted":1}}'],
  ['{"constructor":{"prototype":{"polluted":1}}}'],
])('I-03: REST and tRPC both refuse the body %s', async (text) => {
  const rest = await json(http.patch('/api/v1/things'), text).expect(400);
  const trpc = await json(http.post('/trpc/change'), text).expect(400);
  expect(trpc.body.error.data).toMatchObject({ code: 'BAD_REQUEST', httpStatus: 400, reason: rest.body.reason });
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test.each([
  ['text/plain', '{"text":"a"}'],
  ['application/x-www-form-urlencoded', 'text=a'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="__proto__[x]"\r\n\r\na\r\n--x--\r\n',
  ],
  ['application/jsonx', '{"text":"a"}'],
  ['application/json; charset=latin1', '{"text":"a"}'],
])('S-25, I-04: a body of type %s is refused', async (type, body) => {
  const rest = await http.patch('/api/v1/things').set('Content-Type', type).send(body).expect(415);
  expect(rest.body).toEqual({
    code: 'UNSUPPORTED_MEDIA_TYPE',
    reason: 'not_json',
    message: 'Send the body as application/json.',
    requestId: rest.headers['x-request-id'],
  });
});

test.each([['application/json'], ['application/json; charset=utf-8'], ['Application/JSON']])(
  'accepts a body of type %s',
  async (type) => {
    const { body } = await http.patch('/api/v1/things').set('Content-Type', type).send('{"text":"ö"}').expect(200);
    expect(body.input).toEqual({ text: 'ö' });
  },
);

test('a route without a body accepts none or an empty object', async () => {
  await http.post('/api/v1/start').expect(201, { done: true });
  await http.post('/api/v1/start').set('Content-Type', 'text/plain').expect(201);
  await json(http.post('/api/v1/start'), '{}').expect(201);
  await json(http.post('/api/v1/start'), '{"userId":"x"}').expect(400);
});

test('A-03: a path parameter overrides a body field of the same name', async () => {
  const { body } = await json(http.post('/api/v1/things/mine'), '{"name":"theirs","text":"a"}').expect(201);
  expect(body.input).toEqual({ name: 'mine', text: 'a' });
  await http.delete('/api/v1/things/mine?name=theirs').expect(400);
});

test.each([
  ['deep arrays', `{"more":${'['.repeat(60_000)}${']'.repeat(60_000)}}`, 400],
  ['deep objects', `${'{"more":'.repeat(25_000)}1${'}'.repeat(25_000)}`, 400],
  ['unclosed deep arrays', '['.repeat(200_000), 400],
  ['a depth of 200,000', `{"more":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, 413],
  ['300 kB', JSON.stringify({ more: 'x'.repeat(300_000) }), 413],
])('I-06: REST and tRPC refuse %s immediately', async (_what, text, status) => {
  const ms = await fastestOf3(async () => {
    const rest = await json(http.post('/api/v1/things/x'), text).expect(status);
    const trpc = await json(http.post('/trpc/create'), text).expect(status);
    expect(trpc.body.error.data).toMatchObject({ code: rest.body.code, requestId: expect.stringMatching(/./) });
  });
  expect(ms).toBeLessThan(1_000);
});

test('I-06: a body that decompresses to 50 MB is refused immediately', async () => {
  const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, ' '));
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const send = (path: string, method: string) => fetch(`${url()}${path}`, { method, headers, body: bomb });
  const ms = await fastestOf3(async () => {
    expect((await send('/api/v1/things', 'PATCH')).status).toBe(413);
    expect((await send('/trpc/change', 'POST')).status).toBe(400);
  });
  expect(ms).toBeLessThan(1_000);
});

test('I-06: deep nesting in a tRPC query is refused as well', async () => {
  await http.get(`/trpc/get?input=${'['.repeat(3_000)}${']'.repeat(3_000)}`).expect(400);
});

test('HEAD is a GET without its body, and never runs a mutation', async () => {
  const { text, headers } = await http.head('/api/v1/things/x').expect(200);
  expect(text).toBeUndefined();
  expect(headers['x-request-id']).toBeTruthy();
  await http.head('/api/v1/start').expect(405);
  await http.get('/api/v1/start').expect(405);
  await http.get('/api/v1/start').set('X-HTTP-Method-Override', 'POST').expect(405);
  await http.get('/trpc/start').expect(405);
});

test('a procedure can choose another status on REST; tRPC answers 200', async () => {
  await http.get('/api/v1/unwell').expect(503, { done: true });
  await trpcQuery('unwell').expect(200, { result: { data: { done: true } } });
});

test.each([['fault'], ['wrongOutput'], ['faultyData']])(
  'I-10: REST and tRPC reveal nothing about an unexpected error of %s',
  async (name) => {
    app.logged.length = 0;
    const path = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const rest = await http.get(`/api/v1/${path}`).expect(500);
    const trpc = await trpcQuery(name).expect(500);
    const message = 'Something went wrong on our side. Quote the request id when you report it.';
    const refusal = { code: 'INTERNAL_SERVER_ERROR', reason: 'internal' };
    expect(rest.body).toEqual({ ...refusal, message, requestId: rest.headers['x-request-id'] });
    expect(trpc.body.error).toEqual({
      message,
      code: -32603,
      data: { ...refusal, httpStatus: 500, requestId: trpc.headers['x-request-id'] },
    });
    const errors = app.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'unexpected error');
    expect(errors.map(({ requestId }) => requestId)).toEqual([rest.body.requestId, trpc.body.error.data.requestId]);
    expect(errors[0]).toMatchObject({ path: name, err: { stack: expect.any(String) } });
  },
);

test('a refusal has the same content on REST and tRPC, and says when to retry', async () => {
  const rest = await http.get('/api/v1/later').expect(429).expect('Retry-After', '7');
  const trpc = await trpcQuery('later').expect(429).expect('Retry-After', '7');
  expect(rest.body).toEqual({
    code: 'TOO_MANY_REQUESTS',
    reason: 'sync_cooldown',
    message: 'Later.',
    requestId: rest.headers['x-request-id'],
  });
  const { message, data } = trpc.body.error;
  const { httpStatus, ...body } = data;
  expect({ ...body, message, requestId: rest.body.requestId }).toEqual(rest.body);
  expect([httpStatus, data.requestId]).toEqual([429, trpc.headers['x-request-id']]);
});

test('invalid input has the same few, short issues on REST and tRPC', async () => {
  const keys = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`unknown-${index}`, 1]));
  const body = JSON.stringify({ text: 5, ...keys });
  const rest = await json(http.patch('/api/v1/things'), body).expect(400);
  const trpc = await json(http.post('/trpc/change'), body).expect(400);
  expect(rest.body.issues).toEqual(trpc.body.error.data.issues);
  expect(rest.body.issues[0]).toEqual({ path: 'text', message: 'must be text in quotes, not a number' });
  expect(JSON.stringify(rest.body).length).toBeLessThan(1_000);
});

test('A-07: admin procedures are 401 when anonymous and 403 for other users, on REST and tRPC', async () => {
  const as = (test: supertest.Test) => test.set('Authorization', `Bearer ${user.token}`);
  const rest = () => http.get('/api/v1/admin-only');
  expect((await rest().expect(401)).body.reason).toBe('not_signed_in');
  expect((await trpcQuery('admin').expect(401)).body.error.data.reason).toBe('not_signed_in');
  expect((await as(rest()).expect(403)).body.reason).toBe('admin_only');
  expect((await as(trpcQuery('admin')).expect(403)).body.error.data.reason).toBe('admin_only');
  for (const path of [
    '/ADMIN-ONLY',
    '/admin-only/',
    '/%61dmin-only',
    '/things/../admin-only',
    '/admin-only;x',
    '//admin-only',
  ]) {
    const { status } = await as(http.get(`/api/v1${path}`));
    expect([400, 404]).toContain(status);
  }

  await app.ctx.sql('update app_user set is_admin = true');
  await as(rest()).expect(200, { done: true });
  await as(trpcQuery('admin')).expect(200);
  await app.ctx.sql('update app_user set is_admin = false');
  await as(rest()).expect(403);
});

test('every refusal has a reason, also of an address that does not exist', async () => {
  const refusals = await Promise.all([
    http.get('/api/v1/nowhere'),
    http.get('/nowhere'),
    http.get('/trpc/nowhere').then(({ status, body }) => ({ status, body: body.error.data })),
    http.delete('/api/v1/things'),
    http.patch('/api/v1/things').type('json').send('{"text":'),
    http
      .patch('/api/v1/things')
      .type('json')
      .send({ text: 'a'.repeat(300_000) }),
    http.patch('/api/v1/things').type('text').send('a'),
    http.get('/api/v1//things'),
  ]);
  expect(refusals.map(({ status, body }) => [status, body.reason])).toEqual([
    [404, 'address_not_found'],
    [404, 'address_not_found'],
    [404, 'address_not_found'],
    [405, 'method_not_supported'],
    [400, 'malformed_json'],
    [413, 'body_too_large'],
    [415, 'not_json'],
    [400, 'invalid_input'],
  ]);
});

test('I-04, I-07: tRPC refuses unknown procedures and batches that are too large', async () => {
  for (const path of ['__proto__', 'constructor', 'get.constructor', 'toString', 'nothing']) {
    const { body } = await http.get(`/trpc/${path}`).expect(404);
    expect(body.error.data).toMatchObject({
      code: 'NOT_FOUND',
      reason: 'address_not_found',
      requestId: expect.stringMatching(/./),
    });
  }
  const batch = (calls: number) => http.get(`/trpc/${Array(calls).fill('unwell').join(',')}?batch=1&input={}`);
  const { body, headers } = await batch(21)
    .expect(400)
    .expect('Content-Type', /^application\/json/);
  expect(body.error.data).toEqual({
    code: 'BAD_REQUEST',
    reason: 'invalid_input',
    httpStatus: 400,
    requestId: headers['x-request-id'],
  });
  await http.get(`/trpc/${Array(21).fill('unwell').join('%2C')}?batch=1&input={}`).expect(400);
  expect((await batch(20)).body).toHaveLength(20);
});

test('query parameters next to a body reach the input', async () => {
  const edit = (path: string, body: object) => http.patch(`/api/v1${path}`).send(body);
  expect((await edit('/edits/a?apply=all', { text: 'b' }).expect(200)).body.input).toEqual({
    name: 'a',
    apply: 'all',
    text: 'b',
  });
  expect((await edit('/edits/a', { text: 'b' }).expect(200)).body.input.apply).toBe('this');
  await edit('/edits/a?apply=none', { text: 'b' }).expect(400);
  await edit('/edits/a?apply=', { text: 'b' }).expect(400);
});

test('the body of a DELETE reaches the input, and its fields are refused in the query', async () => {
  const remove = () => http.delete('/api/v1/things/a/permanent');
  expect((await remove().send({ typed: 'A guild' }).expect(200)).body.input).toEqual({ name: 'a', typed: 'A guild' });
  await remove().expect(400);
  await remove().query({ typed: 'A guild' }).expect(400);
  await remove().send({ typed: 5 }).expect(400);
  await remove().send([]).expect(400);
  await remove().type('text/plain').send('typed').expect(415);
});
