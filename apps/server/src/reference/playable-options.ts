/** The classes, races and specializations of each branch of the game, by the platform's ids. */
import type { Faction } from '@guildhall/contracts/organization.ts';
import type { GameVersion } from '@guildhall/contracts/primitives.ts';

type Options = { maxLevel: number; classIds: number[]; raceIds: number[]; specIds: number[] };

const ERA_CLASSES = [1, 2, 3, 4, 5, 7, 8, 9, 11];
const ERA_RACES = [1, 2, 3, 4, 5, 6, 7, 8];
const ANNIVERSARY_RACES = [...ERA_RACES, 10, 11];
const CLASSIC_CLASSES = [...ERA_CLASSES, 6, 10];
const CLASSIC_RACES = [...ERA_RACES, 9, 10, 11, 22, 24, 25, 26];
const CLASSIC_SPECS = [62, 63, 64, 65, 66, 70, 71, 72, 73, 102, 103, 104, 105].concat(
  Array.from({ length: 21 }, (_, index) => 250 + index),
);

/** Classic Era and Anniversary have talent trees instead of specializations. */
export const PLAYABLE: Record<GameVersion, Options> = {
  retail: {
    maxLevel: 90,
    classIds: [...CLASSIC_CLASSES, 12, 13],
    raceIds: [...CLASSIC_RACES, 27, 28, 29, 30, 31, 32, 34, 35, 36, 37, 52, 70, 84, 85, 86, 91],
    specIds: [...CLASSIC_SPECS, 577, 581, 1467, 1468, 1473, 1480],
  },
  classic: { maxLevel: 90, classIds: CLASSIC_CLASSES, raceIds: CLASSIC_RACES, specIds: CLASSIC_SPECS },
  'classic-era': { maxLevel: 60, classIds: ERA_CLASSES, raceIds: ERA_RACES, specIds: [] },
  'classic-anniversary': { maxLevel: 70, classIds: ERA_CLASSES, raceIds: ANNIVERSARY_RACES, specIds: [] },
};

const ALLIANCE = new Set([1, 3, 4, 7, 11, 22, 25, 29, 30, 32, 34, 37, 52, 85, 86]);
const HORDE = new Set([2, 5, 6, 8, 9, 10, 26, 27, 28, 31, 35, 36, 70, 84, 91]);
/** A Pandaren that has not chosen a side yet. */
const NEUTRAL = 24;

/** The side of a playable race. Null for one not listed here yet. */
export function factionOfRace(raceId: number): Faction | null {
  if (raceId === NEUTRAL) return 'neutral';
  if (HORDE.has(raceId)) return 'horde';
  return ALLIANCE.has(raceId) ? 'alliance' : null;
}
