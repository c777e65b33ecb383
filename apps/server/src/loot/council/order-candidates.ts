/** Candidates in the order that a guild's policy says: by its keys one after the other, and by nothing else. */
import type { CandidateView } from '@guildhall/contracts/candidate.ts';
import type { LootSortKey } from '@guildhall/contracts/loot-policy.ts';
import { TeamStatus } from '@guildhall/contracts/organization.ts';

export type Unplaced = Omit<CandidateView, 'place' | 'tied'>;

type Compare<T> = (one: T, other: T) => number;

const COMPARE: Record<LootSortKey, Compare<Unplaced>> = {
  team: fewerFirst(({ team }) => team && TeamStatus.options.indexOf(team.status)),
  wish: fewerFirst(({ wish }) => wish?.rank ?? null),
  // In tenths, as it is shown, so that no difference counts that the page does not show.
  gain: fewerFirst(({ gain }) => gain && (gain.differs ? -Math.round(gain.percent * 10) : 0)),
  points: unknownLast(shareOf, (one, other) => {
    // Whole numbers alone: rounded quotients would tie raiders who are not equal.
    const difference = BigInt(other.of) * BigInt(one.by) - BigInt(one.of) * BigInt(other.by);
    return difference > 0n ? 1 : difference < 0n ? -1 : 0;
  }),
  awards: fewerFirst(({ awards }) => awards),
  attendance: fewerFirst(({ attendance }) => (attendance?.suffices == null ? null : Number(!attendance.suffices))),
};

/** EP by GP, or points by 1. Null without points, and below the minimum of EP. */
function shareOf({ points }: Unplaced): { of: number; by: number } | null {
  if (points === null || (points.gp !== null && points.priority === null)) return null;
  return { of: points.points, by: points.gp ?? 1 };
}

/** Equal candidates have one place, and stay in the order in which they come. */
export function ordered(candidates: readonly Unplaced[], keys: readonly LootSortKey[]): CandidateView[] {
  const compare = (one: Unplaced, other: Unplaced) => {
    for (const key of keys) {
      const difference = COMPARE[key](one, other);
      if (difference !== 0) return difference;
    }
    return 0;
  };
  const sorted = candidates.toSorted(compare);
  const placed: CandidateView[] = [];
  sorted.forEach((candidate, index) => {
    const before = placed.at(-1);
    const after = sorted[index + 1];
    const isLikeBefore = before !== undefined && compare(before, candidate) === 0;
    const tied = isLikeBefore || (after !== undefined && compare(candidate, after) === 0);
    placed.push({ ...candidate, place: isLikeBefore ? before.place : index + 1, tied });
  });
  return placed;
}

function fewerFirst(numberOf: (candidate: Unplaced) => number | null): Compare<Unplaced> {
  return unknownLast(numberOf, (one, other) => one - other);
}

/** Null is unknown. */
function unknownLast<T>(read: (candidate: Unplaced) => T | null, compare: Compare<T>): Compare<Unplaced> {
  return (one, other) => {
    const [first, second] = [read(one), read(other)];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    return compare(first, second);
  };
}
