import type { CoreWords } from './core/en.ts';
import { defineWords } from './words.ts';

/** Texts of the shell, the primitives and every error. Loaded before the first render. */
export const coreWords = defineWords<CoreWords>({
  en: () => import('./core/en.ts'),
  de: () => import('./core/de.ts'),
  es: () => import('./core/es.ts'),
  fr: () => import('./core/fr.ts'),
  'pt-BR': () => import('./core/pt-BR.ts'),
  ru: () => import('./core/ru.ts'),
});
