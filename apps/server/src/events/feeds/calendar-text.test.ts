/** Our calendar text, read by independent parsers. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readByNodeIcal, readCalendar, readLikeOutlook, type Times } from '../../../test/calendars.ts';
import { instantAt } from '../event/event-times.ts';
import { type CalendarEvent, calendarText } from './calendar-text.ts';

const BASE = 'https://guildhall.example';

function eventAt(startsAt: Date, more: Partial<CalendarEvent> = {}): CalendarEvent {
  return {
    id: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f',
    title: 'Raid',
    description: null,
    type: 'raid',
    status: 'CONFIRMED',
    startsAt,
    endsAt: new Date(startsAt.getTime() + 3 * 3600_000),
    createdAt: new Date('2026-01-01T00:00:00Z'),
    changedAt: new Date('2026-02-01T00:00:00Z'),
    sequence: 0,
    ...more,
  };
}

const GUILD = { name: 'Guild', language: 'en', page: '/g/guild/events' } as const;
const calendarOf = (...events: CalendarEvent[]) => calendarText({ ...GUILD, events }, BASE);

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

test('readers see the right instants of raids at eight in eleven zones throughout a year', () => {
  const events = [...Array(347).keys()].map((number) => {
    const day = new Date(Date.UTC(2026, 0, 1 + number)).toISOString().slice(0, 10);
    return eventAt(instantAt(`${day}T20:00`, ZONES[number % ZONES.length] ?? ''), { id: `event-${number}` });
  });
  const text = calendarOf(...events);
  const meant = events.map(
    ({ id, startsAt, endsAt }): Times => ({
      uid: `${id}@guildhall`,
      start: startsAt.toISOString(),
      end: endsAt.toISOString(),
    }),
  );
  expect(readCalendar(text).events.map(({ uid, start, end }) => ({ uid, start, end }))).toEqual(meant);
  expect(readByNodeIcal(text)).toEqual(meant);
  expect(readLikeOutlook(text)).toEqual(meant);
});

test('an event links to its page and has no map location', () => {
  const { events } = readCalendar(calendarOf(eventAt(new Date('2026-06-01T18:00:00Z'))));
  expect(events).toMatchObject([
    { url: 'https://guildhall.example/events/0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f', location: null },
  ]);
});

test('any text survives a round trip, on lines of at most 75 octets that never split a character', () => {
  const text = fc.string({ unit: 'binary', maxLength: 300 }).map((value) => value.toWellFormed());
  fc.assert(
    fc.property(text, text, (title, description) => {
      const written = calendarOf(eventAt(new Date('2026-06-01T18:00:00Z'), { title, description }));
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

test('C-05: a title cannot add lines to a calendar', () => {
  const title = 'Raid\r\nEND:VEVENT\nATTENDEE:mailto:x@y.example;,\\n';
  const { events } = readCalendar(calendarOf(eventAt(new Date('2026-06-01T18:00:00Z'), { title })));
  expect(events.map((event) => event.title)).toEqual(['Raid\nEND:VEVENT\nATTENDEE:mailto:x@y.example;,\\n']);
});

test('C-05: no control character ends a line, whatever readers treat as a line break', () => {
  const title = 'Raid\rATTENDEE:mailto:a@y.example\u0085END:VEVENT\vX\fY\u0000Z';
  const text = calendarOf(eventAt(new Date('2026-06-01T18:00:00Z'), { title, description: title }));
  expect(text.replaceAll('\r\n', '')).not.toMatch(/\p{Cc}/u);
});

test('a calendar without events is valid', () => {
  const text = calendarText({ ...GUILD, name: 'Ä', events: [] }, BASE);
  expect(readCalendar(text)).toEqual({ name: 'Ä', events: [] });
  expect(text).toContain('BEGIN:VTIMEZONE');
});

test('an event is written once, however often the descriptions have to be cut', () => {
  let titles = 0;
  const events = [...Array(300).keys()].map((number) => ({
    ...eventAt(new Date(Date.UTC(2026, 5, 1, number)), { id: `event-${number}`, description: ';\n🐉'.repeat(2_500) }),
    get title() {
      titles += 1;
      return 'Raid';
    },
  }));
  const text = calendarText({ ...GUILD, events }, BASE);
  expect(Buffer.byteLength(text)).toBeLessThan(900_000);
  expect(readCalendar(text).events[299]?.description).toMatch(/^(;\n🐉){249};\n…\n\nCut short/);
  expect(titles).toBe(300);
});
