import { expect, test } from 'vitest';
import { Id, OrganizationRef, queryFlag, queryInteger, SearchText } from './primitives.ts';

const integer = queryInteger({ min: -1, max: 200 });
const flag = queryFlag('Whether');

test.each<[unknown]>([
  [''],
  [' '],
  ['1.5'],
  ['1e2'],
  ['0x10'],
  ['1e400'],
  ['201'],
  ['-2'],
  ['9'.repeat(40)],
  ['NaN'],
  ['Infinity'],
  ['null'],
  ['true'],
  [null],
  [undefined],
  [true],
  [[5]],
  [['5']],
  [{}],
  [1.5],
  [201],
  [Number.NaN],
  [Number.POSITIVE_INFINITY],
])('A-08, I-08: %j is not a whole number in range', (value) => {
  expect(integer.safeParse(value).success).toBe(false);
});

test.each<[unknown, number]>([
  ['0', 0],
  ['200', 200],
  ['-1', -1],
  ['007', 7],
  [5, 5],
])('%j is the number %d', (value, number) => {
  expect(integer.parse(value)).toBe(number);
});

test.each<[unknown]>([
  [''],
  ['1'],
  ['0'],
  ['yes'],
  ['TRUE'],
  [' true'],
  ['null'],
  [0],
  [1],
  [null],
  [undefined],
  [[true]],
  [['true']],
  [{}],
])('I-08: %j is not a flag', (value) => {
  expect(flag.safeParse(value).success).toBe(false);
});

test.each<[unknown, boolean]>([
  ['true', true],
  ['false', false],
  [true, true],
  [false, false],
])('%j is the flag %j', (value, meant) => {
  expect(flag.parse(value)).toBe(meant);
});

test.each<[unknown]>([
  [''],
  ['..'],
  ['0'],
  ['-1'],
  ['null'],
  ['x'.repeat(10_000)],
  [0],
  [null],
  [['0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f']],
  ['0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f '],
  ["0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f' or 1=1"],
  ['0199d3a06f3e7c419a521f0c2b8d4e6f'],
])('A-08: %j is not an id', (value) => {
  expect(Id.safeParse(value).success).toBe(false);
});

test('A-08: an id ignores case', () => {
  expect(Id.parse('0199D3A0-6F3E-7C41-9A52-1F0C2B8D4E6F')).toBe('0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f');
});

test.each<[unknown]>([['a\u0000b'], ['a\nb'], ['a\u007f'], ['x'.repeat(101)], [5], [null], [['a']]])(
  'I-02: %j is not a search text',
  (value) => {
    expect(SearchText.safeParse(value).success).toBe(false);
  },
);

test('I-02: patterns and SQL are plain search text, trimmed', () => {
  expect(SearchText.parse("  %_\\'; drop table x -- ")).toBe("%_\\'; drop table x --");
});

test.each<[unknown]>([[''], ['\u0000'], ['a\u0000'], ['x'.repeat(121)], [null], [5]])(
  'A-08: %j does not name an organization',
  (value) => {
    expect(OrganizationRef.safeParse(value).success).toBe(false);
  },
);
