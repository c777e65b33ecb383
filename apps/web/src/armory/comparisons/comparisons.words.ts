/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../i18n/words.ts';

export type ComparisonsWords = {
  title: string;
  lead: string;
  leadMine: string;
  leadGear: string;
  views: string;
  tabs: {
    reputations: string;
    encounters: string;
    gear: string;
  };
  filters: string;
  expansion: string;
  noExpansions: string;
  noExpansionsHint: string;
  findFaction: string;
  standing: string;
  anyStanding: string;
  unfinished: string;
  swap: string;
  csvHint: string;
  faction: string;
  character: string;
  person: string;
  factions: (values: { factions: number; characters: number }) => string;
  encounters: (values: { encounters: number; characters: number }) => string;
  characters: (values: { count: number }) => string;
  renown: (values: { level: number }) => string;
  maxed: string;
  reputationsLabel: string;
  encountersLabel: string;
  nobody: string;
  nobodyHint: string;
  noneMet: string;
  noFaction: string;
  elsewhere: string;
  pages: string;
  before: string;
  after: string;
  pageOf: (values: { page: number; pages: number; total: number }) => string;
  category: string;
  raids: string;
  dungeons: string;
  dungeonsHint: string;
  difficulty: string;
  instance: string;
  boss: string;
  killed: string;
  noEncounters: string;
  noEncountersHint: string;
  sort: string;
  sorts: {
    missing: string;
    itemLevel: string;
    rating: string;
    slots: string;
    name: string;
  };
  incomplete: string;
  itemLevel: string;
  missing: string;
  enchantments: string;
  gems: string;
  empty: string;
  allWell: string;
  unknownGear: string;
  complete: string;
  nothingSeenMissing: string;
  noEnchant: (values: { slots: string }) => string;
  emptySockets: (values: { count: number }) => string;
  emptySlots: (values: { slots: string }) => string;
  rating: string;
  signedIn: (values: { signedIn: number; members: number }) => string;
  copyLink: string;
  copied: string;
  publicRead: (values: { count: number }) => string;
  notReadable: (values: { count: number }) => string;
  copyHint: string;
  read: string;
  notRead: string;
  never: string;
  publicProfile: string;
  anyRank: string;
  anyRole: string;
  anyTeam: string;
  rank: string;
  role: string;
  team: string;
  seasonSince: (values: { date: string }) => string;
  thisWeek: string;
  slots: {
    HEAD: string;
    NECK: string;
    SHOULDER: string;
    BACK: string;
    CHEST: string;
    WRIST: string;
    HANDS: string;
    WAIST: string;
    LEGS: string;
    FEET: string;
    FINGER_1: string;
    FINGER_2: string;
    TRINKET_1: string;
    TRINKET_2: string;
    MAIN_HAND: string;
    OFF_HAND: string;
    RANGED: string;
    SHIRT: string;
    TABARD: string;
  };
};

export const comparisonsWords = defineWords<ComparisonsWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
