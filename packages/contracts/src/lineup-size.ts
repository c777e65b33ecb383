/** How many people a line-up takes. Without zod, so that pages can use it. */
import type { InstanceCategory } from './game-data.ts';
import type { GameVersion } from './primitives.ts';

/** Difficulties of the game by its ids. */
export const LINEUP_DIFFICULTIES = [1, 2, 3, 4, 5, 6, 8, 9, 14, 15, 16, 17, 23, 148, 233] as const;
export type LineupDifficulty = (typeof LINEUP_DIFFICULTIES)[number];

/** `min` is null where the size is not known; `max` is then the largest that is possible. */
export type LineupSize = { min: number | null; max: number };

type Raid = {
  gameVersion: GameVersion;
  /** Null for an event without an instance. */
  category: InstanceCategory | null;
  instanceId: number | null;
  difficulty: number | null;
};

/** The interface of the game has eight groups of five. */
export const GROUPS = 8;
export const GROUP_SIZE = 5;
const RAID: LineupSize = { min: null, max: GROUPS * GROUP_SIZE };
const exactly = (size: number): LineupSize => ({ min: size, max: size });

/**
 * Retail: normal (14), heroic (15) and looking for raid (17) take 10 to 30, mythic (16) 20, mythic flexible (233) 15 to 25.
 * Source: the difficulty ids of the client, patch 12.0.7, as the addons NSRT and MRT of that patch use them.
 */
const RETAIL = new Map<number, LineupSize>([
  [14, { min: 10, max: 30 }],
  [15, { min: 10, max: 30 }],
  [16, exactly(20)],
  [17, { min: 10, max: 30 }],
  [233, { min: 15, max: 25 }],
]);

/**
 * Classic, by the journal's ids of instances. Source: the sizes at release of Molten Core, Blackwing Lair, Ahn'Qiraj,
 * Naxxramas, Zul'Gurub (76) and Onyxia's Lair; of Karazhan, Zul'Aman (77), Gruul's Lair, Magtheridon's Lair, Serpentshrine
 * Cavern, the Eye, Hyjal, the Black Temple and the Sunwell.
 */
const ERA = new Map([
  ...[741, 742, 744, 754, 760].map((id) => [id, 40] as const),
  ...[743, 76].map((id) => [id, 20] as const),
]);
const ANNIVERSARY = new Map([
  ...ERA,
  ...[745, 77].map((id) => [id, 10] as const),
  ...[746, 747, 748, 749, 750, 751, 752].map((id) => [id, 25] as const),
]);
/** From Wrath of the Lich King on, Naxxramas and Onyxia's Lair are raids of 10 or 25. */
const PROGRESSION = new Map([...ANNIVERSARY].filter(([id]) => ![754, 760, 76, 77].includes(id)));
const CLASSIC: Record<Exclude<GameVersion, 'retail'>, Map<number, number>> = {
  'classic-era': ERA,
  'classic-anniversary': ANNIVERSARY,
  classic: PROGRESSION,
};
/** 10 and 25 players, normal and heroic; 40 players; 20 players. */
const CLASSIC_DIFFICULTIES = new Map([
  [3, 10],
  [5, 10],
  [4, 25],
  [6, 25],
  [9, 40],
  [148, 20],
]);

export function lineupSize({ gameVersion, category, instanceId, difficulty }: Raid): LineupSize {
  if (gameVersion === 'retail') {
    if (category === 'dungeon') return exactly(GROUP_SIZE);
    const sized = RETAIL.get(difficulty ?? 0);
    if (sized) return sized;
    return category === 'raid' ? { min: null, max: 30 } : RAID;
  }
  const fixed = CLASSIC[gameVersion].get(instanceId ?? 0);
  if (fixed !== undefined) return exactly(fixed);
  if (category === 'dungeon') return exactly(GROUP_SIZE);
  const sized = CLASSIC_DIFFICULTIES.get(difficulty ?? 0);
  if (sized !== undefined) return exactly(sized);
  return category === 'raid' && gameVersion === 'classic' ? { min: null, max: 25 } : RAID;
}

type Offered = Omit<Raid, 'difficulty'> & {
  /** Bosses of the instance. */
  bosses: number;
};

/**
 * The difficulties that a line-up may name. Mythic flexible exists for raids of one boss. Source: as above; dungeons have
 * normal (1), heroic (2), mythic (23) and keystones (8).
 */
export function offeredDifficulties({ gameVersion, category, instanceId, bosses }: Offered): LineupDifficulty[] {
  if (gameVersion === 'retail') {
    if (category === 'dungeon') return [1, 2, 23, 8];
    return bosses > 1 ? [17, 14, 15, 16] : [17, 14, 15, 16, 233];
  }
  if (CLASSIC[gameVersion].has(instanceId ?? 0)) return [];
  if (category === 'dungeon') return gameVersion === 'classic-era' ? [1] : [1, 2];
  return gameVersion === 'classic' ? [3, 4, 5, 6] : [3, 4, 148, 9];
}
