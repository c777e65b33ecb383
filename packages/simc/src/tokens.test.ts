import { expect, test } from 'vitest';
import { classToken, professionToken, raceToken, slotTokens, specializationOf, tokenOf } from './tokens.ts';

test.each([
  ['Twisting Nether', 'twisting_nether'],
  ["Mal'Ganis", 'malganis'],
  ['The Maw', 'the_maw'],
  ['Azjol-Nerub', 'azjolnerub'],
  ['Aggra (Português)', 'aggra_português'],
  ['Les Sentinelles', 'les_sentinelles'],
  ['ÉTERNELS', 'Éternels'],
  ['格瑞姆巴托', '格瑞姆巴托'],
  ['아즈샤라', '아즈샤라'],
  ['Гордунни', 'Гордунни'],
  ['Area 52', 'area_52'],
  ['ends in a blank ', 'ends_in_a_blank'],
  ['two at the end  ', 'two_at_the_end_'],
  ['a"b\nc\rd\te=f$(g)#h/i\\j\u0000\u2028\u00a0k', 'abcdefghijk'],
  ['\ud800', ''],
  ['', ''],
])('the realm %j becomes %j', (name, token) => {
  expect(tokenOf(name)).toBe(token);
});

test('every class has its own token of lower-case letters', () => {
  const words = Array.from({ length: 13 }, (_, index) => classToken(index + 1));
  expect(new Set(words).size).toBe(13);
  expect(words).toContain('deathknight');
  expect(words).toContain('demonhunter');
  expect(words.every((word) => /^[a-z]+$/.test(word ?? ''))).toBe(true);
  expect(classToken(14)).toBeUndefined();
  expect(classToken(Number.NaN)).toBeUndefined();
});

test('there are forty specializations: four for the druid, and three for each other class', () => {
  const all = Array.from({ length: 2000 }, (_, id) => specializationOf(id)).filter((found) => found !== undefined);
  expect(all).toHaveLength(40);
  const perClass = Map.groupBy(all, ({ classId }) => classToken(classId));
  expect(perClass.get('druid')).toHaveLength(4);
  expect(perClass.size).toBe(13);
  expect([...perClass].filter(([, specs]) => specs.length === 3)).toHaveLength(12);
  expect(all.every(({ token }) => /^[a-z_]+$/.test(token))).toBe(true);
  expect(specializationOf(253)).toMatchObject({ token: 'beast_mastery', role: 'attack', name: 'Beast Mastery' });
});

test('the tables know races of both factions, professions that can be simulated, and slots in profile order', () => {
  expect([1, 5, 25, 31, 36, 52, 85, 91].map(raceToken)).toEqual(
    ['human', 'undead', 'pandaren_alliance', 'zandalari_troll', 'maghar_orc', 'dracthyr_alliance'].concat(
      'earthen_alliance',
      'haranir_horde',
    ),
  );
  expect(raceToken(23)).toBeUndefined();
  expect(professionToken(755)).toBe('jewelcrafting');
  expect([185, 356, 794].map(professionToken)).toEqual([undefined, undefined, undefined]);
  expect(slotTokens().map(([, token]) => token)).toEqual([
    ...['head', 'neck', 'shoulder', 'back', 'chest', 'shirt', 'tabard', 'wrist', 'hands', 'waist', 'legs', 'feet'],
    ...['finger1', 'finger2', 'trinket1', 'trinket2', 'main_hand', 'off_hand'],
  ]);
});
