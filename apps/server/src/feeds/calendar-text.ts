import { comesTwice, localAt } from '../events/event-times.ts';
import { compactTime, contentLine, escapedText, utcTime } from './ical-text.ts';
import { timeZoneComponent } from './time-zone-component.ts';

export type CalendarEvent = {
  id: string;
  title: string;
  description: string | null;
  type: string;
  status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED';
  startsAt: Date;
  endsAt: Date;
  timeZone: string;
  guild: string;
  createdAt: Date;
  changedAt: Date;
  /** How often it was changed in a way that calendars have to take notice of. */
  sequence: number;
};

export type Calendar = { name: string; timeZone: string; events: CalendarEvent[] };

const DAY_MS = 86_400_000;

/** The whole calendar. It is the same text as long as nothing changes, so that it can be named by its hash. */
export function calendarText({ name, timeZone, events }: Calendar, baseUrl: string): string {
  return [
    'BEGIN:VCALENDAR\r\n',
    contentLine('VERSION', '2.0'),
    contentLine('PRODID', '-//Guildhall//Events//EN'),
    contentLine('CALSCALE', 'GREGORIAN'),
    contentLine('NAME', escapedText(name)),
    contentLine('X-WR-CALNAME', escapedText(name)),
    contentLine('REFRESH-INTERVAL;VALUE=DURATION', 'PT1H'),
    contentLine('X-PUBLISHED-TTL', 'PT1H'),
    ...zonesOf(timeZone, events),
    ...events.map((event) => eventComponent(event, baseUrl)),
    'END:VCALENDAR\r\n',
  ].join('');
}

/** Also that of the calendar itself: one without any component is none. */
function zonesOf(timeZone: string, events: CalendarEvent[]): string[] {
  const zones = Map.groupBy(events, (event) => event.timeZone);
  if (!zones.has(timeZone)) zones.set(timeZone, []);
  return [...zones].toSorted().map(([zone, inZone]) => {
    const times = inZone.flatMap(({ startsAt, endsAt }) => [startsAt.getTime(), endsAt.getTime()]);
    const [from, to] = times.length > 0 ? [Math.min(...times), Math.max(...times)] : [0, 0];
    return timeZoneComponent(zone, new Date(from - DAY_MS), new Date(to + DAY_MS));
  });
}

function eventComponent(event: CalendarEvent, baseUrl: string): string {
  return [
    'BEGIN:VEVENT\r\n',
    contentLine('UID', `${event.id}@guildhall`),
    contentLine('DTSTAMP', utcTime(event.changedAt)),
    contentLine('CREATED', utcTime(event.createdAt)),
    contentLine('LAST-MODIFIED', utcTime(event.changedAt)),
    contentLine('SEQUENCE', `${event.sequence}`),
    timeLine('DTSTART', event.startsAt, event.timeZone),
    timeLine('DTEND', event.endsAt, event.timeZone),
    contentLine('SUMMARY', escapedText(event.title)),
    event.description === null ? '' : contentLine('DESCRIPTION', escapedText(event.description)),
    contentLine('LOCATION', escapedText(event.guild)),
    contentLine('CATEGORIES', event.type.toUpperCase()),
    contentLine('STATUS', event.status),
    contentLine('TRANSP', event.status === 'CONFIRMED' ? 'OPAQUE' : 'TRANSPARENT'),
    contentLine('URL', new URL(`/events/${event.id}`, baseUrl).href),
    'END:VEVENT\r\n',
  ].join('');
}

/** On the wall clock; what comes twice on it in UTC, because readers do not agree on which of the two is meant. */
function timeLine(name: string, instant: Date, timeZone: string): string {
  const local = localAt(instant, timeZone);
  if (timeZone === 'UTC' || comesTwice(local, timeZone)) return contentLine(name, utcTime(instant));
  return contentLine(`${name};TZID=${timeZone}`, compactTime(`${local}:00`));
}
