/** The pages of the service itself: the start page and the API reference. */
import { networkInterfaces } from 'node:os';
import supertest from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
});
afterAll(() => app[Symbol.asyncDispose]());

/** Addresses that a page makes a browser load. */
const loaded = (html: string) => [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);

test('the API reference loads everything from this server', async () => {
  const { text, headers } = await app.http
    .get('/docs')
    .expect(200)
    .expect('Content-Type', /^text\/html/);
  const addresses = loaded(text);
  expect(addresses).toContain('/docs/swagger-ui-bundle.js');
  for (const address of addresses) {
    expect(address).toMatch(/^\/docs\/[\w.-]+$/);
    const answer = await app.http.get(address).expect(200);
    const type = address.endsWith('.js') ? /javascript/ : address.endsWith('.css') ? /^text\/css/ : /^image\/png/;
    expect(answer.headers['content-type']).toMatch(type);
  }
  const start = await app.http.get('/docs/start.js').expect(200);
  expect(text + start.text).not.toMatch(/https?:\/\//);
  expect(start.text).toContain('validatorUrl: null');
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; .*connect-src 'self'/);
  expect(headers['content-security-policy']).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|\*/);
});

test('only three files of the package behind the reference are served', async () => {
  const others = [
    'package.json',
    'index.html',
    'swagger-initializer.js',
    'swagger-ui-bundle.js/../package.json',
    '%2e%2e/package.json',
  ];
  for (const path of others) expect([400, 404]).toContain((await app.http.get(`/docs/${path}`)).status);
});

test('the API document names the address of this server', async () => {
  const { body } = await app.http
    .get('/api/v1/openapi.json')
    .expect(200)
    .expect('Content-Type', /^application\/json/);
  expect(body.servers).toEqual([{ url: `${app.config.baseUrl}/api/v1` }]);
  expect(Object.keys(body.paths).length).toBeGreaterThan(10);
});

test('mails that were saved instead of sent show only to a browser on this machine, without a proxy', async () => {
  await app.ctx.mail.send({
    id: 'hello',
    to: 'ysolde@example.org',
    subject: 'Hello',
    text: 'https://guild.example/x',
    html: '',
  });
  const { text } = await app.http.get('/dev/mail').expect(200);
  expect(text).toContain('<a href="https://guild.example/x">');
  await app.http.get('/dev/mail').set('Host', 'localhost:4000').expect(200);
  const passedOn: Record<string, string>[] = [
    { 'X-Forwarded-For': '127.0.0.1' },
    { Forwarded: 'for=127.0.0.1' },
    { 'X-Real-IP': '127.0.0.1' },
    { Via: '1.1 proxy' },
    { Host: 'evil.example' },
    { Host: 'localhost.evil.example' },
  ];
  for (const headers of passedOn) await app.http.get('/dev/mail').set(headers).expect(404);
  await using production = await testApp({ roles: ['web'], config: { production: true } });
  await production.http.get('/dev/mail').expect(404);
});

const outside = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal);

test.runIf(outside)('mails never show to another machine, wherever the service listens', async () => {
  await using open = await testApp({ roles: ['web'], environment: { HOST: '0.0.0.0' } });
  const { port } = new URL(open.url);
  await open.http.get('/dev/mail').expect(200);
  await supertest(`http://${outside?.address}:${port}`).get('/dev/mail').set('Host', 'localhost').expect(404);
});

test('the start page links only to addresses that exist', async () => {
  const { text, headers } = await app.http
    .get('/')
    .expect(200)
    .expect('Content-Type', /^text\/html/);
  expect(headers['content-security-policy']).not.toContain('script');
  for (const address of loaded(text)) {
    expect(address).toMatch(/^\/(?!\/)/);
    expect([200, 302, 401]).toContain((await app.http.get(address)).status);
  }
  expect(text).not.toContain('class="error"');
});

test.each([
  ['state_mismatch', 'Start again'],
  ['access_denied', 'was cancelled'],
  ['provider_unavailable', 'did not answer'],
  ['account_already_linked', 'can be merged'],
  ['provider_already_linked', 'Unlink it first'],
  ['session_not_fresh', 'older than a day'],
])('the start page explains ?error=%s', async (error, words) => {
  const { text } = await app.http.get(`/?error=${error}`).expect(200);
  expect(text).toMatch(new RegExp(`<p class="error">[^<]*${words}[^<]*</p>`));
});

test.each([
  ['<script>alert(1)</script>'],
  ['constructor'],
  ['__proto__'],
  ['toString'],
  ['unknown'],
  ['state_mismatch&error=state_mismatch'],
  ['%00'],
])('I-11: the start page shows nothing of ?error=%s', async (error) => {
  const { text } = await app.http.get(`/?error=${error}`).expect(200);
  expect(text).not.toMatch(/class="error"|<script|native code/);
});
