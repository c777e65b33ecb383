/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../../i18n/words.ts';

export type DiscordPostsWords = {
  title: string;
  lead: string;
  states: {
    not_configured: string;
    no_server: string;
    not_confirmed: string;
    bot_removed: string;
  };
  bindingStates: {
    ok: string;
    channel_gone: string;
  };
  lacks: (values: { permissions: string }) => string;
  permissions: {
    viewChannel: string;
    sendMessages: string;
    embedLinks: string;
    readMessageHistory: string;
  };
  posts: {
    shown: (values: { count: number }) => string;
    waiting: (values: { count: number }) => string;
    removed: (values: { count: number }) => string;
    failed: (values: { count: number }) => string;
  };
  details: {
    names: string;
    counts: string;
  };
  types: {
    raid: string;
    dungeon: string;
    social: string;
    pvp: string;
    other: string;
  };
  daysAhead: (values: { days: number }) => string;
  install: string;
  connected: string;
  installAgain: string;
  mayCreateEvents: string;
  installErrors: {
    state_mismatch: string;
    access_denied: string;
    provider_unavailable: string;
    other_chat_account: string;
    bot_not_added: string;
    not_chat_server_manager: string;
    not_allowed: string;
  };
  check: string;
  checked: string;
  none: string;
  noneHint: string;
  add: string;
  repost: string;
  reposted: (values: { count: number }) => string;
  test: string;
  tested: string;
  change: string;
  save: string;
  saved: string;
  disconnect: string;
  disconnectConsequence: string;
  disconnected: string;
  channel: string;
  choose: string;
  bound: string;
  lacking: string;
  what: string;
  leadDays: string;
  leadDaysHint: string;
  evenIfPublic: string;
  mirrors: string;
  mirrorsHint: string;
  mirrored: string;
  nights: string;
  nightsHint: string;
  nightsPosted: string;
  mirrorProblems: {
    lacks_permission: string;
    too_many: string;
  };
  refused: string;
  refusedItem: (values: { what: string; title: string; why: string; code: string }) => string;
  whats: {
    post: string;
    lineup: string;
    night: string;
    mention: string;
    scheduled_event: string;
  };
  causes: {
    blocked_text: string;
    invalid: string;
    gone: string;
    closed: string;
    lacks_permission: string;
    two_factor: string;
    wrong_channel: string;
    full: string;
    busy: string;
    operator: string;
    unknown: string;
  };
  mentions: string;
  mentionsHint: string;
  mentionHours: {
    '1': string;
    '24': string;
    never: string;
  };
  mentioned: {
    '1': string;
    '24': string;
  };
  disconnectQuestion: (values: { channel: string }) => string;
};

export const discordPostsWords = defineWords<DiscordPostsWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
