import { deflateRawSync } from 'node:zlib';
import { LineupFormat } from '@guildhall/contracts/lineup.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FormatCharacter, type FormatLineup, positionsOf, realmSuffix } from './format-lineup.ts';
import { printDecode, printEncode } from './print-encoding.ts';
import { readLineup } from './read-lineup.ts';
import { writeLineup } from './write-lineup.ts';

const character = (name: string, realm: string | null = 'Thornwall', more: Partial<FormatCharacter> = {}) => ({
  name,
  realm,
  className: 'Mage',
  role: 'ranged' as const,
  ...more,
});

const lineup = (groups: FormatLineup['groups'], more: Partial<FormatLineup> = {}): FormatLineup => ({
  title: 'Slagheart',
  realm: 'Thornwall',
  region: 'eu',
  gameVersion: 'retail',
  faction: null,
  groups,
  ...more,
});

const LETTERS = [
  'abcdefghijklmnopqrstuvwxyz',
  'äöüßéèêëñçøåæœýðþłđ',
  'абвгдежзийклмнопрстуфхцчшщъыьэюяё',
  '가나다라마바사아자차카타파하힣',
  '的一是不了人我在有他這為之大來以個中',
  'あいうえおカキクケコ',
];
const name = fc
  .constantFrom(...LETTERS)
  .chain((letters) => fc.array(fc.constantFrom(...letters), { minLength: 2, maxLength: 12 }))
  .map((letters) => letters.join(''));
const realm = fc.constantFrom(
  'Thornwall',
  'Twisting Nether',
  "Kel'Thuzad",
  'Azjol-Nerub',
  'Area 52',
  'Aggra (Português)',
  'Ревущий фьорд',
  '아즈샤라',
  '世界之樹',
);
const anyCharacter = fc.record({
  name,
  realm,
  className: fc.constantFrom('Mage', 'Воин'),
  role: fc.constantFrom('tank' as const, 'healer' as const, 'melee' as const, 'ranged' as const),
});
const anyGroups = fc.array(fc.array(fc.option(anyCharacter), { maxLength: 5 }), { maxLength: 8 });

type Position = { name: string; realm: string | null } | null;
const ownRealm = (one: Position) => one && { name: one.name, realm: realmSuffix(one.realm ?? 'Thornwall') };
const placed = (one: Position) => one !== null;

test('every format decodes to the same names, whatever their language and realm', () => {
  fc.assert(
    fc.property(anyGroups, fc.constantFrom(...LineupFormat.options), (groups, format) => {
      const given = positionsOf(lineup(groups)).map(ownRealm);
      fc.pre(given.some(placed));
      const { text, leftOut } = writeLineup(format, lineup(groups));
      expect(leftOut).toEqual([]);
      const read = readLineup(text);
      expect(read.format).toBe(format);
      expect(read.positions.map(ownRealm).filter(placed)).toEqual(given.filter(placed));
    }),
    { numRuns: 400 },
  );
});

test('NSRT, MRT, CSV and the sheet keep each position; Gargul keeps each group', () => {
  fc.assert(
    fc.property(anyGroups, (groups) => {
      const given = positionsOf(lineup(groups)).map(ownRealm);
      fc.pre(given.some(placed));
      for (const format of ['nsrt', 'mrt', 'csv', 'sheet'] as const) {
        const read = readLineup(writeLineup(format, lineup(groups)).text).positions.map(ownRealm);
        expect([...read, ...given.slice(read.length)]).toEqual(given);
      }
      const gargul = readLineup(writeLineup('gargul', lineup(groups)).text).positions.map(ownRealm);
      const byGroup = (positions: Position[]) =>
        Array.from({ length: 8 }, (_, group) => positions.slice(group * 5, group * 5 + 5).filter(placed));
      expect(byGroup(gargul)).toEqual(byGroup(given));
    }),
    { numRuns: 100 },
  );
});

const TWO = lineup([
  [character('Ysolde'), null, character('Zokra', "Kel'Thuzad", { role: 'tank' })],
  [],
  [character('Âcomp', 'Twisting Nether')],
]);

test('each format is written as its tool writes it', () => {
  expect(writeLineup('nsrt', TWO).text).toBe(
    "invitelist:Ysolde-Thornwall,,Zokra-Kel'Thuzad,,,,,,,,Âcomp-TwistingNether",
  );
  expect(writeLineup('names', TWO).text).toBe("Ysolde-Thornwall;Zokra-Kel'Thuzad;Âcomp-TwistingNether");
  expect(writeLineup('gargul', TWO).text).toBe("1:Ysolde,Zokra-Kel'Thuzad\n3:Âcomp-TwistingNether\n9:Zokra-Kel'Thuzad");
  expect(writeLineup('macro', TWO).text).toBe(
    "/invite Ysolde-Thornwall\n/invite Zokra-Kel'Thuzad\n/invite Âcomp-TwistingNether",
  );
  expect(writeLineup('sheet', TWO).text.split('\n').slice(0, 3)).toEqual([
    '# Slagheart',
    'G1\tG2\tG3\tG4\tG5\tG6\tG7\tG8',
    'Ysolde\t\tÂcomp-TwistingNether\t\t\t\t\t',
  ]);
  const mrt = writeLineup('mrt', TWO).text;
  expect(mrt).toMatch(/^MRTRGR1[a-zA-Z0-9()]+$/);
});

test('an empty line-up is written and read', () => {
  for (const format of LineupFormat.options) {
    const { text } = writeLineup(format, lineup([]));
    expect(readLineup(text).positions.filter(placed)).toEqual([]);
  }
});

test('a macro has at most 255 bytes, counted in UTF-8', () => {
  const groups = Array.from({ length: 8 }, (_, group) =>
    Array.from({ length: 5 }, (_, at) =>
      character(`힣힣힣힣힣힣힣힣힣힣${'가나다라마바사아'[group]}${'ёжзик'[at]}`, 'Ревущий фьорд'),
    ),
  );
  const { text } = writeLineup('macro', lineup(groups));
  const macros = text.split('\n\n');
  expect(macros.length).toBeGreaterThan(8);
  expect(macros.filter((macro) => Buffer.byteLength(macro) > 255)).toEqual([]);
  expect(readLineup(text).positions).toHaveLength(40);
});

test('a macro of exactly 255 bytes stays whole, and one byte more begins the next', () => {
  // Each line has 18 bytes beside the name, and four line feeds are between five of them.
  const five = (last: string) =>
    lineup([[...['а', 'б', 'в', 'г'].map((letter) => letter.repeat(16)), last].map((each) => character(each))]);
  const sizes = (last: string) =>
    writeLineup('macro', five(last))
      .text.split('\n\n')
      .map((macro) => Buffer.byteLength(macro));
  expect(sizes(`${'д'.repeat(16)}a`)).toEqual([255]);
  expect(sizes('д'.repeat(17))).toEqual([203, 52]);
});

test('macros are as few as their order allows', () => {
  fc.assert(
    fc.property(anyGroups, (groups) => {
      const macros = writeLineup('macro', lineup(groups)).text.split('\n\n');
      for (const [index, macro] of macros.entries()) {
        expect(Buffer.byteLength(macro)).toBeLessThanOrEqual(255);
        const [next] = macros[index + 1]?.split('\n') ?? [];
        if (next !== undefined) expect(Buffer.byteLength(`${macro}\n${next}`)).toBeGreaterThan(255);
      }
    }),
    { numRuns: 60 },
  );
});

test('P-04: characters of another region, game version or faction, and names that no tool could read, are left out and named', () => {
  const groups = [
    [
      character('Ysolde', 'Thornwall', { region: 'EU', faction: 'horde' }),
      character('Farfrom', 'Thornwall', { region: 'us' }),
      character('Ancient', 'Thornwall', { gameVersion: 'classic-era' }),
      character('Other', null, { faction: 'alliance' }),
      character('Bad\n/script DeleteAll()'),
    ],
    [character('A,B'), character('Tess', 'Thorn,wall'), character('Unknown', null, { region: null, faction: null })],
  ];
  for (const format of ['nsrt', 'names', 'mrt', 'gargul', 'macro', 'sheet'] as const) {
    const { text, leftOut } = writeLineup(format, lineup(groups, { faction: 'horde' }));
    expect(leftOut).toEqual([
      { name: 'Farfrom', realm: 'Thornwall', why: 'region' },
      { name: 'Ancient', realm: 'Thornwall', why: 'game_version' },
      { name: 'Other', realm: null, why: 'faction' },
      { name: 'Bad\n/script DeleteAll()', realm: 'Thornwall', why: 'name' },
      { name: 'A,B', realm: 'Thornwall', why: 'name' },
      { name: 'Tess', realm: 'Thorn,wall', why: 'name' },
    ]);
    const names = readLineup(text).positions.flatMap((one) => one?.name ?? []);
    expect(names).toEqual(['Ysolde', 'Unknown']);
  }
});

test('P-04: no cell of the CSV becomes a formula, and it still decodes to the same names', () => {
  const groups = [[character('=HYPERLINK("https://x","y")', '+1', { className: '@cmd' }), character('-Ysolde', null)]];
  const { text, leftOut } = writeLineup('csv', lineup(groups));
  expect(leftOut).toEqual([]);
  expect(text).not.toMatch(/(^|[,"])[=+@-]/m);
  expect(readLineup(text).positions.slice(0, 2)).toEqual([
    { name: '=HYPERLINK("https://x","y")', realm: '+1' },
    { name: '-Ysolde', realm: null },
  ]);
});

test('the print encoding gives every byte back', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(printDecode(printEncode(bytes))).toEqual(Buffer.from(bytes));
    }),
  );
  expect(printDecode('ab-c')).toBeNull();
});

const mrtOf = (table: string | Buffer) => `MRTRGR1${printEncode(deflateRawSync(Buffer.from(table)))}`;

test('groups are read as the addon writes them, with keys, positions and empty names', () => {
  const read = readLineup(mrtOf('0,{"Ysolde","","Zokra-Mankrik",[40]="Nascö"}'));
  expect(read.positions[0]).toEqual({ name: 'Ysolde', realm: null });
  expect(read.positions[1]).toBeNull();
  expect(read.positions[2]).toEqual({ name: 'Zokra', realm: 'Mankrik' });
  expect(read.positions[39]).toEqual({ name: 'Nascö', realm: null });
  expect(readLineup(`EXRTRGR0${printEncode(Buffer.from('0,{"Ysolde"}'))}`).positions[0]?.name).toBe('Ysolde');
});

test('P-05: a line-up that is cut, packed too tightly or too long is refused', () => {
  const whole = writeLineup('mrt', TWO).text;
  expect(() => readLineup(whole.slice(0, -6))).toThrow('is cut');
  expect(() => readLineup('MRTRGR1!!')).toThrow('other characters');
  expect(() => readLineup(mrtOf('0,nothing'))).toThrow('no groups');
  expect(() => readLineup(mrtOf('0,{[41]="Ysolde"}'))).toThrow('40 positions');
  expect(() => readLineup(mrtOf(Buffer.alloc(6 * 1024 * 1024, 'a')))).toThrow('more than 5 MB');
  expect(() => readLineup('1:a,b,c,d,e,f')).toThrow('more than five');
  expect(() => readLineup(Array.from({ length: 41 }, () => 'Ysolde-Thornwall').join(';'))).toThrow('more than 40');
});
