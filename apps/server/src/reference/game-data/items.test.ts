import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { eventually, untilNoJobs } from '../../../test/guild.ts';
import { syncJournal } from '../../../test/journal.ts';
import { readItems } from '../sync/read-items.ts';
import { wantItems } from './items.ts';
import { readItemsJob } from './reference.jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await syncJournal(app);
  await untilNoJobs(app, readItemsJob.name);
});
afterAll(() => app[Symbol.asyncDispose]());

const dropsOf = async (encounterId: number, locale = 'en_US') =>
  (await app.http.get(`/api/v1/game-data/items?encounterId=${encounterId}&locale=${locale}`).expect(200)).body;
const asked = (id: number) => app.simulator.requests.count({ path: `/data/wow/item/${id}` });

/** Bosses of a raid of the latest expansion, and of a dungeon. */
const bosses = () => {
  const instances = app.simulator.world.journal.expansions.flatMap((expansion) => expansion.instances);
  const raid = instances.findLast(({ category }) => category === 'RAID')?.encounters[0];
  const dungeon = instances.findLast(({ category }) => category === 'DUNGEON')?.encounters[0];
  if (!raid || !dungeon) throw new Error('The journal has no such instances');
  return { raid, dungeon };
};

test.each(['', '?encounterId=', '?encounterId=abc', '?encounterId=0', '?encounterId=1&locale=xx'])(
  'items%s answers 400',
  async (query) => {
    const { body } = await app.http.get(`/api/v1/game-data/items${query}`).expect(400);
    expect(body.reason).toBe('invalid_input');
  },
);

test('an encounter that the journal does not have is not found', async () => {
  const { body } = await app.http.get('/api/v1/game-data/items?encounterId=4711').expect(404);
  expect(body.reason).toBe('journal_encounter_not_found');
});

test('lists what a boss of the latest raids drops, in the order of the journal, by the documents of the items', async () => {
  const { raid } = bosses();
  const items = await dropsOf(raid.id);
  expect(items).toEqual(
    raid.items.map(({ id, name }) => ({ id, name: name.en_US, quality: 'epic', slot: expect.any(String) })),
  );
  expect((await dropsOf(raid.id, 'ru_RU')).map(({ name }: { name: string }) => name)).toEqual(
    raid.items.map(({ name }) => name.ru_RU),
  );
  expect(raid.items.map(({ id }) => asked(id))).toEqual(raid.items.map(() => 1));
});

test('an item that is not wanted is named by the journal, without a request of its own', async () => {
  const { dungeon } = bosses();
  const [first] = await dropsOf(dungeon.id, 'de_DE');
  const [item] = dungeon.items;
  expect(first).toEqual({ id: item?.id, name: item?.name.de_DE, quality: null, slot: null });
  expect(asked(first.id)).toBe(0);
});

test('an item that is wanted is read soon, and once', async () => {
  const { dungeon } = bosses();
  const id = dungeon.items[1]?.id ?? 0;
  await app.ctx.transact((tx) => wantItems(tx, 'retail', [id, id]));
  await eventually(async () => expect((await dropsOf(dungeon.id))[1]).toMatchObject({ id, quality: 'epic' }));
  await app.ctx.transact((tx) => wantItems(tx, 'retail', [id]));
  await readItems(app.ctx);
  expect(asked(id)).toBe(1);
});

test('an item that the platform does not have keeps its number for a name, and is asked for once', async () => {
  await app.ctx.transact((tx) => wantItems(tx, 'classic', [12_345]));
  await untilNoJobs(app, readItemsJob.name);
  await readItems(app.ctx);
  expect(asked(12_345)).toBe(1);
  const rows = await app.ctx.sql(
    `select names, quality, fetched_at is not null as answered from item where id = 12345`,
  );
  expect(rows).toEqual([{ names: null, quality: null, answered: true }]);
});

test('an item that fails is read by the next run, and does not keep others from being read', async () => {
  const { dungeon } = bosses();
  const [, , broken, fine] = dungeon.items.map(({ id }) => id);
  app.simulator.faults.add({ match: `/data/wow/item/${broken}`, fault: { kind: 'status', status: 500 } });
  await app.ctx.transact((tx) => wantItems(tx, 'retail', [broken ?? 0, fine ?? 0]));
  await eventually(async () => expect((await dropsOf(dungeon.id))[3]).toMatchObject({ id: fine, quality: 'epic' }));
  expect((await dropsOf(dungeon.id))[2]).toMatchObject({ id: broken, quality: null });
  app.simulator.faults.clear();
  await readItems(app.ctx);
  expect((await dropsOf(dungeon.id))[2]).toMatchObject({ id: broken, quality: 'epic' });
});
