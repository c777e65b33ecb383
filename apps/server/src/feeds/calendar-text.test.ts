/** What we write, read by a parser that is not ours. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCalendar } from '../../test/calendars.ts';
import { instantAt } from '../events/event-times.ts';
import { type CalendarEvent, calendarText } from './calendar-text.ts';

const BASE = 'https://guildhall.example';

function eventAt(startsAt: Date, timeZone: string, more: Partial<CalendarEvent> = {}): CalendarEvent {
  return {
    id: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f',
    title: 'Raid',
    description: null,
    type: 'raid',
    status: 'CONFIRMED',
    startsAt,
    endsAt: new Date(startsAt.getTime() + 3 * 3600_000),
    timeZone,
    guild: 'The Emberforge',
    createdAt: new Date('2026-01-01T00:00:00Z'),
    changedAt: new Date('2026-02-01T00:00:00Z'),
    sequence: 0,
    ...more,
  };
}

const calendarOf = (...events: CalendarEvent[]) => calendarText({ name: 'Guild', timeZone: 'UTC', events }, BASE);

const ZONES = [
  'Europe/Berlin',
  'America/Los_Angeles',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Africa/Casablanca',
  'Asia/Kolkata',
  'Pacific/Chatham',
  'Europe/Dublin',
  'America/Sao_Paulo',
  'Etc/GMT+5',
  'UTC',
];

test.each(ZONES)('every hour of the week around any clock change is read as it was meant, in %s', (timeZone) => {
  const hours = [...Array(3 * 365 * 2).keys()].map((half) => new Date(Date.UTC(2026, 0, 1) + half * 12 * 3600_000));
  const text = calendarOf(...hours.map((at) => eventAt(at, timeZone)));
  const { events } = readCalendar(text);
  expect(events.map(({ start }) => start)).toEqual(hours.map((at) => at.toISOString()));
});

test('an hour that comes twice or never is read as it was meant', () => {
  const berlin = [...Array(12).keys()].flatMap((half) => [
    new Date(Date.UTC(2026, 9, 24, 22) + half * 1800_000),
    new Date(Date.UTC(2026, 2, 28, 22) + half * 1800_000),
  ]);
  const { events } = readCalendar(calendarOf(...berlin.map((at) => eventAt(at, 'Europe/Berlin'))));
  expect(events.map(({ start }) => start)).toEqual(berlin.map((at) => at.toISOString()));
  expect(events.filter(({ timeZone }) => timeZone === 'UTC').length).toBe(4);
});

test('a raid at eight is at eight on the wall clock all year', () => {
  const days = ['2026-03-27', '2026-03-30', '2026-10-23', '2026-10-26'];
  const starts = days.map((day) => instantAt(`${day}T20:00`, 'Europe/Berlin'));
  const { events, zones } = readCalendar(calendarOf(...starts.map((at) => eventAt(at, 'Europe/Berlin'))));
  expect(events.map(({ local }) => local)).toEqual(days.map((day) => `${day}T20:00:00`));
  expect(zones).toEqual(['Europe/Berlin', 'UTC']);
});

test('any text comes back, on lines of at most 75 octets that break within no character', () => {
  const text = fc.string({ unit: 'binary', maxLength: 300 }).map((value) => value.toWellFormed());
  fc.assert(
    fc.property(text, text, (title, description) => {
      const written = calendarOf(eventAt(new Date('2026-06-01T18:00:00Z'), 'UTC', { title, description }));
      for (const line of written.split('\r\n')) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(line).toBe(Buffer.from(line).toString());
        expect(line).not.toContain('\n');
      }
      const carried = (value: string) => value.replaceAll('\r\n', '\n').replace(/(?!\n)\p{Cc}/gu, ' ');
      const [event] = readCalendar(written).events;
      expect(event).toMatchObject({ title: carried(title), description: carried(description) });
    }),
    { numRuns: 300 },
  );
});

test('C-05: nobody writes a line of their own into a calendar', () => {
  const title = 'Raid\r\nEND:VEVENT\nATTENDEE:mailto:x@y.example;,\\n';
  const { events } = readCalendar(calendarOf(eventAt(new Date('2026-06-01T18:00:00Z'), 'UTC', { title })));
  expect(events.map((event) => event.title)).toEqual(['Raid\nEND:VEVENT\nATTENDEE:mailto:x@y.example;,\\n']);
});

test('C-05: no control character ends a line, whatever readers take for the end of one', () => {
  const title = 'Raid\rATTENDEE:mailto:a@y.example\u0085END:VEVENT\vX\fY\u0000Z';
  const text = calendarOf(eventAt(new Date('2026-06-01T18:00:00Z'), 'UTC', { title, description: title }));
  expect(text.replaceAll('\r\n', '')).not.toMatch(/\p{Cc}/u);
});

test('a calendar without events is one all the same', () => {
  expect(readCalendar(calendarText({ name: 'Ä', timeZone: 'Europe/Paris', events: [] }, BASE))).toEqual({
    name: 'Ä',
    events: [],
    zones: ['Europe/Paris'],
  });
});
