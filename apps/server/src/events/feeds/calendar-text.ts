/** Writes iCalendar (RFC 5545). */

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

export type Calendar = { name: string; events: CalendarEvent[] };

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
export function calendarText({ name, events }: Calendar, baseUrl: string): string {
  return [
    'BEGIN:VCALENDAR\r\n',
    contentLine('VERSION', '2.0'),
    contentLine('PRODID', '-//Guildhall//Events//EN'),
    contentLine('CALSCALE', 'GREGORIAN'),
    contentLine('NAME', escapedText(name)),
    contentLine('X-WR-CALNAME', escapedText(name)),
    contentLine('REFRESH-INTERVAL;VALUE=DURATION', 'PT1H'),
    contentLine('X-PUBLISHED-TTL', 'PT1H'),
    ...(events.length > 0 ? events.map((event) => eventComponent(event, baseUrl)) : [NOTHING]),
    'END:VCALENDAR\r\n',
  ].join('');
}

function eventComponent(event: CalendarEvent, baseUrl: string): string {
  return [
    'BEGIN:VEVENT\r\n',
    contentLine('UID', `${event.id}@guildhall`),
    contentLine('DTSTAMP', utcTime(event.changedAt)),
    contentLine('CREATED', utcTime(event.createdAt)),
    contentLine('LAST-MODIFIED', utcTime(event.changedAt)),
    contentLine('SEQUENCE', `${event.sequence}`),
    contentLine('DTSTART', utcTime(event.startsAt)),
    contentLine('DTEND', utcTime(event.endsAt)),
    contentLine('SUMMARY', escapedText(event.title)),
    event.description === null ? '' : contentLine('DESCRIPTION', escapedText(event.description)),
    contentLine('CATEGORIES', event.type.toUpperCase()),
    contentLine('STATUS', event.status),
    contentLine('TRANSP', event.status === 'CONFIRMED' ? 'OPAQUE' : 'TRANSPARENT'),
    contentLine('URL', new URL(`/events/${event.id}`, baseUrl).href),
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
