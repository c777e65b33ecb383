import { contentLine, escapedText, utcTime } from './ical-text.ts';

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
