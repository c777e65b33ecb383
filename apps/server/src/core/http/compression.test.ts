import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedInClient, type TestApp, testApp } from '../../../test/app.ts';

let app: TestApp;
let client: SignedInClient;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
  client = await app.signIn('ysolde');
});
afterAll(() => app[Symbol.asyncDispose]());

const LONG = '/api/v1/organizations/templates';

/** The raw bytes of a response. */
async function bytesOf(path: string, encoding: string) {
  const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof read>>>();
  const read = async (response: import('node:http').IncomingMessage) => ({
    body: await buffer(response),
    headers: response.headers,
  });
  const headers = { 'Accept-Encoding': encoding, Authorization: `Bearer ${client.token}` };
  get(`${app.url}${path}`, { headers }, (response) => read(response).then(resolve, reject)).on('error', reject);
  return promise;
}

test.each([LONG, '/trpc/organizations.templates?input={}'])(
  '%s is compressed for clients that ask for it',
  async (path) => {
    const plain = await bytesOf(path, 'identity');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body.length).toBeGreaterThan(1024);
    for (const [encoding, decode] of [
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const) {
      const { body, headers } = await bytesOf(path, encoding);
      expect(headers).toMatchObject({ 'content-encoding': encoding, vary: expect.stringContaining('Accept-Encoding') });
      expect(body.length).toBeLessThan(plain.body.length / 2);
      expect(decode(body)).toEqual(plain.body);
    }
  },
);

test('tRPC sends its response in one piece, and short responses stay uncompressed', async () => {
  const { headers, body } = await bytesOf('/trpc/users.me', 'gzip, br');
  expect(headers).toMatchObject({ 'content-length': String(body.length), 'content-type': 'application/json' });
  expect(headers['content-encoding']).toBeUndefined();
  expect(headers['transfer-encoding']).toBeUndefined();
  expect(JSON.parse(body.toString())).toMatchObject({ result: { data: { displayName: expect.any(String) } } });
});

test('responses to mutations are never compressed, because they may contain a secret', async () => {
  const { headers, text } = await client
    .post('/organizations')
    .set('Accept-Encoding', 'gzip, br')
    .send({ name: 'The Long Watch', type: 'guild', description: 'We keep the watch. '.repeat(80) })
    .expect(201);
  expect(text.length).toBeGreaterThan(1024);
  expect(headers['content-encoding']).toBeUndefined();
});

test('a program with a current ETag gets 304, and a full response after any change', async () => {
  const first = await client.get('/auth/me').expect(200);
  expect(first.headers['cache-control']).toBe('private, no-cache');
  const again = (etag = '') => client.get('/auth/me').set('If-None-Match', etag);
  const { text, headers } = await again(first.headers.etag).expect(304);
  expect(text).toBe('');
  expect(headers.etag).toBe(first.headers.etag);
  await app.ctx.sql(`update app_user set display_name = 'Somebody else'`);
  const changed = await again(first.headers.etag).expect(200);
  expect(changed.headers.etag).not.toBe(first.headers.etag);
});

test('the fetch of Node gets 304 too, although it adds a header that asks for a reload', async () => {
  const headers = { Authorization: `Bearer ${client.token}` };
  for (const path of ['/api/v1/auth/me', LONG]) {
    const ask = (tag?: string) =>
      fetch(app.url + path, { headers: { ...headers, ...(tag && { 'If-None-Match': tag }) } });
    const first = await ask();
    const tag = first.headers.get('etag') ?? '';
    expect([first.status, tag], path).toEqual([200, expect.stringMatching(/^(W\/)?".+"$/)]);
    const strong = tag.replace(/^W\//, '');
    for (const known of [tag, strong, `W/${strong}`, `"other", ${tag}`, '*']) {
      expect((await ask(known)).status, `${path} ${known}`).toBe(304);
    }
    expect((await ask('"other"')).status, path).toBe(200);
  }
});

test('browsers store no personal response, and refusals have no ETag', async () => {
  const { headers } = await app.http.get('/api/v1/auth/me').set('Cookie', client.cookie).expect(200);
  expect(headers['cache-control']).toBe('no-store');
  expect(headers.etag).toBeUndefined();
  const refused = await client.get('/organizations/nobody-knows').expect(404);
  expect(refused.headers.etag).toBeUndefined();
});
