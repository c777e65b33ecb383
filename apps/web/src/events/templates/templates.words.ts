/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../i18n/words.ts';

export type TemplatesWords = {
  title: string;
  name: string;
  over: string;
  new: string;
  hint: string;
  save: string;
  saved: string;
  needed: string;
  templates: string;
  events: string;
  brings: (values: { lineups: number; notes: number }) => string;
  leftOut: {
    left: (values: { names: string }) => string;
    other_team: (values: { names: string }) => string;
  };
  delete: string;
  deleteTitle: (values: { name: string }) => string;
  deleteHint: string;
  deleted: string;
  archivedTeam: (values: { team: string }) => string;
};

export const templatesWords = defineWords<TemplatesWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
