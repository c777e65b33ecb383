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
  /** How often it was changed in a way that calendars have to take notice of. */
  sequence: number;
};

export type Calendar = { name: string; events: CalendarEvent[] };

/** A calendar without any component is invalid, so one without events has this. */
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
 * The whole calendar. It is the same text as long as nothing changes, so that it can be named by its hash. Times are in
 * UTC: no event recurs, and readers disagree about the rules of time zones.
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
