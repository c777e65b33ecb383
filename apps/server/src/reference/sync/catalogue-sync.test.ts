import type { SyncSessionView } from '@guildhall/contracts/sync-session.ts';
import type { Fault } from '@guildhall/simulator/faults.ts';
import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { eventually, patiently, untilEnded } from '../../../test/guild.ts';
import { syncJournal } from '../../../test/journal.ts';
import { createPerson } from '../../../test/people.ts';
import { connect } from '../../../test/sockets.ts';
import { hold } from '../../../test/waiting.ts';
import { spawnWorker, startWorkerOf } from '../../../test/workers.ts';
import { sendJob } from '../../core/jobs/job.ts';
import { catalogueSyncJob } from '../game-data/reference.jobs.ts';
import { queueFirstSyncs } from './start-syncs.ts';

const TABLES = [
  'playable_class',
  'playable_race',
  'realm',
  'specialization',
  'profession',
  'skill_tier',
  'recipe',
  'reputation_faction',
  'reference_document',
];
const rows = (app: TestApp) =>
  app.ctx.sql(
    TABLES.map((table) => `select '${table}' as "table", xmin::text, to_jsonb(t) as row from ${table} t`).join(
      ' union all ',
    ),
  );

/** Starts the job and returns its session, which has the job's id. */
async function syncCatalogue(app: TestApp): Promise<SyncSessionView> {
  const id = (await sendJob(app.ctx.boss, catalogueSyncJob, {})) ?? '';
  const session = await untilEnded(app, id);
  await patiently(async () => {
    const [job] = await app.ctx.sql<{ state: string }>('select state from pgboss.job where id = $1', [id]);
    expect(job?.state).toBe('completed');
  });
  return session;
}

const CATALOGUE = /^\/data\/wow\/(playable-|realm|reputation-faction|profession|recipe)/;
const list = async (app: TestApp, what: string) =>
  (await app.http.get(`/api/v1/game-data/${what}`).expect(200)).body as { id: number; name: string }[];

test.concurrent('imports specializations, professions, recipes and factions with all names, and writes them once', async () => {
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

  expect(await list(app, 'classes?locale=de_DE')).toContainEqual({ id: 8, name: 'Magier' });
  expect(await list(app, 'races')).toContainEqual({ id: 3, name: 'Dwarf' });
  expect(await list(app, 'specializations')).toContainEqual({ id: 262, name: 'Elemental', classId: 7, role: 'ranged' });
  expect(await list(app, 'realms')).toContainEqual({
    id: 7101,
    region: 'us',
    gameVersion: 'retail',
    slug: 'highmere',
    name: 'Highmere',
  });

  const before = await rows(app);
  app.simulator.requests.clear();
  const again = await syncCatalogue(app);
  expect(await rows(app)).toEqual(before);
  const { total } = again.progress;
  expect(total).toBeGreaterThan(50);
  expect(again).toMatchObject({ status: 'completed', progress: { done: total, added: 0, updated: 0, failed: 0 } });
  // Unchanged documents answer 304, and each crafted item is requested once.
  expect(app.simulator.requests.count({ path: CATALOGUE, status: 200 })).toBe(0);
  expect(app.simulator.requests.count({ path: CATALOGUE, status: 304 })).toBeGreaterThan(50);
  expect(app.simulator.requests.count({ path: '/data/wow/recipe/*' })).toBe(0);
});

test.concurrent('only administrators can watch a sync of the catalogue', async () => {
  await using app = await testApp();
  const [admin, person] = [await createPerson(app, { isAdmin: true }), await createPerson(app)];
  const as = (token: string) => connect(app, { extraHeaders: { Authorization: `Bearer ${token}` } });
  using watching = await as(admin.token);
  using other = await as(person.token);
  const session = await syncCatalogue(app);
  const { total } = session.progress;
  expect(session).toMatchObject({ kind: 'catalogue', status: 'completed', trigger: 'schedule', subjectId: null });
  expect(session.progress).toMatchObject({ done: total, failed: 0 });
  await eventually(async () => expect(watching.of('catalogue').at(-1)).toEqual(session));
  expect((await admin.request('get', '/api/v1/admin/sync-status').expect(200)).body.catalogue).toEqual([
    { ...session, subjectName: null },
  ]);
  expect(await other.watch(session.id)).toMatchObject({ error: { code: 'NOT_FOUND' } });
  expect(other.heard).toEqual([]);
});

test.concurrent('an unreadable document affects only itself, and is imported once it can be read', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { faults } = app.simulator;
  const status = (code: number): Fault => ({ kind: 'status', status: code });
  const broken: [path: string, fault: Fault][] = [
    ['/data/wow/realm/index', { kind: 'truncated' }],
    ['/data/wow/playable-specialization/262', { kind: 'truncated' }],
    ['/data/wow/playable-specialization/263', status(404)],
    ['/data/wow/reputation-faction/1118', status(403)],
    ['/data/wow/profession/185', { kind: 'html' }],
    ['/data/wow/profession/164/skill-tier/2492', status(500)],
  ];
  const releases = broken.map(([match, fault]) => faults.add({ match, fault }));
  await using _worker = await startWorkerOf(app);
  const first = await syncCatalogue(app);
  expect(first).toMatchObject({ status: 'failed', error: { reason: 'platform_answer_malformed' } });
  expect(first.progress.failed).toBe(5);
  const { sql } = app.ctx;
  const count = async (from: string) => (await sql<{ n: number }>(`select count(*)::int as n from ${from}`))[0]?.n;
  const unread = 'specialization where id in (262, 263)';
  expect(await Promise.all([count('realm'), count(unread), count('skill_tier where id = 2492')])).toEqual([0, 0, 0]);
  expect(await count('profession where id = 185')).toBe(0);
  expect(await count('specialization')).toBeGreaterThan(30);
  expect(await count('profession where id = 164')).toBe(1);
  expect(await count('recipe where details_fetched_at is not null')).toBeGreaterThan(10);

  for (const release of releases) release();
  expect(await syncCatalogue(app)).toMatchObject({ status: 'completed', progress: { failed: 0 } });
  expect(await Promise.all([count(unread), count('skill_tier where id = 2492')])).toEqual([2, 1]);
  expect(await count('recipe where details_fetched_at is null')).toBe(0);
  const whole = await rows(app);

  // Stored data replaces what the platform cannot deliver now.
  for (const [match, fault] of broken.slice(1)) faults.add({ match, fault });
  expect(await syncCatalogue(app)).toMatchObject({ status: 'completed', progress: { failed: 5 } });
  expect(await rows(app)).toEqual(whole);
});

test.concurrent('entries no longer listed leave the lists and come back with them; an empty list is ignored', async () => {
  await using app = await testApp();
  await syncCatalogue(app);
  // The worker's own sync at start must be over, so that it brings nothing back.
  const learned = `select from pgboss.job where name = 'reference-sync' and state = 'completed'`;
  await eventually(async () => expect(await app.ctx.sql(learned)).toHaveLength(1));
  const { faults } = app.simulator;
  const before = { classes: await list(app, 'classes'), specializations: await list(app, 'specializations') };
  expect(before.classes.length).toBeGreaterThan(1);
  const mage = { id: 8, name: { en_US: 'Mage' } };
  const releases = [
    faults.serve('/data/wow/playable-class/index', { classes: [mage] }),
    faults.serve('/data/wow/playable-specialization/index', {
      character_specializations: [{ id: 62, name: 'Arcane' }],
    }),
    faults.serve('/data/wow/playable-race/index', { races: [] }),
  ];
  const races = await list(app, 'races');
  expect(await syncCatalogue(app)).toMatchObject({ status: 'failed', error: { reason: 'platform_answer_malformed' } });
  const ids = async (what: string) => (await list(app, what)).map(({ id }) => id);
  expect([await ids('classes'), await ids('specializations')]).toEqual([[8], [62]]);
  expect(await list(app, 'races')).toEqual(races);
  // Characters may still have this class.
  expect(await app.ctx.sql('select listed from playable_class where id = 2')).toEqual([{ listed: false }]);

  for (const release of releases) release();
  expect(await syncCatalogue(app)).toMatchObject({ status: 'completed' });
  expect({ classes: await list(app, 'classes'), specializations: await list(app, 'specializations') }).toEqual(before);
});

test.concurrent('after a worker is killed, another continues behind what is stored', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { faults, requests } = app.simulator;
  const late = '/data/wow/profession/164/skill-tier/2492';
  const release = hold(faults, late);
  const id = (await sendJob(app.ctx.boss, catalogueSyncJob, {})) ?? '';
  await using doomed = await spawnWorker(app);
  await eventually(async () => expect(requests.count({ path: late })).toBe(1));
  await doomed.kill();
  release();
  requests.clear();
  await using _next = await startWorkerOf(app);
  const { status, progress } = await untilEnded(app, id);
  expect({ status, failed: progress.failed, left: progress.total - progress.done }).toEqual({
    status: 'completed',
    failed: 0,
    left: 0,
  });
  expect(requests.count({ path: /\/(playable-specialization|reputation-faction)\// })).toBe(0);
  // An undisturbed run counts the same.
  await using undisturbed = await testApp();
  expect((await syncCatalogue(undisturbed)).progress).toMatchObject({ total: progress.total });
});

test.concurrent('a new installation imports the game’s data by itself, in any order', async () => {
  await using app = await testApp();
  const syncs = () => app.ctx.sql(`select state from pgboss.job where name in ('journal-sync', 'catalogue-sync')`);
  const completed = [{ state: 'completed' }, { state: 'completed' }];
  await queueFirstSyncs(app.ctx);
  await eventually(async () => {
    expect(await syncs()).toEqual(completed);
    expect(
      await app.ctx.sql('select distinct expansion_id from reputation_faction where expansion_id is not null'),
    ).toHaveLength(2);
    expect(await app.ctx.sql('select from recipe where details_fetched_at is null')).toHaveLength(0);
    expect(await app.ctx.sql('select from journal_encounter')).toHaveLength(14);
  });
  app.simulator.requests.clear();
  await queueFirstSyncs(app.ctx);
  expect(await syncs()).toEqual(completed);
});

test.concurrent('only recipes whose details could not be read are requested again', async () => {
  await using app = await testApp();
  const release = app.simulator.faults.add({ match: '/data/wow/recipe/24920', fault: { kind: 'truncated' } });
  app.simulator.faults.add({ match: '/data/wow/recipe/24921', fault: { kind: 'status', status: 404 } });
  app.simulator.faults.add({ match: '/data/wow/playable-specialization/26*', fault: { kind: 'status', status: 404 } });
  await syncCatalogue(app);
  const told = app.logged.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40);
  // However many are missing, they are logged in one line with their number and a few examples.
  expect(told).toEqual([
    expect.objectContaining({
      msg: 'documents of the catalogue could not be read; what was known stays',
      missing: expect.toSatisfy((count) => count > 1),
      examples: expect.arrayContaining([expect.stringMatching(/^\/data\/wow\/playable-specialization\/26\d$/)]),
    }),
  ]);
  const unread = 'select id from recipe where details_fetched_at is null';
  expect(await app.ctx.sql(unread)).toEqual([{ id: 24920 }]);
  release();
  app.simulator.requests.clear();
  await syncCatalogue(app);
  expect(await app.ctx.sql(unread)).toEqual([]);
  expect(app.simulator.requests.count({ path: '/data/wow/recipe/*' })).toBe(1);
});
