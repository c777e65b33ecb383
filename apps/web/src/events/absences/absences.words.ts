/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../i18n/words.ts';

export type AbsencesWords = {
  title: string;
  lead: string;
  earlier: string;
  later: string;
  today: string;
  none: string;
  noneHint: string;
  people: (values: { count: number }) => string;
  more: (values: { shown: number; all: number }) => string;
  csv: {
    hint: string;
    person: string;
    from: string;
    to: string;
    note: string;
  };
};

export const absencesWords = defineWords<AbsencesWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
