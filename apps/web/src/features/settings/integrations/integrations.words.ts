import { defineWords } from '../../../i18n/words.ts';
import type { IntegrationsWords } from './words/en.ts';

export const integrationsWords = defineWords<IntegrationsWords>({
  en: () => import('./words/en.ts'),
  de: () => import('./words/de.ts'),
  es: () => import('./words/es.ts'),
  fr: () => import('./words/fr.ts'),
  'pt-BR': () => import('./words/pt-BR.ts'),
  ru: () => import('./words/ru.ts'),
});
