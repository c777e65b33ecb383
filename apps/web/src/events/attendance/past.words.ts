/** Written by `pnpm words` from ./past/*.json. */
import { defineWords } from '../../i18n/words.ts';

export type PastWords = {
  title: string;
  span: (values: { count: number; from: string; to: string }) => string;
  hint: string;
  reading: string;
  there: string;
  bench: string;
  last: string;
  several: string;
  noRaider: string;
  name: string;
  of: (values: { there: number; counted: number }) => string;
  csv: string;
  class: string;
  nights: string;
  first: string;
};

export const pastWords = defineWords<PastWords>([
  () => import('./past/en.json'),
  () => import('./past/de.json'),
  () => import('./past/es.json'),
  () => import('./past/fr.json'),
  () => import('./past/pt-BR.json'),
  () => import('./past/ru.json'),
]);
