/**
 * Divides people over runs. First the tanks and healers that each run must have, found by trading places where that frees one;
 * then everyone else, each where it is best by the criteria, in their order; then swaps while they improve that.
 */
import { GROUP_SIZE } from '@guildhall/contracts/lineup-size.ts';
import type { CombatRole } from '@guildhall/contracts/organization.ts';
import type { GameVersion } from '@guildhall/contracts/primitives.ts';
import type { RaidBuffKey } from '@guildhall/contracts/raid-buffs.ts';
import type { LeftOutOfSplit, SplitRule } from '@guildhall/contracts/split.ts';
import {
  averageItemLevel,
  compare,
  judge,
  minus,
  missingBuffs,
  type Seated,
  type SplitCharacter,
  sum,
  tally,
  type Whole,
} from './criteria.ts';

export type SplitSetting = {
  gameVersion: GameVersion;
  runs: number;
  /** At the same time, so that a person is in one run. */
  together: boolean;
  size: { min: number | null; max: number };
};

export type BrokenRule = { rule: SplitRule; has: number; needs: number };
export type Divided = {
  runs: { seated: Seated[]; problems: BrokenRule[]; missingBuffs: RaidBuffKey[] }[];
  leftOut: { raiderId: string; why: LeftOutOfSplit }[];
};

/** A raid needs two tanks, and a group of five one. */
export const tanksNeeded = ({ max }: SplitSetting['size']) => (max <= GROUP_SIZE ? 1 : 2);
const PEOPLE_A_HEALER = 5;
export const healersNeeded = (people: number) => Math.ceil(people / PEOPLE_A_HEALER);

/** Where the size is not known, no run is smaller than two groups. */
const least = ({ min, max }: SplitSetting['size']) => min ?? Math.min(max, 2 * GROUP_SIZE);

export function divide(
  raiderIds: readonly string[],
  characters: readonly SplitCharacter[],
  setting: SplitSetting,
): Divided {
  const wanted = sizesOf(characters, setting);
  const { seats, sizes } = seatNeeded(characters, setting, wanted);
  const runs = fill(characters, setting, seats, sizes);
  improve(runs, setting);
  const placed = new Set(runs.flatMap((run) => run.map(({ character }) => character.raiderId)));
  const known = new Set(characters.map(({ raiderId }) => raiderId));
  const shrunk = sizes.some((size, index) => size < (wanted[index] ?? 0));
  return {
    runs: runs.map((seated) => ({
      seated,
      problems: problemsOf(seated, setting),
      missingBuffs: missingBuffs(seated, setting.gameVersion),
    })),
    leftOut: raiderIds
      .filter((id) => !placed.has(id))
      .map((raiderId) => ({ raiderId, why: !known.has(raiderId) ? 'no_character' : shrunk ? 'few_healers' : 'full' })),
  };
}

export function problemsOf(seated: readonly Seated[], { size }: SplitSetting): BrokenRule[] {
  const count = (wanted: CombatRole) => seated.filter(({ role }) => role === wanted).length;
  const broken: BrokenRule[] = [];
  if (seated.length < least(size)) broken.push({ rule: 'size', has: seated.length, needs: least(size) });
  if (seated.length > size.max) broken.push({ rule: 'size', has: seated.length, needs: size.max });
  const [tanks, healers] = [tanksNeeded(size), healersNeeded(seated.length)];
  if (count('tank') < tanks) broken.push({ rule: 'tanks', has: count('tank'), needs: tanks });
  if (count('healer') < healers) broken.push({ rule: 'healers', has: count('healer'), needs: healers });
  return broken;
}

/** As many as can come, evenly. */
function sizesOf(characters: readonly SplitCharacter[], { runs, together, size }: SplitSetting): number[] {
  const byRaider = Map.groupBy(characters, ({ raiderId }) => raiderId);
  const coming = [...byRaider.values()].reduce((sum, own) => sum + Math.min(own.length, together ? 1 : runs), 0);
  return spread(coming, Array<number>(runs).fill(mostOf(characters, size)));
}

/** A run takes each person once. */
const mostOf = (characters: readonly SplitCharacter[], { max }: SplitSetting['size']) =>
  Math.min(max, new Set(characters.map(({ raiderId }) => raiderId)).size);

/** Divides so many people evenly over runs that take at most so many each. */
function spread(people: number, most: readonly number[]): number[] {
  const runs = most.map((max) => ({ max, size: 0 }));
  for (let left = people; left > 0; ) {
    const open = runs.filter(({ size, max }) => size < max).slice(0, left);
    if (open.length === 0) break;
    for (const run of open) run.size += 1;
    left -= open.length;
  }
  return runs.map(({ size }) => size);
}

type Seat = { run: number; role: CombatRole; character: SplitCharacter | null };

/** The largest sizes for which all tanks and healers are found; where none are, the wanted ones with those that there are. */
function seatNeeded(characters: readonly SplitCharacter[], setting: SplitSetting, wanted: number[]) {
  const lowest = Math.min(least(setting.size), ...wanted);
  const people = wanted.reduce((sum, size) => sum + size, 0);
  const healers = wanted.map(healersNeeded);
  for (let sizes = wanted; Math.min(...sizes) >= lowest; ) {
    const seats = seat(characters, setting, sizes);
    if (seats.every(({ character }) => character !== null)) return { seats, sizes };
    const most = Math.max(...healers);
    if (most === 0) break;
    // One healer less where there are most, and as many people as the others suffice for.
    healers[healers.lastIndexOf(most)] = most - 1;
    sizes = spread(
      people,
      healers.map((count) => Math.min(mostOf(characters, setting.size), count * PEOPLE_A_HEALER)),
    );
  }
  return { seats: seat(characters, setting, wanted), sizes: wanted };
}

function seat(characters: readonly SplitCharacter[], setting: SplitSetting, sizes: number[]): Seat[] {
  const needed = (role: CombatRole, count: (size: number) => number) =>
    sizes
      .flatMap((size, run) => Array.from({ length: Math.min(count(size), size) }, (_, turn) => ({ run, turn })))
      // One seat of each run after the other, so that what is scarce is spread.
      .toSorted((a, b) => a.turn - b.turn)
      .map(({ run }): Seat => ({ run, role, character: null }));
  const seats = [...needed('tank', () => tanksNeeded(setting.size)), ...needed('healer', healersNeeded)];
  for (const free of seats) take(free, { seats, characters, setting }, new Set());
  return seats;
}

type Seating = { seats: readonly Seat[]; characters: readonly SplitCharacter[]; setting: SplitSetting };

/** Finds a character for the seat, if need be by moving others. `asked` are the seats that have been asked to move. */
function take(free: Seat, { seats, characters, setting }: Seating, asked: Set<Seat>): boolean {
  asked.add(free);
  const able = characters
    .filter(({ roles }) => roles.includes(free.role))
    .toSorted((a, b) => a.roles.indexOf(free.role) - b.roles.indexOf(free.role) || Number(b.main) - Number(a.main));
  const inTheWay = (character: SplitCharacter) =>
    seats.filter(
      (other) =>
        other !== free &&
        other.character !== null &&
        (other.character.id === character.id ||
          (other.character.raiderId === character.raiderId && (setting.together || other.run === free.run))),
    );
  const unseated = able.find((character) => inTheWay(character).length === 0);
  if (unseated) {
    free.character = unseated;
    return true;
  }
  for (const character of able) {
    const [other, ...more] = inTheWay(character);
    if (!other || more.length > 0 || asked.has(other)) continue;
    const before = other.character;
    other.character = null;
    free.character = character;
    if (take(other, { seats, characters, setting }, asked)) return true;
    other.character = before;
    free.character = null;
  }
  return false;
}

function fill(
  characters: readonly SplitCharacter[],
  { gameVersion, together }: SplitSetting,
  seats: readonly Seat[],
  sizes: readonly number[],
): Seated[][] {
  const runs = sizes.map((_, index) =>
    seats.flatMap(({ run, role, character }) => (run === index && character ? [{ character, role }] : [])),
  );
  const whole = { gameVersion, itemLevel: averageItemLevel(characters.map(seatedAsUsual)) };
  const used = new Set(runs.flat().map(({ character }) => character.id));
  const placed = new Set(runs.flat().map(({ character }) => character.raiderId));
  for (;;) {
    const open = runs
      .map((run, index) => ({ run, free: (sizes[index] ?? 0) - run.length }))
      .filter(({ free }) => free > 0)
      .toSorted((a, b) => b.free - a.free);
    let best: { run: Seated[]; one: Seated; rank: number[] } | undefined;
    for (const { run } of open) {
      const present = new Set(run.map(({ character }) => character.raiderId));
      const counted = tally(run, whole);
      const before = judge(counted, whole);
      for (const character of characters) {
        const { raiderId } = character;
        if (used.has(character.id) || present.has(raiderId) || (together && placed.has(raiderId))) continue;
        const change = minus(judge(counted, whole, { joins: character }), before);
        const rank = [Number(placed.has(raiderId)), Number(!character.main), ...change];
        if (!best || compare(rank, best.rank) < 0) best = { run, one: seatedAsUsual(character), rank };
      }
      // The emptiest run chooses first, as long as it finds anyone.
      if (best) break;
    }
    if (!best) return runs;
    best.run.push(best.one);
    used.add(best.one.character.id);
    placed.add(best.one.character.raiderId);
  }
}

/** Beyond the tanks and healers that are needed, those who can do damage do. */
function seatedAsUsual(character: SplitCharacter): Seated {
  const damage = character.roles.find((role) => role === 'melee' || role === 'ranged');
  return { character, role: damage ?? character.roles[0] ?? 'melee' };
}

/** Further passes find little. */
const PASSES = 3;

/** Swaps two of one role between runs while that is better for both together. */
function improve(runs: Seated[][], { gameVersion, together }: SplitSetting): void {
  const whole = { gameVersion, itemLevel: averageItemLevel(runs.flat()) };
  const pairs = runs.flatMap((run, index) => runs.slice(index + 1).map((other) => [run, other] as const));
  for (let pass = 0; pass < PASSES; pass += 1) {
    const swapped = pairs.filter(([run, other]) => swapBetween(run, other, whole, together));
    if (swapped.length === 0) return;
  }
}

/** Says whether any two were swapped. */
function swapBetween(run: Seated[], other: Seated[], whole: Whole, together: boolean): boolean {
  let [first, second] = [tally(run, whole), tally(other, whole)];
  let before = sum(judge(first, whole), judge(second, whole));
  let swapped = false;
  for (const at of run.keys())
    for (const to of other.keys()) {
      const [one, two] = [run[at], other[to]];
      if (!one || !two || one.role !== two.role) continue;
      const [mine, theirs] = [one.character, two.character];
      const isSame = mine.raiderId === theirs.raiderId;
      // Apart, a person may be in both runs.
      if (!together && !isSame && (isIn(other, mine) || isIn(run, theirs))) continue;
      const after = sum(
        judge(first, whole, { leaves: mine, joins: theirs }),
        judge(second, whole, { leaves: theirs, joins: mine }),
      );
      if (compare(after, before) >= 0) continue;
      [run[at], other[to]] = [two, one];
      [first, second] = [tally(run, whole), tally(other, whole)];
      [before, swapped] = [after, true];
    }
  return swapped;
}

const isIn = (run: readonly Seated[], { raiderId }: SplitCharacter) =>
  run.some(({ character }) => character.raiderId === raiderId);

const ORDER: CombatRole[] = ['tank', 'healer', 'melee', 'ranged'];

/** Groups of five with the roles spread: each of a role goes to the next group. */
export function inGroups(seated: readonly Seated[]): (Seated & { group: number; slot: number })[] {
  const groups = Math.max(1, Math.ceil(seated.length / GROUP_SIZE));
  return seated
    .toSorted((a, b) => ORDER.indexOf(a.role) - ORDER.indexOf(b.role))
    .map((one, index) => ({ ...one, group: (index % groups) + 1, slot: Math.floor(index / groups) + 1 }));
}
