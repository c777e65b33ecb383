/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../i18n/words.ts';

export type ImportsWords = {
  title: string;
  lead: string;
  people: string;
  source: {
    label: string;
    names: {
      raid_helper: string;
      roster_notes: string;
      wowaudit: string;
      thats_my_bis: string;
      eqdkp: string;
      table: string;
      loot: string;
      points: string;
      reserves: string;
    };
    hints: {
      raid_helper: string;
      roster_notes: string;
      wowaudit: string;
      thats_my_bis: string;
      eqdkp: string;
      table: string;
      loot: string;
      points: string;
      reserves: string;
    };
    text: {
      raid_helper: string;
      roster_notes: string;
      wowaudit: string;
      thats_my_bis: string;
      eqdkp: string;
      table: string;
      loot: string;
      points: string;
      reserves: string;
    };
    textHint: {
      raid_helper: string;
      roster_notes: string;
      wowaudit: string;
      thats_my_bis: string;
      eqdkp: string;
      table: string;
      loot: string;
      points: string;
      reserves: string;
    };
    key: string;
    keyHint: string;
    file: string;
    fileRead: (values: { name: string; size: number }) => string;
    tooLong: (values: { most: number }) => string;
    notText: (values: { name: string }) => string;
    otherEncoding: (values: { name: string }) => string;
    event: string;
    byTime: string;
    reservesEvent: string;
    chooseEvent: string;
    newEvents: string;
    markPresent: string;
    markPresentHint: string;
    team: string;
    noTeam: string;
    teamHint: string;
    lootTeam: string;
    byNight: string;
    keepNotes: string;
    read: string;
    needed: string;
    pool: string;
    noPools: string;
    poolNeeded: string;
  };
  server: {
    title: string;
    number: string;
    numberHint: string;
    key: string;
    keyHint: string;
    list: string;
    none: string;
    label: string;
    all: (values: { count: number }) => string;
    chosen: (values: { count: number }) => string;
    untitled: string;
    answers: (values: { count: number }) => string;
    here: string;
    more: (values: { most: number }) => string;
  };
  columns: {
    title: string;
    hint: string;
    column: (values: { number: number; heading: string }) => string;
    nothing: string;
    meaning: {
      name: string;
      realm: string;
      className: string;
      role: string;
      main: string;
      note: string;
      answer: string;
    };
    headings: string;
    nameNeeded: string;
  };
  state: {
    reading: string;
    preview: string;
    applying: string;
    applied: string;
    undoing: string;
    undone: string;
    failed: string;
  };
  reading: string;
  rowsRead: (values: { count: number }) => string;
  another: string;
  earlier: (values: { date: string }) => string;
  missing: (values: { count: number }) => string;
  groups: {
    ambiguous: string;
    unmatched: string;
    matched: string;
    skipped: string;
    hints: {
      ambiguous: string;
      unmatched: string;
      unmatchedLoot: string;
      matched: string;
      skipped: string;
    };
    more: (values: { count: number }) => string;
  };
  row: {
    line: (values: { line: number }) => string;
    lines: (values: { count: number }) => string;
    altOf: (values: { main: string }) => string;
    choose: string;
    chooseFor: (values: { name: string }) => string;
    guest: string;
    guestFor: (values: { name: string }) => string;
    skip: string;
    skipFor: (values: { name: string }) => string;
    select: (values: { name: string }) => string;
    asGuest: string;
    gone: string;
    written: string;
    change: (values: { name: string }) => string;
    role: (values: { column: string }) => string;
    roleMissing: string;
    newEvent: (values: { evening: string }) => string;
    noEvening: string;
    answers: (values: { count: number }) => string;
    by: {
      alias: string;
      discord: string;
      name_and_realm: string;
      name: string;
      part: string;
      prefix: string;
      no_diacritics: string;
      decision: string;
    };
    reason: {
      circle: string;
      several_mains: string;
      nothing_to_write: string;
      no_event: string;
      no_role: string;
      already_there: string;
      answered_already: string;
      proved_by_a_person: string;
      of_another_raider: string;
      team_full: string;
      changed_since: string;
      no_time: string;
      impossible_time: string;
      later_line: string;
      later_balance: string;
      no_balance: string;
      for_many: string;
      of_main: string;
      several_balances: string;
      older_export: string;
      decayed_since: string;
    };
    unclaimed: string;
    item: (values: { id: string }) => string;
    answer: {
      signed_up: string;
      tentative: string;
      waitlist: string;
      declined: string;
    };
    balance: (values: { points: number }) => string;
    balanceOfBoth: (values: { points: number; gp: number }) => string;
    becomes: (values: { before: number; after: number }) => string;
    becomesOfBoth: (values: { before: number; after: number; gpBefore: number; gpAfter: number }) => string;
  };
  bulk: {
    label: string;
    all: string;
    chosen: (values: { count: number }) => string;
    first: string;
    guests: string;
    skip: string;
    everyone: string;
    done: (values: { count: number }) => string;
  };
  choose: {
    title: (values: { name: string }) => string;
    person: string;
    verb: string;
  };
  will: {
    title: string;
    write: (values: { count: number }) => string;
    evenings: (values: { count: number }) => string;
    events: (values: { count: number }) => string;
    noEvents: (values: { count: number }) => string;
    decide: (values: { count: number }) => string;
    leave: (values: { count: number }) => string;
    byName: (values: { count: number }) => string;
    skip: (values: { count: number }) => string;
    members: string;
    undo: (values: { date: string }) => string;
  };
  bar: {
    label: string;
    ready: (values: { count: number }) => string;
    rest: string;
    verb: (values: { count: number }) => string;
    verbOpen: (values: { count: number; open: number }) => string;
    nothing: string;
  };
  progress: {
    applying: (values: { done: number; all: number }) => string;
    events: (values: { read: number; asked: number }) => string;
    undoing: string;
    label: string;
  };
  result: {
    applied: (values: { count: number }) => string;
    open: (values: { count: number }) => string;
    undone: string;
    kept: (values: { count: number }) => string;
    failed: string;
    until: (values: { date: string }) => string;
    people: string;
    loot: string;
    points: string;
    reserves: string;
    event: string;
    events: string;
  };
  undo: {
    verb: string;
    of: (values: { source: string; date: string }) => string;
    title: string;
    consequence: (values: { count: number }) => string;
  };
  discard: {
    verb: string;
    of: (values: { source: string; date: string }) => string;
    title: string;
    consequence: string;
  };
  runs: {
    title: string;
    none: string;
    counts: (values: { written: number }) => string;
    kept: (values: { count: number }) => string;
  };
};

export const importsWords = defineWords<ImportsWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
