/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../i18n/words.ts';

export type ShellWords = {
  findHint: string;
  texts: string;
  textNames: {
    motd: string;
    rules: string;
    loot_rules: string;
    description: string;
    recruitment: string;
    raid_info: string;
  };
  newEvent: string;
  away: string;
};

export const shellWords = defineWords<ShellWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
