/** Balances of CEPGP, Core Loot Manager and EQdkp-Plus, brought in over HTTP as opening entries. */
import type { ImportRowsView, ImportView } from '@guildhall/contracts/import.ts';
import type { PointEntriesView, PointPoolView, StandingsView } from '@guildhall/contracts/points.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { done, type EventGuild, eventGuild, refusalOf } from '../../../test/events.ts';
import { applyRows, undoRows } from '../../imports/apply-import.ts';
import { matchImport } from '../../imports/match-import.ts';

let app: TestApp;
let guild: EventGuild;
let path: string;

beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  await app.ctx.sql('delete from rate_limit');
  guild = await eventGuild(app, 1);
  path = `/organizations/${guild.id}/imports`;
  await app.ctx.sql(
    `update role set permissions = '{canManageLoot,canManageRoster,canViewRoster}' where organization_id = $1`,
    [guild.id],
  );
  await app.ctx.sql(`insert into raider (organization_id, name) values ($1, 'Axix'), ($1, 'Trurb'), ($1, 'Gilzuur')`, [
    guild.id,
  ]);
});

const newPool = (body: object) =>
  done<PointPoolView>(guild.officer.call('POST', `/organizations/${guild.id}/point-pools`, { name: 'Pool', ...body }));
const start = (pool: { id: string }, text: string, call = guild.officer.call) =>
  call('POST', path, { source: 'points', poolId: pool.id, text });
const steady = () => ({ jobId: 'test', attempt: 0, lastAttempt: false, signal: new AbortController().signal });

async function preview(pool: PointPoolView, text: string): Promise<string> {
  const { id: importId } = await done<ImportView>(start(pool, text));
  await matchImport(app.ctx, { importId }, steady());
  return importId;
}
async function apply(importId: string): Promise<ImportView> {
  await done(guild.officer.call('POST', `${path}/${importId}/apply`));
  await applyRows(app.ctx, { importId }, steady());
  return done<ImportView>(guild.officer.call('GET', `${path}/${importId}`));
}
const bringIn = async (pool: PointPoolView, text: string) => apply(await preview(pool, text));
const rowsOf = async (importId: string) =>
  (await done<ImportRowsView>(guild.officer.call('GET', `${path}/${importId}/rows?pageSize=200`))).rows;
const standings = async (pool: PointPoolView) =>
  (await done<StandingsView>(guild.officer.call('GET', `/point-pools/${pool.id}/standings`))).standings.map(
    ({ raider, points, gp }) => [raider.name, points, gp],
  );
const entries = async (pool: PointPoolView) =>
  (await done<PointEntriesView>(guild.officer.call('GET', `/point-pools/${pool.id}/entries`))).entries;

const cepgp = (...lines: string[]) => `CEPGP = { ["Traffic"] = { ${lines.map((line) => `{ ${line} },`).join('\n')} } }`;
const LEDGER = cepgp(
  '"Raid", "Axix", "Add Raid EP +5"',
  '"Axix", "Trurb", "Add EP", 1, 6, 1, 1, "", 1617044000',
  '"Axix", "Trurb", "Add GP 56", 904, 904, 55, 111, "", 1617044113',
  '"Trurb", "Trurb", "Add GP 39", 817, 817, 60, 99, "", 1617044140',
  '"Stranger", "Trurb", "Add GP 39", 1, 1, 1, 40, "", 1617044150',
);
const clm = (points: Record<string, number>) =>
  JSON.stringify({
    standings: {
      roster: [{ standings: { player: Object.entries(points).map(([name, amount]) => ({ name, points: amount })) } }],
    },
  });

test('the ledger of CEPGP opens one entry for each raider, and the second time none', async () => {
  const pool = await newPool({ kind: 'epgp', baseGp: 1 });
  const importId = await preview(pool, LEDGER);
  expect(
    (await rowsOf(importId)).map(({ name, status, reason, balance }) => [name, status, reason, balance?.points]),
  ).toEqual([
    ['Raid', 'skipped', 'for_many', null],
    ['Axix', 'skipped', 'later_balance', 6],
    ['Axix', 'matched', null, 904],
    ['Trurb', 'matched', null, 817],
    ['Stranger', 'unmatched', null, 1],
  ]);
  expect(await apply(importId)).toMatchObject({ state: 'applied', written: 2 });
  expect(await standings(pool)).toEqual([
    ['Trurb', 817, 99],
    ['Axix', 904, 111],
  ]);
  expect(await entries(pool)).toMatchObject([
    { type: 'opening', reason: 'CEPGP, 2021-03-29', by: { id: guild.officer.userId } },
    { type: 'opening' },
  ]);
  expect(await bringIn(pool, LEDGER)).toMatchObject({ written: 0 });
  expect(await entries(pool)).toHaveLength(2);
});

test('undoing takes entries back by counter-entries, and then the same is brought in again', async () => {
  const pool = await newPool({ kind: 'dkp', decimals: 1 });
  const text = clm({ Axix: 12.5, Trurb: -3.25, Gilzuur: 0 });
  const { id: importId, written } = await bringIn(pool, text);
  // A balance of 0 needs no entry; −3.25 is rounded half up.
  expect([written, await standings(pool)]).toEqual([
    2,
    [
      ['Axix', 125, null],
      ['Trurb', -32, null],
    ],
  ]);
  const [first] = await entries(pool);
  await done(guild.officer.call('POST', `/point-entries/${first?.id}/undo`, {}));
  await done(guild.officer.call('POST', `${path}/${importId}/undo`));
  await undoRows(app.ctx, { importId }, steady());
  expect((await standings(pool)).map(([, points]) => points)).toEqual([0, 0]);
  expect(await entries(pool)).toHaveLength(4);
  expect(await bringIn(pool, text)).toMatchObject({ written: 2 });
  expect((await standings(pool)).map(([, points]) => points)).toEqual([125, -32]);
});

test('a worker that is killed between two transactions opens each ledger once', async () => {
  const pool = await newPool({ kind: 'dkp' });
  const names = Array.from(
    { length: 120 },
    (_, index) => `Raider${String.fromCharCode(97 + (index % 26))}${'x'.repeat(index / 26)}`,
  );
  await app.ctx.sql('insert into raider (organization_id, name) select $1, unnest($2::text[])', [guild.id, names]);
  const importId = await preview(pool, clm(Object.fromEntries(names.map((name) => [name, 7]))));
  await done(guild.officer.call('POST', `${path}/${importId}/apply`));
  const killed = new AbortController();
  killed.abort(new Error('killed'));
  let kills = 0;
  for (;;) {
    const ended = await applyRows(app.ctx, { importId }, { ...steady(), signal: killed.signal }).then(
      () => true,
      (error: Error) => {
        if (error.message !== 'killed') throw error;
        return false;
      },
    );
    if (ended) break;
    kills += 1;
  }
  expect(kills).toBeGreaterThan(1);
  expect((await app.ctx.sql('select raider_id from point_entry where pool_id = $1', [pool.id])).length).toBe(120);
  const [sum] = await app.ctx.sql('select sum(points)::int as sum from point_entry where pool_id = $1', [pool.id]);
  expect(sum).toEqual({ sum: 840 });
});

test('V-05: pools of others, zero-sum and archived ones, and those who may not manage loot, are refused', async () => {
  const pool = await newPool({ kind: 'dkp' });
  const text = clm({ Axix: 1 });
  const [member] = guild.members;
  expect(await refusalOf(start(pool, text, member?.call))).toEqual([403, 'missing_permission']);
  expect(await refusalOf(start(await newPool({ kind: 'zero_sum' }), text))).toEqual([409, 'point_pool_kind']);
  await done(guild.officer.call('PATCH', `/point-pools/${pool.id}`, { archived: true }));
  expect(await refusalOf(start(pool, text))).toEqual([409, 'point_pool_archived']);
  const home = guild;
  guild = await eventGuild(app, 0);
  await app.ctx.sql(`update role set permissions = '{canManageLoot}' where organization_id = $1`, [guild.id]);
  const theirs = await newPool({ kind: 'dkp' });
  guild = home;
  expect(await refusalOf(start(theirs, text))).toEqual([404, 'point_pool_not_found']);
  expect(await refusalOf(guild.officer.call('POST', path, { source: 'points', text }))).toEqual([400, 'invalid_input']);
  expect(await refusalOf(start(await newPool({ kind: 'dkp' }), 'name,points\nAxix,1'))).toEqual([
    422,
    'import_unreadable',
  ]);
});
