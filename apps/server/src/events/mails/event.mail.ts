import { ParticipationStatus } from '@guildhall/contracts/event.ts';
import { escapeMarkdown } from '@guildhall/discord/escape-markdown.ts';
import type { OutgoingMessage } from '@guildhall/discord/schemas.ts';
import { columns, type RowOf, text } from '../../core/db/statement.ts';
import { localMoment, plainName, renderMail, wordsIn } from '../../core/services/mail-layout.ts';
import { customId } from '../../guilds/chat/custom-id.ts';
import { EVENT_MAIL_KINDS } from './event-mail.entity.ts';
import { type EventMailWords, eventMailWords } from './event-mail.words.ts';

/** The facts that a mail or message states. */
export const EventMailRow = columns({
  kind: text(EVENT_MAIL_KINDS),
  displayName: 'text',
  locale: 'text',
  timeZone: 'text',
  eventId: 'uuid',
  title: 'text',
  startsAt: 'instant',
  added: 'bool',
  /** A reminder to answer. */
  asked: 'bool',
  status: text(ParticipationStatus.options).orNull,
  reason: 'text?',
  /** Such as `tank 1/2`. */
  gaps: 'text[]',
});
type EventMailRow = RowOf<typeof EventMailRow>;

export function eventMail(row: EventMailRow, baseUrl: string) {
  const { words, locale } = wordsIn(eventMailWords, row.locale);
  const { greeting, subject, reason, action, footer } = words;
  // The title is user input, and mail programs turn anything that resembles a link into one.
  const title = plainName(row.title);
  const at = localMoment(new Date(row.startsAt), locale, row.timeZone);
  return renderMail({
    subject: subject[row.asked ? 'asked' : row.kind]({ title }),
    greeting: greeting({ name: plainName(row.displayName) }),
    paragraphs: [sentence(words, row, title, at), ...(row.reason ? [reason({ text: plainName(row.reason) })] : [])],
    action: { label: action, url: `${baseUrl}/events/${row.eventId}` },
    footer,
  });
}

/**
 * The same as a message, with times that the reader's program shows on their own clock, and a button that ends messages of
 * its kind. Angle brackets keep Discord from showing a preview of the address.
 */
export function eventMessage(row: EventMailRow, baseUrl: string): OutgoingMessage {
  const { words } = wordsIn(eventMailWords, row.locale);
  const { footer, mute, reason } = words;
  const seconds = Math.floor(new Date(row.startsAt).getTime() / 1_000);
  const told = sentence(words, row, escapeMarkdown(row.title), `<t:${seconds}:F>`);
  const text = row.reason ? `${told} ${reason({ text: escapeMarkdown(row.reason) })}` : told;
  const button = { type: 2, style: 2, label: mute[row.kind], custom_id: customId.mute(row.kind) } as const;
  return {
    content: `${text}\n<${baseUrl}/events/${row.eventId}>\n-# ${footer} <${baseUrl}/me/notifications>`,
    embeds: [],
    components: [{ type: 1, components: [button] }],
  };
}

function sentence(
  { body, placement }: EventMailWords,
  { kind, added, asked, status, gaps }: EventMailRow,
  title: string,
  at: string,
) {
  if (kind === 'placement') return placement[status ?? 'declined']({ title, at });
  return body[added ? 'added' : asked ? 'asked' : kind]({ title, at, gaps: gaps.join(', ') });
}
