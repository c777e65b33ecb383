/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../i18n/words.ts';

export type NotesWords = {
  title: (values: { event: string }) => string;
  lead: string;
  back: string;
  bosses: string;
  wholeNight: string;
  hasNote: string;
  myJobs: string;
  noJobs: string;
  noJobsHint: string;
  noNotesHint: string;
  notSignedUp: string;
  spell: (values: { id: string }) => string;
  phase: (values: { number: number }) => string;
  because: {
    role: string;
    group: string;
    class: string;
    spec: string;
    everyone: string;
  };
  mine: string;
  textOf: (values: { boss: string }) => string;
  copy: string;
  copied: string;
  change: string;
  add: string;
  none: string;
  noneHint: string;
  noneForMembers: string;
  saved: (values: { when: string }) => string;
  savedBy: (values: { name: string; when: string }) => string;
  absent: (values: { name: string }) => string;
  notPlaced: (values: { name: string }) => string;
  unknown: (values: { name: string }) => string;
  form: {
    text: string;
    hint: string;
    of: string;
    ofEvent: string;
    ofTeam: (values: { team: string }) => string;
    save: string;
    saved: string;
    removed: string;
    newer: string;
  };
};

export const notesWords = defineWords<NotesWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
