/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../i18n/words.ts';

export type AwardsWords = {
  title: string;
  lead: (values: { total: number; date: string }) => string;
  leadNone: string;
  csv: string;
  bringIn: string;
  filter: {
    label: string;
    search: string;
    team: string;
    anyTeam: string;
    season: string;
    anySeason: string;
    seasonSince: (values: { date: string }) => string;
    night: string;
    anyNight: string;
    item: string;
    anyItem: string;
    raider: string;
    anyRaider: string;
    response: string;
    anyResponse: string;
    counts: string;
    undecided: string;
    shown: (values: { shown: number; total: number }) => string;
  };
  pages: {
    label: string;
    before: string;
    after: string;
  };
  empty: string;
  emptyHint: string;
  emptyHintMember: string;
  none: string;
  noneHint: string;
  showAll: string;
  noNight: string;
  items: (values: { count: number }) => string;
  track: {
    finder: string;
    normal: string;
    heroic: string;
    mythic: string;
    unknown: string;
  };
  unclaimed: string;
  former: string;
  notARaider: string;
  noResponse: string;
  notDecided: string;
  votes: (values: { count: number }) => string;
  firstTo: (values: { name: string }) => string;
  withdrawn: string;
  amended: string;
  killed: (values: { boss: string }) => string;
  neverChanged: string;
  meaning: {
    best: string;
    need: string;
    upgrade: string;
    minor: string;
    offspec: string;
    transmog: string;
    bank: string;
    disenchant: string;
    pass: string;
    auto: string;
    bonus: string;
    personal: string;
  };
  decide: {
    title: string;
    all: string;
    since: (values: { count: number; date: string }) => string;
    unused: string;
    meaningOf: (values: { text: string }) => string;
    choose: string;
    counts: string;
    countsOf: (values: { text: string }) => string;
    until: string;
    none: string;
  };
  counted: {
    title: string;
    weeks: (values: { count: number }) => string;
    none: string;
    rest: string;
  };
  amend: {
    open: (values: { item: string }) => string;
    title: (values: { item: string }) => string;
    raider: string;
    response: string;
    track: string;
    withdrawn: string;
    note: string;
    verb: string;
    unknownHint: (values: { name: string }) => string;
  };
};

export const awardsWords = defineWords<AwardsWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
