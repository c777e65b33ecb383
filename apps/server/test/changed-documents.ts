/** Removes parts of platform documents, for tests that the service survives every removal. */

/** Shortens long lists to their first and last item. */
export function withShortLists(value: unknown): unknown {
  if (Array.isArray(value)) return (value.length <= 2 ? value : [value[0], value.at(-1)]).map(withShortLists);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withShortLists(inner)]));
}

/** The places of all fields and items, each as a path of keys. */
export function placesIn(value: unknown, above: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [[...above, key], ...placesIn(inner, [...above, key])]);
}

/** A copy with the value at that place; undefined removes the field or the list item. */
export function changedAt(value: unknown, [key, ...rest]: string[], replacement: unknown): unknown {
  if (key === undefined) return replacement;
  const entries = Object.entries(value ?? {})
    .map(([name, inner]) => [name, name === key ? changedAt(inner, rest, replacement) : inner] as const)
    .filter(([, inner]) => inner !== undefined);
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
