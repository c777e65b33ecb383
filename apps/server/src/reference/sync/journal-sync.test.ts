import type { Fault } from '@guildhall/simulator/faults.ts';
import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { eventually, untilEnded } from '../../../test/guild.ts';
import { changedKeys, journalRows, startJournal, syncJournal } from '../../../test/journal.ts';
import { createPerson } from '../../../test/people.ts';
import { connect } from '../../../test/sockets.ts';
import { hold } from '../../../test/waiting.ts';
import { spawnWorker, startWorkerOf } from '../../../test/workers.ts';

const JOURNAL = /\/journal-/;
const WHOLE = {
  expansions: { total: 2, done: 2 },
  instances: { total: 5, done: 5 },
  encounters: { total: 14, done: 14 },
};
/** Belongs to the second expansion. */
const LATE_ENCOUNTER = '/data/wow/journal-encounter/8990';

test.concurrent('only administrators can start a sync and see its state, and only one runs at a time', async () => {
  await using app = await testApp({ roles: ['web'] });
  const [admin, person] = [await createPerson(app, { isAdmin: true }), await createPerson(app)];
  await app.http.post('/api/v1/admin/sync-instances').expect(401);
  await app.http.get('/api/v1/admin/sync-instances/active').expect(401);
  await person.request('post', '/api/v1/admin/sync-instances').expect(403);
  await person.request('get', '/api/v1/admin/sync-instances/active').expect(403);
  const active = () => admin.request('get', '/api/v1/admin/sync-instances/active').expect(200);
  expect((await active()).body).toBeNull();

  const id = await startJournal(app, admin);
  const second = await admin.request('post', '/api/v1/admin/sync-instances').expect(409);
  expect(second.body).toMatchObject({ reason: 'journal_sync_in_progress' });
  expect((await active()).body).toMatchObject({
    id,
    kind: 'journal',
    status: 'queued',
    trigger: 'admin',
    subjectId: null,
  });
  const recent = await admin.request('get', '/api/v1/admin/sync-status').expect(200);
  expect(recent.body.journal).toMatchObject([{ id }]);
});

test.concurrent('a sync requests each document and each index once, whatever the number of languages', async () => {
  await using app = await testApp();
  const session = await syncJournal(app);
  expect(session).toMatchObject({
    status: 'completed',
    progress: { ...WHOLE, total: 21, done: 21, added: 21, updated: 0, failed: 0 },
  });
  const asked = app.simulator.requests.entries({ path: JOURNAL }).map(({ path }) => path);
  // Two expansions, five instances with a picture each, fourteen encounters; the season is not counted.
  expect(asked).toHaveLength(2 + 5 + 5 + 14 + 2);
  expect(new Set(asked).size).toBe(asked.length);
  expect(asked.some((path) => path.endsWith('/505'))).toBe(false);
  const [counted] = await app.ctx.sql<{ locales: number }>(
    'select count(*)::int as locales from journal_encounter_locale where entity_id = 8998',
  );
  expect(counted?.locales).toBe(6);
  const { body } = await app.http.get('/api/v1/game-data/instances').expect(200);
  expect(body.map(({ imageUrl }: { imageUrl: string }) => imageUrl)).toEqual(
    Array.from({ length: 5 }, () => expect.stringMatching(/\/api\/v1\/media\/[\w-]+\.webp$/)),
  );
});

test.concurrent('a second sync writes nothing, and a third only what changed', async () => {
  await using app = await testApp();
  await syncJournal(app);
  const before = await journalRows(app);
  expect(before.size).toBe(21 * 7);
  app.simulator.requests.clear();
  const second = await syncJournal(app);
  expect(second.progress).toMatchObject({ ...WHOLE, added: 0, updated: 0 });
  expect(changedKeys(before, await journalRows(app))).toEqual([]);
  // Only the indexes and expansions, which list everything else, came in full.
  expect(app.simulator.requests.count({ path: JOURNAL, status: 200 })).toBe(4);
  expect(app.simulator.requests.count({ path: JOURNAL, status: 304 })).toBe(24);

  app.simulator.world.renameInJournal(8998, 'Ashkarra the Renamed');
  const third = await syncJournal(app);
  expect(third.progress).toMatchObject({ added: 0, updated: 2 });
  const locales = ['de_DE', 'en_US', 'es_ES', 'fr_FR', 'pt_BR', 'ru_RU'];
  expect(changedKeys(before, await journalRows(app))).toEqual([
    'journal_encounter 8998',
    ...locales.map((locale) => `journal_encounter 8998 ${locale}`),
    // Its instance names it, and so has a later date.
    'journal_instance 1001',
  ]);
});

test.concurrent('the next sync fills in an added language', async () => {
  await using app = await testApp({ environment: { LOCALES: 'de_DE' } });
  await syncJournal(app);
  await app.ctx.boss.offWork('journal-sync');
  app.config.locales = ['en_US', 'de_DE', 'ru_RU'];
  await using _worker = await startWorkerOf(app);
  await syncJournal(app);
  const rows = await app.ctx.sql<{ name: string | null }>(
    `select name from journal_instance_locale where locale = 'ru_RU' order by entity_id`,
  );
  expect(rows).toHaveLength(5);
  expect(rows.filter(({ name }) => name === null)).toHaveLength(1);
});

test.concurrent('after a worker is killed, another continues behind the last expansion', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { faults, requests } = app.simulator;
  const release = hold(faults, LATE_ENCOUNTER);
  await using doomed = await spawnWorker(app);
  const id = await startJournal(app);
  await eventually(async () => {
    expect(requests.count({ path: LATE_ENCOUNTER })).toBeGreaterThanOrEqual(1);
    // Waits for all requests of the first worker, so that they do not count as the next one's.
    expect(requests.count({ path: /\/journal-encounter\/\d+$/ })).toBeGreaterThanOrEqual(14);
    expect(await app.ctx.sql(`select parts from sync_session where id = $1 and status = 'running'`, [id])).toEqual([
      {
        parts: {
          expansions: { total: 2, done: 1 },
          instances: { total: 5, done: 2 },
          encounters: { total: 14, done: 5 },
        },
      },
    ]);
  });
  // Incomplete expansions are invisible.
  expect((await app.http.get('/api/v1/game-data/expansions').expect(200)).body).toHaveLength(1);
  expect((await app.http.get('/api/v1/game-data/instances').expect(200)).body).toHaveLength(2);
  await doomed.kill();
  release();
  requests.clear();

  await using _next = await startWorkerOf(app);
  expect(await untilEnded(app, id)).toMatchObject({ status: 'completed', progress: { ...WHOLE, added: 21 } });
  expect(requests.count({ path: '/data/wow/journal-instance/1000' })).toBe(0);
  expect(requests.count({ path: '/data/wow/journal-encounter/9000' })).toBe(0);
  expect(requests.count({ path: '/data/wow/journal-encounter/*' })).toBe(9);
});

test.concurrent('a worker that continues a sync remembers what could not be read', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { faults, requests } = app.simulator;
  faults.add({ match: '/data/wow/journal-encounter/9000', fault: { kind: 'truncated' } });
  const names = { en_US: 'Age of Salt' };
  faults.serve('/data/wow/journal-expansion/index', { tiers: [68, 70, 72].map((id) => ({ id, name: names })) });
  faults.serve('/data/wow/journal-expansion/72', { id: 72, name: names, raids: [{ id: 4711 }], dungeons: [] });
  const third = '/data/wow/journal-instance/4711';
  const release = hold(faults, third);
  await using doomed = await spawnWorker(app);
  const id = await startJournal(app);
  await eventually(async () => {
    expect(requests.count({ path: third })).toBe(1);
    // The second is stored; the first is not.
    expect(await app.ctx.sql('select from journal_expansion where id = 70')).toHaveLength(1);
  });
  await doomed.kill();
  release();
  requests.clear();

  await using _next = await startWorkerOf(app);
  expect(await untilEnded(app, id)).toMatchObject({
    status: 'failed',
    error: { reason: 'platform_answer_malformed' },
  });
  expect(requests.count({ path: '/data/wow/journal-encounter/*' })).toBe(0);
});

const wrong: [what: string, fault: Fault, reason: string][] = [
  ['answers 500', { kind: 'status', status: 500 }, 'platform_unavailable'],
  ['asks for a pause', { kind: 'status', status: 429, retryAfter: 120 }, 'platform_rate_limited'],
  ['stops in the middle', { kind: 'truncated' }, 'platform_answer_malformed'],
];
test.concurrent.each(wrong)('if the platform %s, no partial expansion shows', async (_, fault, reason) => {
  await using app = await testApp();
  const release = app.simulator.faults.add({ match: LATE_ENCOUNTER, fault });
  expect(await syncJournal(app)).toMatchObject({ status: 'failed', error: { reason } });
  // The previous expansion may be stored by then.
  expect([
    [0, 0],
    [1, 2],
  ]).toContainEqual(await seen(app));
  release();
});

test.concurrent('an unreadable expansion affects only itself', async () => {
  await using app = await testApp();
  const release = app.simulator.faults.add({ match: '/data/wow/journal-encounter/9000', fault: { kind: 'truncated' } });
  expect(await syncJournal(app)).toMatchObject({ status: 'failed', error: { reason: 'platform_answer_malformed' } });
  expect(await seen(app)).toEqual([1, 3]);
  release();
  expect(await syncJournal(app)).toMatchObject({ status: 'completed' });
  expect(await seen(app)).toEqual([2, 5]);
});

const missing = { kind: 'status', status: 404 } as const;
type Encounter = { id: number; position: number; name: string; description: string | null };

test.concurrent('an encounter whose document is gone keeps its position and text, and counts as failed', async () => {
  await using app = await testApp();
  await syncJournal(app);
  const before = await journalRows(app);
  app.simulator.faults.add({ match: '/data/wow/journal-encounter/8997', fault: missing });
  const { progress } = await syncJournal(app);
  expect(progress).toMatchObject({ failed: 1, encounters: { total: 14, done: 13 } });
  expect(changedKeys(before, await journalRows(app)).filter((key) => key.startsWith('journal_encounter'))).toEqual([]);
});

test.concurrent('an instance without a category has the one under which its expansion lists it', async () => {
  await using app = await testApp();
  const { journal } = app.simulator.world;
  const instances = journal.expansions.flatMap((expansion) => expansion.instances);
  for (const { id, name, encounters } of instances) {
    const listed = encounters.map((encounter) => ({ id: encounter.id, name: encounter.name }));
    app.simulator.faults.serve(`/data/wow/journal-instance/${id}`, { id, name, encounters: listed });
  }
  await syncJournal(app);
  for (const category of ['raid', 'dungeon']) {
    const { body } = await app.http.get(`/api/v1/game-data/instances?category=${category}`).expect(200);
    expect(body.map(({ id }: { id: number }) => id).toSorted()).toEqual(
      instances.filter((instance) => instance.category.toLowerCase() === category).map(({ id }) => id),
    );
  }
});

test.concurrent('a sync that got only some expansions says so, and counts no more failures than documents', async () => {
  await using app = await testApp();
  const [first, second] = app.simulator.world.journal.expansions;
  const release = app.simulator.faults.add({ match: `/data/wow/journal-expansion/${second?.id}`, fault: missing });
  expect(await syncJournal(app)).toMatchObject({
    status: 'completed',
    error: { reason: 'platform_unavailable', message: expect.stringContaining('1 of 2 expansions') },
    progress: { failed: 1, expansions: { total: 2, done: 1 } },
  });
  release();
  app.simulator.faults.add({ match: '/data/wow/journal-encounter/*', fault: missing });
  app.simulator.faults.add({ match: `/data/wow/journal-instance/*`, fault: missing });
  const { progress } = await syncJournal(app);
  expect(progress.failed).toBeLessThanOrEqual(progress.total);
  expect(progress.instances).toMatchObject({ done: 0 });
  expect(first).toBeDefined();
});

test.concurrent('a sync that has not begun shows its counters at zero', async () => {
  await using app = await testApp({ roles: ['web'] });
  const admin = await createPerson(app, { isAdmin: true });
  const id = await startJournal(app, admin);
  const { body } = await admin.request('get', `/api/v1/admin/sync-instances/active`).expect(200);
  const nothing = { total: 0, done: 0 };
  expect(body).toMatchObject({ id, progress: { expansions: nothing, instances: nothing, encounters: nothing } });
});

test.concurrent('an encounter without a document shows its instance’s name for it until the document is there', async () => {
  await using app = await testApp();
  const { faults, requests } = app.simulator;
  const encounters = async () =>
    (await app.http.get('/api/v1/game-data/encounters?journalInstanceId=1001').expect(200)).body.map(
      ({ id, position, name, description }: Encounter) => [id, position, name.length > 0, description !== null],
    );
  const release = faults.add({ match: '/data/wow/journal-encounter/8997', fault: missing });
  const counted = { status: 'completed', error: null, progress: { ...WHOLE, failed: 0 } };
  expect(await syncJournal(app)).toMatchObject(counted);
  const before = await journalRows(app);
  expect(await syncJournal(app)).toMatchObject(counted);
  expect(changedKeys(before, await journalRows(app))).toEqual([]);
  expect(await encounters()).toEqual([
    [8998, 1, true, true],
    [8997, 2, true, false],
    [8996, 3, true, true],
  ]);
  release();
  expect((await syncJournal(app)).progress).toMatchObject({ ...WHOLE, added: 0, failed: 0 });
  expect(await encounters()).toEqual([
    [8998, 1, true, true],
    [8997, 2, true, true],
    [8996, 3, true, true],
  ]);
  const whole = await journalRows(app);
  requests.clear();
  await syncJournal(app);
  expect(changedKeys(whole, await journalRows(app))).toEqual([]);
  expect(requests.count({ path: JOURNAL, status: 304 })).toBe(24);
});

const INDEX = '/data/wow/journal-expansion/index';
const speechless: [what: string, path: string, fault: Fault][] = [
  ['no index of expansions', INDEX, missing],
  ['no index of encounters', '/data/wow/journal-encounter/index', missing],
  ['an index without expansions', INDEX, { kind: 'serve', body: { tiers: [] } }],
  ['an index of the season only', INDEX, { kind: 'serve', body: { tiers: [{ id: 505, name: 'Current Season' }] } }],
];
test.concurrent.each(speechless)('with %s a sync fails and changes nothing', async (_, path, fault) => {
  await using app = await testApp();
  await syncJournal(app);
  const before = await journalRows(app);
  app.simulator.faults.add({ match: path, fault });
  expect(await syncJournal(app)).toMatchObject({
    status: 'failed',
    error: { reason: 'platform_unavailable', message: expect.stringContaining('journal') },
  });
  expect(changedKeys(before, await journalRows(app))).toEqual([]);
});

const bereft = { id: 68, name: { en_US: 'Age of Dawn' } };
const halfRead: [what: string, path: string, fault: Fault, end: object][] = [
  [
    'is missing',
    '/data/wow/journal-expansion/68',
    missing,
    { status: 'completed', error: { reason: 'platform_unavailable' } },
  ],
  ['is not shown', '/data/wow/journal-expansion/68', { kind: 'status', status: 403 }, { status: 'completed' }],
  ['cannot be read', '/data/wow/journal-expansion/68', { kind: 'truncated' }, { status: 'failed' }],
  [
    'has lost all its instances',
    '/data/wow/journal-expansion/68',
    { kind: 'serve', body: bereft },
    { status: 'failed' },
  ],
  [
    'has an instance that has lost all its encounters',
    '/data/wow/journal-instance/1000',
    { kind: 'serve', body: { id: 1000, name: { en_US: 'Bereft' } } },
    { status: 'failed', error: { reason: 'platform_answer_malformed' } },
  ],
];
test.concurrent.each(halfRead)(
  'an expansion that %s stays unchanged, and the others are synced',
  async (_, path, fault, end) => {
    await using app = await testApp();
    await syncJournal(app);
    const before = await journalRows(app);
    app.simulator.faults.add({ match: path, fault });
    // The other expansion has a change.
    app.simulator.world.renameInJournal(8990, 'The Renamed');
    // An instance listed by both belongs to the older expansion, whether or not that one can be read.
    const other = {
      id: 70,
      name: { en_US: 'Age of Tides' },
      raids: [{ id: 1002 }, { id: 1000 }],
      dungeons: [{ id: 1003 }, { id: 1004 }],
    };
    app.simulator.faults.serve('/data/wow/journal-expansion/70', other);
    expect(await syncJournal(app)).toMatchObject({
      ...end,
      progress: { failed: 1, expansions: { total: 2, done: 1 } },
    });
    const changed = changedKeys(before, await journalRows(app)).filter(
      (key) => !key.startsWith('journal_expansion 70'),
    );
    expect(changed).toContain('journal_encounter 8990 en_US');
    expect(changed.filter((key) => !key.includes(' 8990') && !/^journal_instance 100[234]/.test(key))).toEqual([]);
    expect(await seen(app)).toEqual([2, 5]);
  },
);

test.concurrent('entries that the platform no longer lists leave the lists, and come back with it', async () => {
  await using app = await testApp();
  await syncJournal(app);
  const before = await journalRows(app);
  const index = { tiers: [{ id: 70, name: { en_US: 'Age of Tides' } }] };
  const expansion = { id: 70, name: { en_US: 'Age of Tides' }, raids: [{ id: 1002 }], dungeons: [] };
  const releases = [
    app.simulator.faults.serve('/data/wow/journal-expansion/index', index),
    app.simulator.faults.serve('/data/wow/journal-expansion/70', expansion),
  ];
  await syncJournal(app);
  expect(await seen(app)).toEqual([1, 1]);
  for (const release of releases) release();
  await syncJournal(app);
  expect(await seen(app)).toEqual([2, 5]);
  const unstamped = (rows: Map<string, string>) =>
    new Map([...rows].map(([key, row]) => [key, row.replace(/^\d+ /, '')]));
  expect(changedKeys(unstamped(before), unstamped(await journalRows(app)))).toEqual([]);
});

test.concurrent('only administrators can watch a sync', async () => {
  await using app = await testApp();
  const [admin, person] = [await createPerson(app, { isAdmin: true }), await createPerson(app)];
  const as = (token: string) => connect(app, { extraHeaders: { Authorization: `Bearer ${token}` } });
  using watching = await as(admin.token);
  using other = await as(person.token);
  const release = hold(app.simulator.faults, LATE_ENCOUNTER);
  const id = await startJournal(app, admin);
  await eventually(async () =>
    expect(watching.of('journal').at(-1)).toMatchObject({
      id,
      status: 'running',
      progress: {
        expansions: { total: 2, done: 1 },
        instances: { total: 5, done: 2 },
        encounters: { total: 14, done: 5 },
      },
    }),
  );
  release();
  await eventually(async () => expect(watching.of('journal').at(-1)).toMatchObject({ id, status: 'completed' }));
  expect(watching.of('journal').at(-1)?.progress).toMatchObject(WHOLE);
  expect(await watching.watch(id)).toMatchObject({ session: { id, status: 'completed' } });
  expect(await other.watch(id)).toMatchObject({ error: { code: 'NOT_FOUND' } });
  expect(other.heard).toEqual([]);
  // A late listener gets the current state.
  using late = await as(admin.token);
  await eventually(async () => expect(late.of('journal')).toMatchObject([{ id, status: 'completed' }]));
});

/** The numbers of expansions and instances that callers see. */
async function seen(app: TestApp): Promise<[number, number]> {
  const [expansions, instances] = await Promise.all(
    ['expansions', 'instances'].map(async (list) => (await app.http.get(`/api/v1/game-data/${list}`).expect(200)).body),
  );
  return [expansions.length, instances.length];
}
