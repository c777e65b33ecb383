/** Histories of loot in the hands of workers that are killed, in any order: their chunks, driven by hand. */
import type { ImportView } from '@guildhall/contracts/import.ts';
import { readLoot } from '@guildhall/guild-tools/read-loot.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../test/app.ts';
import { done, type EventGuild, eventGuild } from '../../test/events.ts';
import { writeAwards } from '../loot/awards/write-awards.ts';
import { applyRows, undoRows } from './apply-import.ts';
import { matchImport } from './match-import.ts';

let app: TestApp;
let guild: EventGuild;
let path: string;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
  guild = await eventGuild(app, 1);
  path = `/organizations/${guild.id}/imports`;
  await app.ctx.sql(`update role set permissions = permissions || '{canManageLoot,canViewRoster}'`);
});
afterAll(() => app[Symbol.asyncDispose]());

/** A worker that is told to stop after each transaction. */
const killed = () => {
  const controller = new AbortController();
  controller.abort(new Error('killed'));
  return { jobId: 'test', attempt: 0, lastAttempt: false, signal: controller.signal };
};

async function untilDone(work: (job: ReturnType<typeof killed>) => Promise<void>): Promise<number> {
  for (let kills = 0; ; kills += 1) {
    try {
      await work(killed());
      return kills;
    } catch (error) {
      if (!(error instanceof Error) || error.message !== 'killed') throw error;
    }
  }
}

async function bringIn(text: string): Promise<string> {
  await app.ctx.sql('delete from rate_limit');
  const { id: importId } = await done<ImportView>(guild.officer.call('POST', path, { source: 'loot', text }));
  const job = { ...killed(), signal: new AbortController().signal };
  await matchImport(app.ctx, { importId }, job);
  await done(guild.officer.call('POST', `${path}/${importId}/apply`));
  const kills = await untilDone((worker) => applyRows(app.ctx, { importId }, worker));
  expect(kills).toBeGreaterThan(0);
  return importId;
}

const HEAD =
  'player,date,time,id,item,itemID,itemString,response,votes,class,instance,boss,difficultyID,mapID,groupSize,gear1,gear2,responseID,isAwardReason,subType,equipLoc,note,owner';
/** Recent: notes are kept for twelve months. */
const AT = Math.floor(Date.now() / 1_000) - 30 * 86_400;
type Award = { item: number; player: number; response: string; votes?: string; note?: string; boss?: string };
const line = (place: number, { item, player, response, votes = '', note = '', boss = '' }: Award) =>
  `Player${String.fromCharCode(97 + player)}-X,,,${AT + place}-${place},[Item],${item},,${response},${votes},,,${boss},15,,,,,1,false,,,${note},`;
/** More than one transaction takes. */
const others = Array.from({ length: 1_001 }, (_, place) => line(place + 100, { item: 9, player: 3, response: 'Need' }));
const history = (awards: readonly (readonly [number, Award])[]) =>
  [HEAD, ...others, ...awards.map(([place, award]) => line(place, award))].join('\n');

const holding = () =>
  app.ctx.sql(
    `select name, item_id, response, votes, note, boss, withdrawn, received_at, as_of, line from loot_award
     where organization_id = $1 and holds and item_id <> 9
     order by received_at, item_id, name`,
    [guild.id],
  );

const awards = fc.array(
  fc.record({
    place: fc.integer({ min: 0, max: 3 }),
    item: fc.integer({ min: 1, max: 2 }),
    player: fc.integer({ min: 0, max: 2 }),
    response: fc.constantFrom('Need', 'Offspec', 'Button5'),
    votes: fc.constantFrom('nil', '1', '2'),
    note: fc.constantFrom('', 'mine', 'later'),
    boss: fc.constantFrom('', 'Orrul'),
  }),
  { minLength: 1, maxLength: 10 },
);

/** The latest award of an export, which stays the same where only entries were changed in the addon. */
const latest = fc.constantFrom('2025-11-23T00:00:00.000Z', '2025-11-24T00:00:00.000Z');

test('two exports of one history end the same in any order and in any chunks', async () => {
  const exported = (text: string) => readLoot(text, new Date());
  const write = async (asOf: string, text: string, size: number) => {
    const rows = new Map(exported(text).map((row) => [row.key, row]));
    const all = [...rows.values()].toSorted((one, other) => one.line - other.line);
    for (let from = 0; from < all.length; from += size) {
      await app.ctx.transact(({ sql }) =>
        writeAwards(
          sql,
          { organizationId: guild.id, sign: app.ctx.sign, asOf, teamId: null, createdById: null },
          all
            .slice(from, from + size)
            .flatMap((row) => (row.receivedAt ? { ...row, receivedAt: row.receivedAt, raiderId: null } : [])),
        ),
      );
    }
  };
  const text = (rows: readonly (Award & { place: number })[]) =>
    [HEAD, ...rows.map(({ place, ...award }) => line(place, award))].join('\n');
  await fc.assert(
    fc.asyncProperty(awards, awards, latest, fc.integer({ min: 1, max: 5 }), async (older, newer, asOf, size) => {
      const exports = [
        ['2025-11-23T00:00:00.000Z', text(older)],
        [asOf, text(newer)],
      ] as const;
      const outcomes = [];
      for (const order of [exports, exports.toReversed(), [...exports, ...exports]]) {
        await app.ctx.sql('delete from loot_award');
        for (const [asOf, brought] of order) await write(asOf, brought, size);
        outcomes.push(await holding());
      }
      expect(outcomes[1]).toEqual(outcomes[0]);
      expect(outcomes[2]).toEqual(outcomes[0]);
    }),
    { numRuns: 60 },
  );
}, 120_000);

test('undoing a run that was killed everywhere leaves nothing', async () => {
  await app.ctx.sql('delete from import_run');
  await app.ctx.sql('delete from loot_award');
  const importId = await bringIn(
    history([
      [1, { item: 1, player: 0, response: 'Need' }],
      [1, { item: 1, player: 1, response: 'Need' }],
    ]),
  );
  expect(await app.ctx.sql('select from loot_award where withdrawn and holds')).toHaveLength(1);
  await done(guild.officer.call('POST', `${path}/${importId}/undo`));
  await untilDone((worker) => undoRows(app.ctx, { importId }, worker));
  expect(await app.ctx.sql('select from loot_award')).toEqual([]);
}, 120_000);
