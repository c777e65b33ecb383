/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../i18n/words.ts';

export type EventsWords = {
  formerRaider: string;
  types: {
    raid: string;
    dungeon: string;
    social: string;
    pvp: string;
    other: string;
  };
  statuses: {
    draft: string;
    published: string;
    cancelled: string;
    completed: string;
  };
  roleNames: {
    tank: string;
    healer: string;
    melee: string;
    ranged: string;
    flex: string;
  };
  attendance: {
    present: string;
    late: string;
    benched: string;
    excused: string;
    no_show: string;
  };
  agenda: {
    lead: (values: { zone: string }) => string;
    when: string;
    upcoming: string;
    past: string;
    unanswered: string;
    today: string;
    tomorrow: string;
    noneTitle: string;
    none: string;
    allAnswered: string;
    allAnsweredHint: string;
    nonePast: string;
    newEvent: string;
    subscribe: string;
    ledBy: (values: { name: string }) => string;
    openUntil: (values: { when: string }) => string;
    signupClosed: string;
    earlier: string;
    later: string;
  };
  calendar: {
    view: string;
    views: {
      agenda: string;
      week: string;
      month: string;
    };
    earlier: string;
    later: string;
    holiday: string;
    more: (values: { count: number }) => string;
    dayWith: (values: { day: string; events: number }) => string;
  };
  feed: {
    title: string;
    lead: string;
    secret: string;
    make: string;
    renew: string;
    replaces: string;
    address: string;
    copy: string;
  };
  copied: string;
  event: {
    places: (values: { taken: number; all: number }) => string;
    people: (values: { count: number }) => string;
    when: string;
    until: (values: { end: string; zone: string }) => string;
    guildTime: (values: { time: string; zone: string }) => string;
    eventTime: (values: { time: string; zone: string }) => string;
    otherZone: (values: { own: string; guild: string }) => string;
    toGuildZone: string;
    zoneTitle: (values: { title: string }) => string;
    zoneHint: (values: { time: string; guild: string; own: string }) => string;
    zoneVerb: string;
    addToCalendar: string;
    deadline: (values: { when: string }) => string;
    deadlinePassed: (values: { when: string }) => string;
    begun: string;
    over: string;
    yourAnswer: string;
    about: string;
    placesByRole: string;
    everybody: string;
    you: string;
    free: string;
    freeMore: (values: { count: number }) => string;
    away: string;
    unusual: string;
    waitlist: string;
    waitlistHint: string;
    place: (values: { position: number }) => string;
    fullSince: (values: { roles: string; when: string }) => string;
    freeButWaits: (values: { roles: string; when: string }) => string;
    awayWaits: string;
    lateBy: (values: { minutes: number }) => string;
    maybe: string;
    no: string;
    nobodyYet: string;
    nobodyHint: string;
    cancelledNote: string;
    draftNote: string;
    moreParts: (values: { count: number }) => string;
    lineup: string;
    reserves: string;
    plan: string;
  };
  officer: {
    title: string;
    attendance: string;
    attendanceDone: string;
    attendanceHint: string;
    notRecorded: string;
    copyInvites: string;
    close: string;
    open: string;
    publish: string;
    complete: string;
    copy: string;
    extend: string;
    extendTitle: (values: { title: string }) => string;
    extendHint: string;
    extendVerb: string;
    extended: (values: { count: number }) => string;
    add: string;
    addTitle: (values: { title: string }) => string;
    addWho: string;
    addGuest: (values: { name: string }) => string;
    addAs: string;
    addHint: string;
    added: (values: { name: string }) => string;
    picture: string;
    pictureHint: string;
    choosePicture: string;
    removePicture: string;
    reopen: string;
    edit: string;
    delete: string;
    cancel: string;
    cancelTitle: (values: { title: string }) => string;
    cancelHint: string;
    deleteSeriesHint: string;
    deleteTitle: (values: { title: string }) => string;
    deleteHint: (values: { answers: number }) => string;
    why: string;
    whyHint: string;
    move: (values: { name: string }) => string;
    toRole: (values: { role: string }) => string;
    givePlace: string;
    toWaitlist: string;
    toMaybe: string;
    roleFull: string;
    upInLine: string;
    remove: string;
    removeTitle: (values: { name: string }) => string;
    removeHint: string;
    waitTitle: (values: { name: string }) => string;
    losesPlace: string;
    maybeTitle: (values: { name: string }) => string;
    moveVerb: string;
    removeVerb: string;
    moved: (values: { name: string }) => string;
  };
  invites: {
    title: string;
    macro: string;
    macroHint: string;
    list: string;
    copy: (values: { what: string }) => string;
  };
  log: {
    title: string;
    more: string;
    nobody: string;
    created: (values: { actor: string }) => string;
    edited: (values: { actor: string; fields: string }) => string;
    published: (values: { actor: string }) => string;
    cancelled: (values: { actor: string }) => string;
    reopened: (values: { actor: string }) => string;
    completed: (values: { actor: string }) => string;
    completedItself: string;
    image_changed: (values: { actor: string }) => string;
    in: (values: { person: string }) => string;
    inAs: (values: { person: string; role: string }) => string;
    waits: (values: { person: string }) => string;
    waitsAs: (values: { person: string; role: string }) => string;
    maybe: (values: { person: string }) => string;
    no: (values: { person: string }) => string;
    withdrew: (values: { person: string }) => string;
    tookBack: (values: { person: string }) => string;
    changedAnswer: (values: { person: string }) => string;
    added: (values: { actor: string; person: string }) => string;
    promoted: (values: { person: string }) => string;
    promotedAs: (values: { person: string; role: string }) => string;
    moved: (values: { actor: string; person: string }) => string;
    movedTo: (values: { actor: string; person: string; where: string }) => string;
    movedItself: (values: { person: string; where: string }) => string;
    removed: (values: { actor: string; person: string }) => string;
    attended: (values: { actor: string; person: string; how: string }) => string;
    attendanceTaken: (values: { actor: string; person: string }) => string;
    why: (values: { text: string }) => string;
    status: {
      signed_up: string;
      tentative: string;
      waitlist: string;
      declined: string;
    };
    causes: {
      withdrew: string;
      away: string;
      back: string;
      takesPlace: string;
      room: string;
      free: string;
      changed: string;
    };
    fields: {
      title: string;
      description: string;
      type: string;
      scope: string;
      startsAt: string;
      endsAt: string;
      slots: string;
      signupClosesMinutes: string;
      journalInstanceId: string;
      teamId: string;
      other: string;
    };
  };
};

export const eventsWords = defineWords<EventsWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
