import { defineWords } from '../../i18n/words.ts';
import type { AccountWords } from './words/en.ts';

/** Texts of parts that open on demand: the account menu, and signing in again. */
export const accountWords = defineWords<AccountWords>({
  en: () => import('./words/en.ts'),
  de: () => import('./words/de.ts'),
  es: () => import('./words/es.ts'),
  fr: () => import('./words/fr.ts'),
  'pt-BR': () => import('./words/pt-BR.ts'),
  ru: () => import('./words/ru.ts'),
});
