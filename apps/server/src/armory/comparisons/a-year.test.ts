/**
 * A guild lives through a year: seasons, clock changes, an expansion, moves and mergers. Recorded values stay right,
 * numbers of two seasons or two scales of levels never stand beside each other, and nothing is listed twice.
 */

import type { MemberAttendance } from '@guildhall/contracts/attendance.ts';
import type { CandidatesView } from '@guildhall/contracts/candidate.ts';
import type { EventView } from '@guildhall/contracts/event.ts';
import type { EquipmentView, KeystoneView, VaultView } from '@guildhall/contracts/gear.ts';
import type { ArmoryMember, GuildArmoryView } from '@guildhall/contracts/guild-armory.ts';
import type { LineupView } from '@guildhall/contracts/lineup.ts';
import type { OwnGearView } from '@guildhall/contracts/own-gear.ts';
import type { Region } from '@guildhall/contracts/primitives.ts';
import type { ProposedSplitView } from '@guildhall/contracts/split.ts';
import type { TeamDetailView, TeamView } from '@guildhall/contracts/team.ts';
import { appToken, ask, jsonOf } from '@guildhall/simulator/test-client.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import type { Character } from '@guildhall/simulator/world-model.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { type SignedInClient, type TestApp, testApp } from '../../../test/app.ts';
import { callerOf } from '../../../test/caller.ts';
import { characterNamed, enrich, untilEnriched } from '../../../test/character.ts';
import { done, moveBack } from '../../../test/events.ts';
import { bringIn, syncCharacters, syncRoster, type TestGuild, untilIdle, untilNoJobs } from '../../../test/guild.ts';
import { syncJournal } from '../../../test/journal.ts';
import { readItemsJob, seasonSyncJob } from '../../reference/game-data/reference.jobs.ts';
import { syncSeasons } from '../../reference/sync/sync-seasons.ts';
import { readRoster } from '../enrichment/read-roster.ts';
import { lastWeeklyReset } from '../enrichment/weekly-reset.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** In no document of the simulator. */
const CELLAR = { id: 90_901, name: 'Quiet Cellar' };
const ATTIC = { id: 90_902, name: 'Loud Attic' };
/** An item of the simulator for the legs. */
const LEGWRAPS = 960_001;
const run = (completed_timestamp: number, keystone_level: number, rating: number, dungeon: object = CELLAR) => ({
  ...{ dungeon, keystone_level, completed_timestamp, duration: 1_500_000 },
  ...{ is_completed_within_time: true, mythic_rating: { rating } },
});

/** A guild with two people, all of its members read. */
async function guildOf(sizes = [60]) {
  const app = await testApp({ world: createWorld({ guildSizes: sizes }) });
  const { client: ysolde, guild } = await bringIn(app);
  const { client: kessa } = await bringIn(app, 'kessa');
  await untilEnriched(app);
  await untilNoJobs(app, seasonSyncJob.name);
  await readAll(app, guild);
  return { app, ysolde, kessa, guild };
}

/** Everyone here plays, at the highest level. */
async function readAll(app: TestApp, { id }: TestGuild) {
  await app.ctx.sql(
    `update roster_entry e set last_login_at = now(), level = (select max(level) from roster_entry where organization_id = $1)
     where organization_id = $1 and left_at is null`,
    [id],
  );
  const signal = new AbortController().signal;
  for (let runs = 0; runs < 6; runs += 1) await readRoster(app.ctx, { organizationId: id }, { signal });
}

async function armoryOf(client: SignedInClient, guild: TestGuild): Promise<ArmoryMember[]> {
  const { body } = await client.get(`/organizations/${guild.id}/armory?locale=en_US&pageSize=200`).expect(200);
  return (body as GuildArmoryView).members;
}
const keyOf = ({ name, realm }: ArmoryMember) => `${name} ${realm?.slug}`;
const memberOf = (members: ArmoryMember[], name: string) => members.find((member) => member.name === name);
const keystonesOf = async (client: SignedInClient, id: string): Promise<KeystoneView> =>
  (await client.get(`/characters/${id}/mythic-keystone?locale=en_US`).expect(200)).body;
const seasonRaidsOf = async (client: SignedInClient, id: string): Promise<number[]> =>
  (await client.get(`/characters/${id}/encounters`).expect(200)).body.currentSeasonInstanceIds;
const vaultOf = async (client: SignedInClient, id: string): Promise<VaultView> =>
  (await client.get(`/characters/${id}/vault`).expect(200)).body;
const ownGearOf = async (client: SignedInClient): Promise<OwnGearView['characters']> =>
  (await client.get('/characters/gear?locale=en_US').expect(200)).body.characters;

const pathOf = ({ realm, name }: Character) =>
  `/profile/wow/character/${encodeURIComponent(realm.slug)}/${encodeURIComponent(name.toLowerCase())}`;

/** The character has logged out, and its documents are read. */
async function play(app: TestApp, client: SignedInClient, character: Character, at = Date.now()): Promise<string> {
  app.simulator.world.login(character, at);
  const { id } = await characterNamed(client, character.name);
  await enrich(app, client, id);
  return id;
}

test('a new season begins: runs, ratings and raids of the last one stay under its name', async () => {
  const { app, ysolde, kessa, guild } = await guildOf();
  await using _app = app;
  const { faults, world } = app.simulator;
  const kessaly = world.character('highmere', 'Kessaly');
  const start = lastWeeklyReset('us', new Date()).getTime();
  const inLast = run(start + 10_000, 14, 310);
  const show = (seasons: number[], rating: number, best: object[], week: object[]) => [
    faults.serve(`${pathOf(kessaly)}/mythic-keystone-profile`, {
      ...{ current_mythic_rating: { rating }, current_period: { period: { id: 1 }, best_runs: week } },
      seasons: seasons.map((id) => ({ id })),
    }),
    faults.serve(`${pathOf(kessaly)}/mythic-keystone-profile/season/${seasons.at(-1)}`, {
      ...{ season: { id: seasons.at(-1) }, mythic_rating: { rating }, best_runs: best },
    }),
  ];
  const stops = show([12, 14], 2100.5, [inLast, run(start - 86_400_000, 9, 180, ATTIC)], [inLast]);
  const id = await play(app, kessa, kessaly, Date.now() - 600_000);
  const before = await keystonesOf(kessa, id);
  // The documents of week and season have the same run.
  expect(before.week?.runs).toHaveLength(1);
  expect(before.earlierSeasons).toMatchObject([{ id: 12, name: null, rating: null, bestRuns: [] }]);
  expect((await seasonRaidsOf(kessa, id)).length).toBeGreaterThan(0);
  const readBefore = await armoryOf(ysolde, guild);
  expect(readBefore.filter(({ rating }) => rating !== null).length).toBeGreaterThan(20);
  expect(readBefore.filter(({ raids }) => raids.length > 0).length).toBeGreaterThan(20);

  faults.serve('/data/wow/mythic-keystone/season/index', {
    ...{ seasons: [{ id: 12 }, { id: 14 }, { id: 15 }], current_season: { id: 15 } },
  });
  faults.serve('/data/wow/mythic-keystone/season/14', {
    ...{ id: 14, start_timestamp: start - 30 * 86_400_000, end_timestamp: start + 20_000 },
    season_name: { en_US: 'Tide Season 2' },
  });
  faults.serve('/data/wow/mythic-keystone/season/15', {
    ...{ id: 15, start_timestamp: Date.now() - 60_000, season_name: { en_US: 'Quiet Season 1' } },
  });
  await syncSeasons(app.ctx);
  const waiting = await keystonesOf(kessa, id);
  expect(waiting).toMatchObject({ rating: null, currentSeason: { name: 'Quiet Season 1' } });
  expect(waiting.earlierSeasons).toMatchObject([
    { id: 14, name: 'Tide Season 2', rating: 2100.5, bestRuns: [{ level: 14 }, { level: 9 }] },
    { id: 12 },
  ]);
  const between = await armoryOf(ysolde, guild);
  expect(new Set(between.map(({ rating }) => rating))).toEqual(new Set([null]));
  // All were read as of a logout in the last season.
  expect(between.flatMap(({ raids }) => raids)).toEqual([]);
  expect(await seasonRaidsOf(kessa, id)).toEqual([]);
  expect((await ownGearOf(kessa)).map(({ season }) => season?.name)).toContain('Tide Season 2');

  for (const stop of stops) stop();
  const inNew = run(start + 30_000, 6, 120, ATTIC);
  show([12, 14, 15], 120, [inNew], [inLast, inNew]);
  await play(app, kessa, kessaly);
  const after = await keystonesOf(kessa, id);
  expect(after).toMatchObject({ rating: 120, season: { id: 15, rating: 120, current: true } });
  expect(after.season?.bestRuns.map(({ level }) => level)).toEqual([6]);
  expect(after.earlierSeasons.map((season) => season.id)).toEqual([14, 12]);
  const [last] = after.earlierSeasons;
  const inDungeon = ({ id: dungeon }: { id: number }) =>
    last?.bestRuns.filter((one) => one.dungeon?.id === dungeon).map(({ level }) => level);
  expect([last?.rating, inDungeon(CELLAR), inDungeon(ATTIC)]).toEqual([null, [14], [9]]);
  // The week has both.
  expect(after.week?.runs.map(({ level }) => level)).toEqual([14, 6]);
  const shown = await armoryOf(ysolde, guild);
  expect(shown.flatMap(({ name, rating }) => (rating === null ? [] : [`${name} ${rating}`]))).toEqual(['Kessaly 120']);
  expect(shown.flatMap(({ name, raids }) => (raids.length > 0 ? [name] : []))).toEqual(['Kessaly']);
  expect((await seasonRaidsOf(kessa, id)).length).toBeGreaterThan(0);
  expect(memberOf(shown, 'Kessaly')?.rows[1]).toMatchObject({ kind: 'keystone', count: 2 });
}, 240_000);

/** The weeks in which the clocks of a region change; the reset stays at its hour of UTC. */
const CLOCK_CHANGES: [Region, account: string, name: string, weeks: string[]][] = [
  ['us', 'kessa', 'Kessaly', ['2026-03-03T15:00:00.000Z', '2026-10-27T15:00:00.000Z']],
  ['eu', 'edda', 'Eddamère', ['2026-03-25T04:00:00.000Z', '2026-10-21T04:00:00.000Z']],
];

test.each(CLOCK_CHANGES)(
  'in %s the week of a clock change has seven days, and each run once',
  async (...of) => {
    const [region, account, name, weeks] = of;
    await using app = await testApp({ world: createWorld({ guildSizes: [20] }) });
    // Regions that have guilds here are asked; all guilds of the simulator are American.
    await app.ctx.sql(
      `insert into organization (name, source, region, game_version, platform_realm_id, platform_guild_id, realm_slug, name_slug)
       values ('Far away', 'synced', $1, 'retail', 1, 1, 'r', 'g')`,
      [region],
    );
    const { client } = await bringInAccount(app, account);
    const character = app.simulator.world.account(account).characters.find((one) => one.name === name);
    if (!character) throw new Error(`There is no ${name}`);
    const WEEK = 7 * 86_400_000;
    const runs = weeks.flatMap((week) => {
      const start = Date.parse(week);
      return [start - 1000, start, start + WEEK - 1000, start + WEEK].map((at, index) => run(at, 10 + index, 100));
    });
    app.simulator.faults.serve(`${pathOf(character)}/mythic-keystone-profile`, {
      ...{ current_period: { period: { id: 1 }, best_runs: runs }, seasons: [] },
    });
    const id = await play(app, client, character);
    const at = async (now: number, readAt: number) => {
      await app.ctx.sql(`update character_section set fetched_at = $2 where character_id = $1`, [id, new Date(readAt)]);
      vi.useFakeTimers({ toFake: ['Date'], now });
      const { startedAt, endsAt, rows } = await vaultOf(client, id);
      const { week } = await keystonesOf(client, id);
      vi.useRealTimers();
      return [startedAt, endsAt, rows[1]?.count, week?.runs.map(({ level }) => level)];
    };
    for (const startedAt of weeks) {
      const [start, end] = [Date.parse(startedAt), Date.parse(startedAt) + WEEK];
      const [endsAt, next] = [end, end + WEEK].map((one) => new Date(one).toISOString());
      expect(await at(start, start)).toEqual([startedAt, endsAt, 2, [12, 11]]);
      expect(await at(end - 1, end - 1000)).toEqual([startedAt, endsAt, 2, [12, 11]]);
      expect(await at(end, end - 1000)).toEqual([endsAt, next, null, undefined]);
      expect(await at(end, end)).toEqual([endsAt, next, 1, [13]]);
      expect(lastWeeklyReset(region, new Date(end - 1)).toISOString()).toBe(startedAt);
    }
  },
  240_000,
);

async function bringInAccount(app: TestApp, account: string) {
  const client = await app.signIn(account);
  await syncCharacters(app, client);
  await untilEnriched(app);
  return { client };
}

/** The next expansion lowers item levels; a character shows those of its last logout. */
async function playInNextExpansion(app: TestApp, client: SignedInClient, character: Character, paths: string[]) {
  const { faults, world } = app.simulator;
  world.login(character, Date.now(), { equippedItemLevel: 15, averageItemLevel: 16 });
  const token = await appToken(app.simulator);
  for (const path of paths.map((one) => `${pathOf(character)}${one}`)) {
    const text = JSON.stringify(await jsonOf<unknown>(await ask(app.simulator, path, token)));
    faults.serve(path, JSON.parse(text.replaceAll(/static-12\.\d+\.\d+_/g, 'static-13.0.0_')));
  }
  const { id } = await characterNamed(client, character.name);
  await enrich(app, client, id);
  return id;
}

test('an expansion lowers item levels: old and new ones never stand beside each other', async () => {
  const { app, ysolde, kessa, guild } = await guildOf();
  await using _app = app;
  const { world } = app.simulator;
  const levels = async () => (await armoryOf(ysolde, guild)).filter(({ itemLevel }) => itemLevel !== null);
  expect((await levels()).length).toBeGreaterThan(20);

  await playInNextExpansion(app, kessa, world.character('highmere', 'Kessaly'), ['', '/equipment']);
  expect((await levels()).map(({ name, itemLevel }) => [name, itemLevel])).toEqual([['Kessaly', 15]]);
  const own = async () =>
    Object.fromEntries((await ownGearOf(kessa)).map(({ character, itemLevel }) => [character.name, itemLevel]));
  expect(await own()).toEqual({ Kessaly: 15, Kestrimo: null });

  // Its equipment was last read before the expansion.
  const kestrimo = world.character('highmere', 'Kestrimo');
  app.simulator.faults.add({ match: `${pathOf(kestrimo)}/equipment`, fault: { kind: 'html' } });
  const id = await playInNextExpansion(app, kessa, kestrimo, ['']);
  expect(await own()).toEqual({ Kessaly: 15, Kestrimo: 15 });
  const { body }: { body: EquipmentView } = await kessa.get(`/characters/${id}/equipment`).expect(200);
  expect(body.items.length).toBeGreaterThan(10);
  expect(body.first?.filter(({ kind }) => kind === 'item_level')).toEqual([]);
}, 240_000);

test('after an expansion has lowered item levels, those read before are unknown in every list', async () => {
  const { app, ysolde, kessa, guild } = await guildOf();
  await using _app = app;
  const { world } = app.simulator;
  const call = callerOf(app, kessa.token);
  const officer = callerOf(app, ysolde.token);
  const event = await officer('POST', `/organizations/${guild.id}/events`, {
    ...{ title: 'Raid', type: 'raid', scope: 'guild', durationMinutes: 60 },
    localStart: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 16),
  });
  const idOf = async (client: SignedInClient, name: string) => (await characterNamed(client, name)).id;
  for (const [answer, client, name] of [
    [call, kessa, 'Kessaly'],
    [officer, ysolde, 'Ysolde'],
  ] as const) {
    const characterId = await idOf(client, name);
    const roleKey = (await client.get(`/characters/${characterId}`).expect(200)).body.playableRoles[0];
    const signedUp = await answer('PUT', `/events/${event.body.id}/signup`, { characterId, roleKey });
    expect(signedUp.status).toBe(200);
  }
  type Leveled = { name: string; itemLevel: number | { equipped: number } | null };
  const read = async (path: string, client = ysolde) => (await client.get(path).expect(200)).body;
  const known = (list: Leveled[]) =>
    list.flatMap(({ name, itemLevel }) => (itemLevel === null ? [] : [[name, itemLevel]]));
  const roster = async (): Promise<Leveled[]> => (await read(`/organizations/${guild.id}/roster?pageSize=200`)).members;
  const signedUp = async (): Promise<Leveled[]> =>
    (await read(`/events/${event.body.id}/participations`)).participations.map(
      (one: { character: Leveled }) => one.character,
    );
  const personOf = async (client: SignedInClient) => (await read('/auth/me', client)).id;
  const person = async (): Promise<Leveled[]> =>
    (await read(`/organizations/${guild.id}/members/${await personOf(kessa)}`)).characters;
  const own = async (): Promise<Leveled[]> => await read('/characters', kessa);
  expect(known(await roster()).length).toBeGreaterThan(20);
  expect(known(await signedUp())).toHaveLength(2);
  for (const raider of [call, officer]) {
    const { body } = await raider('PUT', `/organizations/${guild.id}/raiders/mine`, {});
    const wishes = [{ itemId: LEGWRAPS, track: 'heroic', comment: null }];
    expect((await raider('PUT', `/raiders/${body.id}/wishes`, { wishes })).status).toBe(200);
  }
  await untilNoJobs(app, readItemsJob.name);
  const worn = async () => {
    const { candidates }: CandidatesView = await read(
      `/organizations/${guild.id}/items/${LEGWRAPS}/candidates?track=heroic`,
    );
    return candidates.map(({ character, worn }) => [character?.name, worn]);
  };
  const [, legsBefore] = (await worn()).find(([name]) => name === 'Kessaly') ?? [];
  expect(legsBefore).toEqual([{ name: expect.any(String), itemLevel: expect.any(Number) }]);

  await playInNextExpansion(app, kessa, world.character('highmere', 'Kessaly'), ['', '/equipment']);
  // Its roster entry is read anew, too.
  await syncRoster(app, ysolde, guild);
  expect(known(await roster())).toEqual([['Kessaly', 15]]);
  expect(known(await signedUp())).toEqual([['Kessaly', 15]]);
  expect(known(await person())).toEqual([['Kessaly', 15]]);
  expect(known(await own())).toEqual([['Kessaly', { equipped: 15, average: 16 }]]);
  expect(await worn()).toEqual([
    ['Kessaly', [{ name: expect.any(String), itemLevel: expect.any(Number) }]],
    // Ysolde's main.
    ['Brackenna', [{ name: expect.any(String), itemLevel: null }]],
  ]);
  const url = `${app.url}/api/v1/organizations/${guild.id}/roster/all`;
  const csv = await fetch(url, { headers: { authorization: `Bearer ${ysolde.token}`, accept: 'text/csv' } });
  const [head, ...lines] = (await csv.text())
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  const column = head?.findIndex((name) => /level/i.test(name) && /item/i.test(name)) ?? -1;
  expect(lines.map((line) => line[column]?.replaceAll('"', '')).filter(Boolean)).toEqual(['15']);

  // A level without a patch, as of a process of the version before: the last login decides.
  const stamp = (at: string) =>
    app.ctx.sql(
      `update roster_entry set item_level_major = null, last_login_at = ${at} where name = 'Kestrimo' and left_at is null`,
    );
  await stamp(`now() + interval '1 minute'`);
  expect(
    known(await roster())
      .map(([name]) => name)
      .toSorted(),
  ).toEqual(['Kessaly', 'Kestrimo']);
  await stamp(`now() - interval '1 day'`);
  expect(known(await roster()).map(([name]) => name)).toEqual(['Kessaly']);
  // The next sync reads it with its patch, though the document is the same.
  await syncRoster(app, ysolde, guild);
  const [entry] = await app.ctx.sql(
    `select item_level_major as major from roster_entry where name = 'Kestrimo' and left_at is null`,
  );
  expect(entry).toEqual({ major: 12 });
  // Another region has its expansion on another day.
  await app.ctx.sql(`update newest_patch set region = 'eu'`);
  expect(known(await roster()).length).toBeGreaterThan(20);
}, 240_000);

test('a character moves to another realm, and a realm gets another name: each is listed once, with its week', async () => {
  const { app, ysolde, kessa, guild } = await guildOf();
  await using _app = app;
  const { world } = app.simulator;
  const before = (await armoryOf(ysolde, guild)).map(({ name }) => name).toSorted();
  const shown = async () => {
    await syncRoster(app, ysolde, guild);
    await untilEnriched(app);
    await readAll(app, guild);
    return (await armoryOf(ysolde, guild)).map(({ name }) => name).toSorted();
  };
  const kessaly = world.character('highmere', 'Kessaly');
  const start = lastWeeklyReset('us', new Date()).getTime();
  const keystones = {
    current_period: { period: { id: 1 }, best_runs: [run(start + 1000, 12, 200), run(start + 2000, 10, 180, ATTIC)] },
    seasons: [],
  };
  const showAt = (path: string) => app.simulator.faults.serve(`${path}/mythic-keystone-profile`, keystones);
  showAt(pathOf(kessaly));
  const id = await play(app, kessa, kessaly);
  const runsOf = async (of: string) => (await vaultOf(kessa, of)).rows[1]?.count;
  expect(await runsOf(id)).toBe(2);

  world.renameRealm('highmere', 'low-mere');
  showAt(pathOf(world.character('low-mere', 'Kessaly')));
  await syncCharacters(app, kessa);
  expect(await shown()).toEqual(before);
  expect((await characterNamed(kessa, 'Kessaly')).id).toBe(id);
  expect(await runsOf(id)).toBe(2);

  const moved = world.transfer(world.character('low-mere', 'Kessaly'), 'forêt-d-argent');
  showAt(pathOf(moved));
  world.login(moved, Date.now());
  await syncCharacters(app, kessa);
  expect(await shown()).toEqual(before);
  const own = (await ownGearOf(kessa)).filter(({ character }) => character.name === 'Kessaly');
  expect(own).toMatchObject([{ character: { realm: { slug: 'forêt-d-argent' } } }]);
  expect(await runsOf(own[0]?.character.id ?? '')).toBe(2);
  expect(memberOf(await armoryOf(ysolde, guild), 'Kessaly')?.rows[1]).toMatchObject({ kind: 'keystone', count: 2 });
}, 240_000);

test('a guild founded anew and merged with another lists each member once, with what was read of them', async () => {
  const { app, ysolde, kessa, guild } = await guildOf([60, 30]);
  await using _app = app;
  const { world } = app.simulator;
  const { client: pell } = await bringIn(app, 'pell');
  const { client: brannoc, guild: other } = await bringIn(app, 'brannoc');
  await untilEnriched(app);
  const before = await armoryOf(ysolde, guild);
  const lantern = world.guild('lantern');
  world.foundAnew(lantern);
  await syncRoster(app, ysolde, guild);
  for (const account of ['ysolde', 'kessa', 'pell']) {
    for (const character of world.account(account).characters) world.login(character, Date.now());
  }
  for (const client of [kessa, pell, ysolde]) await syncCharacters(app, client);
  await untilIdle(app);
  const [successor] = await app.ctx.sql<TestGuild>(
    `select id from organization where source = 'synced' and id <> all($1) order by created_at desc limit 1`,
    [[guild.id, other.id]],
  );
  const confirmed = await callerOf(app, ysolde.token)(
    'POST',
    `/organizations/${successor?.id}/predecessors/${guild.id}`,
    { decision: 'confirm' },
  );
  expect(confirmed.status).toBe(200);
  await untilIdle(app);
  await readAll(app, guild);
  const again = await armoryOf(ysolde, guild);
  expect(again.map(keyOf).toSorted()).toEqual(before.map(keyOf).toSorted());
  expect(again.map(({ source }) => source).toSorted()).toEqual(before.map(({ source }) => source).toSorted());

  const joining = world.members(world.guild('crepuscule'));
  for (const member of joining) {
    world.leave(member);
    world.join(lantern, member, 6);
  }
  await syncRoster(app, ysolde, guild);
  await syncCharacters(app, brannoc);
  await untilIdle(app);
  await readAll(app, guild);
  const merged = await armoryOf(ysolde, guild);
  expect(merged).toHaveLength(new Set(merged.map(keyOf)).size);
  expect(merged.map(keyOf).toSorted()).toEqual(
    [...again.map(keyOf), ...joining.map(({ name, realm }) => `${name} ${realm.slug}`)].toSorted(),
  );
  expect(memberOf(merged, 'Brannoc')).toMatchObject({ source: 'signed_in', rank: { rank: 6 } });
  const mine = (await brannoc.get('/organizations/mine').expect(200)).body as TestGuild[];
  expect(mine.map(({ id }) => id)).toContain(guild.id);
}, 240_000);

const HEROIC = { id: 15, type: 'HEROIC', name: 'Heroic' };

/** Kessa's characters, and the latest raid of the journal, in which they kill its first bosses in this week. */
async function raidersOf(app: TestApp, kessa: SignedInClient) {
  await syncJournal(app);
  const { faults, world } = app.simulator;
  const raid = world.journal.expansions
    .flatMap(({ instances }) => instances)
    .findLast((one) => one.category === 'RAID');
  if (!raid || raid.encounters.length < 3) throw new Error('The raid has three bosses');
  const start = lastWeeklyReset('us', new Date()).getTime();
  const stops = new Map<string, () => void>();
  const plays = async (name: string, { kills, keystones }: { kills: number; keystones: number[] }) => {
    const character = world.character('highmere', name);
    const encounters = raid.encounters.slice(0, kills).map(({ id }, index) => ({
      ...{ encounter: { id, name: `Boss ${id}` }, completed_count: 1, last_kill_timestamp: start + 1000 * (index + 1) },
    }));
    const progress = { completed_count: kills, total_count: raid.encounters.length, encounters };
    const modes = [{ difficulty: HEROIC, status: { type: 'IN_PROGRESS', name: 'In progress' }, progress }];
    const instances = [{ instance: { id: raid.id, name: 'Raid' }, modes }];
    const expansions = [{ expansion: { id: 505, name: 'Current Season' }, instances }];
    const best_runs = keystones.map((level, index) => run(start + 1000 * (index + 1), level, 100 + level));
    stops.get(name)?.();
    const stopped = [
      faults.serve(`${pathOf(character)}/encounters/raids`, { expansions }),
      faults.serve(`${pathOf(character)}/mythic-keystone-profile`, {
        ...{ current_period: { period: { id: 1 }, best_runs }, seasons: [] },
      }),
    ];
    stops.set(name, () => {
      for (const stop of stopped) stop();
    });
    return play(app, kessa, character);
  };
  return { raid, plays };
}

test('a player raids with another character from mid-season on: each keeps its week, and lists have the new main', async () => {
  const { app, ysolde, kessa, guild } = await guildOf();
  await using _app = app;
  const [call, officer] = [callerOf(app, kessa.token), callerOf(app, ysolde.token)];
  const { plays } = await raidersOf(app, kessa);
  const kessaly = await plays('Kessaly', { kills: 3, keystones: [12, 10] });
  const kestrimo = await plays('Kestrimo', { kills: 1, keystones: [7] });
  const at = `/organizations/${guild.id}`;
  await done(call('PUT', `/characters/${kessaly}/main`));
  const raider = await done<{ id: string }>(call('PUT', `${at}/raiders/mine`, {}));
  const team = await done<TeamView>(officer('POST', `${at}/teams`, { name: 'First team' }));
  await done(officer('PUT', `/teams/${team.id}/members/${raider.id}`, { status: 'main' }));
  await done(call('PUT', `/raiders/${raider.id}/wishes`, { wishes: [{ itemId: LEGWRAPS, track: 'heroic' }] }));
  const newEvent = () =>
    done<EventView>(
      officer('POST', `${at}/events`, {
        ...{ title: 'Raid', type: 'raid', scope: 'guild', durationMinutes: 60, anyRole: true, teamId: team.id },
        localStart: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 16),
      }),
    );
  const { id: userId } = (await kessa.get('/auth/me').expect(200)).body;
  /** An officer adds the person without naming a character. */
  const comes = (event: EventView) =>
    done(officer('POST', `/events/${event.id}/participations`, { userId, roleKey: 'ranged' }));
  const answered = async (event: EventView) =>
    (await ysolde.get(`/events/${event.id}/participations`).expect(200)).body.participations.map(
      (one: { character: { name: string } }) => one.character.name,
    );

  const lists = async () => {
    const { roster } = await done<TeamDetailView>(officer('GET', `/teams/${team.id}`));
    const { candidates } = await done<CandidatesView>(
      officer('GET', `${at}/items/${LEGWRAPS}/candidates?track=heroic`),
    );
    const { raiders } = (await officer('GET', `${at}/raiders?teamId=${team.id}`)).body as {
      raiders: { characters: { name: string; main: boolean }[] }[];
    };
    return [
      ...roster.map(({ main }) => main?.name),
      ...candidates.map(({ character }) => character?.name),
      ...raiders.flatMap(({ characters }) => characters.map(({ name, main }) => `${name}${main ? ', main' : ''}`)),
    ];
  };
  const weekOf = async (id: string, name: string) => {
    const own = (await ownGearOf(kessa)).find(({ character }) => character.id === id);
    const listed = memberOf(await armoryOf(ysolde, guild), name);
    const levels = (await keystonesOf(kessa, id)).week?.runs.map(({ level }) => level);
    const counts = [(await vaultOf(kessa, id)).rows, own?.vault, listed?.rows].map((rows) =>
      rows?.slice(0, 2).map(({ count }) => count),
    );
    const [{ difficulties: [heroic] = [] } = {}] = listed?.raids ?? [];
    return [levels, ...counts, heroic?.defeated, own?.lockouts?.map(({ defeated }) => defeated)];
  };
  const week = (levels: number[], kills: number) => {
    const counts = [kills, levels.length];
    return [levels, counts, counts, counts, kills, [kills]];
  };
  const early = await newEvent();
  await comes(early);
  expect(await answered(early)).toEqual(['Kessaly']);
  expect(await lists()).toEqual(['Kessaly', 'Kessaly', 'Kessaly, main', 'Kestrimo']);
  expect(await weekOf(kessaly, 'Kessaly')).toEqual(week([12, 10], 3));
  expect(await weekOf(kestrimo, 'Kestrimo')).toEqual(week([7], 1));

  await done(call('PUT', `/characters/${kestrimo}/main`));
  expect(await lists()).toEqual(['Kestrimo', 'Kestrimo', 'Kestrimo, main', 'Kessaly']);
  // The answer names the character that comes.
  expect(await answered(early)).toEqual(['Kessaly']);
  const late = await newEvent();
  await comes(late);
  expect(await answered(late)).toEqual(['Kestrimo']);
  expect(await weekOf(kessaly, 'Kessaly')).toEqual(week([12, 10], 3));
  expect(await weekOf(kestrimo, 'Kestrimo')).toEqual(week([7], 1));

  await plays('Kestrimo', { kills: 2, keystones: [7, 6] });
  await syncCharacters(app, kessa);
  expect(await lists()).toEqual(['Kestrimo', 'Kestrimo', 'Kestrimo, main', 'Kessaly']);
  expect(await weekOf(kessaly, 'Kessaly')).toEqual(week([12, 10], 3));
  expect(await weekOf(kestrimo, 'Kestrimo')).toEqual(week([7, 6], 2));
}, 240_000);

test('a raid is split in two runs: each character has its own kills, and its player was there in both', async () => {
  const { app, ysolde, kessa, guild } = await guildOf();
  await using _app = app;
  const [call, officer] = [callerOf(app, kessa.token), callerOf(app, ysolde.token)];
  const { raid, plays } = await raidersOf(app, kessa);
  const kessaly = await plays('Kessaly', { kills: 1, keystones: [] });
  const kestrimo = await plays('Kestrimo', { kills: 0, keystones: [] });
  const at = `/organizations/${guild.id}`;
  await app.ctx.sql(`update membership set joined_at = now() - interval '1 year' where organization_id = $1`, [
    guild.id,
  ]);
  const runs: EventView[] = [];
  for (const title of ['First run', 'Second run']) {
    runs.push(
      await done<EventView>(
        officer('POST', `${at}/events`, {
          ...{ title, type: 'raid', scope: 'guild', durationMinutes: 60, anyRole: true, journalInstanceId: raid.id },
          startsAt: `${new Date(Date.now() + 120_000).toISOString().slice(0, 16)}:00.000Z`,
        }),
      ),
    );
  }
  const [first, second] = runs as [EventView, EventView];
  await done(call('PUT', `/events/${first.id}/signup`, { characterId: kessaly, roles: ['ranged'] }));
  const propose = () =>
    done<ProposedSplitView>(
      officer('POST', `${at}/splits/propose`, {
        ...{ eventId: first.id, runs: 2, together: false, difficulty: HEROIC.id },
      }),
    );
  const killsIn = (split: ProposedSplitView) =>
    Object.fromEntries(
      split.runs.flatMap(({ places }) =>
        places.map(({ character, main, killsOfWeek }) => [character.name, [main, killsOfWeek?.kills]]),
      ),
    );
  const split = await propose();
  expect(split.runs.map(({ places }) => places.length)).toEqual([1, 1]);
  expect(killsIn(split)).toEqual({ Kessaly: [true, 1], Kestrimo: [false, 0] });

  // Whichever run has the character that she signed up with is the first.
  const inOrder = split.runs.toSorted((one, other) => Number(other.places[0]?.main) - Number(one.places[0]?.main));
  await done(call('PUT', `/events/${second.id}/signup`, { characterId: kestrimo, roles: ['ranged'] }));
  for (const [index, { id }] of [first, second].entries()) {
    const places = (inOrder[index]?.places ?? []).map(({ raider, character, role, group, slot }) => ({
      ...{ raiderId: raider.id, characterId: character.characterId, role, group, slot },
    }));
    const saved = { version: 0, difficulty: HEROIC.id, places };
    const lineup = await done<LineupView>(officer('PUT', `/events/${id}/lineups/all`, saved));
    expect(lineup.places.map(({ character }) => character?.name)).toEqual([['Kessaly', 'Kestrimo'][index]]);
  }
  await plays('Kessaly', { kills: 3, keystones: [] });
  await plays('Kestrimo', { kills: 2, keystones: [] });
  expect(killsIn(await propose())).toEqual({ Kessaly: [true, 3], Kestrimo: [false, 2] });
  const raidRow = async (id: string) => (await vaultOf(kessa, id)).rows[0]?.count;
  expect([await raidRow(kessaly), await raidRow(kestrimo)]).toEqual([3, 2]);

  const userId = (await kessa.get('/auth/me').expect(200)).body.id;
  for (const { id } of runs) {
    await moveBack(app, id, 24);
    await done(officer('POST', `/events/${id}/attendance`, { entries: [{ userId, attendance: 'present' }] }));
    await done(officer('POST', `/events/${id}/complete`));
  }
  const stats = await done<MemberAttendance[]>(officer('GET', `${at}/attendance-stats`));
  expect(stats.find(({ user }) => user?.id === userId)).toMatchObject({ eventsCounted: 2, present: 2, missed: 0 });
}, 240_000);
