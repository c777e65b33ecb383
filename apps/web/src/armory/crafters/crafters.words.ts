/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../i18n/words.ts';

export type CraftersWords = {
  title: string;
  lead: string;
  search: string;
  searchHint: string;
  professions: string;
  tooShort: string;
  truncated: string;
  results: string;
  found: (values: { count: number }) => string;
  people: (values: { count: number }) => string;
  coverage: (values: { known: number; all: number }) => string;
  nobody: string;
  nobodyHint: string;
  none: string;
  noneHint: string;
  more: string;
  knows: (values: { count: number }) => string;
  stale: string;
  neverPlayed: string;
  copyWhisper: (values: { name: string }) => string;
  whisperFor: (values: { recipe: string }) => string;
  whisper: (values: { profession: string }) => string;
  copied: string;
  sharing: {
    label: string;
    hint: string;
    on: string;
    off: string;
  };
  csv: {
    hint: string;
    recipe: string;
    character: string;
    person: string;
    profession: string;
    skill: string;
    played: string;
  };
};

export const craftersWords = defineWords<CraftersWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
