/** Balances of CEPGP, Core Loot Manager and EQdkp-Plus, brought in over HTTP as opening entries. */
import type { ImportRowsView, ImportView } from '@guildhall/contracts/import.ts';
import type { PointEntriesView, PointPoolView, StandingsView } from '@guildhall/contracts/points.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { done, type EventGuild, eventGuild, refusalOf } from '../../../test/events.ts';
import { recorded, recordedTitle, toolText } from '../../../test/recordings.ts';
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
  return viewOf(importId);
}
const viewOf = (importId: string) => done<ImportView>(guild.officer.call('GET', `${path}/${importId}`));
async function undo(importId: string): Promise<void> {
  await done(guild.officer.call('POST', `${path}/${importId}/undo`));
  await undoRows(app.ctx, { importId }, steady());
}
/** Applies with a worker that is killed after each transaction. */
async function applyKilled(importId: string): Promise<number> {
  await done(guild.officer.call('POST', `${path}/${importId}/apply`));
  const killed = new AbortController();
  killed.abort(new Error('killed'));
  for (let kills = 0; ; kills += 1) {
    const ended = await applyRows(app.ctx, { importId }, { ...steady(), signal: killed.signal }).then(
      () => true,
      (error: Error) => {
        if (error.message !== 'killed') throw error;
        return false;
      },
    );
    if (ended) return kills;
  }
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
    { type: 'opening', reason: 'CEPGP, 2021-03-29 18:55 UTC', by: { id: guild.officer.userId } },
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
  await undo(importId);
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
  expect(await applyKilled(importId)).toBeGreaterThan(1);
  expect((await app.ctx.sql('select raider_id from point_entry where pool_id = $1', [pool.id])).length).toBe(120);
  const [sum] = await app.ctx.sql('select sum(points)::int as sum from point_entry where pool_id = $1', [pool.id]);
  expect(sum).toEqual({ sum: 840 });
  const later = await preview(pool, clm(Object.fromEntries(names.map((name) => [name, 9]))));
  expect(await applyKilled(later)).toBeGreaterThan(1);
  expect(await viewOf(later)).toMatchObject({ written: 120 });
  const [second] = await app.ctx.sql(
    'select sum(points)::int as sum, count(*)::int as count from point_entry where pool_id = $1',
    [pool.id],
  );
  expect(second).toEqual({ sum: 1080, count: 240 });
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

describe('a later export', () => {
  const book = (pool: PointPoolView, points: number) =>
    done(
      guild.officer.call('POST', `/point-pools/${pool.id}/entries`, {
        reason: 'Farm night',
        points,
        raiderIds: [axix],
      }),
    );
  /** The ledger as CEPGP saves it some minutes from now. */
  const saved = (minutes: number, ep: number, gp = 100) =>
    cepgp(
      `"Axix", "Trurb", "Add EP", 0, ${ep}, 100, ${gp}, "", ${Math.floor(Date.now() / 60_000) * 60 + minutes * 60}`,
    );
  const balance = async (pool: PointPoolView) => (await standings(pool)).find(([name]) => name === 'Axix')?.slice(1);
  let axix: string;

  beforeEach(async () => {
    const [row] = await app.ctx.sql<{ id: string }>(
      `select id from raider where organization_id = $1 and name = 'Axix'`,
      [guild.id],
    );
    axix = row?.id ?? '';
  });

  test('books the difference once, and what was booked since its time stays on top', async () => {
    const pool = await newPool({ kind: 'epgp', baseGp: 100 });
    const first = saved(-60, 100, 150);
    expect(await bringIn(pool, first)).toMatchObject({ written: 1 });
    await book(pool, 10);
    // The same text, and an older one, change nothing.
    for (const [text, reason] of [
      [first, 'already_there'],
      [saved(-120, 90), 'older_export'],
    ] as const) {
      const importId = await preview(pool, text);
      expect(await rowsOf(importId)).toMatchObject([
        { status: 'matched', reason, balance: { here: { before: { points: 110 }, after: { points: 110 } } } },
      ]);
      expect(await apply(importId)).toMatchObject({ written: 0 });
      expect(await rowsOf(importId)).toMatchObject([{ reason, balance: { here: null } }]);
    }
    const second = await preview(pool, saved(-30, 150, 120));
    expect(await rowsOf(second)).toMatchObject([
      { reason: null, balance: { here: { before: { points: 110, gp: 150 }, after: { points: 160, gp: 120 } } } },
    ]);
    expect(await apply(second)).toMatchObject({ written: 1 });
    expect(await balance(pool)).toEqual([160, 120]);
    expect((await entries(pool))[0]).toMatchObject({ type: 'opening', points: 50, gp: -30, bookingId: second });
    expect((await entries(pool))[0]?.reason).toMatch(/^CEPGP, \d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
    // This one knows of the bonus, which the addon does not have.
    const third = saved(10, 200, 120);
    expect(await bringIn(pool, third)).toMatchObject({ written: 1 });
    expect(await balance(pool)).toEqual([200, 120]);
    expect(await bringIn(pool, third)).toMatchObject({ written: 0 });
    await undo(second);
    expect(await balance(pool)).toEqual([150, 150]);
    // The latest text holds again.
    expect(await bringIn(pool, third)).toMatchObject({ written: 1 });
    expect(await balance(pool)).toEqual([200, 120]);
  });

  test('without times is as old as its first import', async () => {
    const pool = await newPool({ kind: 'dkp', decimals: 1 });
    expect(await bringIn(pool, clm({ Axix: 10, Trurb: 5 }))).toMatchObject({ written: 2 });
    await book(pool, 30);
    expect(await bringIn(pool, clm({ Axix: 10, Trurb: 5 }))).toMatchObject({ written: 0 });
    expect(await balance(pool)).toEqual([130, null]);
    expect(await bringIn(pool, clm({ Axix: 20, Trurb: 5 }))).toMatchObject({ written: 1 });
    expect(await balance(pool)).toEqual([200, null]);
    const old = await preview(pool, clm({ Axix: 10, Trurb: 5 }));
    expect((await rowsOf(old)).map(({ reason }) => reason)).toEqual(['older_export', 'already_there']);
    expect(await apply(old)).toMatchObject({ written: 0 });
    expect(await balance(pool)).toEqual([200, null]);
  });

  test('from before a decay changes no raider whose points were brought in', async () => {
    const pool = await newPool({ kind: 'epgp', baseGp: 100 });
    await bringIn(pool, saved(-60, 100));
    await done(guild.officer.call('POST', `/point-pools/${pool.id}/decay`, { percent: 10 }));
    const late = await preview(pool, saved(-30, 150));
    expect(await rowsOf(late)).toMatchObject([{ reason: 'decayed_since' }]);
    expect(await apply(late)).toMatchObject({ written: 0 });
    expect(await balance(pool)).toEqual([90, 100]);
    expect(await bringIn(pool, saved(10, 150))).toMatchObject({ written: 1 });
    expect(await balance(pool)).toEqual([150, 100]);
  });

  test('with two balances of one raider waits until an officer skips one', async () => {
    const pool = await newPool({ kind: 'dkp' });
    const importId = await preview(pool, clm({ Axix: 10, Bankalt: 3 }));
    const bank = (await rowsOf(importId)).find(({ name }) => name === 'Bankalt');
    const decide = (body: object) =>
      done(guild.officer.call('PATCH', `${path}/${importId}/rows`, { rowIds: [bank?.id], ...body }));
    await decide({ decision: 'target', target: `raider:${axix}` });
    expect((await rowsOf(importId)).map(({ reason }) => reason)).toEqual(['several_balances', 'several_balances']);
    await decide({ decision: 'skip' });
    expect((await rowsOf(importId)).map(({ reason }) => reason)).toEqual([null, null]);
    expect(await apply(importId)).toMatchObject({ written: 1 });
    expect(await balance(pool)).toEqual([10, null]);
  });

  test.skipIf(!recorded)(`of the recorded ledger changes nothing the second time, ${recordedTitle}`, async () => {
    const pool = await newPool({ kind: 'epgp', baseGp: 1 });
    // The excerpt closes a table where its two parts are joined.
    const text = toolText('cepgp-traffic-excerpt.lua').replace(/(\}, -- \[4934\]\s*)\},/, '$1');
    const first = await bringIn(pool, text);
    expect(first.written).toBeGreaterThan(0);
    const sums = await standings(pool);
    expect(sums).toContainEqual(['Gilzuur', 835, 227]);
    expect(await bringIn(pool, text)).toMatchObject({ written: 0 });
    expect(await standings(pool)).toEqual(sums);
  });

  test('twice at once is applied by one of two officers', async () => {
    const pool = await newPool({ kind: 'dkp' });
    await bringIn(pool, clm({ Axix: 10 }));
    const both = [await preview(pool, clm({ Axix: 25 })), await preview(pool, clm({ Axix: 25 }))];
    const answers = await Promise.all(both.map((id) => guild.officer.call('POST', `${path}/${id}/apply`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409]);
    for (const importId of both) await applyRows(app.ctx, { importId }, steady());
    expect(await balance(pool)).toEqual([25, null]);
  });

  test('holds week by week, whatever is booked between and however often it comes', async () => {
    const step = fc.oneof(
      fc.record({ book: fc.integer({ min: -40, max: 40 }).filter((points) => points !== 0) }),
      fc.record({ week: fc.integer({ min: 0, max: 4 }) }),
    );
    const weeks = fc.array(fc.integer({ min: -50, max: 300 }), { minLength: 5, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(weeks, fc.array(step, { minLength: 1, maxLength: 7 }), async (said, steps) => {
        const pool = await newPool({ kind: 'dkp' });
        const texts = said.map((points, week) => saved(week * 10 - 60, points));
        let [latest, brought, booked] = [-1, 0, 0];
        for (const one of steps) {
          if ('book' in one) {
            await book(pool, one.book);
            booked += one.book;
          } else {
            await app.ctx.sql('delete from rate_limit');
            await bringIn(pool, texts[one.week] ?? '');
            if (one.week >= latest) [latest, brought] = [one.week, said[one.week] ?? 0];
          }
        }
        expect((await balance(pool))?.[0] ?? 0).toBe(brought + booked);
        await done(guild.officer.call('PATCH', `/point-pools/${pool.id}`, { archived: true }));
      }),
      { numRuns: 10 },
    );
  });
});
