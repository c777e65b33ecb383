/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../i18n/words.ts';

export type PointsWords = {
  title: string;
  lead: string;
  leads: {
    epgp: string;
    dkp: string;
    zero_sum: string;
  };
  newPool: string;
  empty: string;
  gone: string;
  emptyHint: string;
  emptyHintMember: string;
  filters: string;
  pool: string;
  archivedPool: (values: { name: string }) => string;
  search: string;
  former: string;
  formerRaider: string;
  count: (values: { count: number }) => string;
  raiders: (values: { count: number }) => string;
  pages: {
    label: string;
    before: string;
    after: string;
  };
  noRaiders: string;
  noRaidersHint: string;
  none: string;
  noneHint: string;
  columns: {
    place: string;
    raider: string;
    attendance: string;
    priority: string;
    points: string;
  };
  tied: string;
  tiedHint: string;
  belowMinimum: string;
  unknown: string;
  percent: (values: { percent: number }) => string;
  attends: (values: { share: string }) => string;
  attendanceRests: (values: { raids: number; weeks: number }) => string;
  latest: string;
  ledgerOf: (values: { name: string }) => string;
  showLatest: string;
  noEntries: string;
  neverChanged: string;
  types: {
    grant: string;
    charge: string;
    share: string;
    decay: string;
    opening: string;
    undo: string;
  };
  undoOf: (values: { reason: string }) => string;
  undone: string;
  item: (values: { id: string }) => string;
  byService: string;
  afterPoints: (values: { points: string }) => string;
  afterGp: (values: { points: string; gp: string }) => string;
  various: string;
  undo: {
    open: (values: { reason: string }) => string;
    title: (values: { reason: string }) => string;
    whole: string;
    one: string;
    verb: string;
    done: (values: { count: number }) => string;
  };
  kinds: {
    epgp: string;
    dkp: string;
    zero_sum: string;
  };
  prices: {
    title: string;
    empty: string;
    emptyHint: string;
    change: string;
    changeOf: (values: { item: string }) => string;
    titleOf: (values: { item: string }) => string;
    removeHint: string;
  };
  rules: {
    title: string;
    change: string;
    base: (values: { gp: string }) => string;
    minimum: (values: { ep: string }) => string;
    decays: (values: { percent: number; days: number }) => string;
    next: (values: { date: string }) => string;
    debtsStay: string;
    noDecay: string;
    sumIsZero: string;
    addonFirst: string;
    decayNow: string;
    decayTitle: (values: { percent: number }) => string;
    decayHint: string;
    decayed: (values: { count: number }) => string;
  };
  poolForm: {
    title: string;
    titleOf: (values: { name: string }) => string;
    save: string;
    begin: string;
    name: string;
    kind: string;
    team: string;
    everybody: string;
    decimals: string;
    baseGp: string;
    baseHint: string;
    minEp: string;
    minHint: string;
    decays: string;
    percent: string;
    everyDays: string;
    nextOn: string;
    negatives: string;
    attends: string;
    attendsHint: string;
    raidsAWeek: string;
    weeks: string;
    archived: string;
    archivedHint: string;
  };
  book: {
    open: string;
    title: (values: { pool: string }) => string;
    verb: string;
    what: string;
    gets: string;
    pays: string;
    award: string;
    noAward: string;
    item: (values: { id: string }) => string;
    buyer: string;
    price: string;
    remembers: string;
    formula: string;
    itemLevel: string;
    slot: string;
    quality: string;
    takePrice: (values: { price: number }) => string;
    slots: {
      head: string;
      neck: string;
      shoulder: string;
      back: string;
      chest: string;
      wrist: string;
      hands: string;
      waist: string;
      legs: string;
      feet: string;
      finger: string;
      trinket: string;
      weapon: string;
      off_hand: string;
    };
    qualities: {
      uncommon: string;
      rare: string;
      epic: string;
      legendary: string;
    };
    points: string;
    whose: string;
    others: string;
    chosen: string;
    team: (values: { name: string }) => string;
    presentHint: string;
    raiders: string;
    chosenCount: (values: { count: number }) => string;
    reason: string;
    done: (values: { count: number }) => string;
  };
  bringIn: string;
};

export const pointsWords = defineWords<PointsWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
