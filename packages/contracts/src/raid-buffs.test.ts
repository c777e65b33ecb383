import { expect, test } from 'vitest';
import { coverage, RAID_BUFFS } from './raid-buffs.ts';

const person = (classId: number, group: number | null, specId: number | null = null) => ({ classId, specId, group });
const keysOf = (covered: { buff: { key: string } }[]) => covered.map(({ buff }) => buff.key);

test('in retail each buff belongs to one class, and one person of each class brings all of them', () => {
  const { buffs } = RAID_BUFFS.retail;
  expect(buffs).toHaveLength(11);
  expect(new Set(buffs.map(({ classIds }) => classIds.join())).size).toBe(11);
  const all = Array.from({ length: 13 }, (_, index) => person(index + 1, 1));
  const covered = coverage('retail', all);
  expect(covered.buffs.filter(({ have }) => have.length !== 1)).toEqual([]);
  const count = (key: string) => covered.utility.find(({ buff }) => buff.key === key)?.have.length;
  expect([count('bloodlust'), count('battle_resurrection')]).toEqual([4, 4]);
});

test('a person without a place brings nothing, but is named as one who would', () => {
  const hunter = person(3, null);
  const { buffs } = coverage('retail', [person(8, 1), hunter]);
  expect(keysOf(buffs.filter(({ have }) => have.length > 0))).toEqual(['arcane_intellect']);
  expect(buffs.find(({ buff }) => buff.key === 'hunters_mark')?.could).toEqual([hunter]);
});

test('in Classic a totem reaches its own group, and the groups without it are named', () => {
  const { buffs } = coverage('classic-era', [person(7, 1), person(1, 2), person(4, 3), person(7, null)]);
  const windfury = buffs.find(({ buff }) => buff.key === 'windfury_totem');
  expect(windfury).toMatchObject({ groupsWithout: [2, 3], have: [{ group: 1 }], could: [{ group: null }] });
  expect(buffs.find(({ buff }) => buff.key === 'fortitude')?.groupsWithout).toEqual([]);
});

test('a buff of some specializations counts only for those that are known', () => {
  const haste = (specId: number | null) =>
    coverage('classic', [person(6, 1, specId)]).buffs.find(({ buff }) => buff.key === 'melee_haste')?.have.length;
  expect([haste(251), haste(250), haste(null)]).toEqual([1, 0, 0]);
});
