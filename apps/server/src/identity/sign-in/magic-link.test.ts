import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cookieOf, type TestApp, testApp } from '../../../test/app.ts';
import { openBrowser } from '../../../test/browser.ts';
import { eventually } from '../../../test/guild.ts';
import { startRelay } from '../../../test/mail-relay.ts';
import { type Mailbox, startMailbox } from '../../../test/mailbox.ts';
import { createPerson } from '../../../test/people.ts';
import { tablesWith } from '../../../test/rows.ts';
import { EMAIL_CHANGE_MINUTES } from '../../account/email-change.entity.ts';
import { sendEmailChangeJob, tellOldAddressJob } from '../../account/users.jobs.ts';
import type { JobDefinition } from '../../core/jobs/job.ts';
import { hashToken } from '../../core/secrets.ts';
import { sendMagicLinkJob } from './auth.jobs.ts';
import { MAGIC_LINK_MINUTES } from './magic-link.entity.ts';
import { sendMagicLink } from './send-magic-link.ts';

let mailbox: Mailbox;
let app: TestApp;
beforeAll(async () => {
  mailbox = await startMailbox();
  app = await testApp({
    environment: {
      SMTP_URL: mailbox.url,
      TRUST_PROXY_HOPS: '1',
      ADMIN_EMAILS: 'Boss@example.org,brannoc@example.com,ysolde@example.com',
    },
  });
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await mailbox[Symbol.asyncDispose]();
});

let networks = 0;
/** A separate network for each request, so that only the tests about networks meet their limit. */
const elsewhere = () => {
  networks += 1;
  return `10.1.${networks >> 8}.${networks & 255}`;
};

const ask = (body: object, from = elsewhere()) =>
  app.http.post('/api/v1/auth/magic-link').set('X-Forwarded-For', from).send(body);

const verify = (token: string, query: Record<string, string> = {}) =>
  app.http.get('/api/v1/auth/magic-link/verify').query({ token, ...query });

/** Requests a link and reads its token from the mail. */
async function mailedToken(email: string, nth = 1): Promise<string> {
  await ask({ email }).expect(200, { status: true });
  return (await mailbox.nthTo(email, nth)).fragment.get('token') ?? '';
}

async function count(table: string): Promise<number> {
  return (await app.ctx.sql<{ count: number }>(`select count(*)::int as count from ${table}`, []))[0]?.count ?? 0;
}

const me = async (cookie: string) => (await app.http.get('/api/v1/auth/me').set('Cookie', cookie).expect(200)).body;
const sessionOf = (answer: { headers: Record<string, string> }) => cookieOf(answer.headers['set-cookie'], 'session');

async function personWith(email: string): Promise<string> {
  const { userId } = await createPerson(app);
  await app.ctx.sql('update app_user set email = $2, email_verified_at = now() where id = $1', [userId, email]);
  return userId;
}

test.each<[string, unknown]>([
  ['a full-width @', 'v＠a.com'],
  ['a ligature', 'ﬁ@a.com'],
  ['a wide domain', 'x@ｅｘａｍｐｌｅ.org'],
  ['a full stop for a dot', 'x@example。org'],
  ['a line break at its end', 'victim@a.com\n'],
  ['a space before it', ' victim@a.com'],
  ['300 characters', `${'a'.repeat(290)}@a.com`],
  ['an array', ['victim@a.com']],
  ['an object', { address: 'victim@a.com' }],
  ['no domain', 'victim'],
  ['nothing', ''],
])('S-12: an address with %s is refused and nothing is sent', async (_what, email) => {
  const before = await count('magic_link');
  for (const path of ['/api/v1/auth/magic-link', '/api/v1/auth/sign-in/magic-link', '/trpc/signIn.magicLink']) {
    await app.http.post(path).set('X-Forwarded-For', elsewhere()).send({ email }).expect(400);
  }
  expect(await count('magic_link')).toBe(before);
});

test.each([
  ['two addresses', 'victim@a.com,attacker@b.com'],
  ['two addresses, apart', 'victim@a.com attacker@b.com'],
  ['a group', 'g: a@a.com, b@b.com;'],
  ['a further header', 'v@a.com\r\nBcc: x@evil.com'],
  ['a name before it', 'Victim <victim@a.com>'],
  ['a comment', 'victim@a.com(x@evil.com)'],
  ['a quoted part', '"a@b.com,c"@evil.com'],
])('S-13: an address with %s is refused and nothing is sent', async (_what, email) => {
  const before = await count('magic_link');
  await ask({ email }).expect(400);
  expect(await count('magic_link')).toBe(before);
});

test.each([
  ['//evil.com'],
  ['/\\evil.com'],
  ['https://evil.com'],
  ['javascript:alert(1)'],
  ['/\t/evil.com'],
  ['/%00'],
  [`/${'x'.repeat(5_000)}`],
])('S-20: a link with the callback %s is neither mailed nor used', async (callbackURL) => {
  const before = await count('magic_link');
  await ask({ email: 'somebody@example.org', callbackURL }).expect(400);
  expect(await count('magic_link')).toBe(before);
  const token = await mailedToken(`ends-${networks}@example.org`);
  const { body } = await verify(token, { callbackURL }).expect(400);
  expect(body.reason).toBe('invalid_callback_url');
  await verify(token).expect(200);
});

test('S-20: refuses two callback addresses', async () => {
  await app.http.get('/api/v1/auth/magic-link/verify?token=x&callbackURL=/a&callbackURL=/b').expect(400);
});

test.each([
  ['it_IT', /works once, until \d\d:\d\d [AP]M GMT\+9\./],
  ['en_GB', /works once, until \d\d:\d\d GMT\+9\./],
  ['es_MX', /Sirve una sola vez, hasta las \d\d:\d\d [ap]\.m\. GMT\+9\./],
])('a mail in the locale %s has words and times of the same language', async (locale, words) => {
  const email = `${locale.toLowerCase()}@example.org`;
  const userId = await personWith(email);
  await app.ctx.sql(`update app_user set locale = $2, time_zone = 'Asia/Tokyo' where id = $1`, [userId, locale]);
  await ask({ email }).expect(200);
  expect((await mailbox.nthTo(email)).text).toMatch(words);
});

test('S-14: the mail goes to one recipient, in text and HTML, in the language and time zone of the person', async () => {
  const userId = await personWith('hilde@example.org');
  await app.ctx.sql(`update app_user set locale = 'de_DE', time_zone = 'Asia/Tokyo' where id = $1`, [userId]);
  await ask({ email: 'Hilde@Example.org', callbackURL: '/gilden?a=1&b="><b>x</b>' }).expect(200, { status: true });
  const mail = await mailbox.nthTo('hilde@example.org');

  expect(mail.recipients).toEqual(['hilde@example.org']);
  const names = mail.headers.map(([name]) => name);
  expect(names.filter((name) => ['to', 'cc', 'bcc', 'subject', 'from', 'reply-to'].includes(name)).toSorted()).toEqual([
    'from',
    'subject',
    'to',
  ]);
  const host = new URL(app.config.baseUrl).host;
  expect(mail.subject).toBe(`Dein Anmeldelink für ${host}`);
  const [link] = await app.ctx.sql<{ at: string }>(
    `select expires_at as at from magic_link where email = 'hilde@example.org'`,
  );
  const until = new Intl.DateTimeFormat('de-DE', { hour: '2-digit', minute: '2-digit', timeZone: 'Asia/Tokyo' });
  expect(mail.text).toContain(`bis ${until.format(new Date(link?.at ?? ''))}`);
  expect(mail.text).toContain('GMT+9');
  expect(Date.parse(link?.at ?? '') - Date.now()).toBeGreaterThan(14.5 * 60_000);
  expect(Date.parse(link?.at ?? '') - Date.now()).toBeLessThan(15.1 * 60_000);

  expect(mail.link.startsWith(`${app.config.baseUrl}/login/verify#`)).toBe(true);
  expect(mail.fragment.get('callbackURL')).toBe('/gilden?a=1&b=%22%3E%3Cb%3Ex%3C/b%3E');
  expect(mail.html).toContain(`href="${mail.link.replaceAll('&', '&amp;')}"`);
  expect([...mail.html.matchAll(/https?:\/\/[^"\s#<]+/g)].map(([url]) => url)).toEqual([
    `${app.config.baseUrl}/login/verify`,
  ]);
  expect(mail.html).not.toContain('<b>');
});

test('an unknown person gets the mail in English and UTC', async () => {
  await ask({ email: 'new@example.org' }).expect(200, { status: true });
  const mail = await mailbox.nthTo('new@example.org');
  expect(mail.subject).toContain('Your sign-in link for');
  expect(mail.text).toContain('UTC');
});

test('S-10: exactly one of 20 parallel verifications signs in', async () => {
  const token = await mailedToken('twenty@example.org');
  const sessions = await count('session');
  const answers = await Promise.all(Array.from({ length: 20 }, () => verify(token)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(400)]);
  expect(answers.filter((answer) => sessionOf(answer) !== '')).toHaveLength(1);
  expect(await count('session')).toBe(sessions + 1);
  const refused = answers.find(({ status }) => status === 400);
  expect(refused?.body).toMatchObject({ code: 'BAD_REQUEST', reason: 'invalid_token' });
});

test.each<[string, (token: string, email: string) => Promise<unknown>]>([
  ['was used', (token) => verify(token).expect(200)],
  [
    'has expired',
    (token) =>
      app.ctx.sql(`update magic_link set expires_at = now() - interval '1 second' where token_hash = $1`, [
        hashToken(token),
      ]),
  ],
  ['was followed by a newer one', (_token, email) => mailedToken(email, 2)],
  [
    'was followed by a request whose mail has not left yet',
    (_token, email) =>
      app.ctx.sql(
        `insert into magic_link (email, callback_url, expires_at) values ($1, '/', now() + interval '15 minutes')`,
        [email],
      ),
  ],
])('S-10: a link that %s signs no one in, with and without a callback', async (what, spoil) => {
  const email = `spoiled-${what.replaceAll(' ', '-').slice(0, 40)}@example.org`;
  const token = await mailedToken(email);
  await spoil(token, email);
  const sessions = await count('session');
  const { body, headers } = await verify(token).expect(400);
  expect(body.reason).toBe('invalid_token');
  expect(headers['set-cookie']).toBeUndefined();
  const redirected = await verify(token, { callbackURL: '/guilds?tab=1#top' }).expect(302);
  expect(redirected.headers.location).toBe('/guilds?tab=1&error=invalid_token#top');
  expect(redirected.headers['set-cookie']).toBeUndefined();
  expect(await count('session')).toBe(sessions);
});

test('S-10: only the newest of two links signs in', async () => {
  await mailedToken('newest@example.org');
  const newest = await mailedToken('newest@example.org', 2);
  const answer = await verify(newest, { callbackURL: '/guilds' }).expect(302);
  expect(answer.headers.location).toBe('/guilds');
  expect((await me(sessionOf(answer))).email).toBe('newest@example.org');
});

test.each([[''], ['x'], ['x'.repeat(43)], ['x'.repeat(5_000)], ['%00'], ['[object Object]']])(
  'S-10: the token %j signs no one in',
  async (token) => {
    await verify(token).expect(400);
    await app.http
      .get('/api/v1/auth/magic-link/verify')
      .query({ token: [token, token] })
      .expect(400);
  },
);

test('a link survives an outage of the mail server, and only the newest is mailed, once', async () => {
  await using relay = await startRelay(mailbox, 'hangs up');
  await using patient = await testApp({ environment: { SMTP_URL: relay.url } });
  const [email, twice] = ['patient@example.org', 'impatient@example.org'];
  const askThere = (to: string) => patient.http.post('/api/v1/auth/magic-link').send({ email: to }).expect(200);
  await askThere(email);
  await askThere(twice);
  await askThere(twice);
  // Makes the next attempt due at once instead of in seconds.
  const hurry = `update pgboss.job set start_after = now() where name = 'send-magic-link' and state = 'retry'`;
  const jobs = `select state::text, retry_count as tried from pgboss.job where name = 'send-magic-link' and state < 'completed'`;
  await eventually(async () => {
    await patient.ctx.sql(hurry);
    const waiting = await patient.ctx.sql<{ tried: number }>(jobs);
    expect(waiting).toHaveLength(2);
    for (const { tried } of waiting) expect(tried).toBeGreaterThan(4);
  });
  relay.open();
  await eventually(async () => {
    await patient.ctx.sql(hurry);
    expect(await patient.ctx.sql(jobs)).toEqual([]);
  });
  for (const to of [email, twice]) {
    expect(mailbox.to(to)).toHaveLength(1);
    const token = mailbox.to(to)[0]?.fragment.get('token') ?? '';
    await patient.http.get('/api/v1/auth/magic-link/verify').query({ token }).expect(200);
  }
});

test('a worker that sends a link again after an unconfirmed attempt sends the same mail', async () => {
  const email = 'resent@example.org';
  await ask({ email }).expect(200);
  const first = await mailbox.nthTo(email);
  const [{ id } = { id: '' }] = await app.ctx.sql<{ id: string }>('select id from magic_link where email = $1', [
    email,
  ]);
  await sendMagicLink(app.ctx, { magicLinkId: id });
  const again = await mailbox.nthTo(email, 2);
  expect(again.link).toBe(first.link);
  const messageId = ({ headers }: typeof first) => headers.find(([name]) => name === 'message-id')?.[1];
  expect(messageId(first)).toMatch(/^<[0-9a-f-]{36}@/);
  expect(messageId(again)).toBe(messageId(first));
  await verify(first.fragment.get('token') ?? '').expect(200);
  await sendMagicLink(app.ctx, { magicLinkId: id });
  expect(mailbox.to(email)).toHaveLength(2);
});

test('mails are retried for as long as they are useful', () => {
  const patience = ({ retryLimit = 0, retryDelay = 0 }: JobDefinition['queue']) => ((retryLimit - 1) * retryDelay) / 60;
  expect(patience(sendMagicLinkJob.queue)).toBe(MAGIC_LINK_MINUTES);
  expect(patience(sendEmailChangeJob.queue)).toBe(EMAIL_CHANGE_MINUTES);
  expect(patience(tellOldAddressJob.queue)).toBeGreaterThanOrEqual(24 * 60);
});

test('S-11: HEAD, a prefetch or a scanner on the page neither uses up the link nor sets a cookie', async () => {
  const token = await mailedToken('scanned@example.org');
  const query = `?token=${token}&callbackURL=/`;
  const quiet = [
    app.http.head(`/api/v1/auth/magic-link/verify${query}`).expect(204),
    app.http.get(`/api/v1/auth/magic-link/verify${query}`).set('Purpose', 'prefetch').expect(204),
    app.http.get(`/api/v1/auth/magic-link/verify${query}`).set('Sec-Purpose', 'prefetch;prerender').expect(204),
    app.http.get(`/api/v1/auth/magic-link/verify${query}`).set('X-Purpose', 'preview').expect(204),
    app.http.get('/login/verify').set('User-Agent', 'SafeLinks scanner').expect(200),
    app.http.head('/login/verify').expect(200),
    // Led to the page: a mail program made a `?` of the `#`.
    app.http.get(`/login/verify${query}`).set('User-Agent', 'SafeLinks scanner').expect(302),
    app.http.head(`/login/verify${query}`).expect(302),
  ];
  for (const answer of await Promise.all(quiet)) {
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.text ?? '').not.toContain(token);
  }
  await app.http.post(`/api/v1/auth/magic-link/verify${query}`).expect(405);
  expect((await me(sessionOf(await verify(token).expect(200)))).email).toBe('scanned@example.org');
});

test('S-11: the page of the mail uses the link only on a click, and its policy runs only its own script', async () => {
  const { text, headers } = await app.http
    .get('/login/verify')
    .expect(200)
    .expect('Content-Type', /text\/html/);
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  const code = /<script>([\s\S]*)<\/script>/.exec(text)?.[1] ?? '';
  const hash = createHash('sha256').update(code).digest('base64');
  expect(headers['content-security-policy']).toContain(`script-src 'sha256-${hash}';`);
  expect(headers['content-security-policy']).toContain(`default-src 'none'`);

  const page = await openPage(code, { email: 'hilde@example.org', displayName: 'Hilde', signedInAs: null });
  expect(page.asked).toEqual([['/api/v1/auth/magic-link/preview', { token: TOKEN }]]);
  expect([page.button.hidden, page.went]).toEqual([false, ['kept /login/verify']]);
  expect(page.say.textContent).toBe('Sign in as Hilde (hilde@example.org)?');
  page.click();
  await expect.poll(() => page.went).toEqual(['kept /login/verify', '/from-the-answer']);
  expect(page.asked[1]).toEqual(['/api/v1/auth/magic-link/redeem', { token: TOKEN, callbackURL: '/guilds' }]);

  const signedInAs = { displayName: 'Brannoc', email: null };
  const other = await openPage(code, { email: 'hilde@example.org', displayName: null, signedInAs });
  expect(other.say.textContent).toBe(
    'You are signed in as Brannoc. Sign out there and sign in as a new account (hilde@example.org) instead?',
  );
  expect([other.button.textContent, other.button.hidden]).toEqual(['Switch account', false]);
});

const TOKEN = 't'.repeat(43);

/** Runs the page's script as a browser does after opening the mailed link, and answers its request about the link. */
async function openPage(code: string, preview: object) {
  const went: string[] = [];
  const asked: unknown[] = [];
  const clicks: (() => void)[] = [];
  const button = {
    hidden: true,
    textContent: 'Sign in',
    addEventListener: (_: string, listener: () => void) => void clicks.push(listener),
  };
  const say = { textContent: '' };
  runInNewContext(code, {
    URLSearchParams,
    fetch: async (path: string, { body }: { body: string }) => {
      asked.push([path, JSON.parse(body)]);
      return Response.json(path.endsWith('/redeem') ? { callbackURL: '/from-the-answer' } : preview);
    },
    history: { replaceState: (...[, , path]: string[]) => void went.push(`kept ${path}`) },
    location: {
      hash: `#token=${TOKEN}&callbackURL=%2Fguilds`,
      pathname: '/login/verify',
      replace: (url: string) => went.push(url),
    },
    document: { querySelector: (name: string) => (name === 'button' ? button : say) },
  });
  await expect.poll(() => button.hidden).toBe(false);
  return { asked, went, button, say, click: () => clicks[0]?.() };
}

test('the preview of a link names its account and the session it replaces; using it ends that session', async () => {
  const preview = (token: string, cookie = '') =>
    app.http
      .post('/api/v1/auth/magic-link/preview')
      .set('Cookie', cookie)
      .set('Sec-Fetch-Site', 'same-origin')
      .send({ token });
  await preview('x'.repeat(43)).expect(400);
  const email = 'shared@example.org';
  const token = await mailedToken(email);
  expect((await preview(token).expect(200)).body).toEqual({ email, displayName: null, signedInAs: null });

  const other = await createPerson(app);
  const cookie = `session=${other.token}`;
  const { displayName } = await me(cookie);
  expect((await preview(token, cookie).expect(200)).body.signedInAs).toEqual({ displayName, email: null });
  const session = sessionOf(await verify(token).set('Cookie', cookie).set('User-Agent', 'Firefox/145').expect(200));
  expect(await me(session)).toMatchObject({ email, displayName: 'Adventurer' });
  await app.http.get('/api/v1/auth/me').set('Cookie', cookie).expect(401);
  expect((await preview(token).expect(400)).body.reason).toBe('invalid_token');
  const { body } = await app.http.get('/api/v1/auth/list-sessions').set('Cookie', session).expect(200);
  expect(body).toEqual([expect.objectContaining({ current: true, userAgent: 'Firefox/145' })]);

  const again = await mailedToken(email, 2);
  expect((await preview(again, session).expect(200)).body).toEqual({
    email,
    displayName: 'Adventurer',
    signedInAs: null,
  });
});

const navigations: [string, Record<string, string>][] = [
  ['from a text on a page of ours', { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'navigate' }],
  ['from a foreign page', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' }],
  ['from a mail', { 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Mode': 'navigate' }],
  ['over plain http', { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }],
];

test.each(navigations)('S-28: a browser that opens the link %s is led to the page that asks', async (_how, headers) => {
  const token = await mailedToken(`led-${networks}@example.org`);
  const led = await verify(token, { callbackURL: '/guilds' }).set(headers).expect(302);
  const { pathname, hash } = new URL(led.headers.location ?? '', app.config.baseUrl);
  expect(pathname).toBe('/login/verify');
  expect(Object.fromEntries(new URLSearchParams(hash.slice(1)))).toEqual({ token, callbackURL: '/guilds' });
  expect(led.headers['cache-control']).toBe('no-store');
  expect(led.headers['set-cookie']).toBeUndefined();
  await verify(token).expect(200);
});

test.each<[string, Record<string, string>]>([
  ['a picture on a page of ours', { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'no-cors' }],
  ['a picture on a foreign page', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' }],
  ['a script', { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'cors', Accept: 'text/html' }],
])('S-28: a page cannot use the link: %s is refused, and the link stays valid', async (_what, headers) => {
  const token = await mailedToken(`forced-${networks}@example.org`);
  const refused = await verify(token).set(headers).expect(403);
  expect(refused.body.reason).toBe('invalid_origin');
  expect(refused.headers['set-cookie']).toBeUndefined();
  await verify(token).expect(200);
});

test('S-28: the page redeems the link by a request that only a page of ours, or a program, can send', async () => {
  const redeem = (token: string, headers: Record<string, string>, callbackURL?: string) =>
    app.http.post('/api/v1/auth/magic-link/redeem').set(headers).send({ token, callbackURL });
  const email = 'redeemed@example.org';
  const token = await mailedToken(email);
  const foreign: Record<string, string>[] = [
    { Origin: 'https://evil.example' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'null' },
  ];
  for (const headers of foreign) {
    const refused = await redeem(token, headers).expect(403);
    expect([refused.body.reason, refused.headers['set-cookie']]).toEqual(['invalid_origin', undefined]);
  }
  const { body } = await redeem(token, {}, '//evil.example').expect(400);
  expect(body.reason).toBe('invalid_callback_url');
  await app.http
    .post('/api/v1/auth/magic-link/redeem')
    .type('form')
    .send({ token })
    .expect(({ status }) => expect(status).toBeGreaterThanOrEqual(400));

  const other = await createPerson(app);
  const own = { Origin: new URL(app.config.baseUrl).origin, Cookie: `session=${other.token}` };
  const answer = await redeem(token, own, '/guilds?tab=1').expect(200);
  expect(answer.body).toEqual({ callbackURL: '/guilds?tab=1' });
  expect((await me(sessionOf(answer))).email).toBe(email);
  await app.http.get('/api/v1/auth/me').set('Cookie', `session=${other.token}`).expect(401);
  expect((await redeem(token, own).set('Cookie', '').expect(400)).body.reason).toBe('invalid_token');
  expect((await redeem(await mailedToken(email, 2), {}).expect(200)).body).toEqual({ callbackURL: '/' });
});

test('in production without a mail server no link is created and no one is promised a mail', async () => {
  await using bare = await testApp({ roles: ['web'], config: { production: true } });
  const person = await createPerson(bare);
  const email = 'somebody@example.org';
  for (const path of ['/auth/magic-link', '/auth/sign-in/magic-link', '/auth/me/email']) {
    const { body } = await bare.http
      .post(`/api/v1${path}`)
      .auth(person.token, { type: 'bearer' })
      .send({ email })
      .expect(404);
    expect([path, body.reason]).toEqual([path, 'provider_not_configured']);
  }
  expect(await bare.ctx.sql('select id from magic_link union all select id from email_change')).toEqual([]);
});

test('S-24: known and unknown addresses get the same answer and cost the same work', async () => {
  await personWith('known-here@example.org');
  const workFor = async (email: string) => {
    const { status, headers, body } = await ask({ email });
    const [row] = await app.ctx.sql<{ id: string }>('select id from magic_link where email = $1', [email]);
    const jobs = await app.ctx.sql(`select from pgboss.job where data ->> 'magicLinkId' = $1`, [row?.id ?? null]);
    return { status, body, headers: Object.keys(headers).toSorted(), links: row ? 1 : 0, jobs: jobs.length };
  };
  const known = await workFor('known-here@example.org');
  expect(known).toMatchObject({ status: 200, links: 1, jobs: 1 });
  expect(await workFor('unknown-here@example.org')).toEqual(known);
});

test('S-02, S-22: the token is in no table, job or log; only its hash is stored, and it signs no one in', async () => {
  const token = await mailedToken('secret@example.org');
  expect(await tablesWith(app, token)).toEqual([]);
  expect(await tablesWith(app, hashToken(token))).toEqual(['public.magic_link']);
  await verify(hashToken(token)).expect(400);
  const answer = await verify(token, { callbackURL: '/' }).expect(302);
  const session = sessionOf(answer).slice('session='.length);
  expect(session).toMatch(/^[\w-]{43}$/);
  expect(await tablesWith(app, session)).toEqual([]);
  expect(app.logged.join()).toContain('/api/v1/auth/magic-link/verify');
  for (const secret of [token, session]) expect(app.logged.join()).not.toContain(secret);
  expect(answer.headers['referrer-policy']).toBe('no-referrer');
});

test('a known address signs in its person, and any other creates one with a proven address', async () => {
  const userId = await personWith('known@example.org');
  expect((await me(sessionOf(await verify(await mailedToken('known@example.org'))))).id).toBe(userId);
  const user = await me(sessionOf(await verify(await mailedToken('o@example.org'))));
  expect(user).toMatchObject({ displayName: 'Adventurer', email: 'o@example.org', emailVerified: true, accounts: [] });
  expect(user.isAdmin).toBe(false);
});

test('S-18: sessions and identities from before an address was proven end once its owner signs in', async () => {
  const { userId, token: old } = await createPerson(app);
  await app.ctx.sql(`update app_user set email = 'planted@example.org' where id = $1`, [userId]);
  await app.ctx.sql(`insert into account (user_id, provider_id, account_id) values ($1, 'discord', '1')`, [userId]);
  const user = await me(sessionOf(await verify(await mailedToken('planted@example.org'))));
  expect(user).toMatchObject({ emailVerified: true, accounts: [] });
  await app.http.get('/api/v1/auth/me').set('Authorization', `Bearer ${old}`).expect(401);
});

test('S-17: a provider’s address is used only if it is proven there and free here', async () => {
  const meOf = async (account: string) => {
    const browser = openBrowser(app);
    await expect(browser.signIn('discord', account)).resolves.toBe('/');
    return me(`session=${browser.session()}`);
  };
  // A stranger uses an administrator's address without proving it; then its owner signs in.
  expect(await meOf('impostor')).toMatchObject({ email: null, isAdmin: false });
  const ysolde = await meOf('ysolde');
  expect(ysolde).toMatchObject({ email: 'ysolde@example.com', emailVerified: true, isAdmin: true });
  for (const account of ['pell', 'wrenna', 'osric']) expect((await meOf(account)).email).toBeNull();
  expect((await me(sessionOf(await verify(await mailedToken('ysolde@example.com'))))).id).toBe(ysolde.id);

  const owner = await me(sessionOf(await verify(await mailedToken('kessa@example.com'))));
  const kessa = await meOf('kessa');
  expect(kessa.id).not.toBe(owner.id);
  expect([kessa.email, owner.email]).toEqual([null, 'kessa@example.com']);
});

test('an address in ADMIN_EMAILS makes an administrator once proven, by link or by provider', async () => {
  const boss = sessionOf(await verify(await mailedToken('boss@example.org')).expect(200));
  expect((await me(boss)).isAdmin).toBe(true);
  const browser = openBrowser(app);
  await browser.signIn('discord', 'brannoc');
  const brannoc = await me(`session=${browser.session()}`);
  expect(brannoc).toMatchObject({ email: 'brannoc@example.com', isAdmin: true });
  // Each is appointed once, however often they sign in, and by the operator.
  await verify(await mailedToken('boss@example.org', 2)).expect(200);
  const granted = await app.ctx.sql(
    `select actor_id, person_id, details from admin_entry where action = 'admin_granted' and person_id = any($1)
     order by at`,
    [[(await me(boss)).id, brannoc.id]],
  );
  expect(granted).toEqual(
    [(await me(boss)).id, brannoc.id].map((id) => ({ actor_id: null, person_id: id, details: { by: 'ADMIN_EMAILS' } })),
  );
});

test('R-01: accepts five of 50 parallel requests for one address, and tells the others when to retry', async () => {
  const email = 'flooded@example.org';
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask({ email })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(45);
  expect(refused[0]?.body).toMatchObject({ code: 'TOO_MANY_REQUESTS', reason: 'rate_limited' });
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(60);
  const waiting = `select from pgboss.job where name = 'send-magic-link' and state < 'completed'`;
  await expect.poll(() => app.ctx.sql(waiting, [])).toEqual([]);
  // A link replaced by a newer request is not mailed.
  expect(mailbox.to(email).length).toBeGreaterThan(0);
  expect(mailbox.to(email).length).toBeLessThanOrEqual(5);
  await verify(mailbox.to(email).at(-1)?.fragment.get('token') ?? '').expect(200);
  await ask({ email: 'Flooded@Example.ORG' }).expect(429);
});

test('R-01: a batch of requests counts each of them, and the alias shares the limit', async () => {
  const email = 'batched@example.org';
  const paths = Array(10).fill('signIn.magicLink').join(',');
  const input = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [i, { email }]));
  await app.http.post(`/trpc/${paths}?batch=1`).set('X-Forwarded-For', elsewhere()).send(input).expect(207);
  await app.http
    .post('/api/v1/auth/sign-in/magic-link')
    .set('X-Forwarded-For', elsewhere())
    .send({ email })
    .expect(429);
  expect(await app.ctx.sql('select from magic_link where email = $1', [email])).toHaveLength(5);
});

test('R-01, R-02: one network gets 20 addresses an hour, and changing within an IPv6 /56 gains nothing', async () => {
  const statuses = [];
  for (let i = 0; i < 25; i += 1) {
    const answer = await ask({ email: `many-${i}@example.org` }, `2001:db8:77:5${(i % 16).toString(16)}::${i + 1}`);
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([...Array(20).fill(200), ...Array(5).fill(429)]);
  for (let i = 0; i < 20; i += 1) await ask({ email: `mapped-${i}@example.org` }, '::ffff:203.0.113.9').expect(200);
  await ask({ email: 'mapped@example.org' }, '203.0.113.9').expect(429);
});
