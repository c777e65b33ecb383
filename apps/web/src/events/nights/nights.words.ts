/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../i18n/words.ts';

export type NightsWords = {
  title: string;
  sum: (values: { kills: number; pulls: number; people: number }) => string;
  pulls: string;
  difficulties: {
    '1': string;
    '3': string;
    '4': string;
    '5': string;
  };
  firstKill: (values: { number: number }) => string;
  kill: (values: { number: number; time: string }) => string;
  wipe: (values: { number: number; percent: string; time: string }) => string;
  wipeUnknown: (values: { number: number; time: string }) => string;
  percent: (values: { percent: string }) => string;
  readAt: (values: { when: string }) => string;
  recorders: (values: { count: number }) => string;
  complete: string;
  live: string;
  attendance: string;
  differ: (values: { differ: number; same: number }) => string;
  allRecorded: string;
  confirm: (values: { count: number }) => string;
  confirmWith: (values: { noShows: number; count: number }) => string;
  confirmed: (values: { count: number }) => string;
  confirmsBy: (values: { when: string }) => string;
  confirmsNot: string;
  columns: {
    differs: string;
    entered: string;
    log: string;
    proposed: string;
  };
  states: {
    present: string;
    late: string;
    benched: string;
    excused: string;
    no_show: string;
  };
  answers: {
    signed_up: string;
    waitlist: string;
    tentative: string;
    declined: string;
  };
  away: string;
  noAnswer: string;
  part: (values: { percent: number }) => string;
  stays: string;
  noProposal: string;
  recorded: string;
  of: (values: { pulls: number; base: number }) => string;
  ofPulls: (values: { base: number; pulls: number }) => string;
  from: (values: { time: string }) => string;
  until: (values: { time: string }) => string;
  onBench: (values: { count: number }) => string;
  notInLog: string;
  decide: (values: { name: string }) => string;
  noRecord: string;
  isNot: (values: { fighter: string }) => string;
  asAnswered: string;
  recordedList: string;
  notThere: string;
  formerRaider: string;
  unknown: {
    ask: string;
    title: (values: { name: string }) => string;
    hint: (values: { name: string; realm: string }) => string;
    hintNoRealm: (values: { name: string }) => string;
    likely: string;
    person: string;
    verb: string;
    notOurs: string;
    strangers: string;
    again: (values: { name: string }) => string;
  };
  yours: string;
  notConfirmed: string;
  recordedAs: (values: { state: string }) => string;
  logs: {
    title: string;
    span: (values: { from: string; until: string }) => string;
    unlisted: string;
    attach: string;
    attachThis: (values: { title: string }) => string;
    offered: string;
    detach: (values: { title: string }) => string;
    detachQuestion: (values: { title: string }) => string;
    detachConsequence: string;
    detachVerb: string;
    detached: string;
    attached: string;
    link: string;
    linkHint: string;
    verb: string;
    foreignVerb: string;
    none: string;
    noneHint: string;
    noPulls: string;
    noPullsHint: string;
    unnamed: string;
    unnamedHint: string;
    settings: string;
  };
  csv: {
    pulls: string;
    attendance: string;
    boss: string;
    difficulty: string;
    start: string;
    seconds: string;
    kill: string;
    left: string;
    size: string;
    name: string;
    class: string;
    answer: string;
    entered: string;
    pullsWith: string;
    pullsOf: string;
    proposed: string;
  };
  progress: {
    title: string;
    lead: string;
    noTeam: string;
    boss: string;
    pullsToKill: (values: { count: number }) => string;
    best: (values: { percent: string }) => string;
    bestUnknown: string;
    notKilled: (values: { percent: string }) => string;
    nights: (values: { count: number }) => string;
    never: string;
    since: (values: { date: string }) => string;
    none: string;
    noneHint: string;
    legend: string;
    tried: (values: { count: number }) => string;
  };
};

export const nightsWords = defineWords<NightsWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
