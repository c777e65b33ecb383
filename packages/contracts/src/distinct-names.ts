/**
 * Names to choose from, of which no two read alike: Discord takes the first of equal ones, and people cannot tell which they
 * took. Details are added only where names are equal, and a number where those are, too.
 */
import { truncate } from './cut-text.ts';

export type Details = readonly (string | number | null | undefined)[];
type Named = { name: string; details?: Details | undefined };

const MARK = '…';

/** In the order of the list, none longer than `longest`. */
export function distinctNames(named: readonly Named[], longest = Number.POSITIVE_INFINITY): string[] {
  const most = Math.max(0, ...named.map(({ details = [] }) => details.length));
  let labels = named.map(({ name }) => label(name, [], longest));
  for (let count = 1; count <= most; count += 1) {
    const alike = groupsOf(labels);
    if (alike.size === labels.length) return labels;
    labels = labels.map((text, index) => {
      const { name, details = [] } = named[index] ?? { name: text };
      return isAlone(alike, text) ? text : label(name, details.slice(0, count), longest);
    });
  }
  labels = numbered(labels, longest);
  // A name with its number may be the name of another: then each has its place in the whole list.
  if (groupsOf(labels).size === labels.length) return labels;
  return labels.map((text, index) => withNumber(text, index + 1, labels.length, longest));
}

/** Those that still read alike, with their place among each other. */
function numbered(labels: readonly string[], longest: number): string[] {
  const alike = groupsOf(labels);
  const seen = new Map<string, number>();
  return labels.map((text) => {
    if (isAlone(alike, text)) return text;
    const key = reading(text);
    const place = (seen.get(key) ?? 0) + 1;
    seen.set(key, place);
    return withNumber(text, place, alike.get(key) ?? 1, longest);
  });
}

function withNumber(text: string, place: number, of: number, longest: number): string {
  const suffix = ` (${place}/${of})`;
  return `${truncate(text, longest - suffix.length)}${suffix}`;
}

/** As people read it: without case, accents do differ, and what shows nothing does not, nor do several spaces from one. */
export const reading = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim();

const groupsOf = (labels: readonly string[]) => {
  const groups = new Map<string, number>();
  for (const key of labels.map(reading)) groups.set(key, (groups.get(key) ?? 0) + 1);
  return groups;
};
const isAlone = (groups: ReadonlyMap<string, number>, text: string) => groups.get(reading(text)) === 1;

/** A long name is cut, its details are not. */
function label(name: string, details: Details, longest: number): string {
  const suffix = details
    .filter((detail) => detail !== null && detail !== undefined && detail !== '')
    .map((detail) => ` · ${detail}`)
    .join('');
  const room = Math.max(longest - suffix.length, Math.ceil(longest / 3));
  return truncate(`${truncate(reading(name) === '' ? MARK : name.trim(), room)}${suffix}`, longest);
}
