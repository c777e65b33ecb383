/**
 * Search parameters are texts. A page parses its own in `validateSearch` with these functions, each optional: an
 * invalid value shows the page without the filter, never an error. Zod would be too heavy for the first page.
 */
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** An id, as the service writes it. */
export const id = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value) ? value : undefined;

export function integer(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) ? number : undefined;
}

export const oneOf = <T extends string>(value: unknown, options: readonly T[]): T | undefined =>
  options.find((option) => option === value);

export const flag = (value: unknown): true | undefined => (value === true || value === 'true' ? true : undefined);

/** Parses and writes addresses for the router: `?q=3` is the text `3`, and undefined values are left out. */
export const parseSearch = (search: string): Record<string, unknown> => Object.fromEntries(new URLSearchParams(search));

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return query ? `?${query}` : '';
}
