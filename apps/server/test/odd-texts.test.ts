/** Odd texts through everything that writes them for others: the answer grows no faster than the text, or not at all. */
import { csvFile, unguarded } from '@guildhall/contracts/csv.ts';
import type { WebhookMessage } from '@guildhall/contracts/webhook.ts';
import { escapeMarkdown } from '@guildhall/discord/escape-markdown.ts';
import { messageBody } from '@guildhall/simulator/discord/message-limits.ts';
import { expect, test } from 'vitest';
import { renderMail } from '../src/core/services/mail-layout.ts';
import { LANGUAGES } from '../src/core/services/spoken-languages.ts';
import { uuidv7 } from '../src/core/uuid.ts';
import { plainText, presentEventPost } from '../src/discord/event-posts/event-post.presenter.ts';
import { mentionText } from '../src/discord/event-posts/mentions.ts';
import { presentMirror } from '../src/discord/event-posts/mirror-events.ts';
import { calendarText } from '../src/events/feeds/calendar-text.ts';
import { eventMail, eventMessage } from '../src/events/mails/event.mail.ts';
import { EVENT_MAIL_KINDS } from '../src/events/mails/event-mail.entity.ts';
import { discordMessage } from '../src/webhooks/render-message.ts';
import { oddTexts } from './odd-texts.ts';

const LENGTH = 20_000;
/** A sign of one byte becomes an entity of six characters at most. */
const MOST_GROWTH = 7;
const at = new Date('2026-12-01T20:00:00Z');
const id = uuidv7();

const mailOf = (text: string) => renderMail({ subject: text, greeting: text, paragraphs: [text], footer: text });

/** The facts in a mail or message about an event. */
const told = (text: string) => ({
  ...({
    kind: 'placement',
    locale: 'ru_RU',
    timeZone: 'Europe/Berlin',
    added: false,
    asked: false,
    status: 'declined',
  } as const),
  ...{ eventId: id, startsAt: at.toISOString(), displayName: text, title: text, reason: text, gaps: ['tank 1/2'] },
});

const WRITERS: Record<string, (text: string) => string> = {
  'a mail': (text) => mailOf(text).html,
  'the plain part of a mail': (text) => mailOf(text).text,
  'a mail about an event': (text) => {
    const { subject, text: plain, html } = eventMail(told(text), 'https://guild.example');
    return subject + plain + html;
  },
  'a direct message': (text) => eventMessage(told(text), 'https://guild.example').content,
  calendar: (text) =>
    calendarText(
      {
        ...{ name: text, language: 'en', page: '/' },
        events: [
          {
            id,
            title: text,
            description: text,
            type: 'raid',
            status: 'CONFIRMED',
            startsAt: at,
            endsAt: at,
            createdAt: at,
            changedAt: at,
            sequence: 0,
          },
        ],
      },
      'https://guild.example',
    ),
  csv: (text) => csvFile([[text]]),
  'a message on Discord': escapeMarkdown,
  'a notice on Discord': plainText,
};

test.each(Object.entries(WRITERS))('I-12: in %s an odd text grows in proportion', (_, write) => {
  const odd = oddTexts(LENGTH);
  const half = oddTexts(LENGTH / 2);
  for (const [index, [name, text]] of odd.entries()) {
    const written = write(text).length;
    const ofHalf = write(half[index]?.[1] ?? '').length;
    expect([name, written <= 4 * MOST_GROWTH * LENGTH, written <= 2.1 * ofHalf + 100]).toEqual([name, true, true]);
  }
});

test('I-12: a program gets every odd text back from a CSV file', () => {
  for (const [name, text] of oddTexts(LENGTH)) {
    const cell = csvFile([[text]]).slice(2, -3);
    expect([name, unguarded(cell.replaceAll('""', '"')) === text]).toEqual([name, true]);
  }
});

test.each(oddTexts(LENGTH))('I-12: an event of %s is a valid message on Discord', (_, text) => {
  const event = {
    ...({ id, title: text, description: text, instance: text, type: 'raid', status: 'published' } as const),
    ...{ startsAt: 1_800_000_000, endsAt: 1_800_010_000, closesAt: 1_799_990_000, isClosed: false, isArchived: false },
    declined: 1,
    slots: [],
    reserves: null,
    participants: Array.from({ length: 5 }, () => ({
      ...{ name: text, realm: text, roleKey: null, position: null, lateMinutes: null, hasNote: true },
      status: 'signed_up' as const,
    })),
    detail: 'names' as const,
  };
  const message = presentEventPost(event, 'en', 'https://guild.example/events/x');
  expect(messageBody.safeParse(message).error).toBeUndefined();
  expect(JSON.stringify(message).length).toBeLessThan(20_000);
});

/** The longest that people can write there: see the contracts. */
const LONGEST = { title: 120, reason: 200 };

test.each(oddTexts(LENGTH))('I-12: a direct message, a mention and a scheduled event of %s fit Discord', (_, text) => {
  const title = text.slice(0, LONGEST.title).toWellFormed();
  const accounts = Array.from({ length: 80 }, (_, number) => `${1e18 + number}`);
  for (const locale of LANGUAGES) {
    const row = { ...told(title), reason: text.slice(0, LONGEST.reason).toWellFormed(), locale };
    for (const kind of EVENT_MAIL_KINDS) {
      const message = eventMessage({ ...row, kind }, 'https://guild.example');
      expect(messageBody.safeParse(message).error).toBeUndefined();
    }
    for (const of of [title, text]) {
      const content = mentionText({ title: of, startsAt: 1_800_000_000, locale }, accounts);
      expect(messageBody.safeParse({ content }).error).toBeUndefined();
      expect(content).toContain(`<@${accounts.at(-1)}>`);
    }
  }
  for (const page of ['https://guild.example/events/x', `https://${'guild.'.repeat(20)}example/events/x`]) {
    const event = {
      id,
      title,
      description: text,
      organizationId: id,
      organizationName: text,
      startsAtMs: at.getTime(),
      endsAtMs: 1,
    };
    const { name, description, location } = presentMirror(event, page);
    expect([name.length, location.length].every((length) => length > 0 && length <= 100)).toBe(true);
    expect(description.length).toBeLessThanOrEqual(1_000);
    expect(description.split('\n').at(-1)).toBe(page);
    expect([name, description, location].every((part) => part.isWellFormed())).toBe(true);
  }
});

test.each(oddTexts(LENGTH))('I-12: news of %s are a valid message of a webhook on Discord', async (_, text) => {
  const title = text.slice(0, 150).toWellFormed();
  const by = { author: null, editor: null, createdAt: at.toISOString(), updatedAt: at.toISOString() };
  const data = { id, organizationId: id, title, body: text, visibility: 'public', pinned: false, version: 1, ...by };
  // News are written from what the message carries: neither the database nor any other setting is asked.
  const context = { config: { baseUrl: 'https://guild.example' } } as Parameters<typeof discordMessage>[0];
  const message = await discordMessage(context, { type: 'post.changed', data } as WebhookMessage, null);
  expect(messageBody.safeParse(message).error).toBeUndefined();
  expect(JSON.stringify(message).isWellFormed()).toBe(true);
  expect(JSON.stringify(message).length).toBeLessThan(20_000);
});
