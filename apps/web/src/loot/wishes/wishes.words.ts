/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../i18n/words.ts';

export type WishesWords = {
  title: string;
  titleOf: (values: { name: string }) => string;
  former: string;
  seenByOfficers: string;
  seenByEverybody: string;
  add: string;
  wishes: string;
  ownOrder: string;
  none: string;
  noneHint: string;
  noBoss: string;
  showRest: (values: { count: number }) => string;
  hideRest: string;
  noDifference: string;
  trackAtLevel: (values: { track: string; level: number }) => string;
  tracks: {
    any: string;
    finder: string;
    normal: string;
    heroic: string;
    mythic: string;
  };
  fromCatalyst: (values: { item: string }) => string;
  stale: string;
  isOld: string;
  isSlot: string;
  isGear: string;
  byHand: string;
  fulfilled: string;
  won: (values: { date: string }) => string;
  change: (values: { item: string }) => string;
  wishFor: string;
  first: string;
  up: string;
  down: string;
  remove: string;
  gearRead: string;
  staleCount: (values: { count: number }) => string;
  staleAdvice: string;
  copySimc: string;
  copied: string;
  staleMeans: string;
  staleOld: string;
  staleSlot: string;
  staleGear: string;
  staleKeeps: string;
  simLink: string;
  simHint: string;
  simUnreadable: string;
  readSim: string;
  simRead: (values: { count: number }) => string;
  simReadInexact: (values: { count: number }) => string;
  sims: string;
  readOn: (values: { date: string }) => string;
  items: (values: { count: number }) => string;
  inexact: string;
  removeSim: (values: { name: string }) => string;
  removeSimConsequence: (values: { count: number }) => string;
  simRemoved: string;
  addTitle: string;
  added: string;
  raid: string;
  boss: string;
  item: string;
  itemNumber: string;
  itemRefused: string;
  track: string;
  comment: string;
  choose: string;
  others: {
    title: string;
    raider: string;
  };
};

export const wishesWords = defineWords<WishesWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
