/** The difficulty at which an item dropped: the same item has one id at all of them. */
import type { LootTrack } from './rows.ts';

/** Difficulties of raids as the game numbers them; 233 is mythic for a group of 15 to 25. */
const DIFFICULTIES: Record<LootTrack, number[]> = {
  finder: [7, 17, 151],
  normal: [3, 4, 9, 14, 148, 175, 176],
  heroic: [5, 6, 15, 193, 194],
  mythic: [16, 233],
};

/** Bonus ids that name a difficulty, or the upgrade track of its drops: first and last of each run. */
const BONUSES: Record<LootTrack, [number, number][]> = {
  finder: [
    [4801, 4801],
    [9552, 9559],
    [10274, 10281],
    [10341, 10348],
    [11969, 11976],
    [12282, 12289],
    [12777, 12782],
  ],
  normal: [
    [4798, 4798],
    [9560, 9567],
    [10266, 10273],
    [10313, 10320],
    [11977, 11984],
    [12290, 12297],
    [12785, 12790],
  ],
  heroic: [
    [4799, 4799],
    [9569, 9572],
    [9581, 9581],
    [9658, 9658],
    [10256, 10256],
    [10261, 10265],
    [10329, 10334],
    [11985, 11990],
    [12350, 12355],
    [12371, 12372],
    [12793, 12798],
  ],
  mythic: [
    [4800, 4800],
    [9573, 9576],
    [10257, 10260],
    [10298, 10299],
    [10335, 10338],
    [11991, 11996],
    [12356, 12361],
    [12375, 12376],
    [12801, 12806],
  ],
};

/** The words of the game for its difficulties, folded, in the six languages. */
const WORDS: Record<LootTrack, string[]> = {
  finder: [
    'lfr',
    'lookingforraid',
    'raidfinder',
    'schlachtzugsbrowser',
    'buscadordebandas',
    'outilraids',
    'recherchederaid',
    'localizadorderaides',
    'поискрейда',
  ],
  normal: ['normal', 'обычный', 'обычная'],
  heroic: ['heroic', 'heroisch', 'heroico', 'heroica', 'heroique', 'героический', 'героическая'],
  mythic: ['mythic', 'mythisch', 'mitico', 'mitica', 'mythique', 'эпохальный', 'эпохальная'],
};

const TRACKS = ['finder', 'normal', 'heroic', 'mythic'] as const;

type Drop = { difficultyId: number | null; itemString: string | null; instance: string | null };

/** By the number of the difficulty, else by the item itself, else by the end of the instance's name; null if none says. */
export function trackOf({ difficultyId, itemString, instance }: Drop): LootTrack | null {
  return (
    TRACKS.find((track) => difficultyId !== null && DIFFICULTIES[track].includes(difficultyId)) ??
    byBonuses(itemString) ??
    byName(instance)
  );
}

function byBonuses(itemString: string | null): LootTrack | null {
  const ids = bonusesOf(itemString ?? '');
  return TRACKS.find((track) => ids.some((id) => BONUSES[track].some(([from, to]) => id >= from && id <= to))) ?? null;
}

/** `item:id:enchant:4 gems:suffix:unique:level:spec:mask:context:count:bonus:bonus…` */
function bonusesOf(itemString: string): number[] {
  const parts = itemString.split(':');
  const count = Number(parts[13]);
  return Number.isInteger(count) && count > 0 ? parts.slice(14, 14 + Math.min(count, 30)).map(Number) : [];
}

function byName(instance: string | null): LootTrack | null {
  const end = (instance ?? '').split('-').at(-1) ?? '';
  const word = end
    .normalize('NFD')
    .replaceAll(/(?<=[a-z])\p{M}/giu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '');
  if (word === '' || end === instance) return null;
  return TRACKS.find((track) => WORDS[track].some((known) => word === known || word.endsWith(known))) ?? null;
}
