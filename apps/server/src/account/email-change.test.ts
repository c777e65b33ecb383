import { afterAll, beforeAll, expect, test } from 'vitest';
import { cookieOf, type TestApp, testApp } from '../../test/app.ts';
import { type Call, callerOf } from '../../test/caller.ts';
import { patiently } from '../../test/guild.ts';
import { startRelay } from '../../test/mail-relay.ts';
import { type Mailbox, startMailbox } from '../../test/mailbox.ts';
import { createPerson } from '../../test/people.ts';
import { tablesWith } from '../../test/rows.ts';
import { hashToken } from '../core/secrets.ts';

let mailbox: Mailbox;
let app: TestApp;
beforeAll(async () => {
  mailbox = await startMailbox();
  app = await testApp({
    environment: { SMTP_URL: mailbox.url, TRUST_PROXY_HOPS: '1', ADMIN_EMAILS: 'boss@example.org' },
  });
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await mailbox[Symbol.asyncDispose]();
});

let people = 0;
async function person({ email = null as string | null, displayName = 'Somebody' } = {}) {
  const { userId, token } = await createPerson(app);
  const verifiedAt = email && new Date();
  await app.ctx.sql('update app_user set email = $2, email_verified_at = $3, display_name = $4 where id = $1', [
    userId,
    email,
    verifiedAt,
    displayName,
  ]);
  people += 1;
  return {
    userId,
    token,
    call: callerOf(app, token),
    fresh: `fresh-${people}@example.org`,
    old: `old-${people}@example.org`,
  };
}

const ask = (call: Call, email: unknown) => call('POST', '/auth/me/email', { email });
const confirm = (call: Call, token: string | null) => call('POST', '/auth/me/email/verify', { token });
const emailOf = async (call: Call) => (await call('GET', '/auth/me')).body.email;
const tokenTo = async (email: string, nth = 1) => (await mailbox.nthTo(email, nth)).fragment.get('token') ?? '';
const INVALID = [400, 'invalid_token'];

test('an anonymous caller, or a person with an unknown token, cannot change an address', async () => {
  await app.http.post('/api/v1/auth/me/email').send({ email: 'x@example.org' }).expect(401);
  await app.http
    .post('/api/v1/auth/me/email/verify')
    .send({ token: 'x'.repeat(43) })
    .expect(401);
  const { call } = await person();
  for (const token of ['x'.repeat(43), hashToken('x')]) {
    const { status, body } = await confirm(call, token);
    expect([status, body.reason]).toEqual(INVALID);
  }
  for (const token of ['', 'x', 'x'.repeat(101), null]) expect((await confirm(call, token)).status).toBe(400);
});

test.each([
  ['victim@a.com,attacker@b.com'],
  ['v@a.com\r\nBcc: x@evil.com'],
  ['v＠a.com'],
  ['victim@a.com\n'],
  [['victim@a.com']],
  [`${'a'.repeat(250)}@a.com`],
])('S-12, S-13: refuses the address %j and sends nothing', async (email) => {
  const { call, userId } = await person();
  expect((await ask(call, email)).status).toBe(400);
  expect(await app.ctx.sql('select from email_change where user_id = $1', [userId])).toEqual([]);
});

test('a mail that falls back to English also shows its times in English', async () => {
  const { call, userId, fresh } = await person();
  await app.ctx.sql(`update app_user set locale = 'it_IT', time_zone = 'Asia/Tokyo' where id = $1`, [userId]);
  await ask(call, fresh);
  expect((await mailbox.nthTo(fresh)).text).toMatch(/works once, until \d\d:\d\d [AP]M GMT\+9, while/);
});

test('S-23: using the link changes the address, notifies the old one, and ends other sessions', async () => {
  const { old, fresh } = await person();
  const { call, userId } = await person({ email: old });
  await app.ctx.sql(`update app_user set locale = 'de_DE', time_zone = 'Asia/Tokyo' where id = $1`, [userId]);
  const other = callerOf(app, (await app.ctx.sessions.create(userId)).token);
  expect((await ask(call, fresh.toUpperCase())).body).toEqual({ status: true });
  const mail = await mailbox.nthTo(fresh);
  expect(mail.subject).toMatch(/^Bestätige deine neue Adresse/);
  expect(mail.text).toContain('GMT+9');
  expect(mail.link.startsWith(`${app.config.baseUrl}/account/verify-email#token=`)).toBe(true);
  expect(await emailOf(call)).toBe(old);
  expect(mailbox.to(old)).toEqual([]);

  const token = mail.fragment.get('token');
  expect((await confirm(call, token)).body).toMatchObject({ email: fresh, emailVerified: true });
  const told = await mailbox.nthTo(old);
  expect(told.subject).toMatch(/^Deine Adresse für .* wurde geändert$/);
  expect(told.text).not.toContain(fresh);
  expect(told.link).toBe('');
  expect((await other('GET', '/auth/me')).status).toBe(401);
  const again = await confirm(call, token);
  expect([again.status, again.body.reason]).toEqual(INVALID);
  expect(await emailOf(call)).toBe(fresh);
});

test('S-23: only one of 10 parallel confirmations succeeds', async () => {
  const { call, fresh } = await person();
  await ask(call, fresh);
  const token = await tokenTo(fresh);
  const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(call, token)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(9);
});

test('S-23: a link opened by another person confirms nothing, and stays valid for its owner', async () => {
  const [owner, thief] = [await person(), await person()];
  await ask(owner.call, owner.fresh);
  const token = await tokenTo(owner.fresh);
  const stolen = await confirm(thief.call, token);
  expect([stolen.status, stolen.body.reason]).toEqual(INVALID);
  await app.http.post('/api/v1/auth/me/email/verify').send({ token }).expect(401);
  expect([await emailOf(owner.call), await emailOf(thief.call)]).toEqual([null, null]);
  expect((await confirm(owner.call, token)).status).toBe(200);
  expect(await emailOf(owner.call)).toBe(owner.fresh);
});

test('S-23: an expired or replaced link confirms nothing', async () => {
  const { call, userId, fresh } = await person();
  await ask(call, fresh);
  const first = await tokenTo(fresh);
  await ask(call, `second-${fresh}`);
  const second = await tokenTo(`second-${fresh}`);
  const replaced = await confirm(call, first);
  expect([replaced.status, replaced.body.reason]).toEqual(INVALID);
  const [{ minutes } = { minutes: 0 }] = await app.ctx.sql<{ minutes: number }>(
    'select extract(epoch from expires_at - now())::int / 60 as minutes from email_change where user_id = $1',
    [userId],
  );
  expect(minutes).toBeGreaterThan(50);
  expect(minutes).toBeLessThanOrEqual(60);
  await app.ctx.sql(`update email_change set expires_at = now() - interval '1 second' where user_id = $1`, [userId]);
  expect((await confirm(call, second)).body.reason).toBe('invalid_token');
  expect(await emailOf(call)).toBeNull();
});

test('S-23: an address in use is 409; one that was taken in the meantime looks like a bad link', async () => {
  const [one, other] = [await person({ email: 'Taken@example.org'.toLowerCase() }), await person()];
  const taken = await ask(other.call, 'TAKEN@example.org');
  expect([taken.status, taken.body.reason]).toEqual([409, 'email_taken']);
  await ask(other.call, other.fresh);
  const token = await tokenTo(other.fresh);
  await app.ctx.sql('update app_user set email = $2 where id = $1', [one.userId, other.fresh]);
  const { status, body } = await confirm(other.call, token);
  expect([status, body.reason]).toEqual(INVALID);
  expect(await emailOf(other.call)).toBeNull();
});

test('S-23: only one of two people who confirm the same address concurrently gets it', async () => {
  const [one, other] = [await person(), await person()];
  for (const { call } of [one, other]) expect((await ask(call, 'both@example.org')).status).toBe(200);
  const mails = [await mailbox.nthTo('both@example.org', 1), await mailbox.nthTo('both@example.org', 2)];
  const tokens = mails.map(({ fragment }) => fragment.get('token'));
  const answers = await Promise.all([one, other].flatMap(({ call }) => tokens.map((token) => confirm(call, token))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await app.ctx.sql(`select from app_user where email = 'both@example.org'`)).toHaveLength(1);
});

test('S-02, S-22: the token of the link appears in no table, job or log', async () => {
  const { call, fresh } = await person();
  await ask(call, fresh);
  const token = await tokenTo(fresh);
  expect(await tablesWith(app, token)).toEqual([]);
  expect(await tablesWith(app, hashToken(token))).toEqual(['public.email_change']);
  await confirm(call, token);
  await confirm(call, token);
  expect(app.logged.join()).not.toContain(token);
});

test('S-14: a display name cannot inject markup, links or headers into a mail', async () => {
  const { call, fresh } = await person({
    displayName: `<a href="//evil.com">Win</a> https://evil.com\r\nBcc: x@evil.com`,
  });
  await ask(call, fresh);
  const mail = await mailbox.nthTo(fresh);
  expect(mail.recipients).toEqual([fresh]);
  expect(mail.headers.filter(([name]) => ['bcc', 'cc'].includes(name))).toEqual([]);
  for (const body of [mail.text, mail.html]) {
    expect(body).not.toContain('evil.com');
    expect(body).not.toContain('@evil');
  }
  expect([...mail.html.matchAll(/<a /g)]).toHaveLength(1);
  expect(mail.html).toContain(`href="${mail.link}"`);
});

test('a magic link mailed to the old address is void after the change', async () => {
  const { call, old, fresh, userId } = await person();
  await app.ctx.sql('update app_user set email = $2, email_verified_at = now() where id = $1', [userId, old]);
  await app.http.post('/api/v1/auth/magic-link').set('X-Forwarded-For', '10.7.0.1').send({ email: old }).expect(200);
  const link = await tokenTo(old);
  await ask(call, fresh);
  expect((await confirm(call, await tokenTo(fresh))).status).toBe(200);
  const answer = await app.http.get('/api/v1/auth/magic-link/verify').query({ token: link }).expect(400);
  expect(cookieOf(answer.headers['set-cookie'], 'session')).toBe('');
});

test('the current address can be confirmed again, and confirming one of ADMIN_EMAILS grants admin rights', async () => {
  const { call, old, userId } = await person();
  await app.ctx.sql('update app_user set email = $2, email_verified_at = now() where id = $1', [userId, old]);
  await ask(call, old);
  expect((await confirm(call, await tokenTo(old))).body).toMatchObject({ email: old, isAdmin: false });
  await ask(call, 'boss@example.org');
  expect((await confirm(call, await tokenTo('boss@example.org'))).body).toMatchObject({ isAdmin: true });
  const granted = `select actor_id, details from admin_entry where action = 'admin_granted' and person_id = $1`;
  expect(await app.ctx.sql(granted, [userId])).toEqual([{ actor_id: null, details: { by: 'ADMIN_EMAILS' } }]);
});

test('R-01: mails at most ten links an hour per person, and five per address', async () => {
  const one = await person();
  const statuses = [];
  for (let i = 0; i < 12; i += 1) statuses.push((await ask(one.call, `many-${i}@example.org`)).status);
  expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
  const answers = await Promise.all(
    Array.from({ length: 8 }, async () => ask((await person()).call, 'one-address@example.org')),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toMatch(/^\d+$/);
});

test('the link and the notice to the old address survive a mail server outage, and are mailed once', async () => {
  await using relay = await startRelay(mailbox, 'hangs up');
  await using patient = await testApp({ environment: { SMTP_URL: relay.url } });
  const { userId, token } = await createPerson(patient);
  const [old, fresh] = ['patient-old@example.org', 'patient-fresh@example.org'];
  await patient.ctx.sql('update app_user set email = $2, email_verified_at = now() where id = $1', [userId, old]);
  const call = callerOf(patient, token);
  const hurry = `update pgboss.job set start_after = now() where state = 'retry'`;
  const waiting = `select retry_count as tried from pgboss.job where name = $1 and state < 'completed'`;
  const outlasted = async (job: string, address: string) => {
    await patiently(async () => {
      await patient.ctx.sql(hurry);
      const [row] = await patient.ctx.sql<{ tried: number }>(waiting, [job]);
      expect(row?.tried).toBeGreaterThan(4);
    });
    relay.open();
    await patiently(async () => {
      await patient.ctx.sql(hurry);
      expect(await patient.ctx.sql(waiting, [job])).toEqual([]);
    });
    expect(mailbox.to(address)).toHaveLength(1);
    expect(mailbox.to(address)[0]?.headers.find(([name]) => name === 'message-id')?.[1]).toMatch(/^<[0-9a-f-]{36}@/);
    relay.shut();
  };
  expect((await ask(call, fresh)).status).toBe(200);
  await outlasted('send-email-change', fresh);
  expect((await confirm(call, await tokenTo(fresh))).status).toBe(200);
  await outlasted('tell-old-address', old);
});
