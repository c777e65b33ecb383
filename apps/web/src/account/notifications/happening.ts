import type { NotificationView } from '@guildhall/contracts/notification.ts';
import type { LinkProps } from '@tanstack/react-router';
import { coreWords } from '../../i18n/core.words.ts';
import type { Format } from '../../i18n/format.ts';
import { guildRef } from '../../routes/current-guild.ts';
import type { IconName } from '../../ui/icon.tsx';
import type { NotificationsWords } from './notifications.words.ts';

export const ICONS: Record<NotificationView['kind'], IconName> = {
  waitlist_promoted: 'up',
  place_lost: 'x',
  moved: 'right',
  event_new: 'plus',
  answer_wanted: 'bell',
  answer_counts: 'check',
  answer_refused: 'x',
  absence_entered: 'moon',
  reserves_entered: 'lock',
  event_moved: 'clock',
  event_cancelled: 'x',
  lineup_published: 'check',
  lineup_gap: 'flag',
  night_ready: 'check',
  role_granted: 'key',
  role_withdrawn: 'key',
  claim_rejected: 'character',
  transfer_waiting: 'right',
  roster_held: 'lock',
  picture_refused: 'flag',
  integration_stopped: 'flag',
  discord_posts_stopped: 'flag',
  discord_refused: 'flag',
  discord_token_refused: 'flag',
  discord_roles_held: 'key',
  discord_role_stopped: 'key',
};

export function headline(
  { happened, botRemoved, answerRefused }: NotificationsWords,
  { kind, title }: NotificationView,
): string {
  if (kind === 'discord_posts_stopped' && !title) return botRemoved;
  if (kind === 'answer_refused' && !title) return answerRefused;
  const text = happened[kind];
  return typeof text === 'string' ? text : text({ title: title ?? '' });
}

/** The second line: where, when, why. */
export function particulars(words: NotificationsWords, format: Format, one: NotificationView): string {
  const { kind, organization, startsAt, previousStartsAt, count, status, roleKey, purpose, reason, cause } = one;
  const isOwnNo = kind === 'answer_counts' && status === 'declined';
  const at = (instant: string) => format.dayAndTime(new Date(instant));
  return [
    status && !isOwnNo && words.now[status],
    status && roleKey && coreWords.now().roles[roleKey],
    purpose && words.purposes[purpose],
    startsAt && (previousStartsAt ? words.moved({ from: at(previousStartsAt), to: at(startsAt) }) : at(startsAt)),
    aboutNight(words, one) ?? (count > 1 && words.and({ count: count - 1 })),
    cause && words.causes[cause],
    reason && `“${reason}”`,
    organization?.name,
  ]
    .filter(Boolean)
    .join(' · ');
}

function aboutNight(words: NotificationsWords, { kind, count, of }: NotificationView): string | undefined {
  if (kind === 'night_ready') return words.night({ bosses: of ?? 0, pulls: count });
  if (kind === 'lineup_published') return words.inBosses({ count, of: of ?? 0 });
  return kind === 'lineup_gap' ? words.gone({ count }) : undefined;
}

const OF_CHAT: NotificationView['kind'][] = [
  'discord_roles_held',
  'discord_role_stopped',
  'discord_posts_stopped',
  'discord_refused',
];

/** Leads to the subject, or to the page where the person can act on it. */
export function linkOf({
  kind,
  organization,
  eventId,
}: NotificationView): Pick<LinkProps, 'to' | 'params'> | undefined {
  if (eventId && kind === 'reserves_entered') return { to: '/events/$event/reserves', params: { event: eventId } };
  if (eventId) return { to: '/events/$event', params: { event: eventId } };
  if (kind === 'absence_entered') return { to: '/me/{-$tab}', params: { tab: 'absences' } };
  if (kind === 'picture_refused') return { to: '/me/{-$tab}', params: { tab: undefined } };
  if (!organization) return undefined;
  const params = { guild: guildRef(organization) };
  if (kind === 'roster_held') return { to: '/g/$guild/roster', params };
  if (kind === 'transfer_waiting') return { to: '/g/$guild/roster/transfers', params };
  if (OF_CHAT.includes(kind)) return { to: '/g/$guild/settings/$tab', params: { ...params, tab: 'chat' } };
  if (kind === 'integration_stopped')
    return { to: '/g/$guild/settings/$tab', params: { ...params, tab: 'integrations' } };
  return { to: '/g/$guild', params };
}
