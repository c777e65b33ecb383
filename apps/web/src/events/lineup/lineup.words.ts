/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../i18n/words.ts';

export type LineupWords = {
  title: string;
  signedUpFor: (values: { count: number }) => string;
  back: string;
  toRuns: string;
  bosses: string;
  wholeNight: string;
  asNight: string;
  of: (values: { placed: number; max: number }) => string;
  placed: (values: { count: number }) => string;
  draft: string;
  signedUp: string;
  roles: {
    tank: string;
    healer: string;
    melee: string;
    ranged: string;
  };
  left: (values: { placed: number; left: number }) => string;
  group: (values: { number: number }) => string;
  inGroup: (values: { number: number }) => string;
  bench: string;
  onBench: string;
  groups: string;
  free: string;
  placeHere: (values: { name: string }) => string;
  benchHere: (values: { name: string }) => string;
  takeOut: string;
  putBack: string;
  picked: string;
  tapPlace: string;
  wishes: (values: { items: number }) => string;
  wishLegend: string;
  wishesWithGain: (values: { items: number; percent: number }) => string;
  isPicked: (values: { name: string }) => string;
  moved: (values: { name: string; place: string }) => string;
  out: string;
  asRole: (values: { name: string }) => string;
  difficulty: string;
  noDifficulty: string;
  difficulties: {
    '1': string;
    '2': string;
    '3': string;
    '4': string;
    '5': string;
    '6': string;
    '8': string;
    '9': string;
    '14': string;
    '15': string;
    '16': string;
    '17': string;
    '23': string;
    '148': string;
    '233': string;
  };
  toSettle: string;
  nothingToSettle: string;
  problems: {
    too_many: (values: { count: number }) => string;
    too_few: (values: { count: number }) => string;
    no_tank: string;
    no_healer: string;
    declined: (values: { name: string }) => string;
    withdrawn: (values: { name: string }) => string;
    away: (values: { name: string }) => string;
    left: (values: { name: string }) => string;
  };
  concern: {
    declined: string;
    withdrawn: string;
    away: string;
    left: string;
  };
  stillIn: (values: { place: string }) => string;
  sinceStill: (values: { when: string; place: string }) => string;
  instead: string;
  fewMayPublish: string;
  buffs: string;
  buffsOf: (values: { have: number; all: number }) => string;
  without: (values: { buff: string }) => string;
  missing: (values: { buff: string }) => string;
  would: (values: { names: string }) => string;
  noOneBrings: string;
  groupsWithout: (values: { groups: string }) => string;
  buffVersion: (values: { version: string }) => string;
  also: string;
  armor: string;
  armors: {
    cloth: string;
    leather: string;
    mail: string;
    plate: string;
  };
  publish: (values: { count: number }) => string;
  publishedNow: string;
  copyTo: (values: { boss: string }) => string;
  copied: (values: { boss: string }) => string;
  follow: string;
  follows: string;
  saving: string;
  notSaved: string;
  saved: (values: { when: string }) => string;
  savedBy: (values: { when: string; name: string }) => string;
  membersSee: (values: { when: string }) => string;
  membersSeeNone: string;
  mergedWith: (values: { name: string }) => string;
  otherOfficer: string;
  none: string;
  noneHint: string;
  noOne: string;
  noOneHint: string;
  mine: string;
  inOf: (values: { of: number; count: number }) => string;
  notIn: string;
  notes: (values: { count: number }) => string;
  you: string;
  late: (values: { minutes: number }) => string;
  maybe: string;
  waits: string;
  names: {
    arcane_intellect: string;
    fortitude: string;
    battle_shout: string;
    mark_of_the_wild: string;
    skyfury: string;
    blessing_of_the_bronze: string;
    devotion_aura: string;
    atrophic_poison: string;
    hunters_mark: string;
    mystic_touch: string;
    chaos_brand: string;
    bloodlust: string;
    battle_resurrection: string;
    windfury_totem: string;
    strength_of_earth: string;
    mana_spring: string;
    trueshot_aura: string;
    leader_of_the_pack: string;
    moonkin_aura: string;
    blessings: string;
    stats: string;
    stamina: string;
    attack_power: string;
    spell_power: string;
    melee_haste: string;
    spell_haste: string;
    critical_strike: string;
    mastery: string;
    weakened_armor: string;
    physical_vulnerability: string;
    magic_vulnerability: string;
    weakened_blows: string;
    mortal_wounds: string;
    slow_casting: string;
  };
  export: {
    invites: string;
    others: string;
    copied: string;
    copiedWithout: (values: { names: string }) => string;
    as: {
      names: string;
      mrt: string;
      gargul: string;
      macro: string;
      csv: string;
      sheet: string;
    };
  };
};

export const lineupWords = defineWords<LineupWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
