import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  clientId,
  clientSecret,
  eu,
  failureOf,
  inOrder,
  json,
  someone,
  startPlatform,
  status,
  userToken,
} from './test-platform.ts';

const ok = json(200, status);

afterEach(() => {
  vi.useRealTimers();
});

describe('renewal of a user token', () => {
  test('sends the refresh token and returns the next pair', async () => {
    const bodies: string[] = [];
    await using platform = await startPlatform(ok, {
      oauth: async (request, response) => {
        for await (const chunk of request) bodies.push(String(chunk));
        json(200, { access_token: 'next', expires_in: 86_399, refresh_token: 'successor' })(request, response);
      },
    });
    expect(await platform.battlenet.renewUserToken('a+b&c')).toEqual({
      accessToken: 'next',
      expiresInSeconds: 86_399,
      refreshToken: 'successor',
    });
    expect(bodies).toEqual(['grant_type=refresh_token&refresh_token=a%2Bb%26c']);
  });

  test('keeps the refresh token when the platform sends no new one', async () => {
    const answer = json(200, { access_token: 'next', expires_in: 60 });
    await using platform = await startPlatform(ok, { oauth: answer });
    expect((await platform.battlenet.renewUserToken('old')).refreshToken).toBeNull();
  });

  test.each([
    ['invalid_grant', json(400, { error: 'invalid_grant' }), 'unauthorized'],
    ['401', json(401, { error: 'invalid_client' }), 'unauthorized'],
    ['403', json(403, {}), 'malformed'],
    ['404', json(404, {}), 'malformed'],
    ['429', json(429, {}), 'rate_limited'],
    ['503', json(503, {}), 'unavailable'],
    ['no token', json(200, { expires_in: 86_399 }), 'malformed'],
  ])('%s is a typed error, and nothing is sent twice', async (_name, oauth, kind) => {
    await using platform = await startPlatform(ok, { oauth });
    expect(await failureOf(platform.battlenet.renewUserToken('old'))).toMatchObject({ kind, path: '/token' });
    expect(platform.oauthRequests).toHaveLength(1);
  });
});

describe('application token', () => {
  test('is requested with the client’s credentials', async () => {
    const bodies: string[] = [];
    await using platform = await startPlatform(ok, {
      oauth: async (request, response) => {
        for await (const chunk of request) bodies.push(String(chunk));
        json(200, { access_token: 'app-token-1', token_type: 'bearer', expires_in: 86_399, sub: 'x' })(
          request,
          response,
        );
      },
    });
    await platform.battlenet.characterStatus(eu, someone);
    const [request] = platform.oauthRequests;
    expect([request?.method, request?.url]).toEqual(['POST', '/oauth/token']);
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    expect(request?.headers).toMatchObject({
      authorization: `Basic ${basic}`,
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(bodies).toEqual(['grant_type=client_credentials']);
    expect(platform.requests[0]?.headers.authorization).toBe('Bearer app-token-1');
  });

  test('is shared by concurrent calls of all regions', async () => {
    await using platform = await startPlatform(ok);
    const regions = ['eu', 'us', 'kr', 'tw'] as const;
    const calls = Array.from({ length: 20 }, (_, index) => ({ region: regions[index % 4] ?? 'eu' }));
    await Promise.all(calls.map((call) => platform.battlenet.characterStatus(call, someone)));
    expect(platform.requests).toHaveLength(20);
    expect(platform.oauthRequests).toHaveLength(1);
    expect(platform.taken).toHaveLength(20);
  });

  test('is renewed five minutes before it expires', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    await using platform = await startPlatform(ok, {
      oauth: json(200, { access_token: 'app-token-1', expires_in: 1_000 }),
    });
    const requestsAt = async (second: number) => {
      vi.setSystemTime(second * 1_000);
      await platform.battlenet.characterStatus(eu, someone);
      return platform.oauthRequests.length;
    };
    expect(await requestsAt(0)).toBe(1);
    expect(await requestsAt(699)).toBe(1);
    expect(await requestsAt(700)).toBe(2);
  });

  test('is used for half its lifetime if it lives for only a few minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    await using platform = await startPlatform(ok, {
      oauth: json(200, { access_token: 'app-token-1', expires_in: 60 }),
    });
    await platform.battlenet.characterStatus(eu, someone);
    vi.setSystemTime(29_000);
    await platform.battlenet.characterStatus(eu, someone);
    expect(platform.oauthRequests).toHaveLength(1);
    vi.setSystemTime(30_000);
    await platform.battlenet.characterStatus(eu, someone);
    expect(platform.oauthRequests).toHaveLength(2);
  });

  test('is requested again by the next call after a failure', async () => {
    const token = json(200, { access_token: 'app-token-1', expires_in: 86_399 });
    await using platform = await startPlatform(ok, { oauth: inOrder(json(503, {}), token), retries: 0 });
    expect(await failureOf(platform.battlenet.characterStatus(eu, someone))).toMatchObject({
      kind: 'unavailable',
      path: '/token',
    });
    await platform.battlenet.characterStatus(eu, someone);
    expect(platform.oauthRequests).toHaveLength(2);
  });

  test.each([
    ['wrong credentials', json(401, { error: 'invalid_client' }), 'unauthorized'],
    ['no token', json(200, { expires_in: 86_399 }), 'malformed'],
    ['a token no header can carry', json(200, { access_token: 'app-token\r\n', expires_in: 86_399 }), 'malformed'],
    ['a text', json(200, 'app-token'), 'malformed'],
  ])('%s is a typed error', async (_name, oauth, kind) => {
    await using platform = await startPlatform(ok, { oauth });
    expect(await failureOf(platform.battlenet.characterStatus(eu, someone))).toMatchObject({ kind, path: '/token' });
    expect(platform.requests).toEqual([]);
  });

  test('is not awaited by a caller who aborts, and still reaches the others', async () => {
    const caller = new AbortController();
    const reason = new Error('the person went away');
    const { promise: givenUp, resolve: answer } = Promise.withResolvers<void>();
    await using platform = await startPlatform(ok, {
      oauth: async (request, response) => {
        caller.abort(reason);
        await givenUp;
        json(200, { access_token: 'app-token-1', expires_in: 86_399 })(request, response);
      },
    });
    const impatient = platform.battlenet.characterStatus({ ...eu, signal: caller.signal }, someone);
    const patient = platform.battlenet.characterStatus(eu, someone);
    await expect(impatient).rejects.toBe(reason);
    answer();
    expect((await patient).data).toEqual(status);
    expect(platform.oauthRequests).toHaveLength(1);
  });
});

describe('userInfo', () => {
  test.each([
    [
      { sub: '1142', id: 1142, battletag: 'Mirelle#2113' },
      { sub: '1142', id: 1142, battletag: 'Mirelle#2113' },
    ],
    [
      { sub: '1142', id: 1142, battletag: 'Mire\u202elle\u200b#2113' },
      { sub: '1142', id: 1142, battletag: 'Mirelle#2113' },
    ],
    [
      { sub: '1142', id: 1142, battletag: '\u200b' },
      { sub: '1142', id: 1142, battletag: null },
    ],
    [
      { sub: 1142, id: 1142 },
      { sub: '1142', id: 1142, battletag: null },
    ],
    [
      { sub: '1142', id: 1142, battletag: null },
      { sub: '1142', id: 1142, battletag: null },
    ],
  ])('%j is read as %j', async (body, expected) => {
    await using platform = await startPlatform(ok, { oauth: json(200, body) });
    expect(await platform.battlenet.userInfo(userToken)).toEqual(expected);
    const [request] = platform.oauthRequests;
    expect([request?.method, request?.url]).toEqual(['GET', '/oauth/userinfo']);
    expect(request?.headers.authorization).toBe(`Bearer ${userToken}`);
    expect(platform.taken).toEqual([]);
  });

  test.each([
    ['an ended token', json(401, {}), 'unauthorized'],
    ['an answer without id', json(200, { sub: '1142' }), 'malformed'],
    ['an empty sub', json(200, { sub: '', id: 1142 }), 'malformed'],
    ['an outage', json(500, {}), 'unavailable'],
  ])('%s is a typed error', async (_name, oauth, kind) => {
    await using platform = await startPlatform(ok, { oauth });
    expect(await failureOf(platform.battlenet.userInfo(userToken))).toMatchObject({ kind, path: '/userinfo' });
  });

  test('a token that no header can carry is unauthorized, without a request', async () => {
    await using platform = await startPlatform(ok);
    expect((await failureOf(platform.battlenet.userInfo(`${userToken}\n`))).kind).toBe('unauthorized');
    expect(platform.oauthRequests).toEqual([]);
  });
});
