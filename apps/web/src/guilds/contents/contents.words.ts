/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../i18n/words.ts';

export type ContentsWords = {
  tabs: string;
  save: string;
  waits: string;
  types: {
    motd: string;
    rules: string;
    loot_rules: string;
    raid_info: string;
    description: string;
    recruitment: string;
  };
  difference: {
    added: string;
    removed: string;
    same: string;
  };
  editor: {
    view: string;
    write: string;
    preview: string;
    hint: string;
    nothing: string;
  };
  conflict: {
    somebody: string;
    title: (values: { name: string }) => string;
    lead: string;
    theirs: (values: { name: string }) => string;
    mine: string;
    keepMine: string;
    takeTheirs: string;
    keepHint: string;
  };
  posts: {
    title: string;
    write: string;
    none: string;
    noneHint: string;
    pages: string;
    newer: string;
    older: string;
    visibilityHints: {
      public: string;
      guild: string;
      officers: string;
    };
    visibility: string;
    pin: string;
    pinHint: string;
    backTo: (values: { guild: string }) => string;
    edited: string;
    editedBy: (values: { name: string }) => string;
    edit: string;
    delete: string;
    deleteQuestion: (values: { title: string }) => string;
    deleteConsequence: string;
    deleted: (values: { title: string }) => string;
    newTitle: string;
    editTitle: string;
    postTitle: string;
    body: string;
    publish: string;
    saved: string;
    discard: string;
  };
  texts: {
    edit: string;
    leads: {
      motd: string;
      rules: string;
      loot_rules: string;
      raid_info: string;
      description: string;
      recruitment: string;
    };
    none: string;
    versions: string;
    noVersions: string;
    noSuchVersion: string;
    newest: (values: { version: number }) => string;
    number: (values: { version: number }) => string;
    cleared: string;
    newer: string;
    older: string;
    view: string;
    changed: string;
    today: string;
    said: string;
    restore: string;
    restoreHint: string;
    isCurrent: string;
    restored: (values: { version: number }) => string;
    saved: string;
  };
};

export const contentsWords = defineWords<ContentsWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
