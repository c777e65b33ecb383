/** Writes iCalendar (RFC 5545). */
import { truncate } from '@guildhall/contracts/cut-text.ts';
import type { Language } from '../../core/services/spoken-languages.ts';
import { calendarWords } from './calendar.words.ts';

export type CalendarEvent = {
  id: string;
  title: string;
  description: string | null;
  type: string;
  status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED';
  startsAt: Date;
  endsAt: Date;
  createdAt: Date;
  changedAt: Date;
  /** How often it changed in a way that calendars have to notice. */
  sequence: number;
};

/** `page` shows what a calendar leaves out; `all` is how many events there are, if there are more than these. */
export type Calendar = { name: string; events: CalendarEvent[]; language: Language; page: string; all?: number };

/** iCalendar requires at least one component, so an empty calendar gets this one. */
const NOTHING = [
  'BEGIN:VTIMEZONE',
  'TZID:UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE',
  '',
].join('\r\n');

/**
 * The whole calendar. Its text changes only when an event does, so its hash can serve as an ETag. Times are in UTC: no
 * event recurs, and readers disagree about time zone rules.
 */
export function calendarText(calendar: Calendar, baseUrl: string): string {
  const { name, language } = calendar;
  const { events, components } = fitting(calendar, baseUrl);
  const all = Math.max(calendar.all ?? 0, calendar.events.length);
  const url = new URL(calendar.page, baseUrl).href;
  const note = events < all ? calendarWords(language).leftOut({ shown: events, all, url }) : '';
  return [
    'BEGIN:VCALENDAR\r\n',
    contentLine('VERSION', '2.0'),
    contentLine('PRODID', '-//Guildhall//Events//EN'),
    contentLine('CALSCALE', 'GREGORIAN'),
    contentLine('NAME', escapedText(name)),
    contentLine('X-WR-CALNAME', escapedText(name)),
    ...(note ? ['DESCRIPTION', 'X-WR-CALDESC'].map((property) => contentLine(property, escapedText(note))) : []),
    contentLine('REFRESH-INTERVAL;VALUE=DURATION', 'PT1H'),
    contentLine('X-PUBLISHED-TTL', 'PT1H'),
    ...(components.length > 0 ? components : [NOTHING]),
    'END:VCALENDAR\r\n',
  ].join('');
}

/** Google reads no more than about a million bytes of a calendar, and nothing of a longer one. */
export const MOST_BYTES = 900_000;
/** Room for the lines around the events. */
const FRAME_BYTES = 4_000;
/** Descriptions are cut first, all alike, each time shorter. */
const LONGEST_DESCRIPTIONS = [Infinity, 4_000, 2_000, 1_000, 500, 200, 0];

/** Then past events go, the oldest first, and then the farthest ahead: people look at what comes next. */
function fitting(calendar: Calendar, baseUrl: string): { events: number; components: string[] } {
  let components: string[] = [];
  for (const longest of LONGEST_DESCRIPTIONS) {
    components = calendar.events.map((event) =>
      eventComponent(event, { baseUrl, longest, language: calendar.language }),
    );
    if (bytesOf(components) <= MOST_BYTES - FRAME_BYTES) return { events: components.length, components };
  }
  // `DTSTAMP` and the hash stay the same from one reading to the next, so the day decides what is past.
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const first = calendar.events.findIndex(({ endsAt }) => endsAt.getTime() >= today);
  const kept = first < 0 ? [] : components.slice(first);
  const past = first < 0 ? components : components.slice(0, first);
  let bytes = bytesOf(kept);
  while (kept.length > 0 && bytes > MOST_BYTES - FRAME_BYTES) bytes -= Buffer.byteLength(kept.pop() ?? '');
  for (const component of past.toReversed()) {
    bytes += Buffer.byteLength(component);
    if (bytes > MOST_BYTES - FRAME_BYTES) break;
    kept.unshift(component);
  }
  return { events: kept.length, components: kept };
}

const DAY_MS = 86_400_000;
const bytesOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);

type Shown = { baseUrl: string; longest: number; language: Language };

function eventComponent(event: CalendarEvent, { baseUrl, longest, language }: Shown): string {
  const url = new URL(`/events/${event.id}`, baseUrl).href;
  const words = calendarWords(language);
  const { description } = event;
  const isCut = description !== null && description.length > longest;
  const shown = isCut ? [truncate(description, longest), words.cut({ url })].filter(Boolean).join('\n\n') : description;
  // Outlook shows a cancelled event as any other.
  const title = event.status === 'CANCELLED' ? words.cancelled({ title: event.title }) : event.title;
  return [
    'BEGIN:VEVENT\r\n',
    contentLine('UID', `${event.id}@guildhall`),
    contentLine('DTSTAMP', utcTime(event.changedAt)),
    contentLine('CREATED', utcTime(event.createdAt)),
    contentLine('LAST-MODIFIED', utcTime(event.changedAt)),
    contentLine('SEQUENCE', `${event.sequence}`),
    contentLine('DTSTART', utcTime(event.startsAt)),
    contentLine('DTEND', utcTime(event.endsAt)),
    contentLine('SUMMARY', escapedText(title)),
    shown === null ? '' : contentLine('DESCRIPTION', escapedText(shown)),
    contentLine('CATEGORIES', event.type.toUpperCase()),
    contentLine('STATUS', event.status),
    contentLine('TRANSP', event.status === 'CONFIRMED' ? 'OPAQUE' : 'TRANSPARENT'),
    contentLine('URL', url),
    'END:VEVENT\r\n',
  ].join('');
}

const MAX_OCTETS = 75;

/** A content line, folded when too long but never within a character. `value` is written verbatim. */
function contentLine(name: string, value: string): string {
  let folded = '';
  let octets = 0;
  for (const character of `${name}:${value}`) {
    const length = Buffer.byteLength(character);
    if (octets + length > MAX_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += length;
  }
  return `${folded}\r\n`;
}

const CONTROLS = /(?!\n)\p{Cc}/gu;

/** A value of type TEXT. */
function escapedText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(CONTROLS, ' ')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');
}

/** `2026-12-01T20:00:00.000Z` as `20261201T200000Z`. */
const utcTime = (instant: Date) => `${instant.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
