import { expect, test } from 'vitest';
import { fold, foldPlain, nameParts, splitRealm } from './fold.ts';

test.each([
  ['TwistingNether', 'twisting-nether'],
  ["Kel'Thuzad", 'Kel’thuzad'],
  ['Kel´Thuzad', 'Kelʼthuzad'],
  ['Twisting\u2011Nether', 'Twisting\u00a0Nether'],
  ['Ysmere', 'YSMERE'],
  ['Ⅷ', 'viii'],
  ['ИВАН', 'Иван'],
  ['İlker', 'ilker'],
  ['ΟΔΥΣΣΕΎΣ', 'οδυσσεύσ'],
])('%s and %s are the same name', (one, other) => {
  expect(fold(one)).toBe(fold(other));
});

test('diacritics count, and do not in the second pass', () => {
  expect(fold('Thessá')).not.toBe(fold('Thessa'));
  expect(foldPlain('Thessá')).toBe(foldPlain('Thessa'));
  expect(foldPlain('Sørenß')).toBe('sorenss');
});

test.each([
  ['Curlybill/Ruff', ['Curlybill', 'Ruff']],
  ['Curlybill (Ruff)', ['Curlybill', 'Ruff']],
  ['Rag | Gothlim, Third', ['Rag', 'Gothlim', 'Third']],
  ['(Ruff)', ['Ruff']],
  ['Ruff', []],
])('%s has the parts %j', (name, parts) => {
  expect(nameParts(name)).toEqual(parts);
});

test.each([
  ['Aldric-Azjol-Nerub', { name: 'Aldric', realm: 'Azjol-Nerub' }],
  ['Aldric', { name: 'Aldric', realm: null }],
  ['-Aldric', { name: '-Aldric', realm: null }],
  ['Aldric-', { name: 'Aldric-', realm: null }],
])('%s is read as %j', (text, expected) => {
  expect(splitRealm(text)).toEqual(expected);
});
