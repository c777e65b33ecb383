/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../i18n/words.ts';

export type SettingsWords = {
  title: string;
  tabs: {
    general: string;
    logo: string;
    attendance: string;
    logs: string;
    chat: string;
    sync: string;
    danger: string;
    integrations: string;
  };
  save: string;
  saved: string;
  notYours: string;
  notYoursHint: string;
  noGame: string;
  general: {
    identity: string;
    name: string;
    fromGame: string;
    type: string;
    types: {
      guild: string;
      community: string;
      team: string;
    };
    alias: string;
    aliasHint: (values: { address: string }) => string;
    shown: string;
    visibility: string;
    visibilities: {
      public: string;
      members: string;
    };
    visibilityHints: {
      public: string;
      members: string;
    };
    timeZone: string;
    language: string;
    languageHint: string;
    recruiting: string;
    open: string;
    message: string;
  };
  attendance: {
    lead: string;
    lateWeight: string;
    benchedWeight: string;
    tooFewEvents: string;
    countDeclined: string;
    hints: {
      lateWeight: string;
      benchedWeight: string;
      tooFewEvents: string;
      countDeclined: string;
    };
  };
  chat: {
    none: string;
    state: string;
    asking: string;
    inside: string;
    outside: string;
    unconfirmed: string;
    unknown: string;
    join: string;
    again: string;
    channel: string;
    channelHint: string;
    disconnect: string;
    disconnectQuestion: string;
    disconnectConsequence: string;
    channelOn: (values: { server: string }) => string;
    noInvites: string;
    channelKept: string;
    chooseChannel: string;
    roles: string;
    withoutAccount: string;
    without: {
      off: string;
      roster: string;
      anybody: string;
    };
    withoutHints: {
      off: string;
      roster: string;
      anybody: string;
    };
  };
  sync: {
    lead: string;
    parts: string;
    types: {
      roster: {
        name: string;
        hint: string;
      };
      details: {
        name: string;
        hint: string;
      };
      crest: {
        name: string;
        hint: string;
      };
      achievements: {
        name: string;
        hint: string;
      };
    };
    verb: string;
    notYours: string;
    results: {
      completed: string;
      queued: string;
      failed: string;
    };
    wait: (values: { seconds: number }) => string;
  };
  danger: {
    handOver: string;
    handOverHint: (values: { role: string }) => string;
    handOverAlone: string;
    handOverQuestion: (values: { guild: string }) => string;
    handOverConsequence: string;
    handOverTo: string;
    handOverChoose: string;
    handedOver: (values: { name: string }) => string;
    leave: string;
    leaveHint: string;
    leaveGame: string;
    leaveQuestion: (values: { name: string }) => string;
    leaveConsequence: string;
    left: (values: { name: string }) => string;
    archive: string;
    archiveHint: string;
    archiveQuestion: (values: { name: string }) => string;
    archiveConsequence: string;
    archived: (values: { name: string }) => string;
    restore: string;
    restoreHint: string;
    restored: (values: { name: string }) => string;
    delete: string;
    deleteHint: string;
    deleteQuestion: (values: { name: string }) => string;
    deleteConsequence: string;
    deleted: (values: { name: string }) => string;
  };
  logo: {
    own: string;
    crest: string;
    isShown: string;
    isKept: string;
    isNone: string;
    hint: string;
    choose: string;
    useCrest: string;
    useOwn: string;
    remove: string;
    removeQuestion: string;
    removeConsequence: string;
    cropTitle: string;
    cropHint: string;
    size: string;
    upload: string;
    uploaded: string;
    waits: string;
    rejected: string;
    noPicture: string;
    failed: string;
  };
};

export const settingsWords = defineWords<SettingsWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
