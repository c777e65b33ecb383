import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedInClient, type TestApp, testApp } from '../../../test/app.ts';
import { openBrowser } from '../../../test/browser.ts';
import { sqlOver } from '../../core/db/sql.ts';
import { hashToken } from '../../core/secrets.ts';
import { createSessions } from './sessions.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ roles: ['web'], environment: { CORS_ORIGINS: 'https://web.example' } });
});
afterAll(() => app[Symbol.asyncDispose]());

const bearer = (token: string) => app.http.get('/api/v1/auth/get-session').set('Authorization', `Bearer ${token}`);
const byCookie = (token: string) => app.http.get('/api/v1/auth/get-session').set('Cookie', `session=${token}`);
const DAY_MS = 86_400_000;

/** Moves the times of a session back by this many days. */
async function age(token: string, { created = 0, expiresIn }: { created?: number; expiresIn: number }): Promise<void> {
  await app.ctx.sql(
    `update session set created_at = now() - $2 * interval '1 day', expires_at = now() + $3 * interval '1 day'
     where token_hash = $1`,
    [hashToken(token), created, expiresIn],
  );
}

async function daysLeft(token: string): Promise<number | null> {
  const [row] = await app.ctx.sql<{ at: string }>('select expires_at as at from session where token_hash = $1', [
    hashToken(token),
  ]);
  return row ? Math.round((new Date(row.at).getTime() - Date.now()) / DAY_MS) : null;
}

test('without a session the answer is 200 null, and is not cached', async () => {
  const answer = await app.http.get('/api/v1/auth/get-session').expect(200).expect('Cache-Control', 'no-store');
  expect(answer.body).toBeNull();
  expect(answer.headers['set-cookie']).toBeUndefined();
});

test('cookie and bearer are the same token and the same session', async () => {
  const { token } = await app.signIn('ysolde');
  const one = await bearer(token).expect(200);
  const other = await byCookie(token).expect(200);
  expect(one.body).toEqual(other.body);
  expect(one.body).toMatchObject({
    session: { id: expect.stringMatching(/^[0-9a-f-]{36}$/), current: true, label: null },
    user: { displayName: 'Ysolde', battletag: 'Ysolde#10417', isAdmin: false },
  });
  expect(Date.parse(one.body.session.expiresAt) - Date.now()).toBeGreaterThan(29.9 * DAY_MS);
  expect(JSON.stringify(one.body)).not.toContain(token);
});

test.each([
  ['a malformed cookie', { cookie: 'session=%E0%A4%A' }],
  ['two session cookies', { cookie: `session=${'a'.repeat(43)}; session=${'b'.repeat(43)}` }],
  ['an unknown token', { cookie: `session=${'a'.repeat(43)}` }],
  ['a bearer without a token', { authorization: 'Bearer' }],
  ['two tokens', { authorization: 'Bearer a b' }],
  ['letters beyond ASCII', { authorization: 'Bearer \u00e4\u00f6' }],
  ['another scheme', { authorization: 'Basic eA==' }],
])('S-06: %s counts as signed out: 200 null, and 401 where a session is required', async (_what, headers) => {
  const { body } = await app.http.get('/api/v1/auth/get-session').set(headers).expect(200);
  expect(body).toBeNull();
  await app.http.get('/api/v1/auth/me').set(headers).expect(401);
});

test('S-06: the HTTP server refuses a cookie of 16 kB and keeps running', async () => {
  await app.http
    .get('/api/v1/auth/get-session')
    .set('Cookie', `x=${'a'.repeat(16_384)}`)
    .expect(431);
  await app.http.get('/api/v1/auth/get-session').expect(200);
});

test('S-01: signing in issues a new token, and a planted one stays worthless', async () => {
  const planted = 'p'.repeat(43);
  const browser = openBrowser(app, { session: planted });
  await expect(browser.signIn('battlenet', 'kessa')).resolves.toBe('/');
  expect(browser.session()).toMatch(/^[\w-]{43}$/);
  expect(browser.session()).not.toBe(planted);
  await bearer(planted).expect(200, 'null');
  expect((await bearer(browser.session() ?? '')).body.user.displayName).toBe('Kessaly');
});

test('S-01: signing in again neither replaces nor reuses the token of another browser', async () => {
  const [one, other] = [await app.signIn('ysolde'), await app.signIn('ysolde')];
  expect(one.token).not.toBe(other.token);
  const [a, b] = [(await bearer(one.token)).body, (await bearer(other.token)).body];
  expect(a.user.id).toBe(b.user.id);
  expect(a.session.id).not.toBe(b.session.id);
});

test('S-02: stores only the SHA-256 of a token, which signs no one in', async () => {
  const { token } = await app.signIn('ysolde');
  const [row] = await app.ctx.sql<{ hash: string; id: string }>(
    'select token_hash as hash, id from session where token_hash = $1',
    [hashToken(token)],
  );
  expect(row?.hash).toMatch(/^[0-9a-f]{64}$/);
  for (const stolen of [row?.hash ?? '', row?.id ?? '', Buffer.from(row?.hash ?? '', 'hex').toString('base64url')]) {
    await bearer(stolen).expect(200, 'null');
    await byCookie(stolen).expect(200, 'null');
    await app.http.get('/api/v1/auth/me').set('Authorization', `Bearer ${stolen}`).expect(401);
  }
  const tables = await app.ctx.sql<{ text: string }>(
    `select s::text as text from session s union all select s::text from oauth_state s union all select a::text from account a`,
  );
  expect(tables.map(({ text }) => text).join()).not.toContain(token);
});

test('S-03: refuses two different sessions in one request, in either order, but accepts the same one twice', async () => {
  const [ysolde, kessa] = [await app.signIn('ysolde'), await app.signIn('kessa')];
  for (const [cookie, token] of [
    [ysolde, kessa],
    [kessa, ysolde],
  ] as const) {
    const both = { cookie: cookie.cookie, authorization: `Bearer ${token.token}` };
    for (const path of ['/auth/me', '/auth/get-session', '/auth/signin/discord']) {
      const { body, headers } = await app.http.get(`/api/v1${path}`).set(both).expect(401);
      expect(body.reason).toBe('ambiguous_credentials');
      expect(headers.location).toBeUndefined();
    }
    await app.http.post('/api/v1/auth/sign-out').set(both).expect(401);
    const { body } = await app.http.get('/trpc/users.me?input={}').set(both).expect(401);
    expect(body.error.data.reason).toBe('ambiguous_credentials');
  }
  const { body } = await bearer(ysolde.token).set('Cookie', ysolde.cookie).expect(200);
  expect(body.user.displayName).toBe('Ysolde');
  expect((await bearer(kessa.token)).body.user.displayName).toBe('Kessaly');
});

test('a session is extended in the second half of its lifetime, and its cookie is set again', async () => {
  const { token } = await app.signIn('ysolde');
  await age(token, { expiresIn: 16 });
  expect((await byCookie(token)).headers['set-cookie']).toBeUndefined();
  expect(await daysLeft(token)).toBe(16);

  await age(token, { expiresIn: 14 });
  const { headers } = await byCookie(token).expect(200);
  expect(headers['set-cookie']).toEqual([expect.stringContaining(`session=${token}; Path=/; Expires=`)]);
  expect(await daysLeft(token)).toBe(30);

  await age(token, { expiresIn: 14 });
  expect((await bearer(token)).headers['set-cookie']).toBeUndefined();
  expect(await daysLeft(token)).toBe(30);

  await age(token, { expiresIn: 14 });
  const trpc = await app.http.get('/trpc/auth.getSession?input={}').set('Cookie', `session=${token}`).expect(200);
  expect(trpc.headers['set-cookie']).toHaveLength(1);
});

test('an expired session signs no one in', async () => {
  const { token } = await app.signIn('ysolde');
  await age(token, { expiresIn: -0.001 });
  await bearer(token).expect(200, 'null');
  await app.http.get('/api/v1/auth/me').set('Authorization', `Bearer ${token}`).expect(401);
});

test('S-07: neither a session nor its sockets outlive 180 days, however much it is used', async () => {
  const { token } = await app.signIn('ysolde');
  const { body } = await bearer(token);
  await age(token, { created: 179, expiresIn: 20 });
  expect((await bearer(token)).body.session.id).toBe(body.session.id);
  await expect(app.ctx.sessions.alive([body.session.id])).resolves.toEqual(new Set([body.session.id]));

  await age(token, { created: 180.01, expiresIn: 20 });
  await bearer(token).expect(200, 'null');
  await app.http.get('/api/v1/auth/me').set('Authorization', `Bearer ${token}`).expect(401);
  await expect(app.ctx.sessions.alive([body.session.id])).resolves.toEqual(new Set());
});

test('S-07: the last extension stops at 180 days, and the answer, the cookie and the list say so', async () => {
  const { token } = await app.signIn('ysolde');
  await age(token, { created: 170, expiresIn: 5 });
  const { body, headers } = await byCookie(token).expect(200);
  expect(await daysLeft(token)).toBe(10);
  const inTenDays = (text: string) =>
    expect(Math.abs(Date.parse(text) - Date.now() - 10 * DAY_MS)).toBeLessThan(60_000);
  inTenDays(body.session.expiresAt);
  inTenDays(/Expires=([^;]+)/.exec(headers['set-cookie']?.[0] ?? '')?.[1] ?? '');
  const listed = async () =>
    (await app.http.get('/api/v1/auth/list-sessions').set('Authorization', `Bearer ${token}`).expect(200)).body;
  inTenDays((await listed()).find(({ current }: { current: boolean }) => current).expiresAt);

  const other = await app.signIn('ysolde');
  await age(other.token, { created: 180.01, expiresIn: 20 });
  expect((await listed()).map(({ id }: { id: string }) => id)).toContain(body.session.id);
  const [row] = await app.ctx.sql<{ id: string }>('select id from session where token_hash = $1', [
    hashToken(other.token),
  ]);
  expect((await listed()).map(({ id }: { id: string }) => id)).not.toContain(row?.id);
});

test('a session that needs no extension costs one statement per request', async () => {
  const { token, cookie } = await app.signIn('ysolde');
  expect(cookie).toContain(token);
  const { body } = await bearer(token);
  const sent: string[] = [];
  const counting = sqlOver({
    query: (statement) => {
      sent.push(statement.text);
      return app.ctx.database.query(statement);
    },
  });
  const sessions = createSessions(counting, () => {});
  const bot = await app.ctx.sessions.create(body.user.id, { label: 'Bot', scope: 'read', days: 3 });
  await age(token, { created: 170, expiresIn: 5 });
  expect(await sessions.authenticate(token)).toMatchObject({ extended: true });
  for (const one of [bot.token, token]) {
    sent.length = 0;
    expect(await sessions.authenticate(one)).toMatchObject({ extended: false });
    expect(sent).toHaveLength(1);
  }
});

test('S-04: a session revoked during 20 requests that would extend it stays revoked', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { token } = await app.signIn('ysolde');
    await age(token, { expiresIn: 14 });
    const calls = Array.from({ length: 20 }, (_, index) =>
      index === 10 ? app.http.post('/api/v1/auth/sign-out').set('Authorization', `Bearer ${token}`) : bearer(token),
    );
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await daysLeft(token)).toBeNull();
    await bearer(token).expect(200, 'null');
  }
});

test('S-05: deleting a user ends their sessions', async () => {
  const { token } = await app.signIn('wrenna');
  const { body } = await bearer(token);
  await app.ctx.sql('delete from app_user where id = $1', [body.user.id]);
  await bearer(token).expect(200, 'null');
  await app.http.get('/api/v1/auth/me').set('Authorization', `Bearer ${token}`).expect(401);
});

test('the last use of a session is recorded at most once a minute', async () => {
  const { token } = await app.signIn('ysolde');
  const lastUsed = async () => {
    const [row] = await app.ctx.sql<{ at: string }>('select last_used_at as at from session where token_hash = $1', [
      hashToken(token),
    ]);
    return row?.at ?? '';
  };
  const first = await lastUsed();
  await bearer(token);
  expect(await lastUsed()).toBe(first);
  await app.ctx.sql(`update session set last_used_at = '2026-01-01' where token_hash = $1`, [hashToken(token)]);
  await bearer(token);
  await expect.poll(lastUsed).not.toContain('2026-01-01');
});

test('signing out ends the session, clears the cookie, and can be repeated', async () => {
  const browser = openBrowser(app);
  await browser.signIn('battlenet', 'ysolde');
  const token = browser.session() ?? '';
  const signOut = () =>
    browser.open('/api/v1/auth/sign-out', { method: 'POST', headers: { origin: app.config.baseUrl } });
  expect(await (await signOut()).json()).toEqual({ status: true });
  expect(browser.setCookies).toEqual([
    'session=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax',
  ]);
  expect(browser.session()).toBeUndefined();
  await bearer(token).expect(200, 'null');
  expect((await signOut()).status).toBe(200);
  await app.http.post('/api/v1/auth/sign-out').set('Authorization', `Bearer ${token}`).expect(200, { status: true });
});

test('signing out works in a streamed tRPC response whose headers are already sent', async () => {
  const { token } = await app.signIn('ysolde');
  const headers = {
    authorization: `Bearer ${token}`,
    'trpc-accept': 'application/jsonl',
    'content-type': 'application/json',
  };
  const answer = await fetch(`${app.url}/trpc/auth.signOut?batch=1`, { method: 'POST', headers, body: '{"0":{}}' });
  expect(await answer.text()).toContain('"status":true');
  await bearer(token).expect(200, 'null');
});

const origin = () => new URL(app.config.baseUrl);
const foreign: [string, () => Record<string, string>][] = [
  ['no origin header', () => ({})],
  ['the origin null', () => ({ origin: 'null' })],
  ['an evil origin', () => ({ origin: 'https://evil.example' })],
  ['a sub-domain', () => ({ origin: `http://x.${origin().host}` })],
  ['https instead of http', () => ({ origin: `https://${origin().host}` })],
  ['another port', () => ({ origin: `http://${origin().hostname}:1` })],
  ['our origin with a suffix', () => ({ origin: `${app.config.baseUrl}.evil.example` })],
  ['a path in its origin', () => ({ origin: `${app.config.baseUrl}/` })],
  [
    'an evil origin that claims to be ours',
    () => ({ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }),
  ],
  ['a cross-site fetch', () => ({ 'sec-fetch-site': 'cross-site' })],
  ['a same-site fetch', () => ({ 'sec-fetch-site': 'same-site' })],
  ['a fetch from nowhere', () => ({ 'sec-fetch-site': 'none' })],
  ['a form', () => ({ origin: 'null', 'content-type': 'application/x-www-form-urlencoded' })],
  ['plain text', () => ({ 'content-type': 'text/plain' })],
  ['a multipart form', () => ({ origin: 'https://evil.example', 'content-type': 'multipart/form-data; boundary=x' })],
];

let ysolde: SignedInClient;
beforeAll(async () => {
  ysolde = await app.signIn('ysolde');
});

test.each(foreign)(
  'S-25: a cookie-authenticated mutation with %s is refused and changes nothing',
  async (_what, headers) => {
    const sent = { 'content-type': 'application/json', ...headers(), cookie: ysolde.cookie };
    const rest = await app.http.post('/api/v1/auth/sign-out').set(sent).send('{}').expect(403);
    expect(rest.body).toMatchObject({ code: 'FORBIDDEN', reason: 'invalid_origin', requestId: expect.any(String) });
    const trpc = await app.http.post('/trpc/auth.signOut').set(sent).send('{}').expect(403);
    expect(trpc.body.error.data).toMatchObject({ code: 'FORBIDDEN', reason: 'invalid_origin', httpStatus: 403 });
    expect((await bearer(ysolde.token)).body.user.displayName).toBe('Ysolde');
  },
);

test.each<[string, () => Record<string, string>]>([
  ['our origin', () => ({ origin: app.config.baseUrl })],
  ['an origin that is allowed by name', () => ({ origin: 'https://web.example' })],
  ['a same-origin fetch', () => ({ 'sec-fetch-site': 'same-origin' })],
])('S-25: a cookie-authenticated mutation with %s succeeds', async (_what, headers) => {
  const { cookie, token } = await app.signIn('ysolde');
  await app.http
    .post('/api/v1/auth/sign-out')
    .set({ ...headers(), cookie })
    .expect(200);
  await bearer(token).expect(200, 'null');
});

test('S-25: a mutation with a bearer token needs no origin, and succeeds with a foreign one', async () => {
  for (const headers of [{}, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }]) {
    const { token } = await app.signIn('ysolde');
    await app.http
      .post('/api/v1/auth/sign-out')
      .set({ ...headers, authorization: `Bearer ${token}` })
      .expect(200);
    await bearer(token).expect(200, 'null');
  }
});

test('S-25: an unsupported content type is 415 even from our own origin', async () => {
  const sent = { cookie: ysolde.cookie, origin: app.config.baseUrl, 'content-type': 'text/plain' };
  await app.http.post('/api/v1/auth/sign-out').set(sent).send('{}').expect(415);
  expect((await bearer(ysolde.token)).body.user.displayName).toBe('Ysolde');
});

test('cookies over plain http are HttpOnly and SameSite=Lax', async () => {
  const browser = openBrowser(app);
  await browser.consent('battlenet', 'ysolde');
  const attributes = /^oauth=[\w-]{43}\.[\w-]+~[\w-]+; Max-Age=3600; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/;
  expect(browser.setCookies).toEqual([expect.stringMatching(attributes)]);
  await browser.signIn('battlenet', 'ysolde');
  const session = /^session=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/;
  expect(browser.setCookies).toEqual([expect.stringMatching(session)]);
});
