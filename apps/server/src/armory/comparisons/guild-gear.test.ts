/** Guild-mates see each other's pages if the owner shares, the gear of all, and their week. */
import type { CharacterView } from '@guildhall/contracts/character.ts';
import type { EquipmentView, GearAuditView, GuildVaultView, KeystoneView } from '@guildhall/contracts/gear.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedInClient, type TestApp, testApp } from '../../../test/app.ts';
import { callerOf } from '../../../test/caller.ts';
import { characterNamed, untilEnriched } from '../../../test/character.ts';
import { bringIn, type TestGuild, untilNoJobs } from '../../../test/guild.ts';
import { createPerson } from '../../../test/people.ts';
import { itemPicture } from '../../core/services/picture-url.ts';
import { seasonSyncJob } from '../../reference/game-data/reference.jobs.ts';
import { syncSeasons } from '../../reference/sync/sync-seasons.ts';
import { lastWeeklyReset } from '../enrichment/weekly-reset.ts';

const PROFILE = '/profile/wow/character/highmere/kessaly';
const VAULTS = { id: 90_220, name: 'Saltglass Vaults' };
const runAt = (completed: number, level: number, dungeon = VAULTS) => ({
  completed_timestamp: completed,
  duration: 1_500_000,
  keystone_level: level,
  dungeon,
  is_completed_within_time: true,
  members: [
    {
      character: { id: 1, name: 'Kessaly', realm: { id: 7101, slug: 'highmere' } },
      specialization: { id: 62, name: 'Arcane' },
      race: { id: 1, name: 'Human' },
      equipped_item_level: 120,
    },
  ],
});
const slot = (type: string, rest: object = {}) => ({
  item: { id: 900_000 },
  slot: { type, name: type },
  name: `Piece of ${type}`,
  quality: { type: 'EPIC' },
  level: { value: 120 },
  inventory_type: { type: type === 'OFF_HAND' ? 'WEAPON' : type },
  ...rest,
});
const enchanted = {
  enchantments: [
    { enchantment_id: 5, enchantment_slot: { id: 0 }, display_string: 'Enchanted: Undertow |A:Quality-Tier3:20:20|a' },
  ],
};

let app: TestApp;
let ysolde: SignedInClient;
let kessa: SignedInClient;
let guild: TestGuild;
let kessaly: CharacterView;
const weekStart = lastWeeklyReset('us', new Date()).getTime();
/** In the season, and not in the week. */
const daysBefore = (days: number) => weekStart - days * 86_400_000;

beforeAll(async () => {
  app = await testApp({ world: createWorld({ guildSizes: [60] }) });
  const { faults } = app.simulator;
  faults.serve(`${PROFILE}/equipment`, {
    equipped_items: [
      slot('HEAD', { sockets: [{ item: { id: 7, name: 'Saltglass' } }, {}] }),
      slot('CHEST', { ...enchanted, set: { item_set: { id: 40, name: 'Lanterns' } } }),
      slot('LEGS', { set: { item_set: { id: 40, name: 'Lanterns' } } }),
      slot('MAIN_HAND', enchanted),
      slot('OFF_HAND'),
    ],
  });
  faults.serve(`${PROFILE}/mythic-keystone-profile`, {
    current_mythic_rating: { rating: 2100.5 },
    current_period: {
      period: { id: 1 },
      best_runs: [
        ...[12, 15, 9, 11].map((level, index) => runAt(weekStart + index * 1000, level)),
        // A run of the previous week.
        runAt(weekStart - 1000, 30),
      ],
    },
    seasons: [{ id: 13 }, { id: 14 }, { id: 2 }],
  });
  faults.serve(`${PROFILE}/mythic-keystone-profile/season/14`, {
    season: { id: 14 },
    best_runs: [
      { ...runAt(daysBefore(1), 13, { id: 90_221, name: 'Gull Steps' }), mythic_rating: { rating: 300 } },
      { ...runAt(daysBefore(2), 14), mythic_rating: { rating: 310 } },
      { ...runAt(daysBefore(3), 16), is_completed_within_time: false, mythic_rating: { rating: 305 } },
      runAt(daysBefore(4), 5, { id: 90_222, name: 'Lamp Quay' }),
      runAt(daysBefore(5), 6, { id: 90_223, name: 'Bell Row' }),
    ],
    mythic_rating: { rating: 2100.5 },
  });
  ({ client: ysolde, guild } = await bringIn(app, 'ysolde'));
  ({ client: kessa } = await bringIn(app, 'kessa'));
  await untilEnriched(app);
  await untilNoJobs(app, seasonSyncJob.name);
  kessaly = await characterNamed(kessa, 'Kessaly');
}, 240_000);
afterAll(() => app[Symbol.asyncDispose]());

const PAGES = [
  ...['', '/equipment', '/mythic-keystone', '/statistics', '/specializations', '/encounters', '/professions'],
  ...['/recipes', '/reputations', '/pvp', '/achievements', '/active-build', '/render', '/data-patch'],
];

test('a character shows its equipment, with enchantments, gems and sets, and what is missing', async () => {
  const { body }: { body: EquipmentView } = await kessa.get(`/characters/${kessaly.id}/equipment`).expect(200);
  expect(body.items[0]).toEqual({
    slot: 'HEAD',
    itemId: 900_000,
    name: 'Piece of HEAD',
    pictureUrl: app.ctx.pictureUrl(itemPicture('retail', 900_000)),
    quality: 'EPIC',
    itemLevel: 120,
    label: null,
    enchantments: [],
    sockets: [{ gem: { id: 7, name: 'Saltglass' } }, { gem: null }],
    set: null,
    craftedStats: [],
    embellishment: null,
  });
  const quality = { tier: 3, of: 3 };
  expect(body.items[1]?.enchantments).toEqual([{ id: 5, text: 'Enchanted: Undertow', quality, permanent: true }]);
  expect(body.sets).toEqual([{ id: 40, name: 'Lanterns', pieces: 2 }]);
  expect(body.missing).toEqual({
    // At level 80 not every character can enchant the head, but a second weapon.
    enchantments: ['LEGS', 'OFF_HAND'],
    gems: [{ slot: 'HEAD', emptySockets: 1 }],
    slots: [
      ...['NECK', 'SHOULDER', 'BACK', 'WRIST', 'HANDS', 'WAIST', 'FEET'],
      ...['FINGER_1', 'FINGER_2', 'TRINKET_1', 'TRINKET_2'],
    ],
    unknown: { enchantments: ['HEAD'], gems: [] },
  });
  expect(body.freshness.status).toBe('ok');
});

test('a character shows its keystones: the newest season with each run’s party, and this week', async () => {
  const { body }: { body: KeystoneView } = await kessa.get(`/characters/${kessaly.id}/mythic-keystone`).expect(200);
  expect(body).toMatchObject({
    rating: 2100.5,
    currentSeason: { id: 14, name: 'Tide Season 2' },
    season: {
      id: 14,
      name: 'Tide Season 2',
      current: true,
      rating: 2100.5,
      // One for each dungeon, best rating first; those without one by level.
      bestRuns: [
        { level: 14, dungeon: VAULTS, members: [{ name: 'Kessaly', realmSlug: 'highmere' }] },
        { level: 13, dungeon: { name: 'Gull Steps' } },
        { level: 6 },
        { level: 5 },
      ],
    },
    freshness: { profile: { status: 'ok' }, season: { status: 'ok' } },
  });
  expect(body.week?.runs.map(({ level }) => level)).toEqual([15, 12, 11, 9]);
  expect(body.week?.vault).toEqual([
    { runs: 1, level: 15 },
    { runs: 4, level: 9 },
    { runs: 8, level: null },
  ]);
});

test('members see the guild’s gear and weekly progress, each with its age', async () => {
  const audit = async (query = '') =>
    (await ysolde.get(`/organizations/${guild.id}/audit${query}`).expect(200)).body as GearAuditView;
  const all = await audit();
  const shown = all.members.find(({ character }) => character.id === kessaly.id);
  expect(shown).toMatchObject({
    itemLevel: kessaly.itemLevel?.equipped,
    missing: { enchantments: ['LEGS', 'OFF_HAND'] },
  });
  expect(all.pagination.total).toBe(all.members.length);
  const paged = await Promise.all([1, 2, 99].map((page) => audit(`?pageSize=1&page=${page}`)));
  expect(paged.map(({ members }) => members.length)).toEqual([1, 1, 0]);
  expect(new Set(paged.map(({ pagination }) => pagination.total))).toEqual(new Set([all.members.length]));

  const vault = async () =>
    ((await ysolde.get(`/organizations/${guild.id}/vault`).expect(200)).body as GuildVaultView).members.find(
      ({ character }) => character.id === kessaly.id,
    );
  expect(await vault()).toMatchObject({
    rating: 2100.5,
    season: { id: 14 },
    week: { levels: [15, 12, 11, 9], vault: [{ level: 15 }, {}, {}] },
  });
  const outsider = await createPerson(app);
  for (const path of ['audit', 'vault']) {
    expect((await outsider.request('get', `/api/v1/organizations/${guild.id}/${path}`)).status).toBe(403);
  }

  await app.ctx.sql(
    `update character_section set fetched_at = fetched_at - interval '7 days'
     where section = 'mythic-keystone' and character_id = $1`,
    [kessaly.id],
  );
  expect(await vault()).toMatchObject({ rating: 2100.5, status: 'ok', week: null });

  // Asking again would not help where the platform has no such document.
  await app.ctx.sql(
    `update character_section set status = 'not_found' where section in ('mythic-keystone', 'equipment') and character_id = $1`,
    [kessaly.id],
  );
  expect(await vault()).toMatchObject({ status: 'not_found', week: null });
  expect((await audit()).members.find(({ character }) => character.id === kessaly.id)?.status).toBe('not_found');
  const { body }: { body: KeystoneView } = await kessa.get(`/characters/${kessaly.id}/mythic-keystone`).expect(200);
  expect(body).toMatchObject({ week: null, freshness: { profile: { status: 'not_found' } } });
});

test('when a season begins, a rating of the last one stands under its name and beside none of the new one', async () => {
  const { faults } = app.simulator;
  const stops = [
    faults.serve('/data/wow/mythic-keystone/season/index', {
      seasons: [{ id: 14 }, { id: 15 }],
      current_season: { id: 15 },
    }),
    faults.serve('/data/wow/mythic-keystone/season/15', {
      id: 15,
      start_timestamp: Date.now() - 1000,
      season_name: { en_US: 'Quiet Season 1' },
    }),
  ];
  await syncSeasons(app.ctx);
  const { body }: { body: KeystoneView } = await kessa.get(`/characters/${kessaly.id}/mythic-keystone`).expect(200);
  expect(body).toMatchObject({
    rating: null,
    currentSeason: { id: 15, name: 'Quiet Season 1' },
    season: { id: 14, name: 'Tide Season 2', current: false, rating: 2100.5 },
  });
  const encounters = await kessa.get(`/characters/${kessaly.id}/encounters`).expect(200);
  expect(encounters.body.keystone.rating).toBeNull();
  const vault: GuildVaultView = (await ysolde.get(`/organizations/${guild.id}/vault`).expect(200)).body;
  expect(new Set(vault.members.map(({ rating }) => rating))).toEqual(new Set([null]));
  expect(new Set(vault.members.map(({ season }) => season?.name))).toEqual(new Set(['Quiet Season 1']));
  for (const stop of stops) stop();
  await syncSeasons(app.ctx);
});

test('only guild-mates can open the pages of a shared character', async () => {
  const outsider = await createPerson(app);
  const asOutsider = async (page: string) =>
    (await outsider.request('get', `/api/v1/characters/${kessaly.id}${page}`)).status;
  const statuses = (client: SignedInClient) =>
    Promise.all(PAGES.map(async (page) => (await client.get(`/characters/${kessaly.id}${page}`)).status));
  expect(new Set(await statuses(ysolde))).toEqual(new Set([200]));
  expect(new Set(await Promise.all(PAGES.map(asOutsider)))).toEqual(new Set([404]));
  expect((await ysolde.get(`/characters/${kessaly.id}`)).body).toMatchObject({
    name: 'Kessaly',
    guild: { id: guild.id },
  });
  // Sharing allows reading only.
  await ysolde.post(`/characters/${kessaly.id}/enrich`).expect(404);
  const listed: CharacterView[] = (await ysolde.get('/characters').expect(200)).body;
  expect(listed.map(({ id }) => id)).not.toContain(kessaly.id);

  const call = callerOf(app, kessa.token);
  expect((await call('PATCH', '/auth/me', { sharesWithGuilds: false })).status).toBe(200);
  expect(new Set(await statuses(ysolde))).toEqual(new Set([404]));
  expect(new Set(await statuses(kessa))).toEqual(new Set([200]));
  const { body } = await ysolde.get(`/organizations/${guild.id}/audit`).expect(200);
  expect((body as GearAuditView).members.map(({ character }) => character.id)).not.toContain(kessaly.id);
});
