/** Measures that make one division of people better than another, besides the rules. */
import type { CombatRole } from '@guildhall/contracts/organization.ts';
import type { GameVersion } from '@guildhall/contracts/primitives.ts';
import { brings, RAID_BUFFS, type RaidBuffKey } from '@guildhall/contracts/raid-buffs.ts';

export type SplitCharacter = {
  id: string;
  raiderId: string;
  /** Those it comes as, preferred first. */
  roles: CombatRole[];
  classId: number | null;
  specId: number | null;
  itemLevel: number | null;
  main: boolean;
  /** The gain of each drop that is one, by a sim; each drop once. */
  gains: readonly Gain[];
};
/** Drops are numbered from 0. */
export type Gain = { drop: number; percent: number };

export type Seated = { character: SplitCharacter; role: CombatRole };

export type Whole = { gameVersion: GameVersion; itemLevel: number | null };

/** A run counted once, so that a change of it can be judged without counting it anew. */
export type Tally = {
  /** How many bring each buff of the game. */
  buffs: number[];
  levels: { sum: number; known: number };
  drops: Drops;
  gain: number;
};
/** The greatest gain by each drop, whose it is, and the greatest of the others. */
type Drops = Map<number, { percent: number; by: SplitCharacter; next: number }>;
type Change = { leaves?: SplitCharacter | undefined; joins?: SplitCharacter | undefined };

export function tally(run: readonly Seated[], { gameVersion }: Pick<Whole, 'gameVersion'>): Tally {
  const drops = dropsOf(run);
  const known = run.flatMap(({ character }) => character.itemLevel ?? []);
  return {
    buffs: RAID_BUFFS[gameVersion].buffs.map((buff) => run.filter(({ character }) => brings(buff, character)).length),
    levels: { sum: known.reduce((all, level) => all + level, 0), known: known.length },
    drops,
    gain: totalOf(drops),
  };
}

/** The measures of a run, the most important first: less is better. Parts of a percent are within the error of sims. */
export const judge = (counted: Tally, whole: Whole, change: Change = {}): number[] => [
  -Math.round(gainAfter(counted, change)),
  missingAfter(counted, whole, change),
  unevennessAfter(counted, whole, change),
];

/** A drop is given to one raider, so for each the greatest gain in the run counts. */
export const gainOf = (run: readonly Seated[]): number => totalOf(dropsOf(run));

function dropsOf(run: readonly Seated[]): Drops {
  const drops: Drops = new Map();
  for (const { character } of run)
    for (const { drop, percent } of character.gains) {
      const best = drops.get(drop);
      if (!best || percent > best.percent) drops.set(drop, { percent, by: character, next: best?.percent ?? 0 });
      else best.next = Math.max(best.next, percent);
    }
  return drops;
}

const totalOf = (drops: Drops) => [...drops.values()].reduce((all, { percent }) => all + percent, 0);

function gainAfter({ gain, drops }: Tally, { leaves, joins }: Change): number {
  const leftBy = (drop: number) => {
    const best = drops.get(drop);
    return best ? (best.by.id === leaves?.id ? best.next : best.percent) : 0;
  };
  const lost = leaves?.gains.reduce((all, { drop }) => all + (drops.get(drop)?.percent ?? 0) - leftBy(drop), 0) ?? 0;
  const won = joins?.gains.reduce((all, { drop, percent }) => all + Math.max(0, percent - leftBy(drop)), 0) ?? 0;
  return gain - lost + won;
}

const missingAfter = ({ buffs }: Tally, { gameVersion }: Whole, { leaves, joins }: Change) =>
  RAID_BUFFS[gameVersion].buffs.filter((buff, index) => {
    if (joins && brings(buff, joins)) return false;
    return (buffs[index] ?? 0) - Number(leaves !== undefined && brings(buff, leaves)) === 0;
  }).length;

/** How far the average item level is from that of all. */
function unevennessAfter({ levels }: Tally, { itemLevel }: Whole, { leaves, joins }: Change): number {
  const [out, into] = [leaves?.itemLevel ?? null, joins?.itemLevel ?? null];
  const known = levels.known - Number(out !== null) + Number(into !== null);
  if (itemLevel === null || known === 0) return 0;
  return Math.abs((levels.sum - (out ?? 0) + (into ?? 0)) / known - itemLevel);
}

export function missingBuffs(run: readonly Seated[], gameVersion: GameVersion): RaidBuffKey[] {
  const { buffs } = tally(run, { gameVersion });
  return RAID_BUFFS[gameVersion].buffs.flatMap(({ key }, index) => (buffs[index] === 0 ? [key] : []));
}

export function averageItemLevel(run: readonly Seated[]): number | null {
  const known = run.flatMap(({ character }) => character.itemLevel ?? []);
  return known.length === 0 ? null : known.reduce((all, level) => all + level, 0) / known.length;
}

/** Differences below this are rounding. */
const SAME = 1e-9;

export function compare(a: readonly number[], b: readonly number[]): number {
  for (const [index, value] of a.entries()) {
    const difference = value - (b[index] ?? 0);
    if (Math.abs(difference) > SAME) return difference;
  }
  return 0;
}

export const minus = (a: readonly number[], b: readonly number[]) => a.map((value, index) => value - (b[index] ?? 0));

export const sum = (a: readonly number[], b: readonly number[]) => a.map((value, index) => value + (b[index] ?? 0));
