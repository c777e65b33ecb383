/** Tests the package against texts that other tools have written. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { familiesOf } from './families.ts';
import { isUnclaimed, knownResponse } from './loot-response.ts';
import { readLua } from './lua.ts';
import { createMatcher } from './match.ts';
import { eventsOfServer, RaidHelperEvents, readRaidHelperEvent } from './raid-helper.ts';
import { readBalances } from './read-balances.ts';
import { readDocument } from './read-document.ts';
import { readLoot } from './read-loot.ts';
import { readReserves } from './read-reserves.ts';
import { readSim } from './read-sim.ts';
import { readRosterNotes } from './roster-notes.ts';
import { readTable } from './table.ts';
import { refusalOf } from './test-refusals.ts';

// The files name players, and their licences differ. These tests run where the collection is available.
const battlenet =
  process.env.GUILDHALL_FIXTURES ?? fileURLToPath(new URL('../../../../shared/fixtures/battlenet', import.meta.url));
const folder = join(battlenet, '../guild-tools');
const present = existsSync(folder);
const title = present ? 'texts of other tools' : 'texts of other tools (skipped: set GUILDHALL_FIXTURES)';
const read = (file: string) => readFileSync(join(folder, file), 'utf8');

describe.skipIf(!present)(title, () => {
  test('a ledger of CEPGP has a balance for each raider, and nothing for raid and guild', () => {
    // The excerpt closes a table where its two parts are joined.
    const text = read('cepgp-traffic-excerpt.lua').replace(/(\}, -- \[4934\]\s*)\},/, '$1');
    const rows = readBalances(text, new Date());
    const count = (why: string | null) => rows.filter((row) => row.why === why).length;
    expect([rows.length, count(null), count('for_many')]).toEqual([15, 7, 8]);
    expect(rows.find(({ name }) => name === 'Gilzuur')).toMatchObject({
      ...{ points: 835, gp: 227, at: '2021-03-29T18:56:34.000Z', note: 'Add GP 103 (Full Price)' },
    });
  });

  test('an event of version 2 has one tentative, one declined and four answers, three names by part', () => {
    const rows = readRaidHelperEvent(read('raid-helper-v2-event.json'));
    const count = (status: string) => rows.filter((row) => row.status === status).length;
    expect([count('tentative'), count('declined'), count('signed_up')]).toEqual([1, 1, 4]);
    expect(rows.filter((row) => row.status === 'signed_up').map((row) => row.role)).toEqual([
      'ranged',
      'ranged',
      'melee',
      'melee',
    ]);
    expect(new Set(rows.map((row) => row.night.day))).toEqual(new Set(['2026-01-30']));
    const roster = ['Wonder', 'Curlybill', 'Praisegaben', 'Rag'].map((name) => ({
      id: name,
      discordKey: null,
      characters: [{ name, realms: ['Realm'] }],
    }));
    const match = createMatcher(roster, new Map());
    const found = rows.map((row) => match({ name: row.name, realm: null, discordKey: null }));
    expect(found.flatMap((one) => (one.outcome === 'matched' ? one.by : []))).toEqual(['name', 'part', 'part', 'part']);
  });

  test('reserves have items with commas, one word for a class, and an instant where the column in UTC is', () => {
    const softres = readReserves(read('softres-it.csv'));
    expect(softres.map(({ itemId }) => itemId)).toEqual([86_130, 86_144, 86_133, 86_148]);
    expect(softres[0]).toMatchObject({ itemName: 'Elegion, the Fanged Crescent', className: 'deathknight' });
    const lootReserve = readReserves(read('lootreserve-reserves.csv'));
    expect(lootReserve.map(({ name, className, count }) => [name, className, count])).toEqual(
      Array(2).fill([softres[0]?.name, 'deathknight', 1]),
    );
    const raidres = readReserves(read('raidres.csv'));
    expect(raidres.map(({ plus, reservedAt }) => [plus, reservedAt])).toEqual([
      [60, '2026-02-12T03:02:20.000Z'],
      [30, '2026-02-12T03:02:20.000Z'],
    ]);
    const older = readReserves(read('raidres-older.csv'));
    expect(older.map(({ itemId, reservedAt }) => [itemId, reservedAt])).toEqual([
      [21_110, null],
      [18_814, null],
      [18_814, null],
    ]);
  });

  test("an event of version 4 has a column of the guild's own, whose role is asked", () => {
    const rows = readRaidHelperEvent(read('raid-helper-v4-event.json'));
    expect(rows.map(({ status, role, column }) => [status, role, column])).toEqual([
      ['declined', null, null],
      ['signed_up', 'healer', null],
      ['signed_up', 'tank', null],
      ['signed_up', null, 'Dps Ravager'],
      ['tentative', null, null],
    ]);
  });

  test('events of a server name two series', () => {
    const document = readDocument(read('raid-helper-v4-server-events.json'), RaidHelperEvents, 'events');
    const events = eventsOfServer(document);
    expect(events.map(({ signUps }) => signUps)).toEqual([21, 15, 31]);
    expect(new Set(events.map(({ seriesId }) => seriesId)).size).toBe(2);
  });

  test('the export window has two families, and one that is unknown', () => {
    const rows = readRosterNotes(read('grm-member-export.txt'));
    const families = familiesOf(rows, []).map((family) =>
      family.outcome === 'alt' ? family.main.name : family.outcome,
    );
    expect(families).toEqual(['none', 'Aldertide', 'Aldertide', 'none', 'Dunmarrow', 'none']);
    expect(rows.map(({ isMain }) => isMain)).toEqual([true, null, null, null, null, null]);
    expect(rows.at(-1)).toMatchObject({ note: '=2+5 tank if needed', realm: 'Thornreach' });
  });

  test("the addon's file names four members and a note that is a name", () => {
    const rows = readRosterNotes(read('grm-savedvariables-excerpt.lua'));
    expect(rows).toHaveLength(4);
    expect(rows[1]).toMatchObject({ note: 'Izzylu', className: 'mage' });
  });

  test('a file of another addon is readable Lua, and one with a bracket too many is refused at its line', () => {
    expect(readLua(read('gargul-savedvariables-excerpt.lua')).size).toBeGreaterThan(0);
    expect(refusalOf(() => readLua(read('cepgp-traffic-excerpt.lua')))).toMatchObject({ reason: 'not_lua', line: 165 });
  });

  test('a table of reserves has a quoted name with a comma', () => {
    expect(readTable(read('softres-it.csv')).rows[1]?.cells[0]).toBe('Elegion, the Fanged Crescent');
  });

  test('a history of 2,403 rows has 2,378 awards, and 274 rows that no raider won', () => {
    const rows = readLoot(read('rclootcouncil-history.csv'), new Date());
    expect(rows).toHaveLength(2_403);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(2_378);
    const meanings = rows.map(({ response, responseCode }) => knownResponse(response, responseCode).meaning);
    expect(meanings.filter(isUnclaimed)).toHaveLength(274);
    const json = readLoot(read('rclootcouncil-history.json'), new Date());
    expect(json.filter(({ key }) => !rows.some((row) => row.key === key))).toEqual([]);
    expect(refusalOf(() => readLoot(read('rclootcouncil-playerexport.txt'), new Date()))).toMatchObject({
      reason: 'another_format',
    });
  });

  test('a Droptimizer says the gains of each drop, by boss and by the catalyst', () => {
    const { gains, left } = readSim(read('raidbots-droptimizer-excerpt.json'));
    const gainOf = (itemId: number, encounterId: number, catalystOf: number | null = null) =>
      gains
        .filter((one) => one.itemId === itemId && one.encounterId === encounterId && one.catalystOf === catalystOf)
        .map(({ percent, differs }) => [percent.toFixed(4), differs]);
    expect(gainOf(271_563, 2_895)).toEqual([['1.9028', true]]);
    expect(gainOf(271_563, 2_871)).toEqual([['1.1831', true]]);
    expect(gainOf(271_563, 2_888, 268_236)).toEqual([['0.8616', true]]);
    expect(gainOf(268_218, 2_888)).toEqual([['0.0095', false]]);
    expect(gainOf(270_161, 2_882)).toEqual([['-0.5197', true]]);
    expect(left).toBe(1);
  });

  test('a row of QE Live is a gain at a difficulty, without a boss', () => {
    const row: unknown = JSON.parse(read('qelive-row.json'));
    const about = { playername: 'Selwyn', realm: 'Stormvale', spec: 'Holy Paladin', gameType: 'Retail' };
    const { gains } = readSim(JSON.stringify(JSON.stringify({ ...about, results: [row] })));
    expect(gains).toMatchObject([
      { itemId: 268_196, encounterId: null, track: 'heroic', itemLevel: 334, percent: 0.298, absolute: 1_043 },
    ]);
  });

  test('an export that is cut, or of another tool, is refused', () => {
    expect(refusalOf(() => readRaidHelperEvent(read('rclootcouncil-history.json')))).toBeDefined();
    expect(refusalOf(() => readRaidHelperEvent(read('raid-helper-v2-event.json').slice(0, 700)))).toMatchObject({
      reason: 'not_json',
    });
    expect(refusalOf(() => readLua(read('rclootcouncil-playerexport.txt')))).toMatchObject({ reason: 'not_lua' });
  });
});
