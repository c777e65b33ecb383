import type { NotificationView } from '@guildhall/contracts/notification.ts';
import type { LinkProps } from '@tanstack/react-router';
import { coreWords } from '../../i18n/core.words.ts';
import type { Format } from '../../i18n/format.ts';
import { guildRef } from '../../shell/current-guild.ts';
import type { IconName } from '../../ui/icon.tsx';
import type { NotificationsWords } from './words/en.ts';

export const ICONS: Record<NotificationView['kind'], IconName> = {
  waitlist_promoted: 'up',
  place_lost: 'x',
  moved: 'right',
  event_new: 'plus',
  event_moved: 'clock',
  event_cancelled: 'x',
  role_granted: 'key',
  role_withdrawn: 'key',
  claim_rejected: 'character',
  transfer_waiting: 'right',
  roster_held: 'lock',
  picture_refused: 'flag',
  integration_stopped: 'flag',
  discord_posts_stopped: 'flag',
  discord_token_refused: 'flag',
  discord_roles_held: 'key',
  discord_role_stopped: 'key',
};

export const headline = (words: NotificationsWords, { kind, title }: NotificationView) =>
  words.happened[kind](title ?? '');

/** The second line: where, when, why. */
export function particulars(words: NotificationsWords, format: Format, one: NotificationView): string {
  const { organization, startsAt, previousStartsAt, count, status, roleKey, purpose, reason } = one;
  const at = (instant: string) => format.dayAndTime(new Date(instant));
  return [
    status && words.now[status],
    status && roleKey && coreWords.now().roles[roleKey],
    purpose && words.purposes[purpose],
    startsAt && (previousStartsAt ? words.moved(at(previousStartsAt), at(startsAt)) : at(startsAt)),
    count > 1 && words.and(count - 1),
    reason && `“${reason}”`,
    organization?.name,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Leads to the subject, or to the page where the person can act on it. */
export function linkOf({
  kind,
  organization,
  eventId,
}: NotificationView): Pick<LinkProps, 'to' | 'params'> | undefined {
  if (eventId) return { to: '/events/$event', params: { event: eventId } };
  if (kind === 'picture_refused') return { to: '/me/{-$tab}', params: { tab: undefined } };
  if (!organization) return undefined;
  const params = { guild: guildRef(organization) };
  if (kind === 'roster_held') return { to: '/g/$guild/roster', params };
  if (kind === 'transfer_waiting') return { to: '/g/$guild/roster/transfers', params };
  if (kind === 'discord_roles_held' || kind === 'discord_role_stopped')
    return { to: '/g/$guild/settings/$tab', params: { ...params, tab: 'discord-roles' } };
  if (kind === 'discord_posts_stopped') return { to: '/g/$guild/settings/$tab', params: { ...params, tab: 'discord' } };
  if (kind === 'integration_stopped')
    return { to: '/g/$guild/settings/$tab', params: { ...params, tab: 'integrations' } };
  return { to: '/g/$guild', params };
}
