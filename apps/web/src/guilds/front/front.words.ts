/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../i18n/words.ts';

export type FrontWords = {
  title: string;
  lead: string;
  find: string;
  raids: string;
  raidsText: string;
  roster: string;
  rosterText: string;
  attendance: string;
  attendanceText: string;
  raidPicture: string;
  answersPicture: string;
  rosterPicture: string;
  attendancePicture: string;
  ranks: {
    leader: string;
    officer: string;
    raider: string;
  };
  recruiting: string;
  all: string;
  legal: string;
};

export const frontWords = defineWords<FrontWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
