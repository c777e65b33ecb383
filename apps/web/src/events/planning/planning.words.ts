/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../i18n/words.ts';

export type PlanningWords = {
  swapWith: (values: { name: string }) => string;
  waitsAt: (values: { place: number }) => string;
  isIn: (values: { role: string }) => string;
  swapped: (values: { name: string; out: string }) => string;
  answerFor: (values: { name: string }) => string;
  lastReminder: (values: { when: string }) => string;
  maybe: string;
  no: string;
  notAnswered: string;
  everyoneAnswered: string;
  notReached: string;
  away: string;
  hasPlace: string;
  all: string;
  csv: string;
  noneToRemind: string;
  remind: (values: { count: number }) => string;
  reminded: (values: { count: number }) => string;
  reach: {
    message: string;
    mail: string;
    inbox: string;
  };
  columns: {
    name: string;
    character: string;
    role: string;
    reach: string;
    away: string;
  };
  series: {
    title: string;
    weekly: string;
    nth: (values: { place: number; all: number }) => string;
    filled: (values: { taken: number; slots: number }) => string;
    going: (values: { count: number }) => string;
    cancelled: string;
    draft: string;
    appliesTo: string;
  };
  groups: string;
  slots: string;
};

export const planningWords = defineWords<PlanningWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
