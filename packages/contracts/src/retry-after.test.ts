import { expect, test } from 'vitest';
import { pauseMsOf, retryAfterMs } from './retry-after.ts';

const NOW = Date.parse('1994-11-06T08:49:07.000Z');
const DAY = 24 * 3_600_000;

test.each([
  ['120', 120_000],
  ['1.5', 1_500],
  ['0.5', 500],
  ['.25', 250],
  ['5.', 5_000],
  ['299.997', 299_997],
  ['0.0001', 1],
  ['0', 0],
  [' 7 ', 7_000],
  ['99999999999', DAY],
  ['9'.repeat(400), DAY],
  ['Sun, 06 Nov 1994 08:49:37 GMT', 30_000],
  ['Sunday, 06-Nov-94 08:49:37 GMT', 30_000],
  ['Sun Nov  6 08:49:37 1994', 30_000],
  ['Sun, 06 Nov 1994 08:00:00 GMT', 0],
  ['Fri, 31 Dec 9999 23:59:59 GMT', DAY],
])('%s is a wait', (text, ms) => {
  expect(retryAfterMs(text, NOW)).toBe(ms);
});

test.each([
  ...[
    null,
    undefined,
    '',
    ' ',
    '-5',
    '-0.5',
    '+5',
    '1e3',
    '0x10',
    '1,5',
    '1.5.2',
    '.',
    'NaN',
    'Infinity',
    '5s',
    '5 minutes',
  ],
  ...['soon', '2026-11-20T20:00:00.000Z', 'Sunday', 'Monday, whenever', 'Sun, 99 Foo 1994 08:49:37 GMT'],
])('%j says nothing', (text) => {
  expect(retryAfterMs(text, NOW)).toBeUndefined();
});

test.each([
  [[0], 1_000],
  [[undefined, 400], 1_000],
  [[2_000, 5_000], 5_000],
  [[5_000, undefined], 5_000],
  [[undefined, undefined], undefined],
])('of the waits %j, the pause is the longest, and at least a second', (waits, ms) => {
  expect(pauseMsOf(...waits)).toBe(ms);
});
