import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedInClient, type TestApp, testApp } from '../../../test/app.ts';
import { openBrowser } from '../../../test/browser.ts';
import { type Call, callerOf } from '../../../test/caller.ts';
import { endTokens } from '../../../test/end-tokens.ts';
import { bringIn, type TestGuild } from '../../../test/guild.ts';
import { type Mailbox, startMailbox } from '../../../test/mailbox.ts';
import { createPerson } from '../../../test/people.ts';
import { tablesWith } from '../../../test/rows.ts';
import { hashToken } from '../../core/secrets.ts';

type Way = 'battlenet' | 'discord' | 'email';

let mailbox: Mailbox;
let app: TestApp;
let ysolde: { client: SignedInClient; guild: TestGuild };
beforeAll(async () => {
  mailbox = await startMailbox();
  app = await testApp({ environment: { SMTP_URL: mailbox.url, TRUST_PROXY_HOPS: '1' } });
  ysolde = await bringIn(app, 'ysolde');
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await mailbox[Symbol.asyncDispose]();
});

let mailed = 0;
const freshAddress = () => {
  mailed += 1;
  return `linked-${mailed}@example.org`;
};

/** Signs in for the first time by one of the three ways and returns the session token. */
async function firstSignIn(way: Way, account: string): Promise<string> {
  const browser = openBrowser(app);
  if (way !== 'email') {
    await expect(browser.signIn(way, account)).resolves.toBe('/');
    return browser.session() ?? '';
  }
  const email = freshAddress();
  await app.http.post('/api/v1/auth/magic-link').set('X-Forwarded-For', `10.9.0.${mailed}`).send({ email }).expect(200);
  const token = (await mailbox.nthTo(email)).fragment.get('token');
  await browser.open(`/api/v1/auth/magic-link/verify?token=${token}`);
  return browser.session() ?? '';
}

async function link(token: string, way: Way, account: string): Promise<string> {
  if (way !== 'email') return openBrowser(app, { session: token }).signIn(way, account);
  const call = callerOf(app, token);
  const email = freshAddress();
  expect((await call('POST', '/auth/me/email', { email })).status).toBe(200);
  const verified = await call('POST', '/auth/me/email/verify', {
    token: (await mailbox.nthTo(email)).fragment.get('token'),
  });
  return verified.status === 200 ? '/' : String(verified.body.reason);
}

async function waysOf(call: Call): Promise<Way[]> {
  const { body } = await call('GET', '/auth/me');
  const { body: accounts } = await call('GET', '/auth/list-accounts');
  expect(accounts).toEqual(body.accounts);
  const providers = (body.accounts as { providerId: Way }[]).map(({ providerId }) => providerId);
  return [...providers, ...(body.email === null ? [] : (['email'] as const))].toSorted();
}

const unlink = (call: Call, way: string) => call('POST', '/auth/unlink-account', { providerId: way });

const orders: Way[][] = (['battlenet', 'discord', 'email'] as const).flatMap((first, _, all) =>
  all
    .filter((way) => way !== first)
    .map((second) => [first, second, ...all.filter((way) => way !== first && way !== second)]),
);

test.each(orders)('%s, %s and %s can be linked and unlinked in this order, until one is left', async (...order) => {
  const [first, ...others] = order as [Way, ...Way[]];
  const token = await firstSignIn(first, 'osric');
  const call = callerOf(app, token);
  const { id } = (await call('GET', '/auth/me')).body;
  for (const way of others) expect(await link(token, way, 'osric')).toBe('/');
  expect(await waysOf(call)).toEqual([...order].toSorted());
  expect((await call('GET', '/auth/me')).body.id).toBe(id);

  const left = [...order].toSorted();
  for (const way of order.slice(0, 2)) {
    expect((await unlink(call, way)).body).toEqual({ status: true });
    left.splice(left.indexOf(way), 1);
    expect(await waysOf(call)).toEqual(left);
    expect((await unlink(call, way)).body).toMatchObject({ code: 'BAD_REQUEST', reason: 'account_not_linked' });
  }
  const last = await unlink(call, left[0] ?? '');
  expect([last.status, last.body.reason]).toEqual([400, 'last_account']);
  expect(await waysOf(call)).toEqual(left);
  await app.ctx.sql('delete from app_user where id = $1', [id]);
});

test('S-19: parallel unlinks always leave one way to sign in', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { userId, token } = await createPerson(app);
    await app.ctx.sql(
      `insert into account (user_id, provider_id, account_id) values ($1, 'battlenet', $2), ($1, 'discord', $2)`,
      [userId, `parallel-${round}`],
    );
    const call = callerOf(app, token);
    const answers = await Promise.all([unlink(call, 'battlenet'), unlink(call, 'discord')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(await waysOf(call)).toHaveLength(1);
  }
});

test('S-19: a person cannot link another person’s identity or use their address', async () => {
  const owner = await firstSignIn('discord', 'kessa');
  await app.signIn('kessa');
  const other = await firstSignIn('battlenet', 'edda');
  for (const way of ['battlenet', 'discord'] as const) {
    expect(await link(other, way, 'kessa')).toMatch(/^\/\?error=account_already_linked/);
  }
  const taken = await callerOf(app, other)('POST', '/auth/me/email', { email: 'Kessa@example.com' });
  expect([taken.status, taken.body.reason]).toEqual([409, 'email_taken']);
  expect(await waysOf(callerOf(app, other))).toEqual(['battlenet']);
  expect(await waysOf(callerOf(app, owner))).toEqual(['discord', 'email']);
});

test('S-19: refuses unknown providers, unknown fields and anonymous callers', async () => {
  const call = callerOf(app, ysolde.client.token);
  for (const providerId of ['google', '__proto__', '', null, ['discord']]) {
    expect((await call('POST', '/auth/unlink-account', { providerId })).status).toBe(400);
  }
  expect((await call('POST', '/auth/unlink-account', { providerId: 'discord', userId: 'x' })).status).toBe(400);
  await app.http.post('/api/v1/auth/unlink-account').send({ providerId: 'discord' }).expect(401);
});

test('S-19: actions that are hard to undo need a sign-in within the last day', async () => {
  const { userId, token } = await createPerson(app);
  await app.ctx.sql(
    `insert into account (user_id, provider_id, account_id) values ($1, 'battlenet', 's-1'), ($1, 'discord', 's-2')`,
    [userId],
  );
  const call = callerOf(app, token);
  const age = (hours: number) =>
    app.ctx.sql(`update session set created_at = now() - $2 * interval '1 hour' where token_hash = $1`, [
      hashToken(token),
      hours,
    ]);
  await age(25);
  const demanding: [string, string, Record<string, unknown>?][] = [
    ['POST', '/auth/unlink-account', { providerId: 'discord' }],
    ['POST', '/auth/me/gameplatform/disconnect'],
    ['POST', '/auth/me/email', { email: 'stale@example.org' }],
    ['POST', '/auth/tokens', { label: 'Bot', scope: 'read' }],
    ['DELETE', '/auth/me'],
  ];
  for (const [method, path, body] of demanding) {
    const answer = await call(method, path, body);
    expect([path, answer.status, answer.body.reason]).toEqual([path, 403, 'session_not_fresh']);
    expect(answer.headers.get('location')).toBeNull();
  }
  expect((await call('PATCH', '/auth/me', { displayName: 'Still here' })).status).toBe(200);
  expect(await waysOf(call)).toEqual(['battlenet', 'discord']);
  await age(23);
  expect((await unlink(call, 'discord')).status).toBe(200);
});

const ageSession = (token: string, hours: number) =>
  app.ctx.sql(`update session set created_at = now() - $2 * interval '1 hour' where token_hash = $1`, [
    hashToken(token),
    hours,
  ]);

test('S-19: a session older than a day links nothing new, whichever way the linking starts', async () => {
  const token = await firstSignIn('battlenet', 'vesper');
  await ageSession(token, 25);
  const browser = openBrowser(app, { session: token });
  await expect(browser.signIn('discord', 'wrenna', '/settings')).resolves.toBe('/settings?error=session_not_fresh');
  await expect(browser.signIn('battlenet', 'quill')).resolves.toBe('/?error=session_not_fresh');
  expect(browser.session()).toBe(token);
  const call = callerOf(app, token);
  const { body } = await call('POST', '/auth/sign-in/social', { provider: 'discord' });
  const [state] = await app.ctx.sql<{ renewOnly: boolean }>(
    'select renew_only as "renewOnly" from oauth_state where state_hash = $1',
    [hashToken(new URL(String(body.url)).searchParams.get('state') ?? '')],
  );
  expect(state).toEqual({ renewOnly: true });
  expect(await waysOf(call)).toEqual(['battlenet']);
});

test('a person who comes back the next day signs in again with a linked provider and continues', async () => {
  const token = await firstSignIn('battlenet', 'tamsel');
  const call = callerOf(app, token);
  const { id } = (await call('GET', '/auth/me')).body;
  await ageSession(token, 25);
  await endTokens(app, String(id), -3600_000);
  const expired = await call('POST', '/characters/sync');
  expect([expired.status, expired.body.reason]).toEqual([409, 'gameplatform_token_expired']);

  const browser = openBrowser(app, { session: token });
  await expect(browser.signIn('battlenet', 'tamsel', '/characters')).resolves.toBe('/characters');
  expect(browser.session()).not.toBe(token);
  expect((await call('GET', '/auth/me')).status).toBe(401);
  const again = callerOf(app, browser.session() ?? '');
  expect((await again('GET', '/auth/me/gameplatform/status')).body).toMatchObject({ linked: true, expired: false });
  expect((await again('GET', '/auth/me')).body.id).toBe(id);
  expect((await again('POST', '/characters/sync')).status).toBe(201);
  // It counts as a fresh sign-in.
  expect((await again('POST', '/auth/tokens', { label: 'Bot', scope: 'read' })).status).toBe(201);
});

test('a removed address stays removed when its person signs in with the provider that knows it', async () => {
  const call = callerOf(app, await firstSignIn('discord', 'brannoc'));
  expect(await waysOf(call)).toEqual(['discord', 'email']);
  expect((await unlink(call, 'email')).body).toEqual({ status: true });
  expect(await waysOf(callerOf(app, await firstSignIn('discord', 'brannoc')))).toEqual(['discord']);
});

test('disconnecting the game platform removes its tokens, the proofs of characters and the memberships', async () => {
  const { client, guild } = ysolde;
  const call = callerOf(app, client.token);
  const { id } = (await call('GET', '/auth/me')).body;
  expect((await client.get(`/organizations/${guild.id}/roster`).expect(200)).body.members.length).toBeGreaterThan(0);
  expect(await link(client.token, 'email', '')).toBe('/');
  const sealed = await app.ctx.sql<{ text: string }>(
    `select access_token_sealed as text from account where user_id = $1`,
    [id],
  );

  expect((await call('POST', '/auth/me/gameplatform/disconnect')).body).toEqual({ status: true });
  expect(await waysOf(call)).toEqual(['email']);
  expect(await tablesWith(app, sealed[0]?.text ?? '')).toEqual([]);
  const characters = await app.ctx.sql<{ verified: boolean }>(
    `select verified_at is not null as verified from character where user_id = $1`,
    [id],
  );
  expect(characters.length).toBeGreaterThan(3);
  expect(characters.every(({ verified }) => !verified)).toBe(true);
  expect((await client.get('/organizations/mine').expect(200)).body).toEqual([]);
  await client.get(`/organizations/${guild.id}/roster`).expect(403);
  expect(await app.ctx.sql(`select from membership where user_id = $1 and left_at is null`, [id])).toEqual([]);

  const status = await client.get('/auth/me/gameplatform/status').expect(200);
  expect(status.body).toEqual({ linked: false, expired: false, expiresAt: null });
  expect((await call('POST', '/auth/me/gameplatform/disconnect')).body.reason).toBe('account_not_linked');
  const sync = await call('POST', '/characters/sync');
  expect([sync.status, sync.body.reason]).toEqual([409, 'gameplatform_not_linked']);
});

test('a person whose only way to sign in is the game platform cannot disconnect it', async () => {
  const call = callerOf(app, await firstSignIn('battlenet', 'marrow'));
  const refused = await call('POST', '/auth/me/gameplatform/disconnect');
  expect([refused.status, refused.body.reason]).toEqual([400, 'last_account']);
});

test('a token that the platform rejects makes a sync answer 409 until the person signs in there again', async () => {
  const token = await firstSignIn('battlenet', 'pell');
  const call = callerOf(app, token);
  const { id } = (await call('GET', '/auth/me')).body;
  await app.ctx.sql('update account set needs_reauth_at = now() where user_id = $1', [id]);
  expect((await call('GET', '/auth/me/gameplatform/status')).body).toMatchObject({ linked: true, expired: true });
  const sync = await call('POST', '/characters/sync');
  expect([sync.status, sync.body.reason]).toEqual([409, 'gameplatform_token_expired']);
  expect(await link(token, 'battlenet', 'pell')).toBe('/');
  expect((await call('GET', '/auth/me/gameplatform/status')).body).toMatchObject({ linked: true, expired: false });
  expect((await call('POST', '/characters/sync')).status).toBe(201);
});

test('takes out of a provider’s name what hides text, turns its direction or breaks lines', async () => {
  const account: { globalName: string | null } | undefined = app.simulator.world.discordAccounts.find(
    ({ key }) => key === 'wrenna',
  );
  if (!account) throw new Error('No such account');
  const given = account.globalName;
  for (const [name, shown] of [
    ['\u202eevil', 'evil'],
    ['a\r\nBcc: x', 'a Bcc: x'],
    // The name of the account, where nothing is left to see of the one that is shown.
    ['\u200b\u200b', 'wrennaby'],
    [` ${'n'.repeat(60)}`, `${'n'.repeat(39)}…`],
  ] as const) {
    account.globalName = name;
    const call = callerOf(app, await firstSignIn('discord', 'wrenna'));
    const { body } = await call('GET', '/auth/me');
    expect(body.displayName).toBe(shown);
    await app.ctx.sql('delete from app_user where id = $1', [body.id]);
  }
  account.globalName = given;
});

const adminLog = (userId: string) =>
  app.ctx.sql('select action, details from admin_entry where person_id = $1 order by at', [userId]);

/** Links an identity that belongs to another account, and returns the resulting merge offer. */
async function offerTo(token: string, way: 'battlenet' | 'discord', account: string): Promise<string | null> {
  const { searchParams } = new URL(await openBrowser(app, { session: token }).signIn(way, account), app.url);
  expect(searchParams.get('error')).toBe('account_already_linked');
  return searchParams.get('merge');
}

test.each([
  ['the other account', 'battlenet', 'discord'],
  ['the account of the session', 'discord', 'battlenet'],
] as const)('two accounts of one person can be merged if %s is empty', async (_which, first, second) => {
  const [full, empty] = [await firstSignIn('battlenet', 'wrenna'), await firstSignIn('discord', 'wrenna')];
  const tokens = { battlenet: full, discord: empty };
  const call = callerOf(app, full);
  const { id } = (await call('PATCH', '/auth/me', { bio: 'Mine' })).body;
  const offer = await offerTo(tokens[first], second, 'wrenna');
  expect(offer).not.toBeNull();
  for (const [body, who] of [
    [{ offer: `${offer}x` }, tokens[first]],
    [{ offer }, tokens[second]],
    [{ offer }, (await createPerson(app)).token],
  ] as const) {
    expect((await callerOf(app, who)('POST', '/auth/merge-accounts', body)).body.reason).toBe('invalid_token');
  }
  const merged = await callerOf(app, tokens[first])('POST', '/auth/merge-accounts', { offer });
  expect([merged.status, merged.body]).toEqual([200, { status: true }]);
  expect(await waysOf(call)).toEqual(expect.arrayContaining(['battlenet', 'discord']));
  expect((await callerOf(app, empty)('GET', '/auth/me')).status).toBe(401);
  expect((await call('GET', '/auth/me/gameplatform/status')).body).toMatchObject({ linked: true, expired: false });
  expect((await call('GET', '/characters/battlenet-preview?gameVersion=retail')).status).toBe(200);
  for (const way of ['battlenet', 'discord'] as const) {
    const again = callerOf(app, await firstSignIn(way, 'wrenna'));
    expect((await again('GET', '/auth/me')).body.id).toBe(id);
  }
  expect(await adminLog(String(id))).toEqual([
    { action: 'accounts_merged', details: expect.objectContaining({ providers: ['discord'] }) },
  ]);
  expect((await callerOf(app, tokens[first])('POST', '/auth/merge-accounts', { offer })).status).toBeGreaterThan(399);
  await app.ctx.sql('delete from app_user where id = $1', [id]);
});

test('a merge needs one empty account and a sign-in of the last ten minutes, also after the offer', async () => {
  const [game, chat] = [await firstSignIn('battlenet', 'wrenna'), await firstSignIn('discord', 'wrenna')];
  const call = callerOf(app, game);
  const ageTo = (interval: string) =>
    app.ctx.sql(`update session set created_at = now() - $2::interval where token_hash = $1`, [
      hashToken(game),
      interval,
    ]);
  await ageTo('11 minutes');
  expect(await offerTo(game, 'discord', 'wrenna')).toBeNull();
  await ageTo('1 minute');
  const offer = await offerTo(game, 'discord', 'wrenna');
  expect(offer).not.toBeNull();
  await call('PATCH', '/auth/me', { bio: 'Mine' });
  await callerOf(app, chat)('PATCH', '/auth/me', { bio: 'Mine, too' });
  const { status, body } = await call('POST', '/auth/merge-accounts', { offer });
  expect([status, body.reason]).toEqual([409, 'merge_not_possible']);
  expect(await offerTo(game, 'discord', 'wrenna')).toBeNull();
});
