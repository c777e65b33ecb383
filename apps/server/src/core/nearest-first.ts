/** Orders names by how few letters have to change, be added or be dropped to get from `wanted` to them. */
export function nearestFirst(wanted: string, names: string[]): string[] {
  // A longer text is no misspelling of a name.
  const typed = wanted.slice(0, 50).toLowerCase();
  const far = new Map(names.map((name) => [name, lettersBetween(typed, name.toLowerCase())]));
  return names.toSorted((a, b) => (far.get(a) ?? 0) - (far.get(b) ?? 0));
}

/** The Levenshtein distance, row by row. */
function lettersBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [position, letter] of [...from].entries()) {
    const above = row;
    row = [position + 1];
    for (const [index, other] of [...to].entries()) {
      const [drop = 0, change = 0, add = 0] = [above[index + 1], above[index], row[index]];
      row.push(Math.min(drop + 1, add + 1, change + (letter === other ? 0 : 1)));
    }
  }
  return row.at(-1) ?? 0;
}
