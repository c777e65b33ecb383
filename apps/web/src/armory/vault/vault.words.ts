/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../i18n/words.ts';

export type VaultWords = {
  vault: string;
  kinds: {
    raid: string;
    keystone: string;
    world: string;
  };
  difficulties: {
    LFR: string;
    NORMAL: string;
    HEROIC: string;
    MYTHIC: string;
  };
  slot: (values: { done: number; needed: number }) => string;
  atLeast: {
    raid: (values: { count: number }) => string;
    keystone: (values: { count: number }) => string;
    world: (values: { count: number }) => string;
  };
  least: (values: { count: number }) => string;
  unread: string;
  nothing: string;
  none: string;
  hint: string;
};

export const vaultWords = defineWords<VaultWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
