/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../i18n/words.ts';

export type EventFormWords = {
  newTitle: string;
  editTitle: (values: { title: string }) => string;
  lead: (values: { guild: string }) => string;
  what: string;
  title: string;
  team: string;
  noTeam: string;
  type: string;
  instance: string;
  instanceHint: string;
  instancePlaceholder: string;
  description: string;
  when: string;
  day: string;
  time: string;
  inZone: (values: { zone: string }) => string;
  inEventZone: (values: { zone: string }) => string;
  yours: (values: { when: string }) => string;
  duration: string;
  hours: (values: { count: number }) => string;
  deadline: string;
  deadlines: {
    start: string;
    h1: string;
    h3: string;
    h12: string;
    d1: string;
    d2: string;
  };
  repeat: string;
  repeatOn: string;
  repeatUntil: string;
  dates: (values: { count: number }) => string;
  clockChange: string;
  leaveOut: string;
  tooMany: (values: { most: number }) => string;
  places: string;
  presets: string;
  preset: (values: { size: number }) => string;
  noPlaces: string;
  fewer: (values: { role: string }) => string;
  more: (values: { role: string }) => string;
  total: (values: { count: number }) => string;
  anyRole: string;
  anyRoleHint: string;
  scope: string;
  scopes: {
    guild: string;
    group: string;
  };
  scopeHint: string;
  beginWith: string;
  blank: string;
  lastWeeks: (values: { title: string }) => string;
  series: {
    which: string;
    extents: {
      this: string;
      following: string;
      upcoming: string;
      all: string;
    };
    edit: (values: { count: number }) => string;
    cancel: (values: { count: number }) => string;
    delete: (values: { count: number }) => string;
    more: (values: { count: number }) => string;
    answers: (values: { records: number; signups: number }) => string;
    kept: (values: { count: number }) => string;
    own: (values: { count: number }) => string;
  };
  wrong: {
    title: string;
    description: string;
    localStart: string;
    durationMinutes: string;
    signupDeadline: string;
    slots: string;
    journalInstanceId: string;
    recurringDates: string;
    other: string;
  };
  create: string;
  createDraft: string;
  save: string;
  created: string;
  saved: string;
  needed: string;
  inPast: string;
  conflictTitle: string;
  conflict: string;
  saveMine: string;
  takeTheirs: string;
};

export const eventFormWords = defineWords<EventFormWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
