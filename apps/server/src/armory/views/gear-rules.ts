/**
 * Slots that can be enchanted, and places of gems, by branch and expansion. Enchantments that only the wearer's own profession
 * can make (on rings before Battle for Azeroth, for example) do not count: an officer cannot ask for them.
 *
 * Sources: the recipes of Enchanting, Leatherworking, Tailoring and Inscription of each expansion, and the arcana,
 * inscriptions and librams that its factions sell; for gems, recorded documents of patches 3.4, 8 and 12.
 */
import type { GameVersion } from '@guildhall/contracts/primitives.ts';
import { majorOf } from '../../reference/game-data/newest-patch.ts';
import type { StoredItem } from '../enrichment/documents/equipment.ts';

type Takes = {
  /** Slots with an enchantment for every wearer. */
  enchanted: readonly string[];
  /** Slots where the documents do not say whether there is one for this wearer. */
  perhaps: readonly string[];
  /** Kinds that take an enchantment in the off hand, besides weapons, which always do. */
  offHand: readonly string[];
};

type Expansion = Takes & {
  of: readonly GameVersion[];
  /** The first numbers of the patches. */
  patches: readonly number[];
  levels: readonly [from: number, to: number];
};

const RINGS = ['FINGER_1', 'FINGER_2'];
const ARMOR = ['BACK', 'CHEST', 'WRIST', 'HANDS', 'FEET'];
const SHIELDS = ['SHIELD'];
const ANYTHING_HELD = ['SHIELD', 'HOLDABLE'];

/** Newest first. Levels below an expansion's are those of an earlier one, whose items the table does not know. */
const EXPANSIONS: readonly Expansion[] = [
  {
    // Midnight: head and shoulders in place of cloak and wrists.
    ...{ of: ['retail'], patches: [12], levels: [81, 90] },
    ...{ enchanted: ['HEAD', 'SHOULDER', 'CHEST', 'LEGS', 'FEET', ...RINGS, 'MAIN_HAND'], perhaps: [], offHand: [] },
  },
  {
    // The War Within: runes for the head came with a later patch, from visions that not all characters run.
    ...{ of: ['retail'], patches: [11, 12], levels: [71, 80] },
    enchanted: ['BACK', 'CHEST', 'WRIST', 'LEGS', 'FEET', ...RINGS, 'MAIN_HAND'],
    ...{ perhaps: ['HEAD'], offHand: [] },
  },
  {
    // Dragonflight: essences for the head came with a later patch; belt clasps exist.
    ...{ of: ['retail'], patches: [10, 11, 12], levels: [61, 70] },
    enchanted: ['BACK', 'CHEST', 'WRIST', 'LEGS', 'FEET', ...RINGS, 'MAIN_HAND'],
    ...{ perhaps: ['HEAD', 'WAIST'], offHand: [] },
  },
  {
    // Shadowlands: the main attribute decides which one of hands, wrists and feet is enchanted.
    ...{ of: ['retail'], patches: [9, 10, 11, 12], levels: [51, 60] },
    ...{ enchanted: ['BACK', 'CHEST', ...RINGS, 'MAIN_HAND'], perhaps: ['HANDS', 'WRIST', 'FEET'], offHand: [] },
  },
  {
    // Battle for Azeroth: enchantments of hands and wrists help in gathering and travel alone.
    ...{ of: ['retail'], patches: [8], levels: [111, 120] },
    ...{ enchanted: [...RINGS, 'MAIN_HAND'], perhaps: [], offHand: [] },
  },
  {
    // Mists of Pandaria: no arcana for the head any more. Bows and guns, which take a scope, are in the main hand, as wands.
    ...{ of: ['classic'], patches: [5], levels: [86, 90] },
    ...{ enchanted: ['SHOULDER', ...ARMOR, 'LEGS', 'MAIN_HAND'], perhaps: [], offHand: ANYTHING_HELD },
  },
  {
    // Cataclysm: off-hand items that are neither weapon nor shield take one, too.
    ...{ of: ['classic'], patches: [4], levels: [81, 85] },
    enchanted: ['HEAD', 'SHOULDER', ...ARMOR, 'LEGS', 'MAIN_HAND'],
    ...{ perhaps: ['RANGED'], offHand: ANYTHING_HELD },
  },
  {
    // Wrath of the Lich King.
    ...{ of: ['classic'], patches: [3], levels: [71, 80] },
    enchanted: ['HEAD', 'SHOULDER', ...ARMOR, 'LEGS', 'MAIN_HAND'],
    ...{ perhaps: ['RANGED'], offHand: SHIELDS },
  },
  {
    // The Burning Crusade.
    ...{ of: ['classic', 'classic-anniversary'], patches: [2], levels: [61, 70] },
    enchanted: ['HEAD', 'SHOULDER', ...ARMOR, 'LEGS', 'MAIN_HAND'],
    ...{ perhaps: ['RANGED'], offHand: SHIELDS },
  },
  {
    // The first game: librams and idols for head, legs and shoulders depend on class, reputation and phase.
    ...{ of: ['classic-era', 'classic-anniversary'], patches: [1], levels: [1, 60] },
    ...{ enchanted: [...ARMOR, 'MAIN_HAND'], perhaps: ['HEAD', 'LEGS', 'SHOULDER', 'RANGED'], offHand: SHIELDS },
  },
];

export type Wearer = { gameVersion: GameVersion; level: number; patch: string | null };
type Answer = 'yes' | 'no' | 'unknown';

/** Whether an item takes an enchantment that every character can get. */
export function takesEnchantment({ slot, inventoryType }: StoredItem, wearer: Wearer): Answer {
  if (COSMETIC.includes(slot)) return 'no';
  const expansion = expansionOf(wearer);
  if (!expansion) return 'unknown';
  if (slot === 'OFF_HAND') {
    if (inventoryType === null) return 'unknown';
    return WEAPON.test(inventoryType) || expansion.offHand.includes(inventoryType) ? 'yes' : 'no';
  }
  if (slot === 'RANGED' && UNENCHANTED.includes(inventoryType ?? '')) return 'no';
  // A gun or crossbow takes a scope, a wand nothing, and the documents call all three the same.
  if (slot === 'MAIN_HAND' && inventoryType === 'RANGEDRIGHT' && wearer.gameVersion !== 'retail') return 'unknown';
  if (expansion.enchanted.includes(slot)) return 'yes';
  return expansion.perhaps.includes(slot) ? 'unknown' : 'no';
}

/** Without the patch, which older documents lack, the level decides. */
function expansionOf({ gameVersion, level, patch }: Wearer): Expansion | undefined {
  const major = majorOf(patch);
  return EXPANSIONS.find(
    ({ of, patches, levels: [from, to] }) =>
      of.includes(gameVersion) && (major === null || patches.includes(major)) && from <= level && level <= to,
  );
}

/**
 * Retail lists the sockets of an item, the first game has none. Those between list the gems alone, among the
 * enchantments, so that an empty socket shows nowhere.
 */
export function gemsOf({ gameVersion, patch }: Wearer): 'listed' | 'none' | 'among enchantments' {
  if (gameVersion === 'retail') return 'listed';
  return gameVersion === 'classic-era' || patch?.startsWith('1.') ? 'none' : 'among enchantments';
}

/** The places of enchantments in documents of the platform. */
export const PERMANENT = 0;
export const isGem = (place: number): boolean => 2 <= place && place <= 4;
const SOCKET_BONUS = 5;
const ADDED_SOCKET = 6;

/** The game gives the bonus only where every socket of the item is filled; an added socket does not count for it. */
export function hasKnownSockets({ slot, enchantments }: StoredItem, wearer: Wearer): boolean {
  if (COSMETIC.includes(slot) || gemsOf(wearer) !== 'among enchantments') return true;
  const has = (place: number) => enchantments.some((enchantment) => enchantment.slot === place);
  return has(SOCKET_BONUS) && !has(ADDED_SOCKET);
}

export const COSMETIC = ['SHIRT', 'TABARD'];
const WEAPON = /WEAPON/;
const UNENCHANTED = ['THROWN', 'RELIC'];
