/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../i18n/words.ts';

export type ReservesWords = {
  title: (values: { event: string }) => string;
  back: string;
  openUntil: (values: { when: string }) => string;
  lockedSince: (values: { when: string }) => string;
  limits: (values: { count: number }) => string;
  perItem: (values: { count: number }) => string;
  srPlus: (values: { step: number }) => string;
  srPlusContinues: (values: { step: number; event: string; date: string }) => string;
  seenBy: {
    everybody: string;
    officers: string;
    nobody: string;
  };
  none: string;
  noneHint: string;
  openHint: string;
  open: string;
  opened: string;
  otherRules: string;
  rules: string;
  save: string;
  saved: string;
  mine: string;
  mineOf: (values: { used: number; all: number }) => string;
  mineNone: string;
  reserve: string;
  reserveItem: (values: { item: string }) => string;
  giveUp: (values: { item: string }) => string;
  reserved: (values: { item: string }) => string;
  givenUp: (values: { item: string }) => string;
  times: (values: { count: number }) => string;
  find: string;
  findHint: string;
  findNone: string;
  choose: string;
  bosses: (values: { instance: string }) => string;
  instance: string;
  all: string;
  allNone: string;
  total: (values: { count: number; raiders: number }) => string;
  hiddenUntil: (values: { when: string }) => string;
  plusOf: (values: { value: number }) => string;
  plusRests: (values: { count: number; date: string }) => string;
  corrected: (values: { name: string; note: string }) => string;
  correctedBySomeone: (values: { note: string }) => string;
  correct: (values: { name: string }) => string;
  correctTitle: (values: { name: string; item: string }) => string;
  plus: string;
  note: string;
  derived: string;
  former: string;
  copyGargul: string;
  copyRollFor: string;
  download: string;
  more: string;
  copied: string;
  leftOut: (values: { count: number }) => string;
  hard: string;
  form: {
    perPerson: string;
    perItem: string;
    seenBy: string;
    everybody: string;
    officers: string;
    nobody: string;
    locks: string;
    atStart: string;
    before: (values: { span: string }) => string;
    plusStep: string;
    withoutPlus: string;
    continues: (values: { event: string; date: string }) => string;
    hard: string;
    hardHint: string;
    hardRefused: (values: { line: number }) => string;
  };
  bringIn: string;
  enteredBy: (values: { name: string }) => string;
  forOthers: {
    open: string;
    raider: string;
    hint: string;
    none: string;
  };
};

export const reservesWords = defineWords<ReservesWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
