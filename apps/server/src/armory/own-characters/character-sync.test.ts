import type { CharacterView } from '@guildhall/contracts/character.ts';
import { GameVersion } from '@guildhall/contracts/primitives.ts';
import type { Fault } from '@guildhall/simulator/faults.ts';
import type { SimulatorRequest } from '@guildhall/simulator/request.ts';
import { appToken, ask, jsonOf } from '@guildhall/simulator/test-client.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { expect, test, vi } from 'vitest';
import type { SignedInClient, TestApp } from '../../../test/app.ts';
import { appWithoutEnrichment } from '../../../test/character.ts';
import { bringIn, eventually, PROFILES, syncCharacters, untilEnded } from '../../../test/guild.ts';
import { hold } from '../../../test/waiting.ts';

const ACCOUNT = '/profile/user/wow';
/** The sync requests the list once per game version. */
const BRANCHES = GameVersion.options.length;
const ANOTHER_WAY_IN = `update app_user set email = 'somebody@example.com', email_verified_at = now()`;
// Sixty characters take time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

/** A world without guilds, so that a sync covers characters only. */
const lonely = () => createWorld({ guildSizes: [] });
const charactersOf = async (client: SignedInClient): Promise<CharacterView[]> =>
  (await client.get('/characters').expect(200)).body;
const named = (characters: CharacterView[], name: string) => characters.find((character) => character.name === name);

test.concurrent('imports sixty characters of two licences, one sync at a time', async () => {
  await using app = await appWithoutEnrichment({ world: createWorld({ guildSizes: [20, 12, 12] }) });
  const quill = await app.signIn('quill');
  expect((await quill.get('/characters/sync/active').expect(200)).body).toBeNull();
  const release = hold(app.simulator.faults, PROFILES);
  const { sessionId } = (await quill.post('/characters/sync').expect(201)).body;
  const answers = await Promise.all(Array.from({ length: 20 }, () => quill.post('/characters/sync')));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.reason}`))).toEqual(
    new Set(['409 character_sync_in_progress']),
  );
  expect((await quill.get('/characters/sync/active').expect(200)).body.id).toBe(sessionId);
  release();

  const session = await untilEnded(app, sessionId);
  expect(session).toMatchObject({
    kind: 'character',
    status: 'completed',
    progress: { total: 60, done: 60, added: 60, failed: 0 },
  });
  expect((await quill.get(`/characters/sync/${sessionId}`).expect(200)).body).toEqual(session);
  expect((await quill.get('/characters/sync/active').expect(200)).body).toBeNull();
  const characters = await charactersOf(quill);
  expect(characters).toHaveLength(60);
  expect(characters.every(({ verified }) => verified)).toBe(true);
  expect(new Set(characters.map(({ guild }) => guild?.name)).size).toBe(4);

  const refused = await quill.post('/characters/sync').expect(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  const stranger = await app.signIn('osric');
  await stranger.get(`/characters/sync/${sessionId}`).expect(404);
});

test.concurrent('skips characters that were never played, and keeps one without a profile, marked as such', async () => {
  await using app = await appWithoutEnrichment({ world: lonely() });
  const tamsel = await app.signIn('tamsel');
  expect(await syncCharacters(app, tamsel)).toMatchObject({
    status: 'completed',
    progress: { total: 2, done: 2, failed: 0 },
  });
  const characters = await charactersOf(tamsel);
  expect(characters.map(({ name }) => name).toSorted()).toEqual(['Tamselle', 'Tamsgone']);
  expect(named(characters, 'Tamsgone')).toMatchObject({
    itemLevel: null,
    freshness: { profile: { status: 'not_found', fetchedAt: null } },
  });
  expect(named(characters, 'Tamselle')).toMatchObject({
    freshness: { profile: { status: 'ok', fetchedAt: expect.any(String) } },
  });
});

test.concurrent('a sync of an account without characters completes with nothing to do', async () => {
  await using app = await appWithoutEnrichment({ world: lonely() });
  const vesper = await app.signIn('vesper');
  expect(await syncCharacters(app, vesper)).toMatchObject({ status: 'completed', progress: { total: 0, done: 0 } });
  expect(await charactersOf(vesper)).toEqual([]);
});

test.concurrent('a renamed character stays the same, and an unchanged one is not sent twice', async () => {
  await using app = await appWithoutEnrichment({ world: lonely() });
  const { world, requests } = app.simulator;
  const osric = await app.signIn('osric');
  await syncCharacters(app, osric);
  const before = named(await charactersOf(osric), 'Osk');
  world.rename(world.character('highmere', 'Osk'), 'Oskar');
  requests.clear();
  expect(await syncCharacters(app, osric)).toMatchObject({
    progress: { total: 3, done: 3, added: 0, updated: 1, removed: 0 },
  });
  expect(requests.count({ path: PROFILES, status: 304 })).toBe(2);
  const characters = await charactersOf(osric);
  expect(characters).toHaveLength(3);
  expect(named(characters, 'Oskar')?.id).toBe(before?.id);
});

test.concurrent('another character’s profile under the same name is ignored', async () => {
  await using app = await appWithoutEnrichment({ world: lonely() });
  const { simulator } = app;
  const osric = await app.signIn('osric');
  await syncCharacters(app, osric);
  const before = named(await charactersOf(osric), 'Osk');
  const path = '/profile/wow/character/highmere/osk';
  const profile = await jsonOf<Record<string, unknown>>(await ask(simulator, path, await appToken(simulator)));
  simulator.faults.serve(path, { ...profile, id: 1, level: 80, equipped_item_level: 700 });
  expect(await syncCharacters(app, osric)).toMatchObject({ status: 'completed', progress: { failed: 0 } });
  const after = named(await charactersOf(osric), 'Osk');
  expect(after).toMatchObject({
    level: before?.level,
    itemLevel: before?.itemLevel,
    freshness: { profile: { status: 'not_found' } },
  });
});

test.concurrent('a character whose profile cannot be fetched keeps its data and says so', async () => {
  await using app = await appWithoutEnrichment({ world: lonely() });
  const osric = await app.signIn('osric');
  await syncCharacters(app, osric);
  const before = named(await charactersOf(osric), 'Osk');
  app.simulator.faults.add({ match: '/profile/wow/character/highmere/osk', fault: { kind: 'html' } });
  expect(await syncCharacters(app, osric)).toMatchObject({
    status: 'completed',
    progress: { total: 3, done: 3, failed: 1 },
  });
  const after = named(await charactersOf(osric), 'Osk');
  expect(after).toMatchObject({ itemLevel: before?.itemLevel, lastLoginAt: before?.lastLoginAt });
  expect(after?.freshness.profile).toMatchObject({ status: 'failed', fetchedAt: before?.freshness.profile?.fetchedAt });
});

test.concurrent('an expired token fails the sync, shows in the status, and has to be renewed before the next sync', async () => {
  await using app = await appWithoutEnrichment({ world: lonely() });
  const osric = await app.signIn('osric');
  await syncCharacters(app, osric);
  app.simulator.faults.expireTokens('osric');
  const session = await syncCharacters(app, osric);
  expect(session).toMatchObject({ status: 'failed', error: { reason: 'gameplatform_token_expired' } });
  expect(session.error?.message).toMatch(/Sign in with it again/);
  expect(await charactersOf(osric)).toHaveLength(3);
  const status = (await osric.get('/auth/me/gameplatform/status').expect(200)).body;
  expect(status).toMatchObject({ linked: true, expired: true });
  expect((await osric.post('/characters/sync').expect(409)).body.reason).toBe('gameplatform_token_expired');

  const again = await app.signIn('osric');
  expect(await syncCharacters(app, again)).toMatchObject({ status: 'completed' });
});

test.concurrent('a sync whose token is refused continues with the token of a newer sign-in', async () => {
  await using app = await appWithoutEnrichment({ world: createWorld({ guildSizes: [20] }) });
  const { faults, requests } = app.simulator;
  const client = await app.signIn('ysolde');
  const release = hold(faults, ACCOUNT);
  const { body } = await client.post('/characters/sync').expect(201);
  await eventually(async () => expect(requests.count({ path: ACCOUNT })).toBe(BRANCHES));
  faults.expireTokens('ysolde');
  await app.signIn('ysolde');
  release();
  expect(await untilEnded(app, body.sessionId)).toMatchObject({ status: 'completed' });
  expect(requests.count({ path: ACCOUNT, status: 401 })).toBe(BRANCHES);
  expect((await client.get('/auth/me/gameplatform/status').expect(200)).body).toMatchObject({ expired: false });
});

test.concurrent('a token that expires between two lists imports neither; after the lists it is no longer needed', async () => {
  await using app = await appWithoutEnrichment({ world: lonely() });
  const osric = await app.signIn('osric');
  const clear = app.simulator.faults.add({ match: ACCOUNT, times: 1, fault: { kind: 'expired-token' } });
  expect(await syncCharacters(app, osric)).toMatchObject({
    status: 'failed',
    error: { reason: 'gameplatform_token_expired' },
  });
  expect(await charactersOf(osric)).toEqual([]);
  clear();

  const edda = await app.signIn('edda');
  app.simulator.faults.add({ match: PROFILES, fault: { kind: 'latency', ms: 1000 } });
  const { sessionId } = (await edda.post('/characters/sync').expect(201)).body;
  await eventually(async () => expect(await charactersOf(edda)).toHaveLength(1));
  app.simulator.faults.expireTokens('edda');
  expect(await untilEnded(app, sessionId)).toMatchObject({ status: 'completed', progress: { total: 1, done: 1 } });
});

test.concurrent.each([
  ['is disconnected', (client: SignedInClient) => client.post('/auth/me/gameplatform/disconnect').expect(200)],
  [
    'gives way to another',
    (_: SignedInClient, { ctx }: TestApp) => ctx.sql(`update account set account_id = 'another'`),
  ],
])('an account that %s while its list is fetched no longer proves anything', async (_, change) => {
  await using app = await appWithoutEnrichment({ world: createWorld({ guildSizes: [12] }) });
  const { faults, requests } = app.simulator;
  const ysolde = await app.signIn('ysolde');
  await app.ctx.sql(ANOTHER_WAY_IN);
  const release = hold(faults, ACCOUNT);
  const { sessionId } = (await ysolde.post('/characters/sync').expect(201)).body;
  await eventually(async () => expect(requests.count({ path: ACCOUNT })).toBe(BRANCHES));
  await change(ysolde, app);
  release();
  expect(await untilEnded(app, sessionId)).toMatchObject({
    status: 'failed',
    error: { reason: 'gameplatform_token_expired' },
  });
  expect(await charactersOf(ysolde)).toEqual([]);
});

test.concurrent('a proof withdrawn while the profiles are fetched does not come back', async () => {
  await using app = await appWithoutEnrichment({ world: createWorld({ guildSizes: [12] }) });
  const { client: ysolde } = await bringIn(app, 'ysolde');
  await app.ctx.sql(ANOTHER_WAY_IN);
  await app.ctx.sql(`update sync_session set finished_at = finished_at - interval '2 minutes'`);
  app.simulator.requests.clear();
  const release = hold(app.simulator.faults, PROFILES);
  const { sessionId } = (await ysolde.post('/characters/sync').expect(201)).body;
  await eventually(async () => expect(app.simulator.requests.count({ path: PROFILES })).toBeGreaterThan(0));
  await ysolde.post('/auth/me/gameplatform/disconnect').expect(200);
  release();
  expect(await untilEnded(app, sessionId)).toMatchObject({ status: 'completed' });
  const characters = await charactersOf(ysolde);
  expect(characters.length).toBeGreaterThan(0);
  expect(characters.filter(({ verified }) => verified)).toEqual([]);
  expect((await ysolde.get('/organizations/mine').expect(200)).body).toEqual([]);
});

test.concurrent.each([
  ['the list cannot be fetched', ACCOUNT, 503, 'platform_unavailable'],
  ['the platform fails during the profiles', PROFILES, 503, 'platform_unavailable'],
  ['the platform asks for a pause of minutes', PROFILES, 429, 'platform_rate_limited'],
] as const)('if %s, the sync fails with a clear message and the characters stay', async (_, match, status, reason) => {
  await using app = await appWithoutEnrichment({ world: lonely() });
  const quill = await app.signIn('quill');
  await app.ctx.sql(`insert into character (user_id, source, region, game_version, name, realm_slug, class_id, race_id, level)
    select id, 'manual', 'us', 'retail', 'Manually', 'highmere', 1, 1, 80 from app_user`);
  app.simulator.faults.add({
    match,
    fault: { kind: 'status', status, ...(status === 429 ? { retryAfter: 120 } : {}) },
  });
  const session = await syncCharacters(app, quill);
  expect(session).toMatchObject({
    status: 'failed',
    error: { reason, message: expect.stringContaining('game platform') },
  });
  expect(named(await charactersOf(quill), 'Manually')).toMatchObject({ source: 'manual', verified: false });
});

test.concurrent('a game version whose list cannot be fetched keeps its characters, and the others are synced', async () => {
  const world = lonely();
  const gorlunn = world.character('oldbarrow', 'Gorlunn', 'us', 'classic-era');
  world.addCharacterToAccount(world.createAccount('veteran'), gorlunn);
  world.addCharacterToAccount(world.account('veteran'), world.createCharacter('highmere', { name: 'Vetera' }));
  await using app = await appWithoutEnrichment({ world });
  const veteran = await app.signIn('veteran');
  expect(await syncCharacters(app, veteran)).toMatchObject({
    status: 'completed',
    error: null,
    progress: { total: 2 },
  });
  const verified = async () => (await charactersOf(veteran)).filter((character) => character.verified).length;

  const refuse = (namespace: string, fault: Fault) =>
    app.simulator.faults.add({
      match: (request) => request.path.endsWith(ACCOUNT) && asksFor(request, namespace),
      fault,
    });
  for (const [namespace, name, fault] of [
    ['profile-classic1x-us', 'Classic Era', { kind: 'status', status: 503 }],
    ['profile-us', 'World of Warcraft', { kind: 'html' }],
  ] as const) {
    const clear = refuse(namespace, fault);
    expect(await syncCharacters(app, veteran)).toMatchObject({
      status: 'completed',
      error: { reason: 'platform_unavailable', message: expect.stringContaining(name) },
      progress: { total: 2, done: 2, removed: 0 },
    });
    expect(await verified()).toBe(2);
    clear();
  }
  expect(await syncCharacters(app, veteran)).toMatchObject({ status: 'completed', error: null });
});

const asksFor = ({ query, headers }: SimulatorRequest, namespace: string) =>
  (query.get('namespace') ?? headers['battlenet-namespace']) === namespace;

test.concurrent('a sync fails immediately if the hourly budget is used up', async () => {
  await using app = await appWithoutEnrichment({ world: lonely() });
  const osric = await app.signIn('osric');
  await syncCharacters(app, osric);
  await app.ctx.sql('update platform_budget set hour_used = 30000');
  expect(await syncCharacters(app, osric)).toMatchObject({
    status: 'failed',
    error: { reason: 'platform_rate_limited' },
  });
});
