/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../i18n/words.ts';

export type CouncilWords = {
  title: string;
  lead: (values: { count: number }) => string;
  none: string;
  noneHint: string;
  myWishes: string;
  noneAtTrack: string;
  filter: {
    track: string;
    team: string;
    anyTeam: string;
  };
  tracks: {
    any: string;
    finder: string;
    normal: string;
    heroic: string;
    mythic: string;
  };
  bosses: string;
  wantedItems: string;
  noBoss: string;
  wantIt: (values: { count: number }) => string;
  given: (values: { date: string; name: string }) => string;
  givenToNone: (values: { date: string }) => string;
  order: string;
  unordered: string;
  policy: string;
  keys: {
    team: string;
    wish: string;
    gain: string;
    points: (values: { pool: string }) => string;
    awards: (values: { weeks: number }) => string;
    attendance: (values: { percent: number }) => string;
  };
  columns: {
    raider: string;
    team: string;
    wish: string;
    gain: string;
    points: string;
    priority: string;
    awards: string;
    attendance: string;
    last: string;
  };
  status: {
    main: string;
    trial: string;
    bench: string;
    social: string;
  };
  noTeam: string;
  noWish: string;
  noSim: string;
  noDifference: string;
  daysOld: (values: { days: number }) => string;
  stale: string;
  noneYet: string;
  unknown: string;
  forOfficers: string;
  below: (values: { percent: number }) => string;
  tooFew: (values: { count: number }) => string;
  belowMinimum: string;
  tied: string;
  last: string;
  more: {
    team: string;
    wish: string;
    wishNumber: (values: { rank: number }) => string;
    points: (values: { pool: string }) => string;
    awards: (values: { weeks: number }) => string;
    attendance: string;
    ofEvents: (values: { percent: string; count: number }) => string;
    lastAwards: string;
    wears: string;
    says: string;
    sim: string;
    into: string;
    staleBecause: string;
  };
  staleReasons: {
    old: string;
    slot: string;
    gear: string;
  };
  atLevel: (values: { name: string; level: number }) => string;
  levelUnknown: (values: { name: string }) => string;
  simOf: (values: { tool: string; character: string; spec: string }) => string;
  decidesNothing: string;
  withoutAttendance: string;
  withoutPoints: string;
  gearRead: (values: { from: string; to: string }) => string;
  gearReadOnce: (values: { from: string }) => string;
  first: (values: { shown: number; total: number }) => string;
  former: string;
  export: {
    label: string;
    addon: string;
    csv: string;
    copied: (values: { items: number }) => string;
    copiedWithout: (values: { items: number; names: string }) => string;
  };
};

export const councilWords = defineWords<CouncilWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
