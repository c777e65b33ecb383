import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../test/app.ts';
import { eventually } from '../../test/guild.ts';
import { syncJournal } from '../../test/journal.ts';
import { send } from '../core/job.ts';
import { queueFirstSyncs } from './first-syncs.ts';
import { catalogueSyncJob } from './reference.jobs.ts';

const TABLES = ['specialization', 'profession', 'skill_tier', 'recipe', 'reputation_faction'];
const rows = (app: TestApp) =>
  app.ctx.sql(
    TABLES.map((table) => `select '${table}' as "table", xmin::text, to_jsonb(t) as row from ${table} t`).join(
      ' union all ',
    ),
  );

async function syncCatalogue(app: TestApp): Promise<void> {
  const id = await send(app.ctx.boss, catalogueSyncJob, {});
  await eventually(async () => {
    const [job] = await app.ctx.sql<{ state: string }>('select state from pgboss.job where id = $1', [id]);
    expect(job?.state).toBe('completed');
  });
}

test.concurrent('specializations, professions, recipes and factions come with all their names, and are written once', async () => {
  await using app = await testApp();
  await syncJournal(app);
  app.simulator.requests.clear();
  await syncCatalogue(app);
  const { sql } = app.ctx;
  const one = async (text: string) => (await sql(text))[0];

  expect(await one('select class_id, role, names from specialization where id = 262')).toMatchObject({
    class_id: 7,
    role: 'ranged',
    names: { en_US: 'Elemental', ru_RU: 'Elemental' },
  });
  expect(await sql('select distinct role from specialization order by role')).toHaveLength(4);
  expect(await one(`select type, names->>'de_DE' as name from profession where id = 185`)).toEqual({
    type: 'secondary',
    name: 'Kochkunst',
  });
  // Archaeology has neither tiers nor recipes.
  expect(await one('select count(*)::int as n from skill_tier where profession_id = 794')).toEqual({ n: 0 });
  expect(await one('select count(*)::int as n from recipe where details_fetched_at is not null')).toEqual({ n: 36 });
  expect(
    await sql(`
      select profession_id as profession, skill_tier_id as tier, names->>'de_DE' as name, crafted_item_id as item,
        horde_crafted_item_id as horde, crafted_item_names->>'de_DE' as "itemName"
      from recipe where id between 24920 and 24922 order by id`),
  ).toEqual([
    {
      profession: 164,
      tier: 2492,
      name: 'Mondgeschmiedete Schnalle 1-1',
      item: 249200,
      horde: null,
      itemName: 'Mondgeschmiedete Schnalle 1-1',
    },
    {
      profession: 164,
      tier: 2492,
      name: 'Trank der ruhigen Hände 1-2',
      item: 249210,
      horde: 249211,
      itemName: 'Trank der ruhigen Hände 1-2',
    },
    { profession: 164, tier: 2492, name: 'Rune der leisen Schritte 1-3', item: null, horde: null, itemName: null },
  ]);
  // One name in seven is missing in Russian.
  expect(await one(`select names->>'ru_RU' as name from recipe where id % 7 = 0 limit 1`)).toEqual({ name: null });
  expect(
    await sql(
      `select id, parent_id as parent, root_id as root, expansion_id as expansion from reputation_faction order by id`,
    ),
  ).toEqual([
    { id: 21, parent: 1118, root: 1118, expansion: 68 },
    { id: 47, parent: 469, root: 1118, expansion: 68 },
    { id: 72, parent: 469, root: 1118, expansion: 68 },
    { id: 469, parent: 1118, root: 1118, expansion: 68 },
    { id: 932, parent: 980, root: 980, expansion: 70 },
    { id: 947, parent: 980, root: 980, expansion: 70 },
    { id: 980, parent: null, root: 980, expansion: 70 },
    { id: 1118, parent: null, root: 1118, expansion: 68 },
    { id: 1168, parent: 1169, root: 1169, expansion: null },
    { id: 1169, parent: null, root: 1169, expansion: null },
  ]);

  const list = async (what: string) => (await app.http.get(`/api/v1/game-data/${what}`).expect(200)).body;
  expect(await list('classes?locale=de_DE')).toContainEqual({ id: 8, name: 'Magier' });
  expect(await list('races')).toContainEqual({ id: 3, name: 'Dwarf' });
  expect(await list('specializations')).toContainEqual({ id: 262, name: 'Elemental', classId: 7, role: 'ranged' });
  expect(await list('realms')).toContainEqual({ id: 7101, region: 'us', slug: 'highmere', name: 'Highmere' });

  const before = await rows(app);
  app.simulator.requests.clear();
  await syncCatalogue(app);
  expect(await rows(app)).toEqual(before);
  // What a recipe makes is asked for once.
  expect(app.simulator.requests.count({ path: '/data/wow/recipe/*' })).toBe(0);
});

test.concurrent('a new installation learns the game by itself, in whatever order', async () => {
  await using app = await testApp();
  await queueFirstSyncs(app.ctx);
  await eventually(async () => {
    expect(
      await app.ctx.sql('select distinct expansion_id from reputation_faction where expansion_id is not null'),
    ).toHaveLength(2);
    expect(await app.ctx.sql('select from recipe where details_fetched_at is null')).toHaveLength(0);
    expect(await app.ctx.sql('select from journal_encounter')).toHaveLength(14);
  });
  app.simulator.requests.clear();
  await queueFirstSyncs(app.ctx);
  expect(await app.ctx.sql(`select from pgboss.job where name in ('journal-sync', 'catalogue-sync')`)).toHaveLength(2);
});

test.concurrent('recipes whose makings could not be read are asked about again, and no others', async () => {
  await using app = await testApp();
  const release = app.simulator.faults.add({ match: '/data/wow/recipe/24920', fault: { kind: 'truncated' } });
  app.simulator.faults.add({ match: '/data/wow/recipe/24921', fault: { kind: 'status', status: 404 } });
  await syncCatalogue(app);
  const unread = 'select id from recipe where details_fetched_at is null';
  expect(await app.ctx.sql(unread)).toEqual([{ id: 24920 }]);
  release();
  app.simulator.requests.clear();
  await syncCatalogue(app);
  expect(await app.ctx.sql(unread)).toEqual([]);
  expect(app.simulator.requests.count({ path: '/data/wow/recipe/*' })).toBe(1);
});
