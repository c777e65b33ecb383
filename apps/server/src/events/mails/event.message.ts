import { escapeMarkdown } from '@guildhall/discord/escape-markdown.ts';
import type { OutgoingMessage } from '@guildhall/discord/schemas.ts';
import { customId } from '../../chat/custom-id.ts';
import { type EventMailRow, eventLines } from './event.mail.ts';

/** The chat account of person `u` who wants messages instead of mails, unless messages do not reach it. */
export const CHAT_USER = `(
  select a.account_id from account a where a.user_id = u.id and a.provider_id = 'discord' and a.messages_closed_at is null
    and (u.preferences -> 'eventsByMessage')::boolean)`;

/** With a button that ends messages of its kind. Angle brackets keep Discord from showing a preview of the address. */
export function eventMessage(row: EventMailRow, baseUrl: string): OutgoingMessage {
  const { text, footer, mute } = eventLines(row, escapeMarkdown(row.title));
  const button = { type: 2, style: 2, label: mute, custom_id: customId.mute(row.kind) } as const;
  return {
    content: `${text}\n<${baseUrl}/events/${row.eventId}>\n-# ${footer} <${baseUrl}/me/notifications>`,
    embeds: [],
    components: [{ type: 1, components: [button] }],
  };
}
