/** The vault counts what any document has shown since the reset, and says no more than that. */
import type { CharacterView } from '@guildhall/contracts/character.ts';
import type { GuildVaultView, KeystoneView, VaultView } from '@guildhall/contracts/gear.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedInClient, type TestApp, testApp } from '../../../test/app.ts';
import { callerOf } from '../../../test/caller.ts';
import { characterNamed, enrich, untilEnriched } from '../../../test/character.ts';
import { untilErased } from '../../../test/erase-people.ts';
import { bringIn, type TestGuild } from '../../../test/guild.ts';
import { createPerson } from '../../../test/people.ts';
import { forgetStaleCharacters } from '../enrichment/forget-stale.ts';
import { lastWeeklyReset } from '../enrichment/weekly-reset.ts';

const PROFILE = '/profile/wow/character/highmere/kessaly';
const START = lastWeeklyReset('us', new Date()).getTime();
const VAULTS = { id: 90_220, name: 'Saltglass Vaults' };
const STEPS = { id: 90_221, name: 'Gull Steps' };

const run = (dungeon: object, level: number, seconds: number, rest: object = {}) => ({
  dungeon,
  keystone_level: level,
  completed_timestamp: START + seconds * 1000,
  duration: 1_500_000,
  is_completed_within_time: true,
  ...rest,
});
const keystones = (...best_runs: object[]) => ({ current_period: { period: { id: 1 }, best_runs }, seasons: [] });

type Kill = [encounterId: number, difficulty: string, seconds: number];
const instance = (id: number, kills: Kill[]) => ({
  instance: { id, name: `Instance ${id}` },
  modes: [...Map.groupBy(kills, ([, difficulty]) => difficulty)].map(([type, killed]) => ({
    difficulty: { type, name: type },
    status: { type: 'IN_PROGRESS', name: 'In progress' },
    progress: {
      completed_count: killed.length,
      total_count: 8,
      encounters: killed.map(([id, , seconds]) => ({
        encounter: { id, name: `Encounter ${id}` },
        completed_count: 1,
        last_kill_timestamp: START + seconds * 1000,
      })),
    },
  })),
});
const raids = (season: Kill[], legacy: Kill[] = []) => ({
  expansions: [
    { expansion: { id: 90_200, name: 'Tide' }, instances: [instance(1, season)] },
    { expansion: { id: 90_100, name: 'Dawn' }, instances: [instance(2, legacy)] },
    { expansion: { id: 505, name: 'Current Season' }, instances: [instance(1, season)] },
  ],
});
const delves = (quantity: number, seconds: number) => ({
  categories: [
    {
      id: 1,
      name: 'Depths',
      sub_categories: [
        {
          id: 2,
          name: 'Delves',
          statistics: [
            { id: 3, name: 'Total delves completed', quantity, last_updated_timestamp: START + seconds * 1000 },
          ],
        },
      ],
    },
  ],
});

let app: TestApp;
let kessa: SignedInClient;
let ysolde: SignedInClient;
let guild: TestGuild;
let kessaly: CharacterView;
let withdraw: (() => void)[] = [];

type Documents = { keystone: object; raid: object; world: object };

/** The platform shows these documents from now on. */
function show(documents: Documents) {
  const { faults } = app.simulator;
  for (const remove of withdraw) remove();
  withdraw = [
    faults.serve(`${PROFILE}/mythic-keystone-profile`, documents.keystone),
    faults.serve(`${PROFILE}/encounters/raids`, documents.raid),
    faults.serve(`${PROFILE}/achievements/statistics`, documents.world),
  ];
}

/** It shows them when the character has logged out, and they are read. */
async function read(documents: Documents) {
  show(documents);
  const { world } = app.simulator;
  world.login(world.character('highmere', 'Kessaly'), Date.now());
  await enrich(app, kessa, kessaly.id);
}

const vaultOf = async (client = kessa): Promise<VaultView> =>
  (await client.get(`/characters/${kessaly.id}/vault`).expect(200)).body;
const countsOf = ({ rows }: VaultView) => rows.map(({ count }) => count);

beforeAll(async () => {
  app = await testApp({ world: createWorld({ guildSizes: [60] }) });
  show({ keystone: keystones(), raid: raids([]), world: delves(99, -60) });
  ({ client: ysolde, guild } = await bringIn(app, 'ysolde'));
  ({ client: kessa } = await bringIn(app, 'kessa'));
  await untilEnriched(app);
  kessaly = await characterNamed(kessa, 'Kessaly');
}, 240_000);
afterAll(() => app[Symbol.asyncDispose]());

test('only the owner and members of a guild that the owner shares with see a vault', async () => {
  const outsider = await createPerson(app);
  const path = `/api/v1/characters/${kessaly.id}/vault`;
  expect((await app.http.get(path)).status).toBe(401);
  expect((await outsider.request('get', path)).status).toBe(404);
  expect(await vaultOf(ysolde)).toEqual(await vaultOf());
});

test('each row sums what several documents have shown since the reset, and a later one takes nothing back', async () => {
  await read({
    keystone: keystones(
      run(VAULTS, 12, 60),
      run(VAULTS, 10, 120, { is_completed_within_time: false }),
      run(STEPS, 30, -60),
    ),
    raid: raids([
      [1, 'HEROIC', 60],
      [1, 'MYTHIC', 90],
      [2, 'NORMAL', 60],
      [3, 'HEROIC', -60],
    ]),
    world: delves(100, 60),
  });
  expect(countsOf(await vaultOf())).toEqual([2, 2, 1]);
  // The same dungeon again, better: the platform now shows only this one.
  await read({
    keystone: keystones(run(VAULTS, 14, 600), run(STEPS, 8, 700)),
    raid: raids(
      [
        [1, 'MYTHIC', 90],
        [2, 'NORMAL', 60],
        [3, 'LFR', 800],
        [4, 'HEROIC', 900],
      ],
      [[9, 'MYTHIC', 100]],
    ),
    world: delves(103, 900),
  });
  const vault = await vaultOf();
  expect(vault.startedAt).toBe(new Date(START).toISOString());
  expect(Date.parse(vault.endsAt) - START).toBe(7 * 86_400_000);
  const none = { open: false, level: null, difficulty: null };
  expect(vault.rows).toMatchObject([
    {
      kind: 'raid',
      // Each encounter once; none of an instance outside of the season.
      count: 4,
      status: 'ok',
      slots: [
        { needed: 2, open: true, level: null, difficulty: 'HEROIC' },
        { needed: 4, open: true, level: null, difficulty: 'LFR' },
        { needed: 6, ...none },
      ],
    },
    {
      kind: 'keystone',
      count: 4,
      slots: [
        { needed: 1, open: true, level: 14, difficulty: null },
        { needed: 4, open: true, level: 8, difficulty: null },
        { needed: 8, ...none },
      ],
    },
    {
      kind: 'world',
      count: 4,
      slots: [
        { needed: 2, open: true, level: null, difficulty: null },
        { needed: 4, open: true, level: null, difficulty: null },
        { needed: 8, ...none },
      ],
    },
  ]);
  const keystone: KeystoneView = (await kessa.get(`/characters/${kessaly.id}/mythic-keystone`).expect(200)).body;
  expect(keystone.week?.runs.map(({ level }) => level)).toEqual([14, 12, 10, 8]);
  expect(keystone.week?.runs.map(({ dungeon }) => dungeon?.name)).toEqual([
    VAULTS.name,
    VAULTS.name,
    VAULTS.name,
    STEPS.name,
  ]);
  const shown: GuildVaultView = (await ysolde.get(`/organizations/${guild.id}/vault`).expect(200)).body;
  const member = shown.members.find(({ character }) => character.id === kessaly.id);
  expect(member?.rows).toEqual(vault.rows);
  expect(member?.week?.levels).toEqual([14, 12, 10, 8]);
});

test('its owner’s export has what the vault rests on', async () => {
  const { body } = await callerOf(app, kessa.token)('GET', '/auth/me/export');
  const data = JSON.stringify(body);
  expect(body).toMatchObject({ keystoneRuns: expect.anything(), bossKills: expect.anything() });
  expect(data).toContain('"activity":"delves"');
  expect(data).toContain(STEPS.name);
});

test('nothing is known of a week in which nothing was read, and what was not read within 30 days goes', async () => {
  const age = (interval: string) =>
    app.ctx.sql(
      `update character_section set fetched_at = fetched_at - $2::interval, next_at = next_at - $2::interval
       where character_id = $1`,
      [kessaly.id, interval],
    );
  await age('7 days');
  const unread = await vaultOf();
  expect(countsOf(unread)).toEqual([null, null, null]);
  expect(unread.rows.flatMap(({ slots }) => slots).some(({ open }) => open)).toBe(false);
  expect(unread.rows.map(({ readAt }) => readAt)).toEqual([null, null, null]);

  const kept = async () =>
    await app.ctx.sql(
      `select 'run' from keystone_run where character_id = $1 union all select 'kill' from boss_kill where character_id = $1
       union all select 'count' from world_count where character_id = $1`,
      [kessaly.id],
    );
  expect((await kept()).length).toBeGreaterThan(9);
  await age('24 days');
  await forgetStaleCharacters(app.ctx, {}, { signal: new AbortController().signal });
  expect(await kept()).toEqual([]);
  expect((await vaultOf()).rows.map(({ status }) => status)).toEqual(['pending', 'pending', 'pending']);

  await read({ keystone: keystones(run(VAULTS, 9, 60)), raid: raids([[1, 'LFR', 60]]), world: delves(7, 60) });
  expect(countsOf(await vaultOf())).toEqual([1, 1, 1]);
  expect((await kept()).length).toBeGreaterThan(0);
  expect((await callerOf(app, kessa.token)('DELETE', '/auth/me')).status).toBe(200);
  await untilErased(app);
  expect(await kept()).toEqual([]);
});
