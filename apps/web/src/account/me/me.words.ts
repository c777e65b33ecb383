/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../i18n/words.ts';

export type MeWords = {
  title: string;
  tabs: {
    profile: string;
    accounts: string;
    sessions: string;
    notifications: string;
    absences: string;
    calendars: string;
    data: string;
  };
  save: string;
  saved: string;
  copied: string;
  copy: string;
  profile: {
    you: string;
    youHint: string;
    name: string;
    bio: string;
    bioHint: string;
    picture: string;
    pictureHint: string;
    pictureSaved: string;
    removePicture: string;
    clock: string;
    clockHint: string;
    timeZone: string;
    useBrowser: (values: { zone: string }) => string;
    look: string;
    lookHint: string;
    sharing: string;
    sharingHint: string;
    shares: string;
    sharesHint: string;
  };
  accounts: {
    lead: string;
    mail: string;
    since: (values: { date: string }) => string;
    notLinked: string;
    link: string;
    unlink: string;
    lastWay: string;
    renew: string;
    expired: string;
    unlinkTitle: (values: { name: string }) => string;
    unlinkGame: string;
    unlinkOther: string;
    unlinkMail: string;
    unlinked: (values: { name: string }) => string;
    addMail: string;
    changeMail: string;
    newAddress: string;
    newAddressHint: string;
    sendLink: string;
    linkSent: (values: { address: string }) => string;
    mergeTitle: string;
    mergeLead: string;
    merge: string;
    merged: string;
    errors: {
      state_mismatch: string;
      access_denied: string;
      provider_unavailable: string;
      account_already_linked: string;
      provider_already_linked: string;
      session_not_fresh: string;
    };
  };
  sessions: {
    signedIn: string;
    signedInHint: string;
    thisOne: string;
    used: (values: { ago: string }) => string;
    unknownBrowser: string;
    browser: (values: { browser: string; system: string }) => string;
    end: string;
    ended: string;
    endOthers: string;
    endOthersTitle: string;
    endOthersHint: string;
    othersEnded: string;
    tokens: string;
    tokensHint: string;
    noTokens: string;
    noTokensHint: string;
    newToken: string;
    label: string;
    labelHint: string;
    scope: string;
    scopes: {
      read: string;
      write: string;
    };
    lasts: string;
    days: (values: { count: number }) => string;
    make: string;
    onceTitle: string;
    once: string;
    token: string;
    done: string;
    until: (values: { date: string }) => string;
    revoke: string;
    revokeTitle: (values: { label: string }) => string;
    revokeHint: string;
  };
  consents: {
    title: string;
    lead: string;
    none: string;
    allow: string;
    allowLead: string;
    end: string;
    ended: string;
    allowed: string;
    since: (values: { date: string }) => string;
    signUp: string;
    absence: string;
  };
  notifications: {
    mails: string;
    mailsHint: (values: { address: string }) => string;
    noAddress: string;
    unproved: (values: { address: string }) => string;
    reminder: string;
    promotion: string;
    placement: string;
    roleGap: string;
    byMessage: string;
    byMessageHint: string;
  };
  absences: {
    byOfficer: string;
    add: string;
    everywhere: string;
    mine: string;
    none: string;
    noneHint: string;
    days: (values: { count: number }) => string;
    now: string;
    past: string;
    remove: string;
    removed: string;
  };
  calendars: {
    lead: string;
    personal: string;
    personalHint: string;
    guildHint: string;
    none: string;
    never: string;
    read: (values: { ago: string }) => string;
    subscribe: string;
    renew: string;
    end: string;
    ended: string;
    renewTitle: string;
    renewHint: string;
    onceTitle: string;
    once: string;
    address: string;
    done: string;
    noGuild: string;
  };
  data: {
    export: string;
    exportHint: string;
    download: string;
    erase: string;
    eraseHint: string;
    eraseVerb: string;
    eraseTitle: (values: { name: string }) => string;
    eraseConsequence: string;
    signedOut: string;
  };
};

export const meWords = defineWords<MeWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
