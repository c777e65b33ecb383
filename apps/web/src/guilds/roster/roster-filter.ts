/** Filters and sorts the members. */

import { nameKey } from '@guildhall/contracts/name-key.ts';
import type { RosterEntryView } from '@guildhall/contracts/organization.ts';
import { serviceTime } from '../../api/service-time.ts';
import { compareNames } from '../../i18n/compare-names.ts';
import { COLUMNS, type Column, classesOf, ROLES, type RosterSearch, type Sort } from './roster-search.ts';

const DAY_MS = 86_400_000;
export const daysSince = (instant: string) => (serviceTime() - Date.parse(instant)) / DAY_MS;

const sought = new WeakMap<RosterEntryView, string>();
function soughtIn(member: RosterEntryView): string {
  const known = sought.get(member);
  if (known !== undefined) return known;
  const made = nameKey([member.name, member.realm.name, personOf(member) ?? ''].join('\n'));
  sought.set(member, made);
  return made;
}

export const personOf = (member: RosterEntryView) => member.claimedByCharacter?.user.displayName;

/** Applies all filters but the class, because the class chips count what the others leave. */
export function matchingMembers(members: readonly RosterEntryView[], search: RosterSearch): RosterEntryView[] {
  const words = nameKey(search.q ?? '').split(/\s+/);
  return members.filter(
    (member) =>
      (search.rank === undefined || member.rank === search.rank) &&
      (search.role === undefined || (member.role ?? 'unknown') === search.role) &&
      (!search.claimed || member.claimedByCharacter !== null) &&
      (search.played === undefined || hasPlayed(member, Number(search.played))) &&
      words.every((word) => soughtIn(member).includes(word)),
  );
}

/** A member whose last login is not known has neither played nor stayed away. */
function hasPlayed({ lastLoginAt }: RosterEntryView, days: number): boolean {
  if (lastLoginAt === null) return false;
  return days > 0 ? daysSince(lastLoginAt) <= days : daysSince(lastLoginAt) > -days;
}

export function ofClasses(members: RosterEntryView[], search: RosterSearch): RosterEntryView[] {
  const classes = classesOf(search);
  return classes.length === 0 ? members : members.filter((member) => classes.includes(member.class.id));
}

type Key = (member: RosterEntryView) => string | number | null;
const KEYS: Record<Column, Key> = {
  name: ({ name }) => name,
  itemLevel: ({ itemLevel }) => itemLevel,
  role: ({ role }) => (role ? ROLES.indexOf(role) : null),
  rank: ({ rank }) => rank,
  played: ({ lastLoginAt }) => lastLoginAt && Date.parse(lastLoginAt),
  person: (member) => personOf(member) ?? null,
};

/** Unknown values sort last, in either direction. */
export function sortMembers(members: readonly RosterEntryView[], sort: Sort = 'rank'): RosterEntryView[] {
  const { column, descending } = columnOrder(sort);
  const key = KEYS[column];
  const compare = (a: string | number, b: string | number) =>
    typeof a === 'string' ? compareNames(a, String(b)) : a - Number(b);
  return members.toSorted((a, b) => {
    const [one, other] = [key(a), key(b)];
    if (one === null || other === null) {
      return Number(one === null) - Number(other === null) || compareNames(a.name, b.name);
    }
    return compare(one, other) * (descending ? -1 : 1) || compareNames(a.name, b.name);
  });
}

export function columnOrder(sort: Sort = 'rank'): { column: Column; descending: boolean } {
  const column = COLUMNS.find((one) => sort === one || sort === `-${one}`) ?? 'rank';
  return { column, descending: sort.startsWith('-') };
}

/** The first tap sorts in the most useful direction: highest first, or most recent first. */
export function nextSort(sort: Sort | undefined, column: Column): Sort {
  const now = columnOrder(sort);
  const descendingFirst = column === 'itemLevel' || column === 'played';
  const descending = now.column === column ? !now.descending : descendingFirst;
  return descending ? `-${column}` : column;
}
