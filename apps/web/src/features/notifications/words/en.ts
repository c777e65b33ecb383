import type { ParticipationStatus } from '@guildhall/contracts/event.ts';
import type { ImagePurpose } from '@guildhall/contracts/image.ts';
import type { NotificationKind } from '@guildhall/contracts/notification.ts';
import { pluralIn } from '../../../i18n/plural.ts';

const plural = pluralIn('en');

export const words = {
  title: 'Notifications',
  lead: 'News since you were last here.',
  bell: (count: number) =>
    count === 0 ? 'Notifications' : plural(count, { one: 'Notifications, # new', other: 'Notifications, # new' }),
  all: 'All',
  unread: 'Unread',
  show: 'What to show',
  readAll: 'Mark all as read',
  more: 'Show older',
  none: 'Nothing yet',
  noneHint: 'Places you get, events that move, roles you are given: you find them here.',
  noneUnread: 'All read',
  newOne: 'new',
  open: 'Open',
  settings: 'Choose what appears here',
  happened: {
    waitlist_promoted: (title: string) => `You have a place: ${title}`,
    place_lost: (title: string) => `You lost your place: ${title}`,
    moved: (title: string) => `An officer moved you: ${title}`,
    event_new: (title: string) => `New event: ${title}`,
    event_moved: (title: string) => `${title} has moved`,
    event_cancelled: (title: string) => `${title} is cancelled`,
    role_granted: (title: string) => `You are now ${title}`,
    role_withdrawn: (title: string) => `You are no longer ${title}`,
    claim_rejected: (title: string) => `An officer says that ${title} is not yours`,
    transfer_waiting: () => 'A transfer needs your decision',
    roster_held: () => 'The roster is on hold: members were missing from the game’s answer',
    picture_refused: () => 'Your picture was rejected',
    integration_stopped: (title: string) => `“${title}” stopped working`,
    discord_posts_stopped: (title: string) =>
      title
        ? `Events are no longer posted in #${title} on Discord`
        : 'The bot is no longer in the Discord server of your guild',
    discord_token_refused: () => 'Discord rejects the bot of this installation: its token is wrong',
    discord_roles_held: () => 'Many would lose a role on Discord: please check',
    discord_role_stopped: (title: string) => `The role ${title} is no longer given on Discord`,
  } satisfies Record<NotificationKind, (title: string) => string>,
  now: {
    signed_up: 'you have a place',
    waitlist: 'you are on the waitlist',
    tentative: 'your answer is now maybe',
    declined: 'you were removed',
  } satisfies Record<ParticipationStatus, string>,
  purposes: {
    avatar: 'The picture of your profile',
    logo: 'The logo of a guild',
    event: 'The picture of an event',
  } satisfies Record<ImagePurpose, string>,
  moved: (from: string, to: string) => `From ${from} to ${to}`,
  and: (count: number) => plural(count, { one: 'and # more of its series', other: 'and # more of its series' }),
  kinds: {
    waitlist_promoted: 'I move up from a waitlist',
    place_lost: 'I lose a place, or an officer removes me',
    moved: 'An officer moves me',
    event_new: 'New events of my guilds are planned',
    event_moved: 'One of my events is moved',
    event_cancelled: 'One of my events is cancelled',
    role_granted: 'I am given a role',
    role_withdrawn: 'I lose a role',
    claim_rejected: 'My claim is rejected',
    transfer_waiting: 'A transfer needs my decision',
    roster_held: 'The roster of my guild is on hold',
    picture_refused: 'My picture is rejected',
    integration_stopped: 'An integration of my guild stops working',
    discord_posts_stopped: 'Events of my guild no longer reach Discord',
    discord_token_refused: 'Discord rejects the bot (administrators)',
    discord_roles_held: 'Many would lose a role on Discord',
    discord_role_stopped: 'A role is no longer given on Discord',
  } satisfies Record<NotificationKind, string>,
  inbox: 'In the inbox',
  inboxHint: 'Kept for 90 days, on every device.',
  device: 'On this device',
  deviceHint: 'While a Guildhall tab is open, news also appears outside it.',
  allow: 'Show news on this device',
  allowed: 'News appears on this device.',
  stop: 'Turn off',
  blocked: 'Your browser blocks notifications. Allow them for this site in its settings.',
  unknown: 'Your browser cannot show news outside the page.',
};
export type NotificationsWords = typeof words;
