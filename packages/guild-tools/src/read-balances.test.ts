/** Points of other tools, by rows built after the rules of real exports. */
import { describe, expect, test } from 'vitest';
import { readBalances } from './read-balances.ts';
import { refusalOf } from './test-refusals.ts';

const now = new Date('2026-11-20T20:00:00Z');
const short = (text: string) =>
  readBalances(text, now).map(({ line, name, points, gp, at, why }) => [line, name, points, gp, at, why]);

describe('the ledger of CEPGP', () => {
  const traffic = (...entries: string[]) =>
    `\nCEPGP = {\n["Traffic"] = {\n${entries.map((one) => `{ ${one} },`).join('\n')}\n},\n}`;

  test('says what a raider has by the latest line, and shows what was for many', () => {
    const text = traffic(
      '"Raid", "Ursine", "Add Raid EP +10", "", "", "", ""',
      '"Raid", "Ursine", "Add Raid EP +1"',
      '"Wowarrow", "Ursine", "Add GP +23", 6, 6, 1, 24, "|cffa335ee|Hitem:18423::|h[Head]|h|r", 1572290753',
      '"Wowarrow", "Ursine", "Add GP 28 (Full Price)", "569", "569", "103", "131", "", 1617044092, 1618001390.536, "Player-1"',
      '"Dotpop-Mograine", "Ursine", "Add EP 5", 6, 11, 1, 1, "", 99',
      '"Guild", "Ursine", "Decayed EPGP -20%(weekly decay)", "", "", "", "", "", 1617315089',
      '"Thymus", "Ursine", "Add GP +36"',
    );
    expect(short(text)).toEqual([
      [1, 'Raid', null, null, null, 'for_many'],
      [2, 'Raid', null, null, null, 'for_many'],
      [3, 'Wowarrow', 6, 24, '2019-10-28T19:25:53.000Z', 'later_balance'],
      [4, 'Wowarrow', 569, 131, '2021-03-29T18:54:52.000Z', null],
      [5, 'Dotpop', 11, 1, null, null],
      [6, 'Guild', null, null, '2021-04-01T22:11:29.000Z', 'for_many'],
      [7, 'Thymus', null, null, null, 'no_balance'],
    ]);
    expect(readBalances(text, now)[4]).toMatchObject({ realm: 'Mograine', note: 'Add EP 5' });
  });

  test('holds by its time, whatever the order of its lines', () => {
    const lines = ['"Axix", "", "", 1, 2, 1, 1, "", 1617044113', '"Axix", "", "", 1, 3, 1, 1, "", 1617044112'];
    expect(short(traffic(...lines)).map(([, , points, , , why]) => [points, why])).toEqual([
      [2, null],
      [3, 'later_balance'],
    ]);
  });

  test.each([
    ['CEPGP = { ["Traffic"] = os.execute("x") }', 'not_lua'],
    ['CEPGP = { ["Other"] = {} }', 'another_format'],
    [`CEPGP = ${'{'.repeat(60)}`, 'too_deep'],
    ['name,points\nAxix,1', 'another_format'],
  ])('V-05: refuses %j', (text, reason) => {
    expect(refusalOf(() => readBalances(text, now))).toMatchObject({ reason });
  });
});

describe('the standings of Core Loot Manager', () => {
  const standings = (...rosters: object[]) => JSON.stringify({ standings: { roster: rosters } });
  const player = (name: string, points: number, spent?: number) => ({
    guid: 'Player-1',
    name,
    class: 'Death Knight',
    points,
    spent,
  });

  test('are the points of one roster', () => {
    const text = standings({
      uid: 1,
      name: 'Main',
      standings: { player: [player('Axix', 12.5, 30), player('Trurb', -3)] },
    });
    expect(short(text)).toEqual([
      [1, 'Axix', 12.5, 30, null, null],
      [2, 'Trurb', -3, null, null, null],
    ]);
    expect(readBalances(text, now)[0]).toMatchObject({ className: 'deathknight', tool: 'clm' });
  });

  test.each([
    [standings({ standings: { player: [] } }, { standings: { player: [] } }), 'another_kind'],
    ['{"standings": {}}', 'another_format'],
    ['{"standings": ', 'not_json'],
  ])('V-05: refuses %j', (text, reason) => {
    expect(refusalOf(() => readBalances(text, now))).toMatchObject({ reason });
  });
});

describe('the points of EQdkp-Plus', () => {
  const pool = (id: number, points: string) =>
    `<multidkp_points><multidkp_id>${id}</multidkp_id><points_current>1</points_current><points_current_with_twink>${points}</points_current_with_twink></multidkp_points>`;
  const player = (id: number, name: string, main: number, pools: string) =>
    `<player><id>${id}</id><name>${name}</name><main_id>${main}</main_id><class_name>Shaman</class_name><points>${pools}</points></player>`;
  const xml = (...players: string[]) =>
    `<?xml version="1.0"?>\n<response><players>${players.join('\n')}</players></response>`;

  test('stand at the main, for all characters of a person', () => {
    const text = xml(
      player(1, 'Ädel', 1, pool(1, '47.92')),
      player(2, 'Twink', 1, pool(1, '47.92')),
      player(3, 'New', 3, ''),
    );
    expect(short(text)).toEqual([
      [2, 'Ädel', 47.92, null, null, null],
      [3, 'Twink', 47.92, null, null, 'of_main'],
      [4, 'New', null, null, null, 'no_balance'],
    ]);
  });

  test('V-05: refuses several pools, of which none is meant, and a DOCTYPE', () => {
    const several = xml(player(1, 'Ädel', 1, pool(1, '1') + pool(2, '2')));
    expect(refusalOf(() => readBalances(several, now))).toMatchObject({ reason: 'another_kind', line: 2 });
    const bomb = `<!DOCTYPE x [<!ENTITY a "b">]>${xml(player(1, '&a;', 1, ''))}`;
    expect(refusalOf(() => readBalances(bomb, now))).toMatchObject({ reason: 'not_xml' });
  });
});
