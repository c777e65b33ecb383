/** Easiest first. The platform lists them in no such order: in some dungeons heroic comes before normal. */
const ORDER = [
  ...['LFR', 'LEGACY_10_MAN', 'LEGACY_25_MAN', 'NORMAL'],
  ...['LEGACY_10_MAN_HEROIC', 'LEGACY_25_MAN_HEROIC', 'HEROIC', 'MYTHIC'],
];

/** The hardest difficulty in which something was defeated; of those that are not known, the last. */
export function hardestDefeated<Difficulty extends { type: string; defeated: number }>(
  difficulties: readonly Difficulty[],
): Difficulty | undefined {
  return difficulties
    .filter(({ defeated }) => defeated > 0)
    .toSorted((left, right) => ORDER.indexOf(left.type) - ORDER.indexOf(right.type))
    .at(-1);
}
