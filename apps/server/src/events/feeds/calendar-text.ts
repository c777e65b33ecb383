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
  const parts = calendar.events.map((event) => partsOf(event, baseUrl, calendar.language));
  const room = MOST_BYTES - FRAME_BYTES - bytesOf(parts.map(({ head, tail }) => head + tail));
  const longest = LONGEST_DESCRIPTIONS.find((length) => surelyFit(parts, length, room)) ?? 0;
  const components = parts.map((part) => part.head + descriptionLine(part, longest) + part.tail);
  if (bytesOf(components) <= MOST_BYTES - FRAME_BYTES) return { events: components.length, components };
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

/** Whether the descriptions fit when cut to this length. Reads no more of them than there is room for. */
function surelyFit(parts: readonly Parts[], longest: number, room: number): boolean {
  const units = parts.reduce((sum, { description }) => sum + Math.min(description?.length ?? 0, longest), 0);
  if (units > room) return false;
  let left = room;
  return parts.every((part) => {
    left -= mostBytes(part, longest);
    return left >= 0;
  });
}

/** An upper bound for the description's line: a fold adds three bytes, after 71 or more. */
function mostBytes({ description, note }: Parts, longest: number): number {
  if (description === null) return 0;
  const shown = description.length > longest ? `${description.slice(0, longest)}…\n\n${note}` : description;
  const bytes = Buffer.byteLength(`DESCRIPTION:${escapedText(shown)}\r\n`);
  return bytes + 3 * Math.floor(bytes / (MAX_OCTETS - 4));
}

/** `head` comes before the description and `tail` after it; `note` follows one that is cut. */
type Parts = { head: string; description: string | null; note: string; tail: string };

function partsOf(event: CalendarEvent, baseUrl: string, language: Language): Parts {
  const url = new URL(`/events/${event.id}`, baseUrl).href;
  const words = calendarWords(language);
  // Outlook shows a cancelled event as any other.
  const title = event.status === 'CANCELLED' ? words.cancelled({ title: event.title }) : event.title;
  const head = [
    'BEGIN:VEVENT\r\n',
    contentLine('UID', `${event.id}@guildhall`),
    contentLine('DTSTAMP', utcTime(event.changedAt)),
    contentLine('CREATED', utcTime(event.createdAt)),
    contentLine('LAST-MODIFIED', utcTime(event.changedAt)),
    contentLine('SEQUENCE', `${event.sequence}`),
    contentLine('DTSTART', utcTime(event.startsAt)),
    contentLine('DTEND', utcTime(event.endsAt)),
    contentLine('SUMMARY', escapedText(title)),
  ].join('');
  const tail = [
    contentLine('CATEGORIES', event.type.toUpperCase()),
    contentLine('STATUS', event.status),
    contentLine('TRANSP', event.status === 'CONFIRMED' ? 'OPAQUE' : 'TRANSPARENT'),
    contentLine('URL', url),
    'END:VEVENT\r\n',
  ].join('');
  return { head, description: event.description, note: words.cut({ url }), tail };
}

function descriptionLine({ description, note }: Parts, longest: number): string {
  if (description === null) return '';
  const isCut = description.length > longest;
  const shown = isCut ? [truncate(description, longest), note].filter(Boolean).join('\n\n') : description;
  return contentLine('DESCRIPTION', escapedText(shown));
}

const MAX_OCTETS = 75;

/** A content line, folded when too long but never within a character. `value` is written verbatim. */
function contentLine(name: string, value: string): string {
  const line = `${name}:${value}`;
  let folded = '';
  let octets = 0;
  let from = 0;
  for (let at = 0; at < line.length; ) {
    const point = line.codePointAt(at) ?? 0;
    const length = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    if (octets + length > MAX_OCTETS) {
      folded += `${line.slice(from, at)}\r\n `;
      from = at;
      octets = 1;
    }
    octets += length;
    at += point < 0x10000 ? 1 : 2;
  }
  return `${folded}${line.slice(from)}\r\n`;
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
