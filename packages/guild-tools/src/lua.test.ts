import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LuaTable, type LuaValue, readLua } from './lua.ts';
import { refusalOf } from './test-refusals.ts';

const plain = (value: LuaValue): unknown =>
  value instanceof Map ? Object.fromEntries([...value].map(([key, held]) => [key, plain(held)])) : value;
const read = (text: string) => plain(readLua(text));

test('reads what addons save', () => {
  const text = `
-- Guild roster
DB = {
  ["Name-Realm"] = {
    ["note"] = "says \\"hi\\"\\n\\195\\164",
    level = 60, -- [1]
    flags = { true, false, nil, -1.5e3, 0x10 }; --[[ long
    comment ]] last = 'x',
    long = [==[a]]b]==],
  },
}
Other = 1`;
  expect(read(text)).toEqual({
    DB: {
      'Name-Realm': {
        note: 'says "hi"\nä',
        level: 60,
        flags: { 1: true, 2: false, 3: null, 4: -1500, 5: 16 },
        last: 'x',
        long: 'a]]b',
      },
    },
    Other: 1,
  });
});

test.each([
  ['DB = os.execute("x")', 1],
  ['DB = {\n  f = function() end }', 2],
  ['DB = {\n\n  "cut', 3],
  ['DB = { 1 + 1 }', 1],
  ['DB = { [{}] = 1 }', 1],
  ['DB', 1],
  ['DB = --[[ never closed', 1],
  ['return { 1 }', 1],
])('refuses %j at line %i', (text, line) => {
  expect(refusalOf(() => read(text))).toMatchObject({ reason: 'not_lua', line });
});

test('M-01: reads 50 tables within each other, and refuses one more', () => {
  const nested = (depth: number) => `DB = ${'{'.repeat(depth)}${'}'.repeat(depth)}`;
  expect(read(nested(50))).toBeDefined();
  expect(refusalOf(() => read(nested(51)))).toMatchObject({ reason: 'too_deep', line: 1 });
  expect(refusalOf(() => read(nested(100_000)))).toMatchObject({ reason: 'too_deep' });
});

test('reads back every table that is written in literals', () => {
  const literal = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
      fc.integer(),
      fc.boolean(),
      fc.dictionary(fc.string(), tie('value'), { maxKeys: 4, noNullPrototype: true }),
    ),
  })).value;
  fc.assert(
    fc.property(fc.dictionary(fc.string(), literal, { noNullPrototype: true }), (table) => {
      expect(read(`DB = ${written(table)}`)).toEqual({ DB: table });
    }),
  );
});

test('never fails otherwise than by a refusal', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}[]=,;"\\\'-ax01\n nil') }), (text) => {
      try {
        const table: LuaTable = readLua(text);
        expect(table).toBeInstanceOf(Map);
      } catch (error) {
        expect(error).toHaveProperty('reason');
      }
    }),
    { numRuns: 2_000 },
  );
});

function written(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return String(value);
  return `{ ${Object.entries(value).map(([key, held]) => `[${quoted(key)}] = ${written(held)}`)} }`;
}

const quoted = (text: string) =>
  `"${[...Buffer.from(text)].map((byte) => `\\${String(byte).padStart(3, '0')}`).join('')}"`;
