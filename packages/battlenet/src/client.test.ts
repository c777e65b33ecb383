import { describe, expect, test } from 'vitest';
import type { Battlenet } from './client.ts';
import { eu, failureOf, inOrder, json, someone, startPlatform, status, userToken } from './test-platform.ts';

const guildKey = { realmSlug: 'marécage-de-zangar', nameSlug: 'зимний-сад' };
const nowhere = json(404, { code: 404 });

describe('requests', () => {
  const profile = (path: string) => ({ path: `${path}?locale=en_US`, namespace: 'profile-eu' });
  const fixed = (path: string) => ({ path, namespace: 'static-eu' });
  const dynamic = (path: string) => ({ path, namespace: 'dynamic-eu' });
  const guildPath = '/data/wow/guild/mar%C3%A9cage-de-zangar/%D0%B7%D0%B8%D0%BC%D0%BD%D0%B8%D0%B9-%D1%81%D0%B0%D0%B4';

  test.each<[string, (battlenet: Battlenet) => Promise<unknown>, { path: string; namespace: string }]>([
    ['accountProfile', (b) => b.accountProfile(eu, userToken), profile('/profile/user/wow')],
    ['characterProfile', (b) => b.characterProfile(eu, someone), profile('/profile/wow/character/azuremyst/mirelle')],
    [
      'characterStatus',
      (b) => b.characterStatus(eu, someone),
      profile('/profile/wow/character/azuremyst/mirelle/status'),
    ],
    ['guild', (b) => b.guild(eu, guildKey), profile(guildPath)],
    ['guildRoster', (b) => b.guildRoster(eu, guildKey), profile(`${guildPath}/roster`)],
    ['guildCrestIndex', (b) => b.guildCrestIndex(eu), fixed('/data/wow/guild-crest/index')],
    ['emblem media', (b) => b.guildCrestEmblemMedia(eu, 0), fixed('/data/wow/media/guild-crest/emblem/0')],
    ['border media', (b) => b.guildCrestBorderMedia(eu, 5), fixed('/data/wow/media/guild-crest/border/5')],
    ['playableClassesIndex', (b) => b.playableClassesIndex(eu), fixed('/data/wow/playable-class/index')],
    ['playableClass', (b) => b.playableClass(eu, 13), fixed('/data/wow/playable-class/13')],
    ['playableRacesIndex', (b) => b.playableRacesIndex(eu), fixed('/data/wow/playable-race/index')],
    ['playableRace', (b) => b.playableRace(eu, 2), fixed('/data/wow/playable-race/2')],
    ['realmsIndex', (b) => b.realmsIndex(eu), dynamic('/data/wow/realm/index')],
    ['realm by id', (b) => b.realm(eu, 1086), dynamic('/data/wow/realm/1086')],
    ['realm by slug', (b) => b.realm(eu, 'pozzo-delleternità'), dynamic('/data/wow/realm/pozzo-delleternit%C3%A0')],
  ])('%s requests its document in its namespace', async (_name, call, { path, namespace }) => {
    await using platform = await startPlatform(nowhere);
    expect((await failureOf(call(platform.battlenet))).kind).toBe('not_found');
    expect(platform.requests.map((request) => [request.method, request.url])).toEqual([['GET', `/eu${path}`]]);
    expect(platform.requests[0]?.headers).toMatchObject({
      'battlenet-namespace': namespace,
      accept: 'application/json',
    });
  });

  test.each([
    ['azuremyst', 'Härà', '/azuremyst/h%C3%A4r%C3%A0'],
    ['howling-fjord', 'Снежана', '/howling-fjord/%D1%81%D0%BD%D0%B5%D0%B6%D0%B0%D0%BD%D0%B0'],
    ['marécage-de-zangar', 'Mirelle', '/mar%C3%A9cage-de-zangar/mirelle'],
    ['azuremyst', 'a/b?c#d', '/azuremyst/a%2Fb%3Fc%23d'],
  ])('the character of realm %s named %s is at %s', async (realmSlug, name, path) => {
    await using platform = await startPlatform(json(200, status));
    await platform.battlenet.characterStatus(eu, { realmSlug, name });
    expect(platform.requests[0]?.url).toBe(`/eu/profile/wow/character${path}/status?locale=en_US`);
  });

  test.each(['', '.', '..', ' ', '\ud800'])(
    'a name that cannot be a path segment (%j) is not found without a request',
    async (name) => {
      await using platform = await startPlatform(json(200, status));
      const error = await failureOf(platform.battlenet.characterStatus(eu, { realmSlug: 'azuremyst', name }));
      expect(error).toMatchObject({ kind: 'not_found', status: undefined });
      expect([...platform.requests, ...platform.oauthRequests]).toEqual([]);
    },
  );

  test('region and game version of the call determine host and namespace', async () => {
    await using platform = await startPlatform(nowhere);
    await failureOf(platform.battlenet.realm({ region: 'kr', gameVersion: 'classic-era' }, 1));
    expect(platform.requests[0]?.url).toBe('/kr/data/wow/realm/1');
    expect(platform.requests[0]?.headers['battlenet-namespace']).toBe('dynamic-classic1x-kr');
  });

  test('each request takes one from the budget with the priority of the call', async () => {
    await using platform = await startPlatform(json(200, status));
    await platform.battlenet.characterStatus(eu, someone);
    await platform.battlenet.characterStatus({ ...eu, priority: 'interactive' }, someone);
    expect(platform.taken).toEqual(['background', 'interactive']);
  });

  test('the account profile uses the user’s own token', async () => {
    await using platform = await startPlatform(json(200, { id: 1 }));
    const { data } = await platform.battlenet.accountProfile(eu, userToken);
    expect(data).toEqual({ id: 1, wow_accounts: [] });
    expect(platform.requests[0]?.headers.authorization).toBe(`Bearer ${userToken}`);
    expect(platform.oauthRequests).toEqual([]);
  });

  test('onRequest receives every attempt, without the query', async () => {
    const heard: unknown[] = [];
    await using platform = await startPlatform(inOrder(json(500, {}), json(200, status)), {
      onRequest: ({ ms, ...event }) => heard.push({ ...event, timed: ms >= 0 }),
    });
    await platform.battlenet.characterStatus(eu, someone);
    const path = '/profile/wow/character/azuremyst/mirelle/status';
    expect(heard).toEqual([
      { path: '/token', status: 200, attempt: 1, timed: true },
      { path, status: 500, attempt: 1, timed: true },
      { path, status: 200, attempt: 2, timed: true },
    ]);
  });
});

describe('conditional requests', () => {
  const lastModified = 'Tue, 21 Jan 2025 09:05:31 GMT';

  test('an answer has its Last-Modified, or null without one', async () => {
    await using platform = await startPlatform(
      inOrder(json(200, status, { 'Last-Modified': lastModified }), json(200, status)),
    );
    expect(await platform.battlenet.characterStatus(eu, someone)).toEqual({ data: status, lastModified });
    expect(await platform.battlenet.characterStatus(eu, someone)).toEqual({ data: status, lastModified: null });
    expect(platform.requests[0]?.headers['if-modified-since']).toBeUndefined();
  });

  test('an unchanged document is not_modified, and is not read again', async () => {
    await using platform = await startPlatform((_request, response) => response.writeHead(304).end());
    const call = { ...eu, ifModifiedSince: lastModified };
    expect(await failureOf(platform.battlenet.characterStatus(call, someone))).toMatchObject({ kind: 'not_modified' });
    expect(platform.requests.map((request) => request.headers['if-modified-since'])).toEqual([lastModified]);
  });

  test.each([
    ['a second before', 'Tue, 21 Jan 2025 09:05:30 GMT', lastModified, 'outdated'],
    ['the same as', lastModified, lastModified, undefined],
    ['a second after', 'Tue, 21 Jan 2025 09:05:32 GMT', lastModified, undefined],
    ['before, because that lies in the future,', lastModified, 'Fri, 21 Jan 2125 09:05:31 GMT', undefined],
    ['no date that can be read, unlike', 'yesterday', lastModified, undefined],
  ])('a document dated %s the known one is refused only if it is older', async (_when, date, ifModifiedSince, kind) => {
    await using platform = await startPlatform(json(200, status, { 'Last-Modified': date }));
    const answer = platform.battlenet.characterStatus({ ...eu, ifModifiedSince }, someone);
    if (kind) expect(await failureOf(answer)).toMatchObject({ kind, status: 200 });
    else expect((await answer).data).toEqual(status);
  });
});

describe('documents that are asked for whole', () => {
  test('an older one is refused, and no condition is sent', async () => {
    await using platform = await startPlatform(
      inOrder(
        json(200, status, { 'Last-Modified': 'Tue, 21 Jan 2025 09:05:30 GMT' }),
        json(200, status, { 'Last-Modified': 'Tue, 21 Jan 2025 09:05:31 GMT' }),
      ),
    );
    const call = { ...eu, notOlderThan: 'Tue, 21 Jan 2025 09:05:31 GMT' };
    expect(await failureOf(platform.battlenet.characterStatus(call, someone))).toMatchObject({ kind: 'outdated' });
    expect((await platform.battlenet.characterStatus(call, someone)).data).toEqual(status);
    expect(platform.requests.map((request) => request.headers['if-modified-since'])).toEqual([undefined, undefined]);
  });
});

describe('tokens', () => {
  test('a refused application token is renewed once, and the call is retried', async () => {
    await using platform = await startPlatform(inOrder(json(401, {}), json(200, status)));
    await platform.battlenet.characterStatus(eu, someone);
    expect(platform.requests.map((request) => request.headers.authorization)).toEqual([
      'Bearer app-token-1',
      'Bearer app-token-2',
    ]);
    expect(platform.taken).toHaveLength(2);
  });

  test('a second refusal is unauthorized', async () => {
    await using platform = await startPlatform(json(401, {}));
    expect((await failureOf(platform.battlenet.characterStatus(eu, someone))).kind).toBe('unauthorized');
    expect(platform.requests).toHaveLength(2);
    expect(platform.oauthRequests).toHaveLength(2);
  });

  test('calls refused concurrently share one renewal', async () => {
    await using platform = await startPlatform((request, response) => {
      json(request.headers.authorization === 'Bearer app-token-1' ? 401 : 200, status)(request, response);
    });
    await Promise.all(Array.from({ length: 10 }, () => platform.battlenet.characterStatus(eu, someone)));
    expect(platform.oauthRequests).toHaveLength(2);
  });

  test('a refused user token is unauthorized immediately', async () => {
    await using platform = await startPlatform(json(401, {}));
    const error = await failureOf(platform.battlenet.accountProfile(eu, userToken));
    expect(error).toMatchObject({ kind: 'unauthorized', status: 401, path: '/profile/user/wow' });
    expect(platform.requests).toHaveLength(1);
    expect(platform.oauthRequests).toEqual([]);
  });

  test('a token that no header can carry is unauthorized, without a request', async () => {
    await using platform = await startPlatform(json(200, { id: 1 }));
    const error = await failureOf(platform.battlenet.accountProfile(eu, `${userToken}\r\nX: y`));
    expect(error.kind).toBe('unauthorized');
    expect(platform.requests).toEqual([]);
  });

  test('a call without an application token fails with the reason of the token request', async () => {
    await using platform = await startPlatform(json(200, status), { oauth: json(401, {}) });
    const error = await failureOf(platform.battlenet.characterStatus(eu, someone));
    expect(error).toMatchObject({ kind: 'unauthorized', path: '/token' });
    expect(platform.requests).toEqual([]);
    expect(platform.taken).toEqual([]);
  });
});
