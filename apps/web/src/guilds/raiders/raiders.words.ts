/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../i18n/words.ts';

export type RaidersWords = {
  title: string;
  lead: (values: { people: number; accounts: number }) => string;
  add: string;
  bringIn: string;
  filter: {
    label: string;
    search: string;
    searchHint: string;
    account: string;
    all: string;
    only: {
      account: string;
      no_account: string;
      not_proven: string;
      guests: string;
      archived: string;
    };
    team: string;
    anyTeam: string;
    shown: (values: { shown: number; total: number }) => string;
  };
  none: string;
  noneHint: string;
  showAll: string;
  empty: string;
  emptyHint: string;
  pages: {
    label: string;
    before: string;
    after: string;
  };
  table: {
    label: string;
    name: string;
    team: string;
    nights: string;
    person: string;
    noTeam: string;
    leads: string;
    unknown: string;
    moreAlts: (values: { count: number }) => string;
  };
  status: {
    main: string;
    trial: string;
    bench: string;
    social: string;
  };
  former: string;
  nightsOf: (values: { there: number; all: number }) => string;
  nightsSince: string;
  rest: {
    title: string;
    text: (values: { count: number }) => string;
    copy: string;
    copied: string;
  };
  unproven: {
    title: string;
    hint: string;
    since: (values: { date: string }) => string;
    merge: string;
    release: string;
    released: (values: { name: string }) => string;
    mergeOne: (values: { name: string }) => string;
    releaseOne: (values: { name: string }) => string;
  };
  same: {
    title: string;
    merge: string;
    mergeOne: (values: { other: string; one: string }) => string;
    dismiss: string;
    dismissOne: (values: { one: string; other: string }) => string;
    dismissed: string;
    ask: (values: { other: string; one: string }) => string;
    consequence: (values: { one: string; other: string }) => string;
    because: {
      import: string;
      alias: string;
      note: string;
      name: string;
      part: string;
      no_diacritics: string;
      prefix: string;
    };
  };
  changes: {
    title: string;
    hint: string;
    merge: (values: { from: string; to: string }) => string;
    split: (values: { to: string; from: string }) => string;
    release: (values: { from: string }) => string;
    moved: (values: { answers: number; characters: number }) => string;
    byProof: string;
    byChatAccount: string;
    undo: string;
    undoOne: (values: { change: string }) => string;
    until: (values: { date: string }) => string;
    undone: string;
    wasUndone: string;
    none: string;
    more: string;
  };
  panel: {
    close: string;
    nights: string;
    rate: string;
    since: string;
    characters: string;
    noCharacters: string;
    main: string;
    source: {
      claim: string;
      officer: string;
      self: string;
      import: string;
    };
    actionsOf: (values: { name: string }) => string;
    makeMain: string;
    splitOff: string;
    teams: string;
    lastNights: string;
    noNights: string;
    awards: string;
    noAwards: string;
    allAwards: string;
    notDecided: string;
    noResponse: string;
    note: string;
    noNote: string;
    person: string;
    openPerson: (values: { name: string }) => string;
    allNights: string;
    addCharacter: string;
    merge: string;
    edit: string;
    archive: string;
    restore: string;
    archived: (values: { name: string }) => string;
    restored: (values: { name: string }) => string;
    mainIs: (values: { name: string }) => string;
    unproven: string;
    readOnly: string;
  };
  form: {
    addTitle: string;
    name: string;
    nameHint: string;
    kind: string;
    kinds: {
      member: string;
      guest: string;
    };
    character: string;
    characterHint: string;
    note: string;
    noteHint: string;
    added: (values: { name: string }) => string;
    addVerb: string;
    editTitle: (values: { name: string }) => string;
    saved: string;
    save: string;
    characterTitle: (values: { name: string }) => string;
    notInRoster: string;
    characterName: string;
    realm: string;
    asMain: string;
    characterAdded: (values: { character: string; name: string }) => string;
    becameTheirs: (values: { character: string }) => string;
  };
  merge: {
    title: (values: { name: string }) => string;
    with: string;
    verb: string;
    result: string;
    stays: (values: { name: string; count: number }) => string;
    moves: (values: { name: string; stays: string }) => string;
    account: (values: { person: string }) => string;
    undo: (values: { date: string }) => string;
    merged: (values: { from: string; to: string }) => string;
  };
  split: {
    title: (values: { name: string }) => string;
    which: string;
    hint: (values: { date: string }) => string;
    verb: string;
    done: (values: { name: string }) => string;
  };
};

export const raidersWords = defineWords<RaidersWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
