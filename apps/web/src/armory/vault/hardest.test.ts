import { expect, test } from 'vitest';
import { hardestDefeated } from './hardest.ts';

const of = (...types: [type: string, defeated: number][]) =>
  hardestDefeated(types.map(([type, defeated]) => ({ type, defeated })))?.type;

test('the hardest difficulty counts, in whatever order the platform lists them', () => {
  expect(of(['HEROIC', 4], ['NORMAL', 4])).toBe('HEROIC');
  expect(of(['LFR', 8], ['NORMAL', 8], ['HEROIC', 2], ['MYTHIC', 0])).toBe('HEROIC');
  expect(of(['LEGACY_10_MAN', 1], ['LEGACY_10_MAN_HEROIC', 1], ['NORMAL', 1])).toBe('LEGACY_10_MAN_HEROIC');
  expect(of(['EVENT', 1], ['LFR', 0])).toBe('EVENT');
  expect(of(['MYTHIC', 0])).toBeUndefined();
});
