/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../../i18n/words.ts';

export type LogsWords = {
  lead: string;
  unavailable: string;
  unavailableHint: string;
  named: string;
  read: (values: { ago: string }) => string;
  neverRead: string;
  problems: {
    guild_gone: string;
    unavailable: string;
  };
  link: string;
  linkHint: string;
  linkHintGame: string;
  teams: string;
  teamsHint: string;
  noTeam: string;
  tag: (values: { name: string }) => string;
  measures: string;
  presentPercent: string;
  partPercent: string;
  lateMinutes: string;
  hints: {
    presentPercent: string;
    partPercent: string;
    lateMinutes: string;
  };
  confirmsItself: string;
  confirmsHint: string;
  find: string;
  save: string;
  saved: string;
  stop: string;
  stopQuestion: string;
  stopConsequence: string;
  stopped: string;
};

export const logsWords = defineWords<LogsWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
