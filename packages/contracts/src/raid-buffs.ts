/**
 * Buffs that classes bring to a group, by branch of the game and with the version it is known for. Without zod, so that pages can
 * use it: a line-up that is being edited is counted at once.
 */
import type { GameVersion } from './primitives.ts';

export const RaidBuffKey = [
  'arcane_intellect',
  'fortitude',
  'battle_shout',
  'mark_of_the_wild',
  'skyfury',
  'blessing_of_the_bronze',
  'devotion_aura',
  'atrophic_poison',
  'hunters_mark',
  'mystic_touch',
  'chaos_brand',
  'bloodlust',
  'battle_resurrection',
  'windfury_totem',
  'strength_of_earth',
  'mana_spring',
  'trueshot_aura',
  'leader_of_the_pack',
  'moonkin_aura',
  'blessings',
  'stats',
  'stamina',
  'attack_power',
  'spell_power',
  'melee_haste',
  'spell_haste',
  'critical_strike',
  'mastery',
  'weakened_armor',
  'physical_vulnerability',
  'magic_vulnerability',
  'weakened_blows',
  'mortal_wounds',
  'slow_casting',
] as const;
export type RaidBuffKey = (typeof RaidBuffKey)[number];

export type RaidBuff = {
  key: RaidBuffKey;
  classIds: readonly number[];
  /** Only these specializations of the classes; the others of a class do not bring it. */
  specIds?: readonly number[];
  /** Reaches the whole raid, or the bringer's own group of five. */
  reach: 'raid' | 'group';
};

export type RaidBuffs = {
  /** The version of the game that the table is known for. */
  version: string;
  buffs: readonly RaidBuff[];
  /** Abilities of which more are better, so that their number counts. */
  utility: readonly RaidBuff[];
};

const WARRIOR = 1;
const PALADIN = 2;
const HUNTER = 3;
const ROGUE = 4;
const PRIEST = 5;
const DEATH_KNIGHT = 6;
const SHAMAN = 7;
const MAGE = 8;
const WARLOCK = 9;
const MONK = 10;
const DRUID = 11;
const DEMON_HUNTER = 12;
const EVOKER = 13;

const raid = (key: RaidBuffKey, ...classIds: number[]): RaidBuff => ({ key, classIds, reach: 'raid' });
const group = (key: RaidBuffKey, ...classIds: number[]): RaidBuff => ({ key, classIds, reach: 'group' });
const bySpec = (key: RaidBuffKey, classIds: number[], specIds: number[]): RaidBuff => ({
  key,
  classIds,
  specIds,
  reach: 'raid',
});

/** Source: the class abilities of patch 12.0, as the game's spell book describes them. */
const RETAIL: RaidBuffs = {
  version: '12.0',
  buffs: [
    raid('arcane_intellect', MAGE),
    raid('fortitude', PRIEST),
    raid('battle_shout', WARRIOR),
    raid('mark_of_the_wild', DRUID),
    raid('skyfury', SHAMAN),
    raid('blessing_of_the_bronze', EVOKER),
    raid('devotion_aura', PALADIN),
    raid('atrophic_poison', ROGUE),
    raid('hunters_mark', HUNTER),
    raid('mystic_touch', MONK),
    raid('chaos_brand', DEMON_HUNTER),
  ],
  utility: [
    raid('bloodlust', SHAMAN, MAGE, HUNTER, EVOKER),
    raid('battle_resurrection', DRUID, DEATH_KNIGHT, WARLOCK, PALADIN),
  ],
};

/**
 * Source: the spell book of patch 1.15. Totems, auras and Battle Shout reach a group of five, buffs that are cast on people
 * the whole raid. Talents are not known, so each class counts that can learn it.
 */
const ERA: RaidBuffs = {
  version: '1.15',
  buffs: [
    raid('arcane_intellect', MAGE),
    raid('fortitude', PRIEST),
    raid('mark_of_the_wild', DRUID),
    raid('blessings', PALADIN),
    group('battle_shout', WARRIOR),
    group('devotion_aura', PALADIN),
    group('windfury_totem', SHAMAN),
    group('strength_of_earth', SHAMAN),
    group('mana_spring', SHAMAN),
    group('trueshot_aura', HUNTER),
    group('leader_of_the_pack', DRUID),
  ],
  utility: [raid('battle_resurrection', DRUID)],
};

/** Source: the spell book of patch 2.5. As above; Bloodlust and Heroism reach the shaman's group. */
const ANNIVERSARY: RaidBuffs = {
  version: '2.5',
  buffs: [...ERA.buffs, group('moonkin_aura', DRUID)],
  utility: [group('bloodlust', SHAMAN), raid('battle_resurrection', DRUID)],
};

/** Source: the eight buffs and the debuffs of patch 5.5, by class, or by specialization where others of the class lack it. */
const PROGRESSION: RaidBuffs = {
  version: '5.5',
  buffs: [
    raid('stats', DRUID, MONK, PALADIN),
    raid('stamina', PRIEST, WARLOCK, WARRIOR),
    raid('attack_power', WARRIOR, HUNTER, DEATH_KNIGHT),
    raid('spell_power', MAGE, WARLOCK, SHAMAN),
    bySpec('melee_haste', [ROGUE, DEATH_KNIGHT, SHAMAN], [251, 252, 259, 260, 261, 263]),
    bySpec('spell_haste', [PRIEST, DRUID, SHAMAN], [258, 102, 262]),
    bySpec('critical_strike', [MAGE, DRUID, MONK], [62, 63, 64, 103, 104, 269]),
    raid('mastery', PALADIN, SHAMAN),
    raid('weakened_armor', DRUID, ROGUE, WARRIOR),
    bySpec('physical_vulnerability', [DEATH_KNIGHT, PALADIN, WARRIOR], [251, 252, 70, 71, 72]),
    raid('magic_vulnerability', ROGUE, WARLOCK),
    bySpec(
      'weakened_blows',
      [DEATH_KNIGHT, DRUID, MONK, PALADIN, SHAMAN, WARRIOR],
      [250, 104, 103, 268, 66, 70, 262, 263, 264, 73, 71, 72],
    ),
    raid('mortal_wounds', HUNTER, MONK, ROGUE, WARRIOR),
    raid('slow_casting', DEATH_KNIGHT, MAGE, ROGUE, WARLOCK),
  ],
  utility: [raid('bloodlust', SHAMAN, MAGE), raid('battle_resurrection', DRUID, DEATH_KNIGHT, WARLOCK)],
};

export const RAID_BUFFS: Record<GameVersion, RaidBuffs> = {
  retail: RETAIL,
  classic: PROGRESSION,
  'classic-era': ERA,
  'classic-anniversary': ANNIVERSARY,
};

export type Bringer = { classId: number | null; specId: number | null };

/** A specialization that is not known might bring it, and is not counted. */
export const brings = ({ classIds, specIds }: RaidBuff, { classId, specId }: Bringer): boolean =>
  classId !== null && classIds.includes(classId) && (!specIds || (specId !== null && specIds.includes(specId)));

type Placed = Bringer & { group: number | null };
export type Coverage<P> = {
  buff: RaidBuff;
  /** Those placed who bring it. */
  have: P[];
  /** Those not placed who would bring it. */
  could: P[];
  /** The groups without it; only of one that reaches a group, and of groups with people in them. */
  groupsWithout: number[];
};

/** The buffs of the people with a place, and the others who would bring what is missing. */
export function coverage<P extends Placed>(
  gameVersion: GameVersion,
  people: readonly P[],
): { version: string; buffs: Coverage<P>[]; utility: Coverage<P>[] } {
  const { version, buffs, utility } = RAID_BUFFS[gameVersion];
  const placed = people.filter(({ group: at }) => at !== null);
  const groups = [...new Set(placed.flatMap(({ group: at }) => (at === null ? [] : [at])))].toSorted((a, b) => a - b);
  const cover = (buff: RaidBuff): Coverage<P> => {
    const able = people.filter((person) => brings(buff, person));
    const have = able.filter(({ group: at }) => at !== null);
    const groupsWithout = buff.reach === 'group' ? groups.filter((at) => !have.some((one) => one.group === at)) : [];
    return { buff, have, could: able.filter(({ group: at }) => at === null), groupsWithout };
  };
  return { version, buffs: buffs.map(cover), utility: utility.map(cover) };
}
