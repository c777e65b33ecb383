import { numbersIn, pluralIn } from '../../../../i18n/plural.ts';

const number = numbersIn('en');
const plural = pluralIn('en');

export const words = {
  title: 'Events in Discord',
  lead: 'Each event becomes a message with buttons in the channels you choose, and the message stays up to date.',
  states: {
    not_configured: 'This installation has no Discord bot. Its operator has to set one up.',
    no_server: 'Choose your server on Discord to add the bot to it. You need to manage it there.',
    not_confirmed:
      'No manager of your Discord server confirms it any more. Nothing is posted until somebody adds it again.',
    bot_removed: 'The bot is no longer in your Discord server. Nothing is posted until you add it again.',
  },
  bindingStates: {
    ok: 'Works',
    channel_gone: 'This channel was deleted. Disconnect it and choose another one.',
  },
  lacks: (permissions: string) =>
    `The bot lacks permissions here: ${permissions}. Allow them in the channel’s settings in Discord, then check again.`,
  permissions: {
    viewChannel: 'View channel',
    sendMessages: 'Send messages',
    embedLinks: 'Embed links',
    readMessageHistory: 'Read message history',
  },
  posts: {
    shown: (count: number) => `${number(count)} shown`,
    waiting: (count: number) => `${number(count)} waiting`,
    removed: (count: number) => `${number(count)} removed by hand`,
    failed: (count: number) => `${number(count)} refused by Discord`,
  },
  details: { names: 'With names', counts: 'Numbers only' },
  types: { raid: 'Raids', dungeon: 'Dungeons', social: 'Social', pvp: 'PvP', other: 'Other' },
  daysAhead: (days: number) => plural(days, { one: '# day ahead', other: '# days ahead' }),
  install: 'Add to Discord',
  connected: 'The server is connected.',
  installAgain: 'Add the bot again',
  mayCreateEvents: 'Let the bot create events',
  installErrors: {
    state_mismatch: 'You came back in another browser or too late. Start again.',
    access_denied: 'No server was chosen on Discord. Start again.',
    provider_unavailable: 'Discord is not answering right now. Try again later.',
    other_chat_account: 'You used a Discord account that is not the one linked to your profile.',
    bot_not_added: 'The bot is not in the server. Start again and keep it there.',
    not_chat_server_manager: 'You do not manage this server on Discord. Ask somebody who does.',
    not_allowed: 'You can no longer change this guild.',
  },
  check: 'Check again',
  checked: 'Checked just now.',
  none: 'No channel yet',
  noneHint: 'Choose where events appear.',
  add: 'Add a channel',
  repost: 'Post the removed ones again',
  reposted: (count: number) => `Posted again: ${number(count)}`,
  test: 'Send a test',
  tested: 'The test is in the channel.',
  change: 'Change',
  save: 'Save',
  saved: 'Saved.',
  disconnect: 'Disconnect',
  disconnectConsequence: 'Posts of upcoming events are deleted. Those of past events stay.',
  disconnected: 'Disconnected.',
  channel: 'Channel',
  choose: 'Choose a channel',
  bound: 'already connected',
  lacking: 'the bot may not post there',
  what: 'What is posted',
  leadDays: 'Days ahead',
  leadDaysHint: 'Later events appear when their day comes.',
  evenIfPublic: 'Show names even if everybody in the server sees this channel',
  mirrors: 'Also list the next events as scheduled events of the server',
  mirrorsHint: 'Everybody in the server sees them above the channels: the next 25 within four weeks.',
  mirrored: 'also as scheduled events',
  mirrorProblems: {
    lacks_permission:
      'Scheduled events are missing: the bot may not create events. Allow its role to do that in Discord, then check again.',
    too_many:
      'Scheduled events are missing: your server has 100 of them, which is the most. The bot tries again a day later.',
  },
  mentions: 'Mention who is coming',
  mentionsHint: 'In a reply to the post. People who mute reminders are left out.',
  mentionHours: { never: 'Never', 24: 'A day before', 1: 'An hour before' },
  mentioned: { 24: 'mentions a day before', 1: 'mentions an hour before' },
  disconnectQuestion: (channel: string) => `Disconnect #${channel}?`,
};

export type DiscordPostsWords = typeof words;
