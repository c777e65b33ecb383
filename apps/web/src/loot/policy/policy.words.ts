/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../i18n/words.ts';

export type PolicyWords = {
  title: string;
  lead: string;
  order: string;
  none: string;
  place: (values: { place: number }) => string;
  unknownLast: string;
  keys: {
    team: string;
    wish: string;
    gain: string;
    points: string;
    awards: string;
    attendance: string;
  };
  explain: {
    team: string;
    wish: string;
    gain: string;
    points: string;
    awards: string;
    attendance: string;
  };
  weeks: string;
  leastAttendance: string;
  seenBy: string;
  officers: string;
  everybody: string;
  save: string;
  saved: string;
  twice: string;
  weeksAre: (values: { weeks: number }) => string;
  percent: (values: { percent: number }) => string;
  unordered: string;
};

export const policyWords = defineWords<PolicyWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
