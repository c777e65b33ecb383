/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../i18n/words.ts';

export type PeopleWords = {
  memberSince: (values: { when: string }) => string;
  nightsOf: (values: { there: number; all: number }) => string;
  level: (values: { level: number }) => string;
  days: (values: { from: string; to: string }) => string;
  attendance: string;
  nights: string;
  rate: string;
  lastPlayed: string;
  unknown: string;
  reach: string;
  muted: string;
  characters: string;
  main: string;
  notProven: string;
  noCharacters: string;
  answers: string;
  noEvents: string;
  roles: string;
  noRoles: string;
  change: string;
  absences: string;
  noAbsences: string;
  enterAbsence: string;
  absenceOf: (values: { name: string }) => string;
  enterHint: string;
  noteHint: string;
  byOfficer: string;
  remove: string;
  absenceRemoved: string;
  allEvents: string;
  status: {
    signed_up: string;
    tentative: string;
    waitlist: string;
    declined: string;
    none: string;
  };
  reached: {
    message: string;
    mail: string;
    inbox: string;
  };
};

export const peopleWords = defineWords<PeopleWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
