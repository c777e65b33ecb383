/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../i18n/words.ts';

export type PartsWords = {
  label: string;
  upgrades: string;
  history: string;
  wishes: string;
  points: string;
  policy: string;
};

export const partsWords = defineWords<PartsWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
