/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../i18n/words.ts';

export type CharactersWords = {
  title: string;
  lead: string;
  add: string;
  compare: string;
  battlenet: string;
  none: string;
  noneHint: string;
  filters: string;
  search: string;
  sort: string;
  sorts: {
    main: string;
    itemLevel: string;
    level: string;
    name: string;
    played: string;
    points: string;
  };
  guild: string;
  anyGuild: string;
  archived: (values: { count: number }) => string;
  shown: (values: { count: number }) => string;
  nobody: string;
  reset: string;
  main: string;
  itemLevel: string;
  level: string;
  levelNumber: (values: { level: number }) => string;
  points: string;
  noRealm: string;
  played: string;
  neverPlayed: string;
  missing: (values: { ago: string }) => string;
  missingHint: string;
  isArchived: string;
  byHand: string;
  unproven: string;
  unprovenHint: string;
  actions: (values: { name: string }) => string;
  setMain: string;
  isMainAlready: string;
  archive: string;
  restore: string;
  delete: string;
  deleteTitle: (values: { name: string }) => string;
  deleteConsequence: string;
  done: {
    setMain: (values: { name: string }) => string;
    archive: (values: { name: string }) => string;
    restore: (values: { name: string }) => string;
    delete: (values: { name: string }) => string;
  };
  versions: {
    retail: string;
    classic: string;
    'classic-era': string;
    'classic-anniversary': string;
  };
  factions: {
    alliance: string;
    horde: string;
    neutral: string;
  };
  sync: {
    label: string;
    running: string;
    progress: (values: { done: number; total: number }) => string;
    done: string;
    failed: string;
    partly: string;
  };
  link: {
    missing: string;
    expired: string;
    hint: string;
    verb: string;
  };
  import: {
    title: string;
    hint: string;
    version: string;
    empty: string;
    new: string;
    known: string;
    summary: (values: { all: number; fresh: number }) => string;
    verb: string;
  };
  merge: {
    title: string;
    taken: string;
    offer: string;
    noOffer: string;
    failed: string;
    verb: string;
    dismiss: string;
  };
  one: {
    title: string;
    byName: string;
    byHand: string;
    byNameHint: string;
    byHandHint: string;
    name: string;
    version: string;
    realm: string;
    realmIfAny: string;
    realmHint: string;
    look: string;
    claimed: string;
    yours: string;
    bring: (values: { name: string }) => string;
    added: (values: { name: string }) => string;
    class: string;
    race: string;
    spec: string;
    level: string;
    create: string;
  };
};

export const charactersWords = defineWords<CharactersWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
