import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { type Browser, openBrowser } from '../../../test/browser.ts';
import { hashToken } from '../../core/secrets.ts';
import { platformToken } from '../sessions/platform-token.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({
    roles: ['web'],
    environment: {
      ADMIN_EMAILS: 'brannoc@example.com,pell@example.com,impostor@example.com',
      CORS_ORIGINS: 'https://web.example',
    },
  });
});
afterAll(() => app[Symbol.asyncDispose]());

type Me = {
  id: string;
  displayName: string;
  email: string | null;
  isAdmin: boolean;
  accounts: { providerId: string; accountId: string }[];
};

async function me(browser: Browser): Promise<Me | null> {
  const answer = await browser.open('/api/v1/auth/get-session');
  const body = (await answer.json()) as { user: Me } | null;
  return body?.user ?? null;
}

async function signedIn(provider: 'battlenet' | 'discord', account: string): Promise<Browser> {
  const browser = openBrowser(app);
  await expect(browser.signIn(provider, account)).resolves.toBe('/');
  return browser;
}

const count = async (table: 'app_user' | 'account' | 'session' | 'oauth_state') =>
  (await app.ctx.sql<{ count: number }>(`select count(*)::int as count from ${table}`))[0]?.count;
const everything = async () => [await count('app_user'), await count('account'), await count('session')];
const providers = [['battlenet'], ['discord']] as const;

test.each([['google'], ['BATTLENET'], ['__proto__'], ['constructor'], ['battlenet%00'], ['x'.repeat(5_000)]])(
  'the provider %s does not exist at the start nor at the callback',
  async (provider) => {
    for (const path of [`signin/${provider}`, `callback/${provider}?code=x&state=y`]) {
      const { body } = await app.http.get(`/api/v1/auth/${path}`).expect(404);
      expect(body).toMatchObject({ code: 'NOT_FOUND', reason: 'provider_not_found' });
    }
  },
);

test.each([
  ['//evil.com'],
  ['/\\evil.com'],
  ['https://evil.com'],
  ['javascript:alert(1)'],
  ['/%00'],
  [`/${'x'.repeat(5_000)}`],
])('S-20: a sign-in with the callback %s is refused before anything happens', async (callbackUrl) => {
  const before = await count('oauth_state');
  const { body, headers } = await app.http
    .get('/api/v1/auth/signin/battlenet')
    .query({ callbackURL: callbackUrl })
    .expect(400);
  expect(body.reason).toBe('invalid_callback_url');
  expect([headers['set-cookie'], headers.location]).toEqual([undefined, undefined]);
  expect(await count('oauth_state')).toBe(before);
});

test.each([
  ['battlenet', 'openid wow.profile'],
  ['discord', 'identify email'],
])('a sign-in asks %s for the scopes “%s”, with a new state each time', async (provider, scope) => {
  const asked = async () => {
    const { headers } = await app.http.get(`/api/v1/auth/signin/${provider}`).expect(302);
    return new URL(headers.location ?? '').searchParams;
  };
  const [first, second] = [await asked(), await asked()];
  expect(first.get('scope')?.split(' ').toSorted()).toEqual(scope.split(' ').toSorted());
  expect(first.get('response_type')).toBe('code');
  expect(first.get('state')).toMatch(/^[\w-]{20,}/);
  expect(second.get('state')).not.toBe(first.get('state'));
});

test('S-20: refuses two callback addresses', async () => {
  await app.http.get('/api/v1/auth/signin/battlenet?callbackURL=/a&callbackURL=/b').expect(400);
});

/** Ways to tamper with the return from a provider. Each gets a browser about to return, and the address. */
const spoiled: [string, (browser: Browser, back: URL) => Promise<void> | void][] = [
  ['without a state', (_browser, back) => back.searchParams.delete('state')],
  ['with an empty state', (_browser, back) => back.searchParams.set('state', '')],
  ['with a state of its own making', (_browser, back) => back.searchParams.set('state', 's'.repeat(43))],
  ['with two states', (_browser, back) => back.searchParams.append('state', 'x')],
  ['without the cookie of the browser', (browser) => void browser.cookies.delete('oauth')],
  ['with an empty cookie', (browser) => void browser.cookies.set('oauth', '')],
  ['with two cookies', (browser) => void browser.cookies.set('oauth', `${browser.cookies.get('oauth')}; oauth=x`)],
  [
    'in another browser, which is on its own way',
    async (browser) => {
      const other = openBrowser(app);
      await other.consent('battlenet', 'ysolde');
      browser.cookies.set('oauth', other.cookies.get('oauth') ?? '');
    },
  ],
  [
    'after more than ten minutes',
    () => app.ctx.sql(`update oauth_state set expires_at = now() - interval '1 second'`).then(),
  ],
  [
    'for the second time',
    async (browser, back) => {
      await browser.open(`${back.pathname}${back.search}`);
      browser.setCookies = [];
    },
  ],
  [
    'at the other provider',
    (_browser, back) => {
      back.pathname = back.pathname.replace(/battlenet|discord/, (name) =>
        name === 'discord' ? 'battlenet' : 'discord',
      );
    },
  ],
];

test.each([
  ['that is too old', () => app.ctx.sql(`update oauth_state set expires_at = now() - interval '1 second'`).then()],
  ['whose answer was lost', (browser: Browser, back: string) => browser.open(back).then()],
] as const)('S-20: a sign-in %s leads back to where it began, and never to another origin', async (_how, spoil) => {
  const ends = async (change: (token: string) => string) => {
    const browser = openBrowser(app);
    const back = await browser.consent('battlenet', 'pell', '/events/17?tab=log');
    await spoil(browser, back);
    browser.cookies.delete('session');
    browser.cookies.set('oauth', change(browser.cookies.get('oauth') ?? ''));
    return (await browser.open(back)).headers.get('location');
  };
  expect(await ends((token) => token)).toBe('/events/17?tab=log&error=state_mismatch');
  for (const path of ['//evil.com', 'https://evil.com', '/api/v1/auth/signout', '\u0000']) {
    const forged = (token: string) => `${token.split('~')[0]}~${Buffer.from(path).toString('base64url')}`;
    expect(await ends(forged)).toBe('/?error=state_mismatch');
  }
});

test.each(spoiled)('S-15, S-16: a sign-in that comes back %s signs no one in', async (_how, spoil) => {
  for (const [provider] of providers) {
    const browser = openBrowser(app);
    const back = new URL(await browser.consent(provider, 'pell'), app.url);
    await spoil(browser, back);
    browser.cookies.delete('session');
    const before = await everything();
    const answer = await browser.open(`${back.pathname}${back.search}`);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/?error=state_mismatch']);
    expect(browser.setCookies).toEqual([]);
    expect(await everything()).toEqual(before);
  }
});

test.each(spoiled.filter(([how]) => how !== 'for the second time'))(
  'S-15, S-16: a link that comes back %s links nothing',
  async (_how, spoil) => {
    const browser = await signedIn('battlenet', 'osric');
    const back = new URL(await browser.consent('discord', 'osric'), app.url);
    await spoil(browser, back);
    const before = await everything();
    const answer = await browser.open(`${back.pathname}${back.search}`);
    expect(answer.headers.get('location')).toBe('/?error=state_mismatch');
    expect(await everything()).toEqual(before);
  },
);

test('sign-ins that began in several tabs each end on their own page, in any order', async () => {
  const browser = openBrowser(app);
  const pages = ['/events/1?tab=log', '/events/2', `/${'x'.repeat(1_900)}`, '/g/some#night'];
  const begun = [
    await browser.consent('battlenet', 'kessa', pages[0]),
    await browser.consent('discord', 'kessa', pages[1]),
    await browser.consent('battlenet', 'kessa', pages[2]),
    await browser.consent('discord', 'kessa', pages[3]),
  ];
  for (const index of [1, 0, 3, 2]) {
    const answer = await browser.open(begun[index] ?? '');
    expect([index, answer.headers.get('location')]).toEqual([index, pages[index]]);
  }
  expect((await me(browser))?.displayName).toBeTruthy();
  // One that is used up still leads back to its own page.
  const again = await browser.open(begun[0] ?? '');
  expect(again.headers.get('location')).toBe('/events/1?tab=log&error=state_mismatch');
  await app.ctx.sql(`update app_user set email = null where email like 'kessa%'`);
});

test('a sign-in and a link that began in two tabs both end on their own page', async () => {
  const browser = await signedIn('battlenet', 'kessa');
  await app.ctx.sql(`delete from account where provider_id = 'discord'`);
  const link = await browser.consent('discord', 'kessa', '/me/accounts');
  const renewal = await browser.consent('battlenet', 'kessa', '/welcome');
  expect((await browser.open(link)).headers.get('location')).toBe('/me/accounts');
  expect((await browser.open(renewal)).headers.get('location')).toBe('/welcome');
  const { accounts = [] } = (await me(browser)) ?? {};
  expect(accounts.map(({ providerId }) => providerId).toSorted()).toEqual(['battlenet', 'discord']);
  await app.ctx.sql(`update app_user set email = null where email like 'kessa%'`);
});

test('S-16: A’s linking cannot be completed signed out or in B’s session', async () => {
  const a = await signedIn('battlenet', 'marrow');
  const b = await signedIn('battlenet', 'tamsel');
  const before = await everything();
  for (const session of [undefined, b.session()]) {
    const back = await a.consent('discord', 'pell', '/settings');
    const elsewhere = openBrowser(app, { oauth: a.cookies.get('oauth') ?? '', ...(session ? { session } : {}) });
    expect((await elsewhere.open(back)).headers.get('location')).toBe('/settings?error=state_mismatch');
    expect(elsewhere.setCookies).toEqual([]);
  }
  expect(await everything()).toEqual(before);
  expect((await me(b))?.accounts).toHaveLength(1);
});

test.each(providers)('cancelling at %s returns to the previous page with an explanation', async (provider) => {
  const before = await everything();
  await expect(openBrowser(app).signIn(provider, 'cancel', '/guilds?tab=1#top')).resolves.toBe(
    '/guilds?tab=1&error=access_denied#top',
  );
  expect(await everything()).toEqual(before);
});

test.each(providers)('a code that %s does not know signs no one in', async (provider) => {
  const browser = openBrowser(app);
  const back = await browser.consent(provider, 'pell');
  const answer = await browser.open(back.replace(/code=[^&]+/, 'code=wrong'));
  expect(answer.headers.get('location')).toBe('/?error=provider_unavailable');
  expect(browser.session()).toBeUndefined();
});

test.each([
  [
    'battlenet',
    'brannoc',
    { displayName: 'Brannoc', email: null, emailVerified: false, isAdmin: false },
    'Brannoc#21733',
  ],
  [
    'discord',
    'brannoc',
    { displayName: 'Brannoc 🌲', email: 'brannoc@example.com', emailVerified: true, isAdmin: true },
    'Brannoc 🌲',
  ],
] as const)(
  'the first sign-in with %s creates a user, and the next one finds it',
  async (provider, account, profile, name) => {
    const first = await signedIn(provider, account);
    const user = await me(first);
    expect(user).toMatchObject({ ...profile, accounts: [{ providerId: provider, displayName: name }] });
    const key = provider === 'battlenet' ? 'gameplatformId' : 'chatplatformId';
    expect(user).toHaveProperty(key, user?.accounts[0]?.accountId);

    const second = openBrowser(app);
    await expect(second.signIn(provider, account, '/guilds?tab=roster')).resolves.toBe('/guilds?tab=roster');
    expect(await me(second)).toEqual(user);
    expect(second.session()).not.toBe(first.session());
    expect((await me(first))?.id).toBe(user?.id);
  },
);

test.each([
  ['battlenet', 'sora', 'Сорамир'],
  ['discord', 'wrenna', 'wrennaby'],
] as const)('the name from %s for %s is %s', async (provider, account, displayName) => {
  expect(await me(await signedIn(provider, account))).toMatchObject({ displayName });
});

test('S-17: a provider’s e-mail address never signs a person in to another account', async () => {
  const [owner] = await app.ctx.sql<{ id: string }>(
    `insert into app_user (display_name, email, email_verified_at) values ('Owner', 'ysolde@example.com', now()), ('Pre-registered', 'kessa@example.com', null) returning id`,
  );
  const users = [];
  for (const account of ['ysolde', 'impostor', 'kessa', 'pell', 'wrenna', 'osric']) {
    users.push(await me(await signedIn('discord', account)));
  }
  const ids = users.map((user) => user?.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).not.toContain(owner?.id);
  expect(users.map((user) => [user?.email, user?.isAdmin])).toEqual(Array(6).fill([null, false]));
  const linked = await app.ctx.sql(
    `select from account a join app_user u on u.id = a.user_id where u.display_name = any($1)`,
    [['Owner', 'Pre-registered']],
  );
  expect(linked).toEqual([]);
});

test('linking Discord keeps the session, and Discord then signs in the same person', async () => {
  const browser = await signedIn('battlenet', 'ilveth');
  const [session, user] = [browser.session(), await me(browser)];
  const [discord] = app.simulator.world.discordAccounts.filter(({ key }) => key === 'impostor');
  await app.ctx.sql('delete from account where account_id = $1', [discord?.id]);
  await expect(browser.signIn('discord', 'impostor', '/settings')).resolves.toBe('/settings');
  expect(browser.session()).toBe(session);
  expect(browser.setCookies).toEqual([]);
  expect(await me(browser)).toEqual({
    ...user,
    chatplatformId: discord?.id,
    accounts: [
      expect.objectContaining({ providerId: 'battlenet' }),
      expect.objectContaining({ providerId: 'discord', accountId: discord?.id }),
    ],
  });
  expect((await me(await signedIn('discord', 'impostor')))?.id).toBe(user?.id);

  await expect(browser.signIn('discord', 'impostor')).resolves.toBe('/');
  expect((await me(browser))?.accounts).toHaveLength(2);
});

test('S-19: an identity that belongs to another person is not linked and stays theirs', async () => {
  const owner = await signedIn('discord', 'pell');
  const other = await signedIn('battlenet', 'edda');
  const before = await everything();
  await expect(other.signIn('discord', 'pell', '/settings')).resolves.toMatch(
    /^\/settings\?error=account_already_linked/,
  );
  expect(await everything()).toEqual(before);
  expect((await me(other))?.accounts.map(({ providerId }) => providerId)).toEqual(['battlenet']);
  expect((await me(await signedIn('discord', 'pell')))?.id).toBe((await me(owner))?.id);
});

test('S-19: a person cannot have two identities at one provider, even with parallel links', async () => {
  const browser = await signedIn('battlenet', 'dagrun');
  await expect(browser.signIn('battlenet', 'vesper')).resolves.toBe('/?error=provider_already_linked');

  for (let round = 0; round < 4; round += 1) {
    await app.ctx.sql(`delete from account where provider_id = 'discord'`);
    const ways = [];
    for (const account of ['osric', 'wrenna', 'kessa', 'pell']) {
      const twin = openBrowser(app, { session: browser.session() ?? '' });
      ways.push([twin, await twin.consent('discord', account)] as const);
    }
    const ends = await Promise.all(ways.map(async ([twin, back]) => (await twin.open(back)).headers.get('location')));
    expect(ends.toSorted()).toEqual(['/', ...Array(3).fill('/?error=provider_already_linked')]);
    expect((await me(browser))?.accounts).toHaveLength(2);
  }
});

test.each<[string, Record<string, string>, number]>([
  ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ['a sibling of this host', { 'sec-fetch-site': 'same-site' }, 403],
  ['another site that names itself', { 'sec-fetch-site': 'cross-site', referer: 'https://evil.example/' }, 403],
  ['a page of this service', { 'sec-fetch-site': 'same-origin' }, 302],
  ['an address that was typed', { 'sec-fetch-site': 'none' }, 302],
  ['the web client elsewhere', { 'sec-fetch-site': 'cross-site', referer: 'https://web.example/me' }, 302],
])('S-25: checks whether a signed-in browser may start linking from %s', async (_from, headers, status) => {
  const browser = await signedIn('battlenet', 'osric');
  const before = await everything();
  const answer = await browser.open('/api/v1/auth/signin/discord', { headers });
  expect(answer.status).toBe(status);
  if (status === 302) return;
  expect(await answer.json()).toMatchObject({ reason: 'invalid_origin' });
  expect(await everything()).toEqual(before);
  // A browser without a session may follow the link, because it links nothing.
  expect((await openBrowser(app).open('/api/v1/auth/signin/discord', { headers })).status).toBe(302);
});

test('S-26: HEAD on the callback of a provider uses up no state and signs no one in', async () => {
  for (const [provider] of providers) {
    const browser = openBrowser(app);
    const back = await browser.consent(provider, 'pell');
    const before = await everything();
    expect((await browser.open(back, { method: 'HEAD' })).status).toBe(204);
    expect([browser.setCookies, await everything()]).toEqual([[], before]);
    expect((await browser.open(back)).headers.get('location')).toBe('/');
    expect(browser.session()).toBeDefined();
  }
});

test('a new sign-in in a browser ends the session it replaces', async () => {
  const browser = await signedIn('battlenet', 'osric');
  const before = browser.session() ?? '';
  browser.cookies.set('session', before);
  await app.ctx.sql(`update session set created_at = now() - interval '25 hours' where token_hash = $1`, [
    hashToken(before),
  ]);
  expect(await browser.signIn('battlenet', 'osric')).toBe('/');
  expect(browser.session()).not.toBe(before);
  expect(await app.ctx.sessions.authenticate(before)).toBeNull();
});

test('S-15: only one of several parallel returns with one state signs in', async () => {
  const browser = openBrowser(app);
  const back = await browser.consent('battlenet', 'ysolde');
  const before = await count('session');
  const twins = Array.from({ length: 5 }, () => openBrowser(app, Object.fromEntries(browser.cookies)));
  const ends = await Promise.all(twins.map(async (twin) => (await twin.open(back)).headers.get('location')));
  expect(ends.toSorted()).toEqual(['/', ...Array(4).fill('/?error=state_mismatch')]);
  expect(await count('session')).toBe((before ?? 0) + 1);
});

test.each([
  ['battlenet', 'quill'],
  ['discord', 'kessa'],
] as const)('20 parallel first sign-ins with %s create one user', async (provider, account) => {
  await app.ctx.sql(`delete from account where provider_id = 'discord'`);
  const before = (await count('app_user')) ?? 0;
  const browsers = Array.from({ length: 20 }, () => openBrowser(app));
  const ends = await Promise.all(browsers.map((browser) => browser.signIn(provider, account)));
  expect(ends).toEqual(Array(20).fill('/'));
  const ids = await Promise.all(browsers.map(async (browser) => (await me(browser))?.id));
  expect(new Set(ids).size).toBe(1);
  expect(new Set(browsers.map((browser) => browser.session())).size).toBe(20);
  expect(await count('app_user')).toBe(before + 1);
});

test('S-02, S-22: no state, code, token or secret of a sign-in is stored in plain text or logged', async () => {
  app.logged.length = 0;
  const { world } = app.simulator;
  world.setRefreshable(world.account('ysolde'));
  const browser = openBrowser(app);
  const back = await browser.consent('battlenet', 'ysolde');
  const stored = async () =>
    (
      await app.ctx.sql<{ text: string }>(
        `select s::text as text from oauth_state s union all select a::text from account a union all select s::text from session s`,
      )
    )
      .map(({ text }) => text)
      .join();
  const browserToken = browser.cookies.get('oauth') ?? '';
  const { code = '', state = '' } = Object.fromEntries(new URL(back, app.url).searchParams);
  const before = await stored();
  await browser.open(back);
  await browser.open(back);
  await browser.open('/api/v1/auth/me', { headers: { origin: 'x' } });
  await browser.open(`/api/v1/auth/nothing?token=${browser.session()}`);
  const user = await me(browser);
  const token = await platformToken(app.ctx.sql, app.ctx.sealer, user?.id ?? '');
  const [account] = await app.ctx.sql<{ expiry: string | null; refresh: string | null; plain: Date | null }>(
    `select access_token_expiry_sealed as expiry, refresh_token_sealed as refresh, access_token_expires_at as plain
     from account where user_id = $1 and provider_id = 'battlenet'`,
    [user?.id],
  );
  const opened = (text: string, field: string) => app.ctx.sealer.open(text, `${user?.id}|battlenet|${field}`);
  const refresh = opened(account?.refresh ?? '', 'refresh_token');
  const expiry = opened(account?.expiry ?? '', 'access_token_expiry');
  expect(account?.plain).toBeNull();
  const access = token.state === 'usable' ? token.token : '';
  const minute = expiry.slice(0, 16);
  const secrets = [
    code,
    state,
    browserToken,
    browser.session() ?? '',
    access,
    refresh,
    minute,
    minute.replace('T', ' '),
  ];
  const after = await stored();
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(15);
    expect(before).not.toContain(secret);
    expect(after).not.toContain(secret);
    expect(app.logged.join()).not.toContain(secret);
  }
  expect(app.logged.join()).toContain('/api/v1/auth/callback/battlenet');
});

test('a sign-in and its failures leak to no other page in a Referer', async () => {
  const { headers } = await app.http.get('/api/v1/auth/signin/battlenet').expect(302);
  expect(headers['referrer-policy']).toBe('no-referrer');
  expect(headers['cache-control']).toBe('no-store');
});

test.each([
  ['raid@пример.рф', 'raid@xn--e1afmkfd.xn--p1ai'],
  ['a&b@example.org', 'a&b@example.org'],
  ['raid@example.xn--p1ai', 'raid@example.xn--p1ai'],
  ['почта@example.org', null],
  ['"a b"@example.org', null],
])('the verified address %s of a chat account is adopted as %s', async (email, adopted) => {
  const user = {
    id: `9${Date.now()}00`,
    username: 'raider',
    global_name: 'Raider',
    avatar: null,
    email,
    verified: true,
  };
  const clear = app.simulator.faults.serve(/\/users\/(@|%40)me$/, user);
  const browser = await signedIn('discord', 'pell');
  clear();
  const answer = await browser.open('/api/v1/auth/me');
  expect(await answer.json()).toMatchObject({ email: adopted, emailVerified: adopted !== null });
});
