/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../i18n/words.ts';

export type AuthWords = {
  login: {
    title: string;
    lead: string;
    thenTo: (values: { place: string }) => string;
    places: {
      event: string;
      roster: string;
      guild: string;
      page: string;
    };
    with: (values: { provider: string }) => string;
    orByMail: string;
    mail: string;
    mailHint: string;
    sendLink: string;
    sent: string;
    sentHint: (values: { address: string }) => string;
    otherAddress: string;
    demo: string;
    noWay: string;
    errors: {
      state_mismatch: string;
      invalid_token: string;
      access_denied: string;
      provider_unavailable: string;
      account_already_linked: string;
      provider_already_linked: string;
      session_not_fresh: string;
    };
    otherError: string;
  };
  verify: {
    signInAs: (values: { name: string }) => string;
    newAccount: string;
    signedInAs: (values: { name: string }) => string;
    switchAccount: string;
    title: string;
    button: string;
    email: string;
    emailHint: string;
    emailButton: string;
    emailDone: string;
    signInFirst: string;
    noToken: string;
    noTokenHint: string;
    damaged: string;
    damagedHint: string;
    home: string;
  };
  welcome: {
    title: string;
    step: (values: { step: number; of: number }) => string;
    next: string;
    back: string;
    later: string;
    done: string;
    characters: string;
    charactersLead: string;
    fetch: string;
    fetching: string;
    progress: (values: { done: number; total: number }) => string;
    fetched: (values: { count: number }) => string;
    notLinked: string;
    link: string;
    main: string;
    mainLead: string;
    noCharacters: string;
    level: (values: { level: number }) => string;
    time: string;
    timeLead: string;
    timeZone: string;
    unknownZone: string;
    mails: string;
    reminder: string;
    promotion: string;
    roleGap: string;
  };
  door: {
    forMembers: string;
    signInFirst: string;
    whose: string;
    whoseLead: string;
    link: string;
    reading: string;
    readingLead: string;
    signedIn: string;
    looking: string;
    found: (values: { count: number }) => string;
    whichGuild: string;
    progress: (values: { done: number; total: number }) => string;
    yourPage: string;
    notAnswering: string;
    notRead: string;
    stillIn: string;
    nextTry: (values: { seconds: number }) => string;
    tryOf: (values: { attempt: number; of: number }) => string;
    tryNow: string;
    leave: string;
    leaveLead: string;
    inLater: string;
    maybe: string;
    no: string;
    role: string;
    usualRole: string;
    kept: string;
    none: string;
    noneLead: string;
    notAmong: string;
    notAmongLead: (values: { count: number }) => string;
    justJoined: string;
    logOut: string;
    readAgain: string;
    otherAccount: string;
    comesBack: string;
    change: string;
    notIn: string;
    askInvite: string;
  };
  place: {
    taken: (values: { zone: string; language: string }) => string;
    change: string;
    right: string;
    zone: string;
  };
  linkDiscord: {
    eyebrow: string;
    gameFirst: string;
    gameFirstLead: string;
    otherWay: string;
    connect: string;
    connectLead: (values: { name: string }) => string;
    connectButton: string;
    done: string;
    doneLead: string;
    doneWishes: string;
    week: string;
    openEvent: string;
    noCharacter: string;
    wish: {
      signed_up: (values: { role: string; character: string }) => string;
      tentative: (values: { character: string }) => string;
      declined: string;
    };
    answered: {
      signed_up: string;
      waitlist: string;
      tentative: string;
      declined: string;
    };
  };
};

export const authWords = defineWords<AuthWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
