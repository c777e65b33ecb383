import type { EventView } from '@guildhall/contracts/event.ts';
import { saveFile } from '../../ui/save-file.ts';

/** Downloads one event as a calendar file. */
export function saveForCalendar(event: EventView): void {
  saveFile('event.ics', new Blob([calendarOf(event)], { type: 'text/calendar' }));
}

function calendarOf({ id, title, description, startsAt, endsAt }: EventView): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Guildhall//EN',
    'BEGIN:VEVENT',
    `UID:${id}@${location.hostname}`,
    `DTSTAMP:${stamp(new Date().toISOString())}`,
    `DTSTART:${stamp(startsAt)}`,
    `DTEND:${stamp(endsAt)}`,
    `SUMMARY:${escaped(title)}`,
    ...(description ? [`DESCRIPTION:${escaped(description)}`] : []),
    `URL:${location.origin}/events/${id}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.join('\r\n');
}

const stamp = (at: string) => `${at.slice(0, 19).replace(/[-:]/g, '')}Z`;
const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');
