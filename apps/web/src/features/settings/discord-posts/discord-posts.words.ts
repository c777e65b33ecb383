import { defineWords } from '../../../i18n/words.ts';
import type { DiscordPostsWords } from './words/en.ts';

export const discordPostsWords = defineWords<DiscordPostsWords>({
  en: () => import('./words/en.ts'),
  de: () => import('./words/de.ts'),
  es: () => import('./words/es.ts'),
  fr: () => import('./words/fr.ts'),
  'pt-BR': () => import('./words/pt-BR.ts'),
  ru: () => import('./words/ru.ts'),
});
