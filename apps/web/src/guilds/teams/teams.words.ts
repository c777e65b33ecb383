/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../i18n/words.ts';

export type TeamsWords = {
  title: string;
  lead: string;
  add: string;
  archivedOnly: string;
  none: string;
  noneHint: string;
  noneArchived: string;
  mine: string;
  members: (values: { count: number }) => string;
  ledBy: (values: { names: string }) => string;
  addMember: string;
  isArchived: string;
  roster: string;
  noMembers: string;
  noMembersHint: string;
  lead1: string;
  since: (values: { date: string }) => string;
  actionsOf: (values: { name: string }) => string;
  change: string;
  makeLead: string;
  dismissLead: string;
  leadNeedsAccount: string;
  remove: string;
  removed: (values: { name: string; team: string }) => string;
  edit: string;
  archive: string;
  restore: string;
  delete: string;
  deleteTitle: (values: { name: string }) => string;
  deleteConsequence: (values: { count: number }) => string;
  deleted: (values: { name: string }) => string;
  events: string;
  noEvents: string;
  noEventsHint: string;
  form: {
    addTitle: string;
    editTitle: string;
    name: string;
    schedule: string;
    scheduleHint: string;
    color: string;
    save: string;
    saved: string;
    memberTitle: (values: { team: string }) => string;
    changeTitle: (values: { name: string }) => string;
    raider: string;
    role: string;
    noRole: string;
    status: string;
    add: string;
  };
};

export const teamsWords = defineWords<TeamsWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
