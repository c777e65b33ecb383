/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../i18n/words.ts';

export type SplitsWords = {
  title: string;
  lead: string;
  back: string;
  runs: string;
  runCount: (values: { count: number }) => string;
  together: string;
  togetherHint: string;
  difficulty: string;
  run: (values: { number: number }) => string;
  holds: string;
  broken: (values: { count: number }) => string;
  by: {
    counted: string;
    unknown: string;
    hidden: string;
    no_difficulty: string;
  };
  problems: {
    size: (values: { has: number; needs: number }) => string;
    tooMany: (values: { has: number; needs: number }) => string;
    tanks: (values: { has: number; needs: number }) => string;
    healers: (values: { has: number; needs: number }) => string;
  };
  itemLevel: (values: { level: number; known: number; all: number }) => string;
  gain: (values: { gain: number; known: number; all: number }) => string;
  kills: (values: { name: string; kills: number; of: number }) => string;
  killed: (values: { people: string; known: number; all: number }) => string;
  noKills: (values: { known: number; all: number }) => string;
  buffs: string;
  missing: (values: { buffs: string }) => string;
  alt: string;
  leftOut: string;
  none: string;
  why: {
    no_character: string;
    full: string;
    few_healers: string;
  };
  make: (values: { count: number }) => string;
  makeHint: string;
  replaces: string;
  confirm: string;
  made: string;
};

export const splitsWords = defineWords<SplitsWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
