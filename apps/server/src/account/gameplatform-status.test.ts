import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedInClient, type TestApp, testApp } from '../../test/app.ts';
import { endTokens } from '../../test/end-tokens.ts';
import { hashToken } from '../core/secrets.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
});
afterAll(() => app[Symbol.asyncDispose]());

const STATUS = '/auth/me/gameplatform/status';
const statusOf = async (client: SignedInClient) => (await client.get(STATUS).expect(200)).body;
const userId = async (client: SignedInClient): Promise<string> => (await client.get('/auth/me').expect(200)).body.id;
const change = (what: string, user: string, ...values: unknown[]) =>
  app.ctx.sql(`update account set ${what} where user_id = $1 and provider_id = 'battlenet'`, [user, ...values]);

test('an anonymous caller gets no status', async () => {
  await app.http.get(`/api/v1${STATUS}`).expect(401);
});

test('a token is usable for a day, then expires', async () => {
  const client = await app.signIn('ysolde');
  const fresh = await statusOf(client);
  expect(fresh).toEqual({ linked: true, expired: false, expiresAt: expect.any(String) });
  expect((Date.parse(fresh.expiresAt) - Date.now()) / 3_600_000).toBeCloseTo(24, 1);

  await endTokens(app, await userId(client), 60_000);
  expect(await statusOf(client)).toMatchObject({ linked: true, expired: false });
  await endTokens(app, await userId(client), -1_000);
  expect(await statusOf(client)).toEqual({ linked: true, expired: true, expiresAt: expect.any(String) });
});

test('signing in to the platform again replaces an expired or refused token', async () => {
  const client = await app.signIn('kessa');
  await endTokens(app, await userId(client), -86_400_000);
  await change('needs_reauth_at = now()', await userId(client));
  expect(await statusOf(client)).toMatchObject({ expired: true });
  await app.signIn('kessa');
  expect(await statusOf(client)).toMatchObject({ linked: true, expired: false });
});

test('a token that the platform refused counts as expired before its expiry date', async () => {
  const client = await app.signIn('pell');
  await change('needs_reauth_at = now()', await userId(client));
  expect(await statusOf(client)).toMatchObject({ linked: true, expired: true });
});

test('a person without a linked platform account has nothing that could expire', async () => {
  const client = await app.signIn('ysolde', 'discord');
  expect(await statusOf(client)).toEqual({ linked: false, expired: false, expiresAt: null });
});

test.each<[string, string]>([
  [
    'another user’s token',
    `access_token_sealed = (select access_token_sealed from account where user_id <> $1 and access_token_sealed is not null limit 1)`,
  ],
  [
    'a flipped bit',
    `access_token_sealed = overlay(access_token_sealed placing case when substr(access_token_sealed, 30, 1) = 'A' then 'B' else 'A' end from 30 for 1)`,
  ],
  ['a short tag', `access_token_sealed = left(access_token_sealed, -18)`],
  ['an unknown key', `access_token_sealed = '00000000' || substr(access_token_sealed, 9)`],
  ['a plain text', `access_token_sealed = 'token'`],
  ['nothing', 'access_token_sealed = null'],
])('S-27: %s in place of the token asks for a new sign-in instead of failing', async (_what, spoil) => {
  const client = await app.signIn('brannoc');
  expect(await statusOf(client)).toMatchObject({ expired: false });
  await change(spoil, await userId(client));
  expect(await statusOf(client)).toMatchObject({ linked: true, expired: true });
});

test('S-22: the platform token appears in no response and no log', async () => {
  const client = await app.signIn('ysolde');
  const { body } = await client.get('/auth/me').expect(200);
  expect(JSON.stringify([body, await statusOf(client)])).not.toMatch(/token|sealed|secret/i);
  expect(body).not.toHaveProperty('accessTokenSealed');
  expect(app.logged.join()).not.toContain(client.token);
  expect(app.logged.join()).not.toContain(hashToken(client.token));
});
