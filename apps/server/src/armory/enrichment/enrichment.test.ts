import type { CharacterView } from '@guildhall/contracts/character.ts';
import { appToken, ask, jsonOf } from '@guildhall/simulator/test-client.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { callerOf } from '../../../test/caller.ts';
import { bringInCharacter, characterNamed, enrich, untilEnriched, withoutEnrichment } from '../../../test/character.ts';
import { bringIn, eventually, PROFILES, syncCharacters, syncRoster, untilEnded } from '../../../test/guild.ts';
import { createPerson } from '../../../test/people.ts';
import { unexpectedErrors, untilWaiting, whileErasing } from '../../../test/waiting.ts';
import { startWorkerOf } from '../../../test/workers.ts';
import { PLATFORM_LIMITS } from '../../core/config.ts';
import { lockClaims } from '../../membership/characters/claims.ts';
import { enrichCharacter, enrichScheduledCharacter } from './enrich-character.ts';
import { enrichCharacterJob, scheduledEnrichmentJob } from './enrichment.jobs.ts';
import { forgetStaleCharacters } from './forget-stale.ts';
import { ENRICHMENT_PRIORITY } from './queue-enrichment.ts';
import { refreshStaleCharacters } from './refresh-stale.ts';

const lonely = () => createWorld({ guildSizes: [] });
const OSK = /^\/profile\/wow\/character\/highmere\/osricane(\/|$)/;
const at = (path: string) => `/profile/wow/character/highmere/osricane/${path}`;

const SECTIONS = [
  ...['profile', 'media', 'equipment', 'specializations', 'statistics', 'raids', 'dungeons', 'mythic-keystone'],
  ...['professions', 'reputations', 'pvp', 'achievements', 'world', 'status'],
];

type SectionRow = { section: string; status: string; data: object | null; fetchedAt: string | null };

const sectionsOf = (app: TestApp, characterId: string) =>
  app.ctx.sql<SectionRow>(
    `select section, status, data, fetched_at as "fetchedAt" from character_section where character_id = $1 order by section`,
    [characterId],
  );
const statusesOf = async (app: TestApp, characterId: string) =>
  Object.fromEntries((await sectionsOf(app, characterId)).map(({ section, status }) => [section, status]));
const dataOf = async (app: TestApp, characterId: string) =>
  Object.fromEntries((await sectionsOf(app, characterId)).map(({ section, data }) => [section, data]));

const forget = (app: TestApp) => forgetStaleCharacters(app.ctx, {}, { signal: new AbortController().signal });

/** Moves all times back, as if this interval had passed. */
const pass = (app: TestApp, interval: string) =>
  app.ctx.sql(
    `with s as (update character_section set fetched_at = fetched_at - $1::interval, next_at = next_at - $1::interval,
       asked_at = asked_at - $1::interval, missing_since = missing_since - $1::interval)
     update character set enriched_at = enriched_at - $1::interval, verified_at = verified_at - $1::interval`,
    [interval],
  );

test.concurrent('only the owner can refresh a character, once a minute, if it is synced and not archived', async () => {
  await using app = await testApp({ world: lonely() });
  const { client, character } = await bringInCharacter(app, 'osric', 'Osricane');
  const stranger = await app.signIn('pell');
  const path = `/characters/${character.id}/enrich`;
  expect((await app.http.post(`/api/v1${path}`).set('Origin', app.url)).status).toBe(401);
  expect((await stranger.post(path).expect(404)).body.reason).toBe('character_not_found');
  await client.post('/characters/not-an-id/enrich').expect(400);
  await app.ctx.sql('update character set enriched_at = now() where id = $1', [character.id]);
  const cooling = await client.post(path).expect(429);
  expect(cooling.body.reason).toBe('sync_cooldown');
  expect(Number(cooling.headers['retry-after'])).toBeGreaterThan(0);

  await pass(app, '2 minutes');
  await withoutEnrichment(app);
  expect((await client.post(path).expect(201)).body).toEqual({ characterId: character.id, status: 'queued' });
  expect((await client.post(path).expect(409)).body.reason).toBe('enrichment_in_progress');
  const answers = await Promise.all(Array.from({ length: 10 }, () => client.post(path)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([409]));

  await app.ctx.sql('update character set archived_at = now() where id = $1', [character.id]);
  expect((await client.post(path).expect(409)).body.reason).toBe('character_archived');
  await app.ctx.sql(`update character set archived_at = null, source = 'manual' where id = $1`, [character.id]);
  expect((await client.post(path).expect(409)).body.reason).toBe('character_not_synced');
});

test.concurrent('a refresh sends at most one request per section, and one in all for an unchanged character', async () => {
  await using app = await testApp({ world: lonely() });
  const { client, character } = await bringInCharacter(app, 'osric', 'Osricane');
  const { requests, world } = app.simulator;
  const asked = requests.entries({ path: OSK }).map(({ path }) => path);
  expect(new Set(asked).size).toBe(asked.length);
  expect(asked.length).toBeGreaterThanOrEqual(SECTIONS.length);
  const statuses = await statusesOf(app, character.id);
  expect(Object.keys(statuses)).toEqual(expect.arrayContaining(SECTIONS));
  expect(new Set(Object.values(statuses))).toEqual(new Set(['ok']));

  requests.clear();
  await enrich(app, client, character.id);
  expect(requests.count({ path: OSK })).toBe(1);
  expect(requests.count({ path: PROFILES, status: 304 })).toBe(1);

  world.login(world.character('highmere', 'Osricane'), Date.now(), { equippedItemLevel: 171 });
  requests.clear();
  await enrich(app, client, character.id);
  // All except the platform's word on whether the character exists, which is checked once a month.
  expect(requests.count({ path: OSK, status: 200 })).toBe(asked.length - 1);
  expect((await characterNamed(client, 'Osricane')).itemLevel?.equipped).toBe(171);
  expect(JSON.stringify((await dataOf(app, character.id)).equipment)).toContain('"itemLevel":171');
});

test.concurrent('sections are requested again, conditionally, after a day and after the weekly reset', async () => {
  await using app = await testApp({ world: lonely() });
  const { client, character } = await bringInCharacter(app, 'osric', 'Osricane');
  const { requests } = app.simulator;
  const before = await dataOf(app, character.id);
  requests.clear();
  await pass(app, '24 hours');
  await enrich(app, client, character.id);
  const again = requests.entries({ path: OSK });
  expect(again.length).toBeGreaterThanOrEqual(SECTIONS.length - 1);
  expect(again.every(({ status, conditional }) => status === 304 && conditional)).toBe(true);
  expect(await dataOf(app, character.id)).toEqual(before);

  const [due] = await app.ctx.sql<{ late: number }>(
    `select count(*)::int as late from character_section where section <> 'status' and next_at > now() + interval '24 hours'`,
  );
  expect(due?.late).toBe(0);
});

test.concurrent('a section that cannot be fetched keeps its data and says so; the others go on', async () => {
  await using app = await testApp({ world: lonely() });
  const { client, character } = await bringInCharacter(app, 'osric', 'Osricane');
  const { faults, world, requests } = app.simulator;
  const before = await dataOf(app, character.id);
  world.gainReputation(world.character('highmere', 'Osricane'), 47, 123);
  world.login(world.character('highmere', 'Osricane'), Date.now(), { equippedItemLevel: 172 });
  faults.add({ match: at('equipment'), fault: { kind: 'truncated' } });
  faults.add({ match: at('specializations'), fault: { kind: 'html' } });
  faults.add({ match: at('statistics'), fault: { kind: 'status', status: 404 } });
  faults.add({ match: at('professions'), fault: { kind: 'status', status: 403 } });
  await enrich(app, client, character.id);
  expect(await statusesOf(app, character.id)).toMatchObject({
    profile: 'ok',
    equipment: 'failed',
    specializations: 'failed',
    statistics: 'not_found',
    professions: 'not_found',
    reputations: 'ok',
    achievements: 'ok',
  });
  const after = await dataOf(app, character.id);
  const kept = ['equipment', 'specializations', 'statistics', 'professions'];
  for (const section of kept) expect([section, after[section]]).toEqual([section, before[section]]);
  expect(after.reputations).not.toEqual(before.reputations);
  expect((await characterNamed(client, 'Osricane')).freshness.equipment).toMatchObject({ status: 'failed' });

  // A failure does not count as a refresh, so the owner may retry at once; only failed sections are requested.
  faults.clear();
  requests.clear();
  await client.post(`/characters/${character.id}/enrich`).expect(201);
  await untilEnriched(app);
  const paths = requests.entries({ path: OSK, status: 200 }).map(({ path }) => path.split('/').at(-1));
  expect(paths.toSorted()).toEqual(['equipment', 'specializations']);
  expect(await statusesOf(app, character.id)).toMatchObject({ equipment: 'ok', specializations: 'ok' });
});

test.concurrent('a document without the fields that carry its meaning is refused and leaves what was there', async () => {
  await using app = await testApp({ world: lonely() });
  const { client, character } = await bringInCharacter(app, 'osric', 'Osricane');
  const { faults, world } = app.simulator;
  const before = await dataOf(app, character.id);
  world.login(world.character('highmere', 'Osricane'), Date.now(), { equippedItemLevel: 172 });
  const bare = { _links: { self: { href: 'https://us.api.blizzard.com/' } }, character: { id: 1, name: 'Osricane' } };
  const meaningless = ['equipment', 'specializations', 'statistics', 'reputations', 'achievements', 'pvp-summary'];
  const meansNone = ['encounters/raids', 'encounters/dungeons', 'mythic-keystone-profile', 'professions'];
  for (const path of [...meaningless, ...meansNone]) faults.serve(at(path), bare);
  await enrich(app, client, character.id);
  const after = await dataOf(app, character.id);
  const statuses = await statusesOf(app, character.id);
  for (const section of ['equipment', 'specializations', 'statistics', 'reputations', 'achievements', 'pvp']) {
    expect([section, statuses[section], after[section]]).toEqual([section, 'failed', before[section]]);
  }
  // The platform leaves these lists out of the documents of characters that have none.
  const none = { raids: { expansions: [] }, dungeons: { expansions: [] }, professions: { professions: [] } };
  expect(after).toMatchObject(none);
  expect(statuses).toMatchObject({ raids: 'ok', dungeons: 'ok', professions: 'ok', 'mythic-keystone': 'ok' });
  const { body } = await client.get(`/characters/${character.id}/equipment`).expect(200);
  expect(body).toMatchObject({ freshness: { status: 'failed' }, missing: { slots: [] } });
  expect(body.items.length).toBeGreaterThan(10);

  // An empty list, in contrast, is an answer: the character wears nothing.
  faults.clear();
  faults.serve(at('equipment'), { ...bare, equipped_items: [] });
  await enrich(app, client, character.id);
  expect((await statusesOf(app, character.id)).equipment).toBe('ok');
  expect((await dataOf(app, character.id)).equipment).toEqual({ items: [], patch: null });
});

test.concurrent('if the profile cannot be fetched, nothing else is requested and all data stays', async () => {
  await using app = await testApp({ world: lonely() });
  const { client, character } = await bringInCharacter(app, 'osric', 'Osricane');
  const before = await dataOf(app, character.id);
  app.simulator.faults.add({ match: at('*'), fault: { kind: 'status', status: 500 } });
  app.simulator.faults.add({ match: at('').slice(0, -1), fault: { kind: 'html' } });
  app.simulator.requests.clear();
  await enrich(app, client, character.id);
  expect(app.simulator.requests.count({ path: OSK })).toBe(1);
  expect(await dataOf(app, character.id)).toEqual(before);
  expect((await characterNamed(client, 'Osricane')).freshness.profile?.status).toBe('failed');
});

test.concurrent('an interrupted job continues where it stopped', async () => {
  await using app = await testApp({ world: lonely() });
  const { character } = await bringInCharacter(app, 'osric', 'Osricane');
  const { faults, requests, world } = app.simulator;
  world.login(world.character('highmere', 'Osricane'));
  const payload = { characterId: character.id, profileAsked: false };
  const run = { jobId: character.id, attempt: 0, lastAttempt: false, signal: AbortSignal.timeout(60_000) };
  faults.add({ match: at('pvp-summary'), fault: { kind: 'status', status: 429, retryAfter: 300 } });
  requests.clear();
  await expect(enrichCharacter(app.ctx, payload, run)).rejects.toMatchObject({ kind: 'rate_limited' });
  const done = requests.entries({ path: OSK, status: 200 }).map(({ path }) => path);
  faults.clear();
  await endPause(app);
  requests.clear();
  await enrichCharacter(app.ctx, payload, { ...run, attempt: 1 });
  const entries = requests.entries({ path: OSK });
  const again = entries.map(({ path }) => path).filter((path) => done.includes(path));
  expect(done.length).toBeGreaterThan(5);
  // The profile comes first each time: it says whether the character is still there.
  expect(again.map((path) => path.split('/').at(-1))).toEqual(['osricane']);
  expect(entries.map(({ path }) => path.split('/').at(-1))).toContain('pvp-summary');
  expect(entries.map(({ path }) => path.split('/').at(-1))).not.toContain('equipment');
});

const endPause = (app: TestApp) => app.ctx.sql('update platform_budget set next_at = now(), paused_until = null');

test.concurrent('a job waits out a pause of minutes without using up even its last attempt', async () => {
  await using app = await testApp({ world: lonely() });
  const { client, character } = await bringInCharacter(app, 'osric', 'Osricane');
  const { faults, world } = app.simulator;
  await withoutEnrichment(app);
  world.login(world.character('highmere', 'Osricane'), Date.now(), { equippedItemLevel: 172 });
  faults.add({ match: at('equipment'), fault: { kind: 'status', status: 429, retryAfter: 300 } });
  await pass(app, '2 minutes');
  await client.post(`/characters/${character.id}/enrich`).expect(201);
  await app.ctx.sql(`update pgboss.job set retry_limit = 0 where name = $1 and state < 'active'`, [
    enrichCharacterJob.name,
  ]);
  await using _worker = await startWorkerOf(app);
  const job = `select state, priority, start_after > now() + interval '4 minutes' as later
    from pgboss.job where name = $1 and singleton_key = $2 and state <= 'active'`;
  const waiting = { state: 'retry', priority: ENRICHMENT_PRIORITY.onDemand, later: true };
  const queued = () => app.ctx.sql(job, [enrichCharacterJob.name, character.id]);
  await eventually(async () => expect(await queued()).toEqual([waiting]));
  expect(Object.values(await statusesOf(app, character.id))).not.toContain('failed');
  // It is already queued.
  expect((await client.post(`/characters/${character.id}/enrich`).expect(409)).body.reason).toBe(
    'enrichment_in_progress',
  );

  // It was not attempted: a job that starts during the pause is requeued until its end.
  const begin = `update pgboss.job set start_after = now() where name = $1 and state < 'active'`;
  await app.ctx.sql(begin, [enrichCharacterJob.name]);
  await eventually(async () => expect(await queued()).toEqual([waiting]));

  faults.clear();
  await endPause(app);
  await app.ctx.sql(begin, [enrichCharacterJob.name]);
  await untilEnriched(app);
  expect(new Set(Object.values(await statusesOf(app, character.id)))).toEqual(new Set(['ok']));
  expect(JSON.stringify((await dataOf(app, character.id)).equipment)).toContain('"itemLevel":172');
});

test.concurrent('requested refreshes run even if the hour’s budget for scheduled ones is used up', async () => {
  await using app = await testApp({ world: lonely() });
  const client = await app.signIn('quill');
  await syncCharacters(app, client);
  await untilEnriched(app);
  await pass(app, '25 hours');
  await app.ctx.sql('update platform_budget set hour_start = now(), hour_used = 25500');
  await refreshStaleCharacters(app.ctx);
  const jobs = (state: string) =>
    app.ctx.sql<{ id: string }>('select singleton_key as id from pgboss.job where name = $1 and state = $2', [
      scheduledEnrichmentJob.name,
      state,
    ]);
  await eventually(async () => expect(await jobs('active')).toHaveLength(scheduledEnrichmentJob.concurrency));
  expect((await jobs('created')).length).toBeGreaterThan(enrichCharacterJob.concurrency);
  const wanted = [...(await jobs('active')), ...(await jobs('created'))].at(-1);
  await client.post(`/characters/${wanted?.id}/enrich`).expect(201);
  const fresh = `select from character where id = $1 and enriched_at > now() - interval '1 hour'`;
  await eventually(async () => expect(await app.ctx.sql(fresh, [wanted?.id])).toHaveLength(1));
  expect(await jobs('active')).toHaveLength(scheduledEnrichmentJob.concurrency);
});

test.concurrent('two misses a day apart archive a character, and an answer in between restarts the count', async () => {
  await using app = await testApp({ world: lonely() });
  const { client, character } = await bringInCharacter(app, 'osric', 'Osricane');
  const { world } = app.simulator;
  const archived = async () => (await characterNamed(client, 'Osricane')).archivedAt !== null;
  const osricane = world.character('highmere', 'Osricane');
  world.hideProfile(osricane);
  await enrich(app, client, character.id);
  expect(await archived()).toBe(false);
  expect(await characterNamed(client, 'Osricane')).toMatchObject({
    missingSince: expect.any(String),
    freshness: { profile: { status: 'not_found' } },
  });
  await pass(app, '23 hours');
  await enrich(app, client, character.id);
  expect(await archived()).toBe(false);
  world.hideProfile(osricane, false);
  await enrich(app, client, character.id);
  world.hideProfile(osricane);
  await pass(app, '2 hours');
  await enrich(app, client, character.id);
  expect(await archived()).toBe(false);
  await pass(app, '24 hours');
  await enrich(app, client, character.id);
  expect(await archived()).toBe(true);
  await client.post(`/characters/${character.id}/enrich`).expect(409);

  // Its owner's own sync finds it again.
  world.hideProfile(osricane, false);
  await syncCharacters(app, client);
  expect(await archived()).toBe(false);
  expect((await characterNamed(client, 'Osricane')).missingSince).toBeNull();
  await untilEnriched(app);
  expect(await statusesOf(app, character.id)).toMatchObject({ profile: 'ok', equipment: 'ok' });
});

test.concurrent('a character archived by its owner stays archived, even if the platform lost it first', async () => {
  await using app = await testApp({ world: lonely() });
  const { client, character } = await bringInCharacter(app, 'osric', 'Osricane');
  const { world } = app.simulator;
  const osricane = world.character('highmere', 'Osricane');
  world.hideProfile(osricane);
  await enrich(app, client, character.id);
  await pass(app, '24 hours');
  await enrich(app, client, character.id);
  expect((await characterNamed(client, 'Osricane')).archivedAt).not.toBeNull();
  const call = callerOf(app, client.token);
  expect((await call('PATCH', `/characters/${character.id}/archive`)).status).toBe(200);
  world.hideProfile(osricane, false);
  await syncCharacters(app, client);
  expect((await characterNamed(client, 'Osricane')).archivedAt).not.toBeNull();
});

/** As a version left it that did not ask the other sources. */
const LOSE = 'update character set archived_at = now(), lost_at = now() where id = any($1)';

test.concurrent('a lost character comes back with a roster or an account that lists it, though its profile is hidden', async () => {
  await using app = await testApp({ world: createWorld({ guildSizes: [12] }) });
  const { client, guild } = await bringIn(app, 'ysolde');
  const { client: officer } = await bringIn(app, 'kessa');
  await app.ctx.sql(
    `update role set permissions = permissions || '{canSyncRoster}' where not permissions @> '{canSyncRoster}'`,
  );
  await untilEnriched(app);
  const { world } = app.simulator;
  const { body: characters } = await client.get(`/characters?guildId=${guild.id}`).expect(200);
  for (const { realm, name } of characters) world.hideProfile(world.character(realm?.slug ?? '', name));
  const ids = characters.map(({ id }: CharacterView) => id);
  const states = async () => {
    const { body } = await client.get(`/characters?includeInactive=true`).expect(200);
    return body.filter(({ id }: CharacterView) => ids.includes(id)).map((one: CharacterView) => one.archivedAt);
  };
  const none = ids.map(() => null);
  for (const find of [() => syncRoster(app, officer, guild), () => syncCharacters(app, client)]) {
    await app.ctx.sql(LOSE, [ids]);
    expect(await states()).not.toContain(null);
    await find();
    expect(await states()).toEqual(none);
    expect((await client.get('/organizations/mine').expect(200)).body).toHaveLength(1);
  }
});

test.concurrent('forbidden answers never archive a character, however often they come', async () => {
  await using app = await testApp({ world: lonely() });
  const { client, character } = await bringInCharacter(app, 'osric', 'Osricane');
  const before = await dataOf(app, character.id);
  const forbidden = (path: string) => app.simulator.faults.add({ match: path, fault: { kind: 'status', status: 403 } });
  const clear = forbidden(at('').slice(0, -1));
  for (let day = 0; day < 3; day += 1) {
    await enrich(app, client, character.id);
    expect(await characterNamed(client, 'Osricane')).toMatchObject({
      archivedAt: null,
      freshness: { profile: { status: 'failed' } },
    });
    await pass(app, '24 hours');
  }
  expect((await syncCharacters(app, client)).progress).toMatchObject({ failed: 1 });
  expect(await dataOf(app, character.id)).toEqual(before);
  clear();

  forbidden(at('status'));
  await pass(app, '30 days');
  for (let day = 0; day < 3; day += 1) {
    await enrich(app, client, character.id);
    expect(await statusesOf(app, character.id)).toMatchObject({ profile: 'ok', status: 'failed' });
    await pass(app, '24 hours');
  }
  expect((await characterNamed(client, 'Osricane')).archivedAt).toBeNull();
});

/** Marks this many other characters' profiles as just requested, with this result. */
const ASKED = `
  with others as (
    insert into character (user_id, source, region, game_version, platform_realm_id, platform_character_id, name,
      realm_slug, class_id, race_id, level)
    select u.id, 'synced', 'us', 'retail', 1, 900000000 + n + (select count(*) from character), 'Other', 'highmere', 1, 1, 80
    from (select id from app_user limit 1) u, generate_series(1, $1::int) n returning id)
  insert into character_section (character_id, section, status, asked_at, next_at)
  select id, 'profile', $2, now(), now() + interval '24 hours' from others`;

test.concurrent('no character is archived while most characters are missing', async () => {
  await using app = await testApp({ world: lonely() });
  const { client, character } = await bringInCharacter(app, 'osric', 'Osricane');
  const archived = async () => (await characterNamed(client, 'Osricane')).archivedAt !== null;
  app.simulator.world.hideProfile(app.simulator.world.character('highmere', 'Osricane'));
  await enrich(app, client, character.id);
  await pass(app, '25 hours');
  await app.ctx.sql(ASKED, [60, 'not_found']);
  await enrich(app, client, character.id);
  expect(await archived()).toBe(false);
  // With as many again, exactly half have failed, which is not more than half.
  await app.ctx.sql(ASKED, [61, 'ok']);
  await enrich(app, client, character.id);
  expect(await archived()).toBe(true);
});

test.concurrent('a character that the platform twice calls invalid is archived, even if its profile still answers', async () => {
  await using app = await testApp({ world: lonely() });
  const { client, character } = await bringInCharacter(app, 'osric', 'Osricane');
  const { world } = app.simulator;
  world.setValid(world.character('highmere', 'Osricane'), false);
  await pass(app, '30 days');
  await enrich(app, client, character.id);
  expect(await statusesOf(app, character.id)).toMatchObject({ profile: 'ok', status: 'not_found' });
  expect((await characterNamed(client, 'Osricane')).archivedAt).toBeNull();
  await pass(app, '24 hours');
  await enrich(app, client, character.id);
  expect((await characterNamed(client, 'Osricane')).archivedAt).not.toBeNull();
});

test.concurrent('a renamed character is found under its new name in the guild’s roster', async () => {
  await using app = await testApp({ world: createWorld({ guildSizes: [12] }) });
  const { client, guild } = await bringIn(app, 'ysolde');
  await untilEnriched(app);
  const { body: characters } = await client.get(`/characters?guildId=${guild.id}`).expect(200);
  const [before] = characters;
  const { world, requests } = app.simulator;
  world.rename(world.character(before.realm.slug, before.name), 'Ysrenamed');
  await enrich(app, client, before.id);
  // The platform has not sent its new name yet.
  expect(await characterNamed(client, before.name)).toMatchObject({ freshness: { profile: { status: 'not_found' } } });
  await syncRoster(app, client, guild);
  await untilEnriched(app);
  requests.clear();
  await pass(app, '24 hours');
  await enrich(app, client, before.id);
  expect(await characterNamed(client, 'Ysrenamed')).toMatchObject({
    id: before.id,
    archivedAt: null,
    guild: { id: guild.id },
    freshness: { profile: { status: 'ok' }, equipment: { status: 'ok' } },
  });
  expect(requests.count({ path: /\/ysrenamed\/equipment$/ })).toBe(1);
});

test.concurrent('a profile under a new name that is older than the last one changes nothing', async () => {
  await using app = await testApp({ world: createWorld({ guildSizes: [12] }) });
  const { client, guild } = await bringIn(app, 'ysolde');
  await untilEnriched(app);
  const { body: characters } = await client.get(`/characters?guildId=${guild.id}`).expect(200);
  const [before] = characters;
  const { simulator } = app;
  simulator.world.rename(simulator.world.character(before.realm.slug, before.name), 'Ysrenamed');
  const address = `/profile/wow/character/${before.realm.slug}/ysrenamed`;
  const profile: object = await jsonOf(await ask(simulator, address, await appToken(simulator)));
  const clear = simulator.faults.serve(address, { ...profile, level: 12 }, Date.UTC(2020, 0, 1));
  await syncRoster(app, client, guild);
  await untilEnriched(app);
  // As a job sees it that began before the roster named it anew.
  await app.ctx.sql('update character set name = $2 where id = $1', [before.id, before.name]);
  await pass(app, '24 hours');
  await enrich(app, client, before.id);
  expect(await characterNamed(client, before.name)).toMatchObject({
    level: before.level,
    freshness: { profile: { status: 'failed' } },
  });
  clear();
  await pass(app, '24 hours');
  await enrich(app, client, before.id);
  expect(await characterNamed(client, 'Ysrenamed')).toMatchObject({ id: before.id, level: before.level });
});

test.concurrent('the sweep refreshes only what is due, and only once', async () => {
  await using app = await testApp({ world: lonely() });
  const { client, character } = await bringInCharacter(app, 'osric', 'Osricane');
  await withoutEnrichment(app);
  const queued = () =>
    app.ctx.sql<{ id: string }>(
      `select singleton_key as id from pgboss.job where name = '${scheduledEnrichmentJob.name}' and state < 'active'`,
    );
  await refreshStaleCharacters(app.ctx);
  expect(await queued()).toEqual([]);
  await app.ctx.sql(`update character_section set next_at = now() where character_id = $1 and section = 'raids'`, [
    character.id,
  ]);
  await refreshStaleCharacters(app.ctx);
  await refreshStaleCharacters(app.ctx);
  expect(await queued()).toEqual([{ id: character.id }]);

  // An explicit request does not wait for the sweep, and leaves nothing for it to do.
  await pass(app, '2 minutes');
  await client.post(`/characters/${character.id}/enrich`).expect(201);
  expect(
    await app.ctx.sql(`select priority from pgboss.job where name = 'enrich-character' and state < 'active'`),
  ).toEqual([{ priority: ENRICHMENT_PRIORITY.onDemand }]);
  const run = { jobId: character.id, attempt: 0, lastAttempt: false, signal: AbortSignal.timeout(60_000) };
  await enrichCharacter(app.ctx, { characterId: character.id, profileAsked: false }, run);
  app.simulator.requests.clear();
  await enrichScheduledCharacter(app.ctx, { characterId: character.id }, run);
  expect(app.simulator.requests.count({ path: OSK })).toBe(0);

  const other = await characterNamed(client, 'Oswinter');
  await app.ctx.sql('delete from character_section where character_id = $1', [other.id]);
  await app.ctx.sql('update character set enriched_at = null where id = $1', [other.id]);
  await refreshStaleCharacters(app.ctx);
  expect((await queued()).map(({ id }) => id).toSorted()).toEqual([character.id, other.id].toSorted());
});

test.concurrent('the sweep requests a missing profile when it is due, not before', async () => {
  await using app = await testApp({ world: lonely() });
  const { client, character } = await bringInCharacter(app, 'osric', 'Osricane');
  const { world } = app.simulator;
  const osricane = world.character('highmere', 'Osricane');
  world.hideProfile(osricane);
  await pass(app, '25 hours');
  await enrich(app, client, character.id);
  await withoutEnrichment(app);
  await app.ctx.sql(`update character_section set next_at = now() + interval '1 day' where character_id <> $1`, [
    character.id,
  ]);
  const queued = () =>
    app.ctx.sql(`select from pgboss.job where name = $1 and state < 'active'`, [scheduledEnrichmentJob.name]);
  await refreshStaleCharacters(app.ctx);
  expect(await queued()).toEqual([]);
  await app.ctx.sql(`update character_section set next_at = now() where section = 'profile' and character_id = $1`, [
    character.id,
  ]);
  await refreshStaleCharacters(app.ctx);
  expect(await queued()).toHaveLength(1);
});

test.concurrent('data that was not checked for 30 days is deleted', async () => {
  await using app = await testApp({ world: lonely() });
  const { client, character } = await bringInCharacter(app, 'osric', 'Osricane');
  await pass(app, '29 days');
  await forget(app);
  expect(await statusesOf(app, character.id)).toMatchObject({ profile: 'ok', media: 'ok' });
  await app.ctx.sql(
    `update character_section set fetched_at = fetched_at - interval '2 days' where character_id = $1 and section <> 'raids'`,
    [character.id],
  );
  await forget(app);
  expect(await statusesOf(app, character.id)).toEqual({ raids: 'ok' });
  expect(await characterNamed(client, 'Osricane')).toMatchObject({
    name: 'Osricane',
    itemLevel: null,
    activeSpec: null,
    achievementPoints: null,
    avatarUrl: null,
    lastLoginAt: null,
  });
  expect((await characterNamed(client, 'Oswinter')).itemLevel).not.toBeNull();
  await enrich(app, client, character.id);
  expect(await characterNamed(client, 'Osricane')).toMatchObject({
    itemLevel: expect.any(Object),
    avatarUrl: expect.stringContaining('/api/v1/media/'),
  });
});

test.concurrent('forgetting many characters waits for concurrent changes and locks no character meanwhile', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { userId } = await createPerson(app);
  const characters = await app.ctx.sql<{ id: string }>(
    `with c as (
       insert into character (user_id, source, region, game_version, name, realm_slug, class_id, race_id, level, avatar_url)
       select $1, 'manual', 'us', 'retail', 'Lapsed ' || n, 'highmere', 1, 1, 80, 'https://render.test/a.jpg'
       from generate_series(1, 1100) n returning id
     ), s as (
       insert into character_section (character_id, section, status, fetched_at)
       select id, 'media', 'ok', now() - interval '31 days' from c
     )
     select id from c order by id`,
    [userId],
  );
  const [first, last] = [characters.at(0), characters.at(-1)];
  const touch = 'update character set level = level where id = $1';
  const [begun, seen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const changed = app.ctx.transact(async ({ sql, queueDb }) => {
    await lockClaims(sql);
    await queueDb.executeSql(touch, [last?.id]);
    begun.resolve();
    await seen.promise;
    await queueDb.executeSql(touch, [first?.id]);
  });
  await begun.promise;
  const forgotten = forget(app);
  await untilWaiting(app);
  seen.resolve();
  await Promise.all([changed, forgotten]);
  expect(app.logged.filter((line) => line.includes('deadlock'))).toEqual([]);
  expect(await app.ctx.sql('select from character_section')).toEqual([]);
  expect(await app.ctx.sql('select from character where avatar_url is not null')).toEqual([]);
});

test.concurrent('an archived character whose data was forgotten is fetched from scratch after its return', async () => {
  await using app = await testApp({ world: lonely() });
  const { client, character } = await bringInCharacter(app, 'osric', 'Osricane');
  const call = callerOf(app, client.token);
  expect((await call('PATCH', `/characters/${character.id}/archive`)).status).toBe(200);
  await pass(app, '31 days');
  await forget(app);
  expect(await sectionsOf(app, character.id)).toEqual([]);
  await client.get(`/characters/${character.id}/data-patch`).expect(404);
  expect((await call('PATCH', `/characters/${character.id}/restore`)).status).toBe(200);
  await refreshStaleCharacters(app.ctx);
  await untilEnriched(app);
  expect(Object.keys(await statusesOf(app, character.id))).toEqual(expect.arrayContaining(SECTIONS));
});

test.concurrent('two people with fifty characters each and a latecomer with few take turns', async () => {
  const world = lonely();
  const people = { first: 50, second: 50, third: 4 };
  for (const [key, count] of Object.entries(people)) {
    const account = world.createAccount(key);
    for (let index = 0; index < count; index += 1) {
      world.addCharacterToAccount(account, world.createCharacter('highmere', { level: 12 }));
    }
  }
  // Their turns show at the pace of the real platform.
  await using app = await testApp({ world, config: { platformLimits: PLATFORM_LIMITS } });
  await withoutEnrichment(app);
  const [first, second, third] = await Promise.all(Object.keys(people).map((key) => app.signIn(key)));
  if (!first || !second || !third) throw new Error('Nobody signed in');
  const started = await Promise.all([first, second].map((client) => client.post('/characters/sync').expect(201)));
  for (const { body } of started) {
    expect(await untilEnded(app, body.sessionId)).toMatchObject({
      status: 'completed',
      progress: { total: 50, done: 50, failed: 0 },
    });
  }
  // All jobs of both people are queued before the first is done.
  await using _worker = await startWorkerOf(app);
  const enriched = async () =>
    app.ctx.sql<{ key: string }>(
      `select a.display_name as key from character c join account a on a.user_id = c.user_id
       where c.enriched_at is not null order by c.enriched_at`,
    );
  await eventually(async () => expect((await enriched()).length).toBeGreaterThan(20), 120_000);
  expect(await syncCharacters(app, third)).toMatchObject({ status: 'completed', progress: { total: 4, done: 4 } });
  const came = (await enriched()).length;
  await eventually(() => untilEnriched(app), 240_000);

  const order = (await enriched()).map(({ key }) => key);
  expect(order).toHaveLength(104);
  const [one, other, late] = await Promise.all(
    [first, second, third].map(async (client) => (await client.get('/auth/me').expect(200)).body.battletag as string),
  );
  // At any moment both have equally many done, give or take those running at once.
  const ahead = order.map((_, index) => {
    const done = order.slice(0, index + 1);
    return done.filter((key) => key === one).length - done.filter((key) => key === other).length;
  });
  expect(Math.max(...ahead.map(Math.abs))).toBeLessThanOrEqual(RUNNING_AT_ONCE + 2);
  // Four turns of three people, after those already running.
  expect(order.lastIndexOf(late ?? '')).toBeLessThan(came + 4 * 3 + 2 * RUNNING_AT_ONCE);

  // Not faster than the budget; a busy machine may be slower.
  const { mean } = app.simulator.requests.perSecond({ path: '/profile/wow/character/*' });
  expect(mean).toBeLessThan(38.5);
}, 600_000);

const RUNNING_AT_ONCE = enrichCharacterJob.concurrency;

test.concurrent.each(['changed', 'unchanged'] as const)(
  'stores nothing if a character’s %s profile arrives while the character is being erased',
  async (kind) => {
    await using app = await testApp({ world: lonely() });
    const { client, character } = await bringInCharacter(app, 'osric', 'Osricane');
    await withoutEnrichment(app);
    if (kind === 'changed') await app.ctx.sql(`delete from character_section where character_id = $1`, [character.id]);
    const payload = { characterId: character.id, profileAsked: false };
    const run = { jobId: character.id, attempt: 1, lastAttempt: false, signal: new AbortController().signal };
    await whileErasing(app, 'character', character.id, () => enrichCharacter(app.ctx, payload, run));
    expect(await sectionsOf(app, character.id)).toEqual([]);
    expect(unexpectedErrors(app)).toEqual([]);
    await client.get(`/characters/${character.id}`).expect(404);
  },
);
