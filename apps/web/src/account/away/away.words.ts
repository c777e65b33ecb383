/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../i18n/words.ts';

export type AwayWords = {
  title: string;
  hint: string;
  from: string;
  to: string;
  where: string;
  everywhere: string;
  note: string;
  noteHint: string;
  covers: (values: { count: number }) => string;
  coversNone: string;
  first: (values: { days: number }) => string;
  answers: {
    signed_up: string;
    waitlist: string;
    tentative: string;
  };
  enter: string;
  enterAndDecline: (values: { count: number }) => string;
  entered: string;
  declined: (values: { count: number }) => string;
};

export const awayWords = defineWords<AwayWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
