/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../i18n/words.ts';

export type RosterWords = {
  title: string;
  views: string;
  tabs: {
    members: string;
    people: string;
    teams: string;
    history: string;
    composition: string;
    transfers: string;
  };
  members: (values: { count: number }) => string;
  active: (values: { count: number }) => string;
  rankNumber: (values: { rank: number }) => string;
  levelNumber: (values: { level: number }) => string;
  unknown: string;
  columns: {
    name: string;
    itemLevel: string;
    role: string;
    rank: string;
    played: string;
    person: string;
    realm: string;
    class: string;
    level: string;
    joined: string;
  };
  look: {
    title: string;
    columns: string;
    density: string;
    densities: {
      comfortable: string;
      compact: string;
    };
  };
  csv: string;
  csvHint: string;
  sync: {
    now: string;
    reading: string;
    progress: string;
    queued: string;
    first: string;
    there: string;
    logins: (values: { done: number; total: number }) => string;
    lastLogins: string;
    joined: (values: { count: number }) => string;
    left: (values: { count: number }) => string;
    changed: (values: { count: number }) => string;
    done: string;
    held: string;
    failed: string;
    partly: string;
  };
  filter: {
    label: string;
    search: string;
    searchHint: string;
    classes: string;
    classChip: (values: { name: string; count: number }) => string;
    rank: string;
    anyRank: string;
    role: string;
    anyRole: string;
    played: string;
    anyTime: string;
    within: (values: { days: number }) => string;
    claimed: string;
    left: string;
    reset: string;
    sort: string;
    shown: (values: { shown: number; total: number }) => string;
    nobody: string;
    nobodyHint: string;
    notFor: (values: { days: number }) => string;
    unknownLogin: (values: { count: number }) => string;
  };
  table: {
    label: string;
    promoted: string;
    demoted: string;
    left: string;
    nobody: string;
    unproven: string;
    never: string;
  };
  empty: string;
  emptyHint: string;
  firstSync: string;
  firstSyncHint: string;
  panel: {
    level: string;
    itemLevel: string;
    rank: string;
    person: string;
    memberSince: (values: { date: string }) => string;
    leftOn: (values: { date: string }) => string;
    nobody: string;
    unproven: string;
    reject: string;
    rejectTitle: (values: { name: string }) => string;
    rejectConsequence: (values: { person: string }) => string;
    rejected: string;
    characters: (values: { person: string }) => string;
    history: string;
    noHistory: string;
    wholeHistory: string;
    close: string;
  };
  history: {
    lead: string;
    kinds: {
      joined: string;
      returned: string;
      left: string;
      rank: string;
      level: string;
      renamed: string;
      transferred: string;
    };
    all: string;
    kind: string;
    joined: (values: { rank: string }) => string;
    returned: (values: { rank: string }) => string;
    leftAs: (values: { rank: string }) => string;
    promoted: (values: { rank: string }) => string;
    demoted: (values: { rank: string }) => string;
    level: (values: { level: string }) => string;
    renamed: (values: { before: string }) => string;
    transferred: (values: { before: string; after: string }) => string;
    empty: string;
    emptyHint: string;
    more: string;
    one: string;
  };
  continued: {
    title: string;
    found: (values: { agreeing: number; members: number; name: string; realm: string }) => string;
    consequence: (values: { name: string }) => string;
    confirm: string;
    reject: string;
    confirmed: (values: { name: string }) => string;
    rejected: string;
  };
  transfers: {
    lead: string;
    empty: string;
    emptyHint: string;
    left: string;
    came: string;
    confirm: string;
    reject: string;
    confirmed: (values: { name: string }) => string;
    rejected: (values: { name: string }) => string;
    factions: {
      alliance: string;
      horde: string;
      neutral: string;
    };
    consequence: string;
  };
  composition: {
    lead: string;
    period: string;
    all: string;
    days: (values: { days: number }) => string;
    classes: string;
    roles: string;
    armor: string;
    armorTypes: {
      cloth: string;
      leather: string;
      mail: string;
      plate: string;
      unknown: string;
    };
    rolesUnknown: string;
    empty: string;
    emptyHint: string;
  };
};

export const rosterWords = defineWords<RosterWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
