/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../i18n/words.ts';

export type AccountWords = {
  settings: string;
  administration: string;
  notifications: string;
  again: {
    title: string;
    lead: string;
    with: (values: { provider: string }) => string;
    byMail: string;
    sent: (values: { address: string }) => string;
  };
};

export const accountWords = defineWords<AccountWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
