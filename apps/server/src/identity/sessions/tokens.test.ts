import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { type Answer, callerOf } from '../../../test/caller.ts';
import { eventually } from '../../../test/guild.ts';
import { createPerson, type Person } from '../../../test/people.ts';
import { anyPicture } from '../../../test/pictures.ts';
import { tablesWith } from '../../../test/rows.ts';
import { AVATAR } from '../../../test/uploads.ts';
import { appRouter } from '../../app/router.ts';
import type { Meta } from '../../core/http/trpc.ts';
import { hashToken } from '../../core/secrets.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
});
afterAll(() => app[Symbol.asyncDispose]());

type Listed = { id: string; label: string | null; scope: string; current: boolean; expiresAt: string };
const call = (token: string) => callerOf(app, token);
const list = async (token: string) => (await call(token)('GET', '/auth/list-sessions')).body as unknown as Listed[];
const isAlive = async (token: string) => (await call(token)('GET', '/auth/me')).status === 200;

async function tokenOf(person: Person, scope: 'read' | 'write', expiresInDays = 90): Promise<string> {
  const { status, body } = await call(person.token)('POST', '/auth/tokens', {
    label: `A ${scope} bot`,
    scope,
    expiresInDays,
  });
  expect(status).toBe(201);
  return String(body.token);
}

async function connect(token: string): Promise<Socket> {
  const socket = io(app.url, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders: { authorization: `Bearer ${token}` },
  });
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
  return socket;
}

const SOMEWHERE = '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f';

test('S-08: lists only the caller’s sessions and tokens, marks the current one, and reveals no credential', async () => {
  const person = await createPerson(app);
  await createPerson(app);
  const other = await app.ctx.sessions.create(person.userId);
  const bot = await tokenOf(person, 'read', 7);
  const sessions = await list(person.token);
  expect(sessions).toHaveLength(3);
  expect(sessions.filter(({ current }) => current)).toEqual([expect.objectContaining({ label: null, scope: 'write' })]);
  expect(sessions.filter(({ label }) => label !== null)).toEqual([
    expect.objectContaining({ label: 'A read bot', scope: 'read' }),
  ]);
  expect((await list(other.token)).find(({ current }) => current)?.id).not.toBe(
    sessions.find(({ current }) => current)?.id,
  );
  const text = JSON.stringify(sessions);
  for (const token of [person.token, other.token, bot]) {
    expect(text).not.toContain(token);
    expect(text).not.toContain(hashToken(token));
  }
  for (const { id } of sessions) expect(await isAlive(id)).toBe(false);
  for (const key of Object.keys(sessions[0] ?? {})) {
    expect(['id', 'label', 'scope', 'userAgent', 'createdAt', 'lastUsedAt', 'expiresAt', 'current']).toContain(key);
  }
});

test('S-09: revoking another person’s session answers as for an unknown id, and their session stays alive', async () => {
  const [person, other] = [await createPerson(app), await createPerson(app)];
  const [session] = await list(other.token);
  const answers = [];
  for (const id of [session?.id, SOMEWHERE])
    answers.push(await call(person.token)('POST', '/auth/revoke-session', { id }));
  expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(2).fill([200, { status: true }]));
  expect(await isAlive(other.token)).toBe(true);
  for (const id of ['x', '', null, [session?.id], hashToken(other.token)]) {
    expect((await call(person.token)('POST', '/auth/revoke-session', { id })).status).toBe(400);
  }
});

test('S-05: a revoked session is refused immediately, and its open socket closes within five seconds', async () => {
  const person = await createPerson(app);
  const other = await app.ctx.sessions.create(person.userId);
  const [socket, kept] = [await connect(other.token), await connect(person.token)];
  const id = (await list(other.token)).find(({ current }) => current)?.id;
  await call(person.token)('POST', '/auth/revoke-session', { id });
  expect(await isAlive(other.token)).toBe(false);
  // The promised five seconds, doubled for a busy machine.
  await expect.poll(() => socket.connected, { timeout: 10_000 }).toBe(false);
  expect(kept.connected).toBe(true);
  await expect(connect(other.token)).rejects.toThrow('unauthorized');
  kept.disconnect();
});

test('S-05: revoking all others also ends bot tokens and their sockets, and keeps the current session', async () => {
  const person = await createPerson(app);
  const bystander = await createPerson(app);
  const others = [(await app.ctx.sessions.create(person.userId)).token, await tokenOf(person, 'write')];
  const socket = await connect(others[1] ?? '');
  expect((await call(person.token)('POST', '/auth/revoke-other-sessions')).body).toEqual({ status: true });
  for (const token of others) expect(await isAlive(token)).toBe(false);
  await expect.poll(() => socket.connected, { timeout: 30_000 }).toBe(false);
  expect(await list(person.token)).toHaveLength(1);
  expect(await isAlive(bystander.token)).toBe(true);
});

test('W-04: a person has at most fifty open sockets across all sessions', async () => {
  const person = await createPerson(app);
  const others = [person.token, await tokenOf(person, 'read')];
  const sockets = [];
  for (let i = 0; i < 50; i += 1) sockets.push(await connect(others[i % 2] ?? ''));
  await expect(connect(person.token)).rejects.toThrow('too_many_connections');
  const stranger = await connect((await createPerson(app)).token);
  for (const socket of [...sockets, stranger]) socket.disconnect();
});

test('W-04: accepts 50 of one person’s 150 parallel handshakes, and frees the slots when they close', async () => {
  const person = await createPerson(app);
  const attempts = await Promise.allSettled(Array.from({ length: 150 }, () => connect(person.token)));
  const sockets = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
  const refusals = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason.message] : []));
  expect(sockets).toHaveLength(50);
  expect(refusals).toEqual(Array(100).fill('too_many_connections'));
  for (const socket of sockets) socket.disconnect();
  const next: Socket[] = [];
  while (next.length < 50) next.push(await eventually(() => connect(person.token), 30_000));
  for (const socket of next) socket.disconnect();
});

test('S-05: a demoted administrator is refused immediately', async () => {
  const admin = await createPerson(app, { isAdmin: true });
  expect((await call(admin.token)('POST', '/auth/me/onboarding-reset')).status).toBe(200);
  await app.ctx.sql('update app_user set is_admin = false where id = $1', [admin.userId]);
  expect((await call(admin.token)('POST', '/auth/me/onboarding-reset')).status).toBe(403);
});

test.each<[string, Record<string, unknown>]>([
  ['no label', { scope: 'read' }],
  ['an empty label', { label: '', scope: 'read' }],
  ['a label of two lines', { label: 'a\nb', scope: 'read' }],
  ['a long label', { label: 'x'.repeat(61), scope: 'read' }],
  ['no scope', { label: 'x' }],
  ['an invented scope', { label: 'x', scope: 'admin' }],
  ['a lifetime of zero days', { label: 'x', scope: 'read', expiresInDays: 0 }],
  ['a lifetime that is too long', { label: 'x', scope: 'read', expiresInDays: 181 }],
  ['a lifetime as text', { label: 'x', scope: 'read', expiresInDays: '30' }],
  ['another owner', { label: 'x', scope: 'read', userId: SOMEWHERE }],
])('A-03: refuses to create a token with %s', async (_what, input) => {
  const person = await createPerson(app);
  expect((await call(person.token)('POST', '/auth/tokens', input)).status).toBe(400);
  expect(await list(person.token)).toHaveLength(1);
});

test('S-02: a token is shown once and stored only as a hash', async () => {
  const token = await tokenOf(await createPerson(app), 'write');
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(await tablesWith(app, token)).toEqual([]);
  expect(await isAlive(hashToken(token))).toBe(false);
  expect(app.logged.join()).not.toContain(token);
});

test('a token expires on its own date however much it is used, and reports that date', async () => {
  const token = await tokenOf(await createPerson(app), 'write', 10);
  const endOf = async () => {
    const { body } = await call(token)('GET', '/auth/get-session');
    return Date.parse((body.session as { expiresAt: string }).expiresAt);
  };
  const tenDays = Date.now() + 10 * 86_400_000;
  const ends = [await endOf(), await endOf(), await endOf()];
  for (const end of ends) expect(Math.abs(end - tenDays)).toBeLessThan(60_000);
  const byCookie = await app.http.get('/api/v1/auth/get-session').set('Cookie', `session=${token}`).expect(200);
  expect(byCookie.headers['set-cookie']).toBeUndefined();
  await app.ctx.sql(`update session set expires_at = now() - interval '1 second' where token_hash = $1`, [
    hashToken(token),
  ]);
  expect(await isAlive(token)).toBe(false);
});

test('A-04: a bot token, even a writing one, cannot gain rights or take over the account', async () => {
  const person = await createPerson(app);
  await app.ctx.sql(
    `insert into account (user_id, provider_id, account_id) values ($1, 'battlenet', 'b-1'), ($1, 'discord', 'b-2')`,
    [person.userId],
  );
  const before = await list(person.token);
  for (const scope of ['write', 'read'] as const) {
    const bot = call(await tokenOf(person, scope));
    const refused: [string, Answer][] = [];
    const attempt = async (method: string, path: string, body?: Record<string, unknown>) =>
      void refused.push([path, await bot(method, path, body)]);
    await attempt('POST', '/auth/tokens', { label: 'Another', scope: 'write' });
    await attempt('GET', '/auth/signin/discord');
    await attempt('POST', '/auth/sign-in/social', { provider: 'battlenet' });
    await attempt('POST', '/auth/unlink-account', { providerId: 'discord' });
    await attempt('POST', '/auth/me/gameplatform/disconnect');
    await attempt('POST', '/auth/me/email', { email: 'bot@example.org' });
    await attempt('POST', '/auth/me/email/verify', { token: 'x'.repeat(43) });
    await attempt('POST', '/auth/revoke-session', { id: before[0]?.id });
    await attempt('POST', '/auth/revoke-other-sessions');
    await attempt('GET', '/auth/list-sessions');
    await attempt('GET', '/auth/me/export');
    await attempt('DELETE', '/auth/me');
    for (const [path, { status, body, headers }] of refused) {
      expect([path, status, headers.get('location')]).toEqual([path, 403, null]);
      expect(['token_not_allowed', 'read_only_token']).toContain(body.reason);
    }
  }
  expect(await list(person.token)).toHaveLength(before.length + 2);
  expect((await call(person.token)('GET', '/auth/list-accounts')).body).toHaveLength(2);
  expect(await app.ctx.sql('select from oauth_state where link_to_user_id = $1', [person.userId])).toEqual([]);
});

/** These ignore identity, so a token makes no difference. */
const WITHOUT_IDENTITY = ['signIn.magicLink', 'signIn.magicLinkAlias', 'signIn.redeemMagicLink'];
type Definition = { _def: { type: string; meta?: Meta } };
const definitions: [string, Definition][] = Object.entries(appRouter._def.procedures as never);
const mutations = definitions.flatMap(([name, { _def }]) =>
  _def.type === 'mutation' && !WITHOUT_IDENTITY.includes(name) ? [{ name, ..._def.meta?.openapi }] : [],
);

test.each(mutations)('A-04: a read-only token cannot call $name', async ({ name, method, path = '' }) => {
  const person = await createPerson(app, { isAdmin: true });
  const bot = call(await tokenOf(person, 'read'));
  const answers = [
    await bot(method ?? '', path.replaceAll(/\{.+?\}/g, SOMEWHERE), method === 'DELETE' ? undefined : {}),
    await bot('POST', `/trpc/${name}`, {}),
  ];
  for (const { status, body } of answers) {
    expect(status).toBe(403);
    expect(JSON.stringify(body)).toMatch(/"reason":"(read_only_token|token_not_allowed)"/);
  }
  expect(await isAlive(person.token)).toBe(true);
});

/** Procedures of the admin kind, and the one in which an administrator acts for another person. */
const administration = definitions.flatMap(
  ([
    name,
    {
      _def: { type, meta },
    },
  ]) =>
    meta?.forbidden?.includes('admin_only') || name === 'characters.completeSync'
      ? [{ name, mutation: type === 'mutation', ...meta?.openapi }]
      : [],
);

test.each(administration)(
  'A-04: an administrator’s tool token cannot call $name, even with write scope',
  async ({ name, mutation, method, path = '' }) => {
    const admin = await createPerson(app, { isAdmin: true });
    const bot = call(await tokenOf(admin, 'write'));
    const input = { userId: admin.userId, isAdmin: true };
    const address = path.replaceAll('{userId}', admin.userId).replaceAll(/\{.+?\}/g, SOMEWHERE);
    const answers = [
      await bot(method ?? '', address, mutation ? { isAdmin: true } : undefined),
      mutation
        ? await bot('POST', `/trpc/${name}`, input)
        : await bot('GET', `/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(403);
      expect(JSON.stringify(body)).toContain('"reason":"token_not_allowed"');
    }
  },
);

test('A-04: the list of procedures for administrators is not empty, and includes the one that appoints them', () => {
  expect(administration.length).toBeGreaterThan(12);
  expect(administration.map(({ name }) => name)).toContain('admin.setAdmin');
});

test('A-04: a read-only token cannot upload a picture, but a writing token can', async () => {
  const person = await createPerson(app);
  const picture = await anyPicture();
  const upload = async (scope: 'read' | 'write') =>
    app.http
      .post(AVATAR)
      .auth(await tokenOf(person, scope), { type: 'bearer' })
      .attach('image', picture, 'picture.png');
  const refused = await upload('read');
  expect([refused.status, refused.body.reason]).toEqual([403, 'read_only_token']);
  expect((await upload('write')).status).toBe(200);
});
