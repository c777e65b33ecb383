/** Odd texts through everything that shows a part of them: see markdown.test.ts for the whole. */

import { nameKey } from '@guildhall/contracts/name-key.ts';
import { expect, test } from 'vitest';
import { oddTexts } from '../../../server/test/odd-texts.ts';
import { excerpt } from './excerpt.ts';
import { difference } from './text-difference.tsx';

const LENGTH = 20_000;

test.each(oddTexts(LENGTH))('I-13: the difference of two versions of %s takes bounded work', (_, text) => {
  const other = text
    .split('\n')
    .map((line) => `${line}!`)
    .join('\n');
  for (const [before, after] of [
    ['', text],
    [text, ''],
    [text, text],
    [text, other],
    [text, [...text].reverse().join('')],
  ]) {
    const { lines, steps } = difference(before ?? '', after ?? '');
    expect(steps).toBeLessThanOrEqual(1_100_000);
    expect(lines.length).toBeLessThanOrEqual(2 * LENGTH + 10);
  }
});

test.each(oddTexts(LENGTH))('I-13: an excerpt of %s is short, whole and not empty', (_, text) => {
  const short = excerpt(text);
  expect(short.length).toBeLessThanOrEqual(282);
  expect(short.isWellFormed()).toBe(true);
  if (text.trim() !== '' && !/\s/.test(text.slice(0, 280))) expect(short.length).toBeGreaterThan(270);
  expect(nameKey(text).length).toBeLessThanOrEqual(3 * LENGTH);
});
