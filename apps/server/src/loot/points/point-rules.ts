/** The arithmetic of points: whole units, and nothing that PostgreSQL or a float rounds another way. */
import { createHash } from 'node:crypto';

const WHOLE = 10_000n;

/**
 * Takes `hundredths` of a percent away and rounds half up, as Core Loot Manager does: −13.5 becomes −13. Negative amounts
 * stay as they are unless they decay too.
 */
export function decayed(units: number, hundredths: number, negatives: boolean): number {
  if (units < 0 && !negatives) return units;
  // Floor of x + ½, on whole numbers.
  const doubled = 2n * BigInt(units) * (WHOLE - BigInt(hundredths)) + WHOLE;
  const quotient = doubled / (2n * WHOLE);
  return Number(doubled < 0n && doubled % (2n * WHOLE) !== 0n ? quotient - 1n : quotient);
}

/** GP never go below the base. */
export const decayedGp = (gp: number, hundredths: number, base: number, negatives: boolean): number =>
  Math.max(decayed(gp, hundredths, negatives), base);

/** The GP of a raider: the base, and what was booked. */
export const gpOf = (booked: number, base: number): number => Math.max(base + booked, base);

export type Share = { raiderId: string; points: number };

/** The share of each of the others in a price. The remainder goes, a unit each, to those whom the lot of `seed` names. */
export function sharesOf(price: number, others: readonly string[], seed: string): Share[] {
  const each = Math.floor(price / others.length);
  const drawn = others.toSorted((one, other) => (lotOf(seed, one) < lotOf(seed, other) ? -1 : 1));
  const lucky = new Set(drawn.slice(0, price - each * others.length));
  return others.map((raiderId) => ({ raiderId, points: each + (lucky.has(raiderId) ? 1 : 0) }));
}

const lotOf = (seed: string, raiderId: string) => createHash('sha256').update(`${seed} ${raiderId}`).digest('hex');
