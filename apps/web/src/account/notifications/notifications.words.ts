/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../i18n/words.ts';

export type NotificationsWords = {
  title: string;
  lead: string;
  bell: (values: { count: number }) => string;
  all: string;
  unread: string;
  show: string;
  readAll: string;
  more: string;
  none: string;
  noneHint: string;
  noneUnread: string;
  newOne: string;
  open: string;
  settings: string;
  happened: {
    waitlist_promoted: (values: { title: string }) => string;
    place_lost: (values: { title: string }) => string;
    moved: (values: { title: string }) => string;
    event_new: (values: { title: string }) => string;
    answer_wanted: (values: { title: string }) => string;
    answer_counts: (values: { title: string }) => string;
    answer_refused: (values: { title: string }) => string;
    absence_entered: string;
    reserves_entered: (values: { title: string }) => string;
    event_moved: (values: { title: string }) => string;
    event_cancelled: (values: { title: string }) => string;
    lineup_published: (values: { title: string }) => string;
    lineup_gap: (values: { title: string }) => string;
    night_ready: (values: { title: string }) => string;
    role_granted: (values: { title: string }) => string;
    role_withdrawn: (values: { title: string }) => string;
    claim_rejected: (values: { title: string }) => string;
    transfer_waiting: string;
    roster_held: string;
    picture_refused: string;
    integration_stopped: (values: { title: string }) => string;
    discord_posts_stopped: (values: { title: string }) => string;
    discord_refused: (values: { title: string }) => string;
    discord_token_refused: string;
    discord_roles_held: string;
    discord_role_stopped: (values: { title: string }) => string;
  };
  answerRefused: string;
  botRemoved: string;
  now: {
    signed_up: string;
    waitlist: string;
    tentative: string;
    declined: string;
  };
  purposes: {
    avatar: string;
    logo: string;
    event: string;
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
  moved: (values: { from: string; to: string }) => string;
  and: (values: { count: number }) => string;
  inBosses: (values: { of: number; count: number }) => string;
  gone: (values: { count: number }) => string;
  night: (values: { bosses: number; pulls: number }) => string;
  kinds: {
    waitlist_promoted: string;
    place_lost: string;
    moved: string;
    event_new: string;
    answer_wanted: string;
    answer_counts: string;
    answer_refused: string;
    absence_entered: string;
    reserves_entered: string;
    event_moved: string;
    event_cancelled: string;
    lineup_published: string;
    lineup_gap: string;
    night_ready: string;
    role_granted: string;
    role_withdrawn: string;
    claim_rejected: string;
    transfer_waiting: string;
    roster_held: string;
    picture_refused: string;
    integration_stopped: string;
    discord_posts_stopped: string;
    discord_refused: string;
    discord_token_refused: string;
    discord_roles_held: string;
    discord_role_stopped: string;
  };
  inbox: string;
  inboxHint: string;
  device: string;
  deviceHint: string;
  allow: string;
  allowed: string;
  stop: string;
  blocked: string;
  unknown: string;
};

export const notificationsWords = defineWords<NotificationsWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
