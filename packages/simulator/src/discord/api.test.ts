import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Simulator, startSimulator } from '../server.ts';
import { basic, consent, jsonOf, postForm, redeem, type TokenBody } from '../test-client.ts';

let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator();
});
afterAll(() => simulator.close());

const tokenUrl = () => `${simulator.discordApiUrl}/oauth2/token`;
const unauthorized = { message: '401: Unauthorized', code: 0 };

async function signIn(account: string, scope = 'identify email') {
  const back = await consent(`${simulator.origin}/discord/oauth2/authorize`, account, scope);
  const response = await redeem(tokenUrl(), back.searchParams.get('code') ?? '');
  return { status: response.status, body: await jsonOf<TokenBody>(response) };
}

async function me(token: string) {
  const response = await fetch(`${simulator.discordApiUrl}/users/@me`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: response.status, body: await response.json() };
}

function refresh(token: string) {
  return postForm(tokenUrl(), { grant_type: 'refresh_token', refresh_token: token });
}

test('the consent page lists the Discord accounts', async () => {
  const query = new URLSearchParams({
    client_id: 'client',
    redirect_uri: 'http://localhost/cb',
    response_type: 'code',
  });
  const html = await (await fetch(`${simulator.origin}/discord/oauth2/authorize?${query}`)).text();
  for (const { key } of simulator.world.discordAccounts) expect(html).toContain(`account=${key}`);
});

test('signing in gives a pair of tokens, and the user has a string id', async () => {
  const { status, body } = await signIn('ysolde');
  expect(status).toBe(200);
  expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 604_800, scope: 'identify email' });
  expect(await me(body.access_token)).toMatchObject({
    status: 200,
    body: { id: '310400000000000001', username: 'ysolde', email: 'ysolde@example.com', verified: true, avatar: null },
  });
});

test('the e-mail address needs its scope, and can be unverified, null, or without a verified field', async () => {
  const user = async (account: string, scope?: string) =>
    (await me((await signIn(account, scope)).body.access_token)).body;
  expect(await user('ysolde', 'identify')).not.toHaveProperty('email');
  expect(await user('ysolde', 'identify')).not.toHaveProperty('verified');
  expect(await user('pell')).toMatchObject({ email: 'pell@example.com', verified: false });
  expect(await user('wrenna')).toMatchObject({ email: 'wrenna@example.com', global_name: null });
  expect(await user('wrenna')).not.toHaveProperty('verified');
  expect(await user('osric')).toMatchObject({ email: null });
});

test('the user needs the scope identify', async () => {
  expect(await me((await signIn('ysolde', 'guilds')).body.access_token)).toEqual({
    status: 403,
    body: { message: 'Missing Access', code: 50_001 },
  });
});

test('an invalid token gets Discord’s 401', async () => {
  const { body } = await signIn('ysolde');
  for (const token of ['', 'noise', `${body.access_token}x`, body.refresh_token]) {
    expect(await me(token)).toEqual({ status: 401, body: unauthorized });
  }
});

test('a refresh token gives a new pair only once', async () => {
  const first = (await signIn('kessa')).body;
  const response = await refresh(first.refresh_token);
  const second = await jsonOf<TokenBody>(response);
  expect(response.status).toBe(200);
  expect(second.refresh_token).not.toBe(first.refresh_token);
  expect((await me(second.access_token)).body).toMatchObject({ username: 'kessaly' });
  const again = await refresh(first.refresh_token);
  expect([again.status, (await jsonOf<TokenBody>(again)).error]).toEqual([400, 'invalid_grant']);
  expect((await refresh(second.refresh_token)).status).toBe(200);
  expect((await refresh(second.access_token)).status).toBe(400);
});

test('a refresh token renews expired user tokens', async () => {
  const { body } = await signIn('brannoc');
  simulator.faults.expireTokens('brannoc');
  expect((await me(body.access_token)).status).toBe(401);
  const renewed = await jsonOf<TokenBody>(await refresh(body.refresh_token));
  expect((await me(renewed.access_token)).status).toBe(200);
});

test('revoking one token ends every token of the authorisation', async () => {
  const { body } = await signIn('pell');
  const other = (await signIn('pell')).body;
  const revoked = await postForm(`${tokenUrl()}/revoke`, { token: body.refresh_token });
  expect([revoked.status, await revoked.json()]).toEqual([200, {}]);
  expect((await me(body.access_token)).status).toBe(401);
  expect((await refresh(body.refresh_token)).status).toBe(400);
  expect((await me(other.access_token)).status).toBe(200);
});

test('the token endpoint accepts only forms, and only from known clients', async () => {
  const json = await fetch(tokenUrl(), {
    method: 'POST',
    headers: { ...basic, 'content-type': 'application/json' },
    body: '{"grant_type":"refresh_token"}',
  });
  expect(json.status).toBe(400);
  const wrong = await postForm(tokenUrl(), { grant_type: 'refresh_token', client_id: 'a', client_secret: 'wrong' }, {});
  expect([wrong.status, (await jsonOf<TokenBody>(wrong)).error]).toEqual([401, 'invalid_client']);
  expect((await postForm(tokenUrl(), { grant_type: 'client_credentials' })).status).toBe(400);
  expect((await redeem(tokenUrl(), 'noise')).status).toBe(400);
});

test('tokens of one platform do not work on the other', async () => {
  const { body } = await signIn('ysolde', 'identify wow.profile openid');
  const url = `${simulator.battlenetApiUrl.replace('{region}', 'us')}/profile/user/wow?namespace=profile-us`;
  expect((await fetch(url, { headers: { authorization: `Bearer ${body.access_token}` } })).status).toBe(401);
});

test('an unknown path gets Discord’s 404', async () => {
  const response = await fetch(`${simulator.discordApiUrl}/gateway`);
  expect([response.status, await response.json()]).toEqual([404, { message: '404: Not Found', code: 0 }]);
  const post = await fetch(`${simulator.discordApiUrl}/users/@me`, { method: 'POST' });
  expect([post.status, await post.json()]).toEqual([405, { message: '405: Method Not Allowed', code: 0 }]);
});
