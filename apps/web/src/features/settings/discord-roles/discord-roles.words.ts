import { defineWords } from '../../../i18n/words.ts';
import type { DiscordRolesWords } from './words/en.ts';

export const discordRolesWords = defineWords<DiscordRolesWords>({
  en: () => import('./words/en.ts'),
  de: () => import('./words/de.ts'),
  es: () => import('./words/es.ts'),
  fr: () => import('./words/fr.ts'),
  'pt-BR': () => import('./words/pt-BR.ts'),
  ru: () => import('./words/ru.ts'),
});
