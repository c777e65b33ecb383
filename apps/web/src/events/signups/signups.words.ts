/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../i18n/words.ts';

export type SignupsWords = {
  formerRaider: string;
  question: (values: { title: string }) => string;
  in: string;
  maybe: string;
  maybeShort: string;
  no: string;
  place: (values: { position: number }) => string;
  waiting: (values: { position: number }) => string;
  comesAs: string;
  whoComes: (values: { title: string }) => string;
  character: string;
  role: string;
  also: string;
  alsoHint: string;
  choice: (values: { place: number }) => string;
  full: string;
  note: string;
  noteHint: string;
  signUp: string;
  noCharacter: string;
  noCharacterHint: string;
  noRole: (values: { name: string }) => string;
  gaveUp: (values: { title: string }) => string;
  takeBack: string;
  takeBackWhole: string;
  tookBack: (values: { title: string }) => string;
  days: {
    away: string;
    today: string;
    nothing: string;
    reset: (values: { time: string }) => string;
    people: (values: { count: number }) => string;
  };
  states: {
    signed_up: string;
    tentative: string;
    declined: string;
    waitlist: string;
    unanswered: string;
    closed: string;
    archived: string;
    cancelled: string;
    draft: string;
  };
  attendance: {
    present: string;
    late: string;
    benched: string;
    excused: string;
    no_show: string;
  };
  series: {
    inForAll: (values: { count: number }) => string;
    inForAllHint: string;
    answered: (values: { title: string; count: number }) => string;
    waits: (values: { count: number }) => string;
    away: (values: { count: number }) => string;
    skipped: (values: { count: number }) => string;
    tookBack: (values: { title: string }) => string;
  };
  absence: {
    away: string;
  };
};

export const signupsWords = defineWords<SignupsWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
