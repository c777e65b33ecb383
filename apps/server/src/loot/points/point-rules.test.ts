/** The arithmetic of points. */
import { itemPrice, pointsOf, SLOT_WEIGHTS, unitsOf } from '@guildhall/contracts/point-price.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decayed, decayedGp, gpOf, sharesOf } from './point-rules.ts';

test.each([
  [-15, -13],
  [0, 0],
  [15, 14],
  [5, 5],
  [-5, -4],
  [1, 1],
  [1_000_000_000_001, 900_000_000_001],
])('10 %% of %i is taken away to %i', (before, after) => {
  expect(decayed(before, 1_000, true)).toBe(after);
});

test('a negative amount stays where only positive ones decay', () => {
  expect(decayed(-15, 1_000, false)).toBe(-15);
  expect(decayed(15, 1_000, false)).toBe(14);
});

test('GP stop at the base', () => {
  expect([-15, 0, 5, 15].map((gp) => decayedGp(gp, 1_000, 5, true))).toEqual([5, 5, 5, 14]);
  expect([gpOf(0, 5), gpOf(10, 5), gpOf(-3, 5)]).toEqual([5, 15, 5]);
});

test('decay is the floor of x + ½ for every amount and percentage', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1_000_000, max: 1_000_000 }),
      fc.integer({ min: 1, max: 10_000 }),
      (units, taken) => {
        const left = units * (10_000 - taken);
        const after = decayed(units, taken, true);
        // after ≤ left/10000 + ½ < after + 1
        expect(2 * left + 10_000 - 20_000 * after).toBeGreaterThanOrEqual(0);
        expect(2 * left + 10_000 - 20_000 * after).toBeLessThan(20_000);
      },
    ),
  );
});

const others = (count: number) => Array.from({ length: count }, (_, index) => `raider ${index}`);

test('100 among 7 others is shared without a remainder', () => {
  const shares = sharesOf(100, others(7), 'award');
  expect(shares.reduce((sum, { points }) => sum + points, 0)).toBe(100);
  expect(shares.map(({ points }) => points).toSorted()).toEqual([14, 14, 14, 14, 14, 15, 15]);
  expect(sharesOf(100, others(7), 'award')).toEqual(shares);
});

test('a price is shared to the last unit, evenly to one unit, whatever it is and however many share it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000_000 }),
      fc.integer({ min: 1, max: 60 }),
      fc.uuid(),
      (price, count, award) => {
        const points = sharesOf(price, others(count), award).map((share) => share.points);
        expect(points.reduce((sum, one) => sum + one, -price)).toBe(0);
        expect(Math.max(...points) - Math.min(...points)).toBeLessThanOrEqual(1);
      },
    ),
  );
});

test('the lot of another award names others', () => {
  const winners = ['a', 'b', 'c', 'd', 'e', 'f'].map((award) =>
    sharesOf(1, others(7), award).findIndex(({ points }) => points === 1),
  );
  expect(new Set(winners).size).toBeGreaterThan(1);
});

test('the price of an item follows level, quality and slot', () => {
  expect(itemPrice({ itemLevel: 78, quality: 4, weight: SLOT_WEIGHTS.head ?? 0 })).toBe(4);
  expect(itemPrice({ itemLevel: 264, quality: 4, weight: 1 })).toBe(550);
  expect(itemPrice({ itemLevel: 264, quality: 5, weight: 0.5 })).toBe(550);
});

test('units are what people typed', () => {
  expect([unitsOf(0.1 + 0.2, 1), unitsOf(12.34, 2), pointsOf(1234, 1)]).toEqual([3, 1234, 123.4]);
});
