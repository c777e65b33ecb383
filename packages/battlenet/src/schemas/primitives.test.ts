import { expect, test } from 'vitest';
import { CharacterProfile } from './character.ts';
import { LocalizedText, Reference, textIn } from './primitives.ts';

test.each([
  ['one locale', 'Orc', 'Orc'],
  ['all locales', { en_US: 'Orc', de_DE: 'Ork' }, 'Ork'],
  ['a locale without a name', { en_US: 'Orc', de_DE: null }, 'Orc'],
  ['only British English', { en_GB: 'Orc', de_DE: '' }, 'Orc'],
  ['only another language', { en_US: null, fr_FR: 'Orc' }, 'Orc'],
  ['no name in any locale', { en_US: null, de_DE: null }, null],
  ['an empty name', '', null],
  ['null', null, null],
  ['missing', undefined, null],
])('the German text of a name: %s', (_what, name, expected) => {
  expect(textIn(LocalizedText.parse(name), 'de_DE')).toBe(expected);
});

test('a reference needs only its id', () => {
  expect(Reference.parse({ id: 3 })).toEqual({ id: 3, name: null, key: null });
  expect(Reference.safeParse({ name: 'Hunter' }).success).toBe(false);
});

test.each([
  ['a level of 2^53', CharacterProfile, 'level', 2 ** 53],
  ['a level of 40,000', CharacterProfile, 'level', 40_000],
  ['points beyond 32 bits', CharacterProfile, 'achievement_points', 2 ** 31],
  ['a time beyond the year 9999', CharacterProfile, 'last_login_timestamp', 2 ** 53 - 1],
])('%s is rejected', (_what, schema, field, value) => {
  const issues = schema.safeParse({ [field]: value }).error?.issues ?? [];
  expect(issues.some(({ path, code }) => path[0] === field && code === 'too_big')).toBe(true);
});
