import { escapeMarkdown } from '@guildhall/discord/escape-markdown.ts';
import { type EventMailRow, eventLines } from './event.mail.ts';

/** The chat account of person `u` who wants messages instead of mails, unless messages do not reach it. */
export const CHAT_USER = `(
  select a.account_id from account a where a.user_id = u.id and a.provider_id = 'discord' and a.messages_closed_at is null
    and (u.preferences -> 'eventsByMessage')::boolean)`;

/** Angle brackets keep Discord from showing a preview of the address. */
export function eventMessage(row: EventMailRow, baseUrl: string): string {
  const { text, footer } = eventLines(row, escapeMarkdown(row.title));
  return `${text}\n<${baseUrl}/events/${row.eventId}>\n-# ${footer} <${baseUrl}/me/notifications>`;
}
