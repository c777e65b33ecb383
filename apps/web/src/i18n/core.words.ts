/** Written by `pnpm words` from ./core/*.json. */
import { defineWords } from './words.ts';

export type CoreWords = {
  ui: {
    close: string;
    cancel: string;
    undo: string;
    tryAgain: string;
    loading: string;
    nothingFound: string;
    scrollable: (values: { name: string }) => string;
    requestId: string;
    typeToConfirm: (values: { name: string }) => string;
    kept: string;
    startOver: string;
    blank: string;
    copied: string;
    notCopied: string;
    notCopiedHint: string;
    text: string;
  };
  post: {
    pinned: string;
    visibilities: {
      public: string;
      guild: string;
      officers: string;
    };
  };
  roles: {
    tank: string;
    healer: string;
    melee: string;
    ranged: string;
    flex: string;
  };
  raider: {
    guest: string;
    noAccount: string;
    notProven: string;
  };
  time: {
    asOf: (values: { ago: string }) => string;
    next: (values: { soon: string }) => string;
    neverFetched: string;
    guildTime: (values: { time: string; zone: string }) => string;
    eventTime: (values: { time: string; zone: string }) => string;
  };
  failure: {
    titles: {
      refused: string;
      forbidden: string;
      missing: string;
      conflict: string;
      limited: string;
      fault: string;
      offline: string;
      unloaded: string;
    };
    advice: {
      waitSeconds: (values: { seconds: number }) => string;
      offline: string;
      unloaded: string;
      fault: string;
    };
    closed: {
      not_a_member: string;
      missing_permission: string;
      event_not_found: string;
      post_not_found: string;
      organization_not_found: string;
    };
  };
  shell: {
    skip: string;
    main: string;
    mine: string;
    week: string;
    weekTab: string;
    events: string;
    roster: string;
    characters: string;
    guildHome: string;
    news: string;
    members: string;
    settings: string;
    attendance: string;
    progress: string;
    loot: string;
    crafters: string;
    compare: string;
    reputations: string;
    more: string;
    switchGuild: string;
    find: string;
    pages: string;
    guilds: string;
    actions: string;
    results: (values: { count: number }) => string;
    shortcuts: string;
    shortcutSearch: string;
    account: string;
    theme: string;
    themes: {
      dark: string;
      light: string;
      system: string;
    };
    language: string;
    signIn: string;
    signOut: string;
    archived: (values: { guild: string }) => string;
    restore: string;
    signedOut: string;
    offline: string;
    reconnecting: string;
    newVersion: string;
    reload: string;
    lost: string;
    lostHint: string;
    toWeek: string;
  };
};

export const coreWords = defineWords<CoreWords>([
  () => import('./core/en.json'),
  () => import('./core/de.json'),
  () => import('./core/es.json'),
  () => import('./core/fr.json'),
  () => import('./core/pt-BR.json'),
  () => import('./core/ru.json'),
]);
