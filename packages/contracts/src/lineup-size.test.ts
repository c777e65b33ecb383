import { expect, test } from 'vitest';
import { LINEUP_DIFFICULTIES, lineupSize, offeredDifficulties } from './lineup-size.ts';
import type { GameVersion } from './primitives.ts';

const raid = (gameVersion: GameVersion, instanceId: number | null, difficulty: number | null) =>
  lineupSize({ gameVersion, category: 'raid', instanceId, difficulty });

test.each([
  [16, { min: 20, max: 20 }],
  [233, { min: 15, max: 25 }],
  [14, { min: 10, max: 30 }],
  [15, { min: 10, max: 30 }],
  [17, { min: 10, max: 30 }],
  [null, { min: null, max: 30 }],
])('difficulty %s of a raid in retail takes %o', (difficulty, size) => {
  expect(raid('retail', 1, difficulty)).toEqual(size);
});

test.each<[GameVersion, string, number, number | null, number]>([
  ['classic-era', 'Molten Core', 741, null, 40],
  ['classic-era', 'the Ruins of Ahn’Qiraj', 743, null, 20],
  ['classic-era', 'Zul’Gurub', 76, null, 20],
  ['classic-era', 'Naxxramas', 754, null, 40],
  ['classic-anniversary', 'Karazhan', 745, null, 10],
  ['classic-anniversary', 'the Black Temple', 751, null, 25],
  ['classic', 'the Throne of Thunder, 10 players', 362, 3, 10],
  ['classic', 'the Throne of Thunder, 25 players heroic', 362, 6, 25],
  ['classic', 'Naxxramas, 10 players', 754, 3, 10],
  ['classic', 'Molten Core', 741, null, 40],
])('in %s, %s takes one size', (gameVersion, _name, instanceId, difficulty, size) => {
  expect(raid(gameVersion, instanceId, difficulty)).toEqual({ min: size, max: size });
});

test('a dungeon takes five, and of an unknown raid no size is said', () => {
  const dungeon = { category: 'dungeon', instanceId: 3, difficulty: 8 } as const;
  for (const gameVersion of ['retail', 'classic', 'classic-era', 'classic-anniversary'] as const)
    expect(lineupSize({ ...dungeon, gameVersion })).toEqual({ min: 5, max: 5 });
  expect(raid('classic-era', 1_234, null)).toEqual({ min: null, max: 40 });
  expect(lineupSize({ gameVersion: 'retail', category: null, instanceId: null, difficulty: null })).toEqual({
    min: null,
    max: 40,
  });
});

test('mythic flexible is offered for raids of one boss, and each offered difficulty has a known size', () => {
  const offer = (bosses: number) =>
    offeredDifficulties({ gameVersion: 'retail', category: 'raid', instanceId: 1, bosses });
  expect(offer(1)).toContain(233);
  expect(offer(8)).not.toContain(233);
  for (const difficulty of [...offer(1), ...offer(8)]) {
    expect(LINEUP_DIFFICULTIES).toContain(difficulty);
    expect(raid('retail', 1, difficulty).min).not.toBeNull();
  }
});
