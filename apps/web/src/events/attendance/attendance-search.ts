/** The search parameters of the attendance page, and the people they select. */

import type { AttendanceMatrixView } from '@guildhall/contracts/attendance.ts';
import { nameKey } from '@guildhall/contracts/name-key.ts';
import { serviceTime } from '../../api/service-time.ts';
import { compareNames } from '../../i18n/compare-names.ts';
import { integer, oneOf, text } from '../../routes/search-params.ts';
import { attendanceWords } from './attendance.words.ts';

export const PERIODS = ['30', '90', '180', 'all'] as const;
export const TYPES = ['raid', 'dungeon', 'pvp', 'social', 'other'] as const;
export const SORTS = ['rate', 'name', 'streak', 'last'] as const;
const DEFAULT_PERIOD = '90';

export type AttendanceSearch = {
  since?: (typeof PERIODS)[number] | undefined;
  type?: (typeof TYPES)[number] | undefined;
  /** First and last rank. */
  from?: number | undefined;
  to?: number | undefined;
  class?: number | undefined;
  q?: string | undefined;
  sort?: (typeof SORTS)[number] | undefined;
  /** The member whose events are open. */
  member?: string | undefined;
};

export const attendanceSearch = (search: Record<string, unknown>): AttendanceSearch => ({
  since: oneOf(search.since, PERIODS),
  type: oneOf(search.type, TYPES),
  from: integer(search.from),
  to: integer(search.to),
  class: integer(search.class),
  q: text(search.q),
  sort: oneOf(search.sort, SORTS),
  member: text(search.member),
});

export const NO_FILTER: AttendanceSearch = { from: undefined, to: undefined, class: undefined, q: undefined };

const DAY_MS = 86_400_000;

/** The first day that counts; undefined for the whole time. */
export function periodOf({ since = DEFAULT_PERIOD }: AttendanceSearch) {
  if (since === 'all') return { since, from: undefined };
  return { since, from: dayBefore(Number(since)) };
}

/** By the days of UTC, so that readers in all zones see the same numbers. */
export const dayBefore = (days: number) => new Date(serviceTime() - days * DAY_MS).toISOString().slice(0, 10);

export type Person = AttendanceMatrixView['members'][number];
/** The person, or the name of a raider without an account. */
export const nameOf = ({ user, raider }: Pick<Person, 'user' | 'raider'>) =>
  user?.displayName ?? raider?.name ?? attendanceWords.now().formerRaider;
/** By which the numbers of a person, or of a raider without an account, are asked for. */
export const idOf = ({ user, raider }: Pick<Person, 'user' | 'raider'>) => user?.id ?? raider?.id ?? '';

/** Unreliable rates sort last. */
const KEYS: Record<(typeof SORTS)[number], (person: Person) => number> = {
  rate: ({ rate, tooLittleData }) => (rate === null ? -2 : tooLittleData ? rate - 1.5 : rate),
  name: () => 0,
  streak: ({ streak }) => streak,
  last: ({ lastAttendedAt }) => (lastAttendedAt ? Date.parse(lastAttendedAt) : 0),
};

export function filteredPeople(people: readonly Person[], search: AttendanceSearch): Person[] {
  const sought = nameKey(search.q ?? '');
  const key = KEYS[search.sort ?? 'rate'];
  const { from = -1, to = 99 } = search;
  const anyRank = search.from === undefined && search.to === undefined;
  return people
    .filter(
      (person) =>
        (anyRank || (person.rank !== null && person.rank.rank >= from && person.rank.rank <= to)) &&
        (search.class === undefined || person.mainCharacter?.class.id === search.class) &&
        nameKey(`${nameOf(person)} ${person.mainCharacter?.name ?? ''}`).includes(sought),
    )
    .sort((a, b) => key(b) - key(a) || compareNames(nameOf(a), nameOf(b)));
}
