/** Expiring game-platform tokens of people to whom the platform gave a refresh token. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type SignedInClient, type TestApp, testApp } from '../../../test/app.ts';
import { endTokens } from '../../../test/end-tokens.ts';
import { untilEnded } from '../../../test/guild.ts';
import { tablesWith } from '../../../test/rows.ts';
import { cleanUp } from './clean-up.ts';
import { platformToken, recordRefusal, renewPlatformToken } from './platform-token.ts';

const TOKEN = '/battlenet/oauth/token';
const PREVIEW = '/characters/battlenet-preview?gameVersion=retail';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
  for (const account of app.simulator.world.accounts) app.simulator.world.setRefreshable(account);
});
afterEach(() => app.simulator.faults.clear());
afterAll(() => app[Symbol.asyncDispose]());

type Person = { client: SignedInClient; id: string };

async function signedIn(account: string): Promise<Person> {
  const client = await app.signIn(account);
  return { client, id: (await client.get('/auth/me').expect(200)).body.id };
}

/** Signed in a while ago, so that the access token has expired. */
async function expired(account: string): Promise<Person> {
  const person = await signedIn(account);
  await end(person);
  app.simulator.requests.clear();
  return person;
}

const end = ({ id }: Person) => endTokens(app, id, -3600_000);

async function stored({ id }: Person) {
  const [row] = await app.ctx.sql<{ access: string; refresh: string; renewing: string | null; plain: string | null }>(
    `select access_token_sealed as access, refresh_token_sealed as refresh, renewing_until as renewing,
      access_token_expires_at as plain
     from account where user_id = $1 and provider_id = 'battlenet'`,
    [id],
  );
  const token = await platformToken(app.ctx.sql, app.ctx.sealer, id);
  const expiresAt = token.state === 'not_linked' ? null : token.expiresAt;
  return row && { ...row, alive: expiresAt !== null && expiresAt.getTime() > Date.now() + 23 * 3600_000 };
}
const status = async ({ client }: Person) => (await client.get('/auth/me/gameplatform/status').expect(200)).body;
const renewals = () => app.simulator.requests.count({ path: TOKEN });

test.each([
  ['400', { kind: 'status', status: 400, body: { error: 'invalid_grant' } }],
  ['401', { kind: 'status', status: 401 }],
] as const)('a refusal with %s requires a new sign-in, and the renewal is not tried again', async (_status, fault) => {
  const person = await expired('osric');
  app.simulator.faults.add({ match: TOKEN, fault });
  for (let round = 0; round < 2; round += 1) {
    expect((await person.client.get(PREVIEW).expect(401)).body.reason).toBe('relink_required');
  }
  expect((await person.client.post('/characters/sync').expect(401)).body.reason).toBe('relink_required');
  expect(renewals()).toBe(1);
  expect(await status(person)).toMatchObject({ linked: true, expired: true });
  app.simulator.faults.clear();
  await (await signedIn('osric')).client.get(PREVIEW).expect(200);
  expect(await status(person)).toMatchObject({ linked: true, expired: false });
});

test.each([
  ['is away', { kind: 'status', status: 503 }, 'platform_unavailable'],
  ['cuts the connection', { kind: 'reset' }, 'platform_unavailable'],
  ['is busy', { kind: 'status', status: 429 }, 'platform_rate_limited'],
  ['answers something else', { kind: 'html' }, 'platform_unavailable'],
  ['hides behind a firewall', { kind: 'status', status: 403 }, 'platform_unavailable'],
] as const)('keeps the tokens when the platform %s', async (_what, fault, reason) => {
  const person = await expired('kessa');
  const before = await stored(person);
  app.simulator.faults.add({ match: TOKEN, times: 1, fault });
  expect((await person.client.get(PREVIEW).expect(503)).body.reason).toBe(reason);
  expect(await stored(person)).toEqual(before);
  expect(await status(person)).toMatchObject({ linked: true, expired: false });
  await person.client.get(PREVIEW).expect(200);
});

test('an expired token is renewed on demand, once for all parallel requests', async () => {
  const person = await expired('ysolde');
  const before = await stored(person);
  expect(await status(person)).toMatchObject({ linked: true, expired: false });
  expect(renewals()).toBe(0);
  const answers = await Promise.all(Array.from({ length: 10 }, () => person.client.get(PREVIEW)));
  expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(200));
  expect(renewals()).toBe(1);
  const after = await stored(person);
  expect(after).toMatchObject({ alive: true, renewing: null, plain: null });
  expect(after?.access).not.toBe(before?.access);
  expect(after?.refresh).not.toBe(before?.refresh);
  const refresh = app.ctx.sealer.open(after?.refresh ?? '', `${person.id}|battlenet|refresh_token`);
  expect(await tablesWith(app, refresh)).toEqual([]);
  expect(app.logged.join()).not.toContain(refresh);
});

test('a request that saw the former token expire renews nothing once another request has', async () => {
  const person = await expired('ysolde');
  const before = await stored(person);
  expect(await renewPlatformToken(app.ctx, person.id, before?.access ?? null)).toBe(true);
  const renewed = await stored(person);
  expect(await renewPlatformToken(app.ctx, person.id, before?.access ?? null)).toBe(false);
  expect(await stored(person)).toEqual(renewed);
  expect(renewals()).toBe(1);
});

test('the next renewal uses the new refresh token', async () => {
  const person = await expired('ysolde');
  for (let round = 0; round < 3; round += 1) {
    await end(person);
    await person.client.get(PREVIEW).expect(200);
  }
  expect(renewals()).toBe(3);
});

test('a token that the platform revokes early is renewed in the same request', async () => {
  const person = await signedIn('pell');
  app.simulator.faults.expireTokens('pell');
  app.simulator.requests.clear();
  await person.client.get(PREVIEW).expect(200);
  expect(renewals()).toBe(1);
});

test('stops trying when the renewed token is refused as well', async () => {
  const person = await signedIn('edda');
  app.simulator.requests.clear();
  app.simulator.faults.add({ match: '/profile/user/wow', fault: { kind: 'expired-token' } });
  expect((await person.client.get(PREVIEW).expect(401)).body.reason).toBe('relink_required');
  expect(renewals()).toBe(1);
  expect(app.simulator.requests.count({ path: '/profile/user/wow' })).toBe(2);
  expect(await status(person)).toMatchObject({ expired: true });
});

test('a sign-in during a renewal keeps its own tokens', async () => {
  const person = await expired('wrenna');
  const before = await stored(person);
  const { battlenet } = app.ctx;
  let signedInSince: Awaited<ReturnType<typeof stored>>;
  const meanwhile = {
    ...app.ctx,
    battlenet: {
      ...battlenet,
      async renewUserToken(token: string) {
        const renewed = await battlenet.renewUserToken(token);
        expect(await renewPlatformToken(app.ctx, person.id, before?.access ?? null)).toBe(false);
        await app.signIn('wrenna');
        signedInSince = await stored(person);
        return renewed;
      },
    },
  };
  expect(await renewPlatformToken(meanwhile, person.id, before?.access ?? null)).toBe(true);
  expect(await stored(person)).toEqual(signedInSince);
  expect(signedInSince).toMatchObject({ alive: true, renewing: null });
});

test('a refusal of the old token during its renewal does not count for the new one', async () => {
  const person = await expired('wrenna');
  const { battlenet } = app.ctx;
  const before = await stored(person);
  const meanwhile = {
    ...app.ctx,
    battlenet: {
      ...battlenet,
      async renewUserToken(token: string) {
        const refused = { sealed: before?.access ?? '', expiresAt: null, at: new Date() };
        await recordRefusal(app.ctx, person.id, refused, true);
        return battlenet.renewUserToken(token);
      },
    },
  };
  expect(await renewPlatformToken(meanwhile, person.id, before?.access ?? null)).toBe(true);
  expect(await status(person)).toMatchObject({ linked: true, expired: false });
  await person.client.get(PREVIEW).expect(200);
});

test('a renewal of a dead process is taken over after its timeout', async () => {
  const person = await expired('dagrun');
  await app.ctx.sql(`update account set renewing_until = now() - interval '1 second' where user_id = $1`, [person.id]);
  await person.client.get(PREVIEW).expect(200);
  expect(renewals()).toBe(1);
});

test('a sync with an expired but renewable token renews it', async () => {
  await using worker = await testApp();
  worker.simulator.world.setRefreshable(worker.simulator.world.account('osric'));
  const osric = await worker.signIn('osric');
  worker.simulator.faults.expireTokens('osric');
  await endTokens(worker, (await osric.get('/auth/me').expect(200)).body.id, -3600_000);
  const { body } = await osric.post('/characters/sync').expect(201);
  expect(await untilEnded(worker, body.sessionId)).toMatchObject({ status: 'completed' });
});

test('an expiry that a process of the version before wrote counts, and is sealed by the nightly clean-up', async () => {
  const person = await signedIn('kessa');
  const { sql } = app.ctx;
  const [written] = await sql<{ at: string }>(
    `update account set access_token_expires_at = date_trunc('milliseconds', now() + interval '2 hours')
     where user_id = $1 and provider_id = 'battlenet'
     returning to_char(access_token_expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`,
    [person.id],
  );
  expect(await status(person)).toEqual({ linked: true, expired: false, expiresAt: written?.at });
  await cleanUp(app.ctx);
  expect(await stored(person)).toMatchObject({ plain: null });
  expect(await status(person)).toEqual({ linked: true, expired: false, expiresAt: written?.at });
  expect(await tablesWith(app, written?.at.slice(0, 19) ?? '')).toEqual([]);
  expect(await tablesWith(app, written?.at.slice(0, 19).replace('T', ' ') ?? '')).toEqual([]);
});

test('S-27: an expiry that cannot be opened counts as over, and the token is renewed', async () => {
  const person = await signedIn('ysolde');
  app.simulator.requests.clear();
  await app.ctx.sql(
    `update account set access_token_expiry_sealed = '00000000' || substr(access_token_expiry_sealed, 9) where user_id = $1`,
    [person.id],
  );
  await person.client.get(PREVIEW).expect(200);
  expect(renewals()).toBe(1);
  expect(await stored(person)).toMatchObject({ alive: true });
});
