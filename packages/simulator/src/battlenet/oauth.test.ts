import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createAuthorizationCodes } from '../authorization-codes.ts';
import { type Simulator, startSimulator } from '../server.ts';
import { appToken, ask, basic, consent, jsonOf, postForm, redeem, type TokenBody, userToken } from '../test-client.ts';

let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator();
});
afterAll(() => simulator.close());

const authorizeUrl = () => `${simulator.battlenetOauthUrl}/authorize`;
const tokenUrl = () => `${simulator.battlenetOauthUrl}/token`;

function page(fields: Record<string, string>): Promise<Response> {
  const query = new URLSearchParams({
    client_id: 'client',
    redirect_uri: 'http://localhost:3000/back?keep=1',
    response_type: 'code',
    state: 's',
    ...fields,
  });
  return fetch(`${authorizeUrl()}?${query}`, { redirect: 'manual' });
}

async function freshCode(scope = 'openid wow.profile'): Promise<string> {
  return (await consent(authorizeUrl(), 'ysolde', scope)).searchParams.get('code') ?? '';
}

test('the consent page links every account, escapes its parameters, and offers to cancel', async () => {
  const response = await page({ scope: '<script>alert(1)</script>', state: '"><b>' });
  const html = await response.text();
  expect(response.status).toBe(200);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  for (const { key } of simulator.world.accounts) expect(html).toContain(`account=${key}`);
  expect(html).not.toContain('<script>');
  expect(html).not.toContain('"><b>');
  expect(html).toContain('Cancel');
});

test('a named account is redirected immediately with code and state, and the rest of the address stays', async () => {
  const response = await page({ account: 'kessa' });
  const back = new URL(response.headers.get('location') ?? '');
  expect(response.status).toBe(302);
  expect(`${back.origin}${back.pathname}`).toBe('http://localhost:3000/back');
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ keep: '1', state: 's' });
  expect(back.searchParams.get('code')).toMatch(/^[\w-]{20,}$/);
});

test('cancelling and a wrong response type redirect with an error', async () => {
  const cancelled = new URL((await page({ cancel: '1' })).headers.get('location') ?? '');
  expect(Object.fromEntries(cancelled.searchParams)).toMatchObject({ error: 'access_denied', state: 's' });
  const wrong = new URL((await page({ response_type: 'token' })).headers.get('location') ?? '');
  expect(wrong.searchParams.get('error')).toBe('unsupported_response_type');
});

test.each([
  'https://evil.example/back',
  'http://127.0.0.1.evil.example/',
  'http://localhost@evil.example/',
  'http://user:pw@localhost/',
  'javascript:alert(1)',
  'data:text/html,x',
  '//localhost/back',
  'http://localhost/#fragment',
  '',
])('the page never redirects to %j', async (redirectUri) => {
  const attempts: Record<string, string>[] = [{ account: 'kessa' }, { cancel: '1' }, { response_type: 'x' }, {}];
  for (const fields of attempts) {
    const response = await page({ redirect_uri: redirectUri, ...fields });
    expect(response.status).toBe(400);
    expect(response.headers.get('location')).toBeNull();
  }
});

test.each(['http://127.0.0.1:4000/cb', 'https://localhost/cb', 'http://[::1]:4000/cb', 'http://app.localhost/cb'])(
  '%s counts as an address of this machine',
  async (redirectUri) => {
    expect((await page({ redirect_uri: redirectUri, account: 'kessa' })).status).toBe(302);
  },
);

test('an unknown account and a missing client get a page with 400', async () => {
  expect((await page({ account: 'nobody' })).status).toBe(400);
  expect((await page({ client_id: '' })).status).toBe(400);
});

test('a code becomes a token that names its user', async () => {
  const response = await redeem(tokenUrl(), await freshCode());
  const body = await jsonOf<TokenBody>(response);
  const account = simulator.world.account('ysolde');
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(body).toMatchObject({
    token_type: 'bearer',
    expires_in: 86_399,
    scope: 'openid wow.profile',
    sub: account.sub,
  });
  expect(body).not.toHaveProperty('refresh_token');
  const claims = JSON.parse(Buffer.from(body.id_token.split('.')[1] ?? '', 'base64url').toString());
  expect(claims).toMatchObject({ sub: account.sub, battle_tag: account.battletag, aud: 'client' });

  for (const method of ['GET', 'POST']) {
    const headers = { authorization: `Bearer ${body.access_token}` };
    const info = await fetch(`${simulator.battlenetOauthUrl}/userinfo`, { method, headers });
    expect(await info.json()).toEqual({ sub: account.sub, id: account.id, battletag: account.battletag });
  }
});

test('a refresh token gives one new pair, until the account can no longer refresh', async () => {
  const account = simulator.world.account('ysolde');
  const refresh = (token: string) => postForm(tokenUrl(), { grant_type: 'refresh_token', refresh_token: token });
  simulator.world.setRefreshable(account);
  const first = await jsonOf<TokenBody>(await redeem(tokenUrl(), await freshCode()));
  const second = await jsonOf<TokenBody>(await refresh(first.refresh_token));
  expect(second.access_token).not.toBe(first.access_token);
  const headers = { authorization: `Bearer ${second.access_token}` };
  expect((await fetch(`${simulator.battlenetOauthUrl}/userinfo`, { headers })).status).toBe(200);
  for (const token of [first.refresh_token, second.access_token, '', 'noise']) {
    const refused = await refresh(token);
    expect([refused.status, await refused.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
  }
  simulator.world.setRefreshable(account, false);
  expect((await refresh(second.refresh_token)).status).toBe(400);
});

test('the answer has no id token without the scope openid', async () => {
  expect(await (await redeem(tokenUrl(), await freshCode('wow.profile'))).json()).not.toHaveProperty('id_token');
});

test('a code works only once', async () => {
  const code = await freshCode();
  expect((await redeem(tokenUrl(), code)).status).toBe(200);
  const again = await redeem(tokenUrl(), code);
  expect(again.status).toBe(400);
  expect(await again.json()).toMatchObject({ error: 'invalid_grant' });
});

test('a code works only for its redirect address and its client', async () => {
  const wrongAddress = await redeem(tokenUrl(), await freshCode(), 'http://127.0.0.1:9/elsewhere');
  expect([wrongAddress.status, (await jsonOf<TokenBody>(wrongAddress)).error]).toEqual([400, 'invalid_grant']);
  const fields = {
    grant_type: 'authorization_code',
    code: await freshCode(),
    redirect_uri: 'http://127.0.0.1:9/callback',
    client_id: 'another',
    client_secret: 'secret',
  };
  expect((await postForm(tokenUrl(), fields, {})).status).toBe(400);
});

test('a code lives 60 seconds', () => {
  let now = 0;
  const codes = createAuthorizationCodes(() => now);
  const granted = { account: 'a', clientId: 'c', redirectUri: 'r', scope: [], nonce: null, server: null };
  const [early, late] = [codes.issue(granted), codes.issue(granted)];
  now = 59_999;
  expect(codes.redeem(early, 'c', 'r')).toEqual(granted);
  now = 60_000;
  expect(codes.redeem(late, 'c', 'r')).toBeUndefined();
});

test('client credentials work in the header or the body; wrong and empty ones are refused', async () => {
  const grant = { grant_type: 'client_credentials' };
  const fromHeader = await postForm(tokenUrl(), grant);
  expect(await fromHeader.json()).toMatchObject({ token_type: 'bearer', expires_in: 86_399, sub: 'client' });
  expect((await postForm(tokenUrl(), { ...grant, client_id: 'a', client_secret: 'b' }, {})).status).toBe(200);
  for (const fields of [
    { ...grant, client_id: 'a', client_secret: 'wrong' },
    { ...grant, client_id: 'a', client_secret: '' },
    { ...grant, client_id: '', client_secret: 'b' },
    grant,
  ]) {
    const refused = await postForm(tokenUrl(), fields, {});
    expect([refused.status, (await jsonOf<TokenBody>(refused)).error]).toEqual([401, 'invalid_client']);
  }
  const wrong = { authorization: `Basic ${Buffer.from('client:wrong').toString('base64')}` };
  expect((await postForm(tokenUrl(), grant, wrong)).status).toBe(401);
});

test('GET, JSON and unknown grants are refused', async () => {
  expect((await fetch(`${tokenUrl()}?grant_type=client_credentials`)).status).toBe(400);
  const json = await fetch(tokenUrl(), {
    method: 'POST',
    headers: { ...basic, 'content-type': 'application/json' },
    body: '{"grant_type":"client_credentials"}',
  });
  expect(json.status).toBe(400);
  const password = await postForm(tokenUrl(), { grant_type: 'password' });
  expect([password.status, (await jsonOf<TokenBody>(password)).error]).toEqual([400, 'unsupported_grant_type']);
});

test('userinfo refuses app tokens, forged tokens and missing ones', async () => {
  const token = await appToken(simulator);
  const forged = `${token.slice(0, -2)}xx`;
  for (const authorization of [`Bearer ${token}`, `Bearer ${forged}`, 'Bearer', 'Basic x', '']) {
    const response = await fetch(`${simulator.battlenetOauthUrl}/userinfo`, { headers: { authorization } });
    expect(response.status).toBe(401);
  }
});

test('the account profile needs a user token with the scope wow.profile', async () => {
  expect((await ask(simulator, '/profile/user/wow', await appToken(simulator))).status).toBe(403);
  expect((await ask(simulator, '/profile/user/wow', await userToken(simulator, 'ysolde', 'openid'))).status).toBe(403);
  expect((await ask(simulator, '/profile/user/wow', await userToken(simulator, 'ysolde'))).status).toBe(200);
});

test('expiring the user tokens of one account or of all leaves new ones and app tokens valid', async () => {
  const [app, ysolde, kessa] = [
    await appToken(simulator),
    await userToken(simulator, 'ysolde'),
    await userToken(simulator, 'kessa'),
  ];
  const status = async (token: string) => (await ask(simulator, '/profile/user/wow', token)).status;
  simulator.faults.expireTokens('ysolde');
  expect([await status(ysolde), await status(kessa)]).toEqual([401, 200]);
  expect(await status(await userToken(simulator, 'ysolde'))).toBe(200);
  simulator.faults.expireTokens();
  expect(await status(kessa)).toBe(401);
  expect((await ask(simulator, '/data/wow/realm/index', app)).status).toBe(200);
  expect(() => simulator.faults.expireTokens('nobody')).toThrow('no demo account');
});

test('a token expires after a day, and survives a restart of the simulator until then', async () => {
  const token = await userToken(simulator, 'ysolde');
  const other = await startSimulator();
  try {
    expect((await ask(other, '/profile/user/wow', token)).status).toBe(200);
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 86_400_000);
    expect((await ask(other, '/profile/user/wow', token)).status).toBe(401);
  } finally {
    vi.restoreAllMocks();
    await other.close();
  }
});
