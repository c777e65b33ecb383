import { describe, expect, test } from 'vitest';
import { readReserves } from './read-reserves.ts';
import { refusalOf } from './test-refusals.ts';

const SOFTRES = 'Item,ItemId,From,Name,Class,Spec,Note,Plus,Date';
const RAIDRES = 'ID,Item,Boss,Attendee,Class,Specialization,Comment,Date';
const LOOT_RESERVE = 'Player,Class,Plus,ExtraReserves,RollBonus,Item,Count';
const read = (...lines: string[]) => readReserves(lines.join('\n'));

describe('reserves', () => {
  test('of softres.it have items with commas in their names', () => {
    const rows = read(
      SOFTRES,
      '"Elegion, the Fanged Crescent",86130,Elegon,Mara,Deathknight,Frost,"Please, please",30,"2025-08-28 21:53:33"',
    );
    expect(rows).toEqual([
      {
        ...{ kind: 'reserve', line: 2, externalId: null, role: null, discordId: null },
        ...{ name: 'Mara', realm: null, className: 'deathknight', note: 'Please, please' },
        ...{ itemId: 86_130, itemName: 'Elegion, the Fanged Crescent', count: 1, plus: 30, reservedAt: null },
      },
    ]);
  });

  test('of the short form of softres.it are read too', () => {
    expect(read('ItemId,Name,Class,Note,Plus', '86130,Mara,Deathknight,,0')).toMatchObject([
      { name: 'Mara', itemId: 86_130, itemName: null, plus: 0, note: null },
    ]);
  });

  test('of Raidres have the instant of the column in UTC, and none without it', () => {
    const line = '19346,"Dragonfang Blade",Vaelastrasz,Mara,Rogue,Daggers,,"2/11/2026, 9:02:20 PM"';
    expect(read(`${RAIDRES},"Date (GMT)",SR+`, `${line},"2026-02-12 03:02:20",60`)).toMatchObject([
      { reservedAt: '2026-02-12T03:02:20.000Z', plus: 60, className: 'rogue' },
    ]);
    expect(read(RAIDRES, line)).toMatchObject([{ reservedAt: null, plus: 0, itemId: 19_346 }]);
  });

  test('of LootReserve name the same class as softres.it', () => {
    const [one] = read(LOOT_RESERVE, 'Mara,DEATHKNIGHT,0,0,0,89249,2');
    const [other] = read(SOFTRES, 'Thing,89249,,Mara,Deathknight,,,0,');
    expect(one).toMatchObject({ className: 'deathknight', count: 2, itemId: 89_249 });
    expect(one?.className).toBe(other?.className);
  });

  test('of one item by one player are one with their count', () => {
    const rows = read(SOFTRES, 'Blade,1,,Mara,Rogue,,,0,', 'Blade,1,,mara,Rogue,,,0,', 'Blade,1,,Ostrik,Rogue,,,0,');
    expect(rows.map(({ name, count }) => [name, count])).toEqual([
      ['Mara', 2],
      ['Ostrik', 1],
    ]);
  });

  test('keep the number of an item that has one for each faction, which addons get back', () => {
    expect(read(SOFTRES, 'Head,19003,,Mara,Rogue,,,0,')).toMatchObject([{ itemId: 19_003 }]);
  });

  test('keep realms, and take the text of a formula', () => {
    expect(read(SOFTRES, '"=HYPERLINK(""u"",""Blade"")",1,,Mara-Storm Vale,Rogue,,,0,')).toMatchObject([
      { name: 'Mara', realm: 'Storm Vale', itemName: 'Blade' },
    ]);
  });

  test.each<[string, string[], string, number | null]>([
    ['another table', ['Name,Class', 'Mara,Rogue'], 'another_format', null],
    ['a line without an item', [SOFTRES, 'Blade,,,Mara,Rogue,,,0,'], 'invalid_value', 2],
    ['a line without a name', [SOFTRES, 'Blade,1,,,Rogue,,,0,'], 'invalid_value', 2],
  ])('are refused for %s', (_, lines, reason, line) => {
    expect(refusalOf(() => read(...lines))).toMatchObject({ reason, line });
  });
});
