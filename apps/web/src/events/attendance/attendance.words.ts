/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../i18n/words.ts';

export type AttendanceWords = {
  formerRaider: string;
  title: string;
  away: string;
  lead: string;
  leadOwn: string;
  filters: string;
  filterPeople: string;
  since: string;
  allTime: string;
  days: (values: { days: number }) => string;
  type: string;
  anyType: string;
  types: {
    raid: string;
    dungeon: string;
    pvp: string;
    social: string;
    other: string;
  };
  byWeek: string;
  trendLead: string;
  trendSaid: (values: { from: string; first: string; to: string; last: string }) => string;
  noTrend: string;
  people: (values: { count: number }) => string;
  heatMap: string;
  legend: string;
  name: string;
  rate: string;
  streak: string;
  streakOf: (values: { count: number }) => string;
  of: (values: { there: number; counted: number }) => string;
  tooLittle: string;
  search: string;
  rankFrom: string;
  rankTo: string;
  class: string;
  anyClass: string;
  sort: string;
  sorts: {
    rate: string;
    name: string;
    streak: string;
    last: string;
  };
  shown: (values: { shown: number; all: number }) => string;
  nobody: string;
  reset: string;
  none: string;
  noneHint: string;
  explain: (values: { name: string }) => string;
  why: string;
  notCounted: string;
  notMember: string;
  letters: {
    P: string;
    L: string;
    B: string;
    N: string;
    M: string;
    E: string;
    A: string;
    R: string;
    D: string;
  };
  outcomes: {
    present: string;
    late: string;
    benched: string;
    no_show: string;
    missed: string;
    excused: string;
    absent: string;
    removed: string;
    declined: string;
  };
  because: {
    present: string;
    late: string;
    benched: string;
    no_show: string;
    missed: string;
    excused: string;
    absent: string;
    removed: string;
    declined: string;
    not_a_member: string;
    does_not_count: string;
    not_completed: string;
    believed: string;
    waited: string;
    declinedCounted: string;
    takenBack: string;
    takenBackCounted: string;
    declinedLate: string;
    tentative: string;
    notRecorded: string;
  };
  policy: {
    title: string;
    now: string;
    version: (values: { version: number }) => string;
    from: (values: { date: string }) => string;
    always: string;
    late: (values: { percent: number }) => string;
    benched: (values: { percent: number }) => string;
    declinedCounts: string;
    declinedFree: string;
    tooFew: (values: { count: number }) => string;
  };
  csv: {
    hint: string;
    name: string;
    person: string;
    class: string;
    rank: string;
    rate: string;
    counted: string;
    streak: string;
  };
};

export const attendanceWords = defineWords<AttendanceWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
