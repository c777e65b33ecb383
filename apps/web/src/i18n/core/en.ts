import { reasons } from '../errors/en.ts';
import { pluralIn } from '../plural.ts';

const plural = pluralIn('en');

export const words = {
  ui: {
    close: 'Close',
    cancel: 'Cancel',
    undo: 'Undo',
    tryAgain: 'Try again',
    loading: 'Loading',
    nothingFound: 'Nothing found',
    requestId: 'Request',
    typeToConfirm: (name: string) => `Type “${name}” to confirm`,
  },
  roles: { tank: 'tank', healer: 'healer', melee: 'melee', ranged: 'ranged', flex: 'flex' },
  time: {
    asOf: (ago: string) => `as of ${ago}`,
    next: (soon: string) => `next ${soon}`,
    neverFetched: 'not fetched yet',
    guildTime: (time: string, zone: string) => `${time} guild time, ${zone}`,
  },
  failure: {
    titles: {
      refused: 'That did not work',
      forbidden: 'Not yours to see',
      missing: 'Nothing here',
      conflict: 'Something stands in the way',
      limited: 'Slow down a little',
      fault: 'Something broke on our side',
      offline: 'No connection',
    },
    advice: {
      waitSeconds: (seconds: number) =>
        plural(seconds, { one: 'Try again in # second.', other: 'Try again in # seconds.' }),
      offline: 'Check your network. Everything comes back by itself.',
      fault: 'Try again. If it stays like this, pass on the number below.',
    },
  },
  reasons,
  shell: {
    skip: 'Skip to content',
    main: 'Main',
    mine: 'Mine',
    week: 'My week',
    weekTab: 'Week',
    events: 'Events',
    roster: 'Roster',
    characters: 'Characters',
    guildHome: 'Guild home',
    more: 'More',
    switchGuild: 'Switch guild',
    noGuild: 'No guild yet',
    find: 'Find anything',
    findHint: 'Pages, guilds, characters',
    pages: 'Pages',
    guilds: 'Guilds',
    actions: 'Actions',
    results: (count: number) => plural(count, { one: '# result', other: '# results' }),
    shortcuts: 'Keyboard shortcuts',
    shortcutSearch: 'Search this page',
    account: 'Your account',
    theme: 'Theme',
    themes: { dark: 'Dark', light: 'Light', system: 'System' },
    language: 'Language',
    signIn: 'Sign in',
    signOut: 'Sign out',
    signedOut: 'You were signed out. Sign in to go on.',
    offline: 'You are offline. What you see is from before.',
    reconnecting: 'Reconnecting …',
    newVersion: 'A new version is here.',
    reload: 'Reload',
    lost: 'This page does not exist',
    lostHint: 'The address may be old or mistyped.',
    toWeek: 'To my week',
  },
};
export type CoreWords = typeof words;
