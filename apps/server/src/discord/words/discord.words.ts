/** Written by `pnpm words` from ./discord/*.json. */
import { readWords } from '../../core/services/words.ts';

export type DiscordWords = {
  roles: {
    tank: string;
    healer: string;
    melee: string;
    ranged: string;
    flex: string;
  };
  buttons: {
    comes: string;
    tentative: string;
    declined: string;
    late: string;
    mine: string;
    page: string;
    link: string;
    character: string;
    back: string;
    forward: string;
    jobs: string;
    reserves: string;
    reserveItem: string;
  };
  answers: {
    signedUp: (values: { title: string; when: string }) => string;
    waitlist: (values: { place: number; title: string; when: string }) => string;
    tentative: (values: { title: string; when: string }) => string;
    declined: (values: { title: string; when: string }) => string;
    none: (values: { title: string; when: string }) => string;
    lateBy: (values: { minutes: number }) => string;
    away: string;
  };
  jobs: {
    wholeNight: string;
    notPublished: string;
    in: (values: { of: number; count: number }) => string;
    inAndBench: (values: { of: number; count: number; bench: number }) => string;
    none: string;
    spell: (values: { id: string }) => string;
    phase: (values: { number: number }) => string;
    more: (values: { count: number }) => string;
  };
  character: {
    choose: (values: { role: string }) => string;
    placeholder: string;
    more: string;
  };
  late: {
    title: string;
    minutes: string;
    onTime: string;
    byMinutes: (values: { minutes: number }) => string;
    note: string;
  };
  guest: {
    title: string;
    label: string;
    choose: string;
    placeholder: string;
    notListed: string;
    tooShort: (values: { letters: number }) => string;
    none: (values: { name: string }) => string;
    you: (values: { name: string }) => string;
    linked: (values: { name: string }) => string;
    notMe: string;
    removeMe: string;
    removed: string;
  };
  refusals: {
    outOfDate: string;
    notLinked: string;
    noServer: string;
    whichGuild: string;
    noGuild: string;
    whichOfYours: string;
    notMember: string;
    noCharacter: (values: { role: string }) => string;
    answerFirst: string;
    waitSeconds: (values: { seconds: number }) => string;
    fault: (values: { requestId: string }) => string;
    busy: string;
  };
  lists: {
    status: {
      signed_up: string;
      tentative: string;
      waitlist: string;
      declined: string;
    };
    noEvents: string;
    noEvent: (values: { text: string }) => string;
    whichEvent: string;
    nobody: string;
    members: (values: { count: number }) => string;
    crafters: (values: { text: string }) => string;
    noCrafter: (values: { text: string }) => string;
    noAttendance: string;
    attendance: (values: { name: string; percent: number; events: number; there: number; late: number; missed: number }) => string;
    wrongDays: string;
    away: (values: { declined: number; from: string; to: string }) => string;
    points: (values: { points: number }) => string;
    effortAndGear: (values: { ep: number; gp: number }) => string;
    place: (values: { place: number; of: number }) => string;
    noPlace: string;
    noPoints: string;
  };
  tracks: {
    any: string;
    finder: string;
    normal: string;
    heroic: string;
    mythic: string;
  };
  items: {
    none: (values: { text: string }) => string;
    which: string;
    placeholder: string;
    label: string;
  };
  wishes: {
    simRead: (values: { count: number }) => string;
    left: (values: { count: number }) => string;
    inexact: string;
    noGain: string;
    noBoss: string;
    gain: (values: { item: string; percent: number }) => string;
    fromCatalyst: (values: { item: string }) => string;
    mine: string;
    none: string;
    won: string;
    remove: string;
  };
  reserves: {
    openUntil: (values: { when: string }) => string;
    locked: (values: { when: string }) => string;
    total: (values: { count: number; raiders: number }) => string;
    mine: (values: { used: number; all: number; items: string }) => string;
    mineNone: (values: { all: number }) => string;
    hidden: string;
    hard: (values: { items: string }) => string;
    giveUp: string;
    former: string;
    noList: string;
  };
  commands: {
    events: string;
    event: string;
    signup: string;
    roster: string;
    whocan: string;
    absence: string;
    attendance: string;
    me: string;
    points: string;
    sim: string;
    wish: string;
    reserve: string;
  };
  options: {
    name: string;
    role: string;
    character: string;
    search: string;
    rank: string;
    recipe: string;
    from: string;
    to: string;
    note: string;
    member: string;
    guild: string;
    awayFrom: string;
    link: string;
    item: string;
    difficulty: string;
    place: string;
    count: string;
  };
  works: string;
  muted: (values: { address: string }) => string;
  testPost: {
    text: string;
    button: string;
  };
};

export const discordWords = readWords<DiscordWords>(import.meta.dirname, './discord');
