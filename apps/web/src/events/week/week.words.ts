/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../i18n/words.ts';

export type WeekWords = {
  thisWeek: string;
  weekOf: string;
  before: string;
  after: string;
  nextEvent: string;
  running: string;
  startsIn: (values: { span: string }) => string;
  at: (values: { day: string; from: string; to: string }) => string;
  answerBy: (values: { when: string }) => string;
  ledBy: (values: { name: string }) => string;
  noEvent: string;
  noEventHint: string;
  toEvents: string;
  needsYou: string;
  answer: string;
  decide: string;
  transfers: (values: { count: number }) => string;
  pictures: (values: { count: number }) => string;
  more: (values: { count: number }) => string;
  allAnswered: string;
  restAnswered: string;
  news: string;
  noNews: string;
  noNewsHint: string;
  characters: string;
  allCharacters: string;
  noCharacters: string;
  fetch: string;
  neverRead: string;
  welcome: string;
  ways: {
    characters: string;
    charactersHint: string;
    invite: string;
    inviteHint: string;
    code: string;
    join: string;
    found: string;
    foundHint: string;
    name: string;
    create: string;
  };
  inSeries: (values: { count: number }) => string;
};

export const weekWords = defineWords<WeekWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
