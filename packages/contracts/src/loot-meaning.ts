/** Closed sets of the history of loot, for pages that load no schemas. */

export const LOOT_MEANINGS = [
  'best',
  'need',
  'upgrade',
  'minor',
  'offspec',
  'transmog',
  'bank',
  'disenchant',
  'pass',
  'auto',
  'bonus',
  'personal',
] as const;

/** The difficulties at which items drop, from the easiest. */
export const LOOT_TRACKS = ['finder', 'normal', 'heroic', 'mythic'] as const;

/** For how long awards count in the sums of a history. */
export const COUNTED_WEEKS = 6;

/** By what the candidates for an item can be ordered: a guild decides about the keys and their order. */
export const LOOT_SORT_KEYS = ['team', 'wish', 'gain', 'points', 'awards', 'attendance'] as const;

/** Until a guild decides. Points are no key before there is a pool. */
export const DEFAULT_SORT_KEYS = ['team', 'wish', 'gain', 'awards', 'attendance'] as const;
