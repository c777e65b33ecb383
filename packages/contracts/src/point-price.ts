/** Closed sets and formulas of points, for pages that load no schemas. */

export const POINT_KINDS = ['epgp', 'dkp', 'zero_sum'] as const;

/** The most that one booking adds or takes, in units. */
export const MAX_POINTS = 1_000_000_000;

/** The weight of a slot in the formula. Two-handed weapons, and slots that are not listed, are priced by hand. */
export const SLOT_WEIGHTS: Readonly<Record<string, number>> = {
  head: 1,
  chest: 1,
  legs: 1,
  shoulder: 0.75,
  hands: 0.75,
  waist: 0.75,
  feet: 0.75,
  trinket: 0.75,
  neck: 0.5,
  back: 0.5,
  wrist: 0.5,
  finger: 0.5,
  off_hand: 0.5,
  weapon: 1.5,
};

/** Qualities by the number that the game gives them. */
export const QUALITY_NUMBERS: Readonly<Record<string, number>> = { uncommon: 2, rare: 3, epic: 4, legendary: 5 };

/** The price of an item as the EPGP addons compute it: whole points. */
export const itemPrice = ({ itemLevel, quality, weight }: { itemLevel: number; quality: number; weight: number }) =>
  Math.round(0.483 * 2 ** (itemLevel / 26 + quality - 4) * weight);

/** Units as people write them: 1234 with one decimal is 123.4. */
export const pointsOf = (units: number, decimals: number): number => units / 10 ** decimals;

/** The units of what a person typed. */
export const unitsOf = (points: number, decimals: number): number => Math.round(points * 10 ** decimals);
