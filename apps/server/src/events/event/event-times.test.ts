import type { EventView } from '@guildhall/contracts/event.ts';
import { TimeZone } from '@guildhall/contracts/profile.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { done, eventGuild } from '../../../test/events.ts';
import { daysBetween, instantAt, localAt, localStarts, movedLocal, rangeOf } from './event-times.ts';

/** Both hemispheres, half-hour changes, and one change at midnight. */
const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Asia/Kolkata',
  'Africa/Cairo',
];
const YEARS = 3 * 366;
const zone = fc.constantFrom(...ZONES);
const day = fc.integer({ min: 0, max: YEARS }).map((days) => movedLocal('2026-01-01T00:00', days).slice(0, 10));
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '15', '30', '45'))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`);

/** The local time according to the platform's own formatter, which is independent of our computation. */
function clockOf(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .format(instant)
    .replace(' ', 'T');
}

test('any recurrence keeps its local hour in every zone over three years', () => {
  fc.assert(
    fc.property(
      zone,
      day,
      clock,
      fc.uniqueArray(day, { minLength: 1, maxLength: 52 }),
      (timeZone, first, time, days) => {
        for (const local of localStarts(`${first}T${time}`, days)) {
          const instant = instantAt(local, timeZone);
          expect(local.slice(11)).toBe(time);
          const shown = clockOf(instant, timeZone);
          if (shown === local) continue;
          // Only a skipped local time moves, by the skipped half or whole hour.
          const skipped = Date.parse(`${shown}Z`) - Date.parse(`${local}Z`);
          expect([30 * 60_000, 3600_000]).toContain(skipped);
          expect(clockOf(new Date(instant.getTime() - skipped), timeZone)).not.toBe(local);
        }
      },
    ),
    { numRuns: 400 },
  );
});

test('local times convert to instants and back, and moving by days keeps the time of day', () => {
  fc.assert(
    fc.property(zone, day, clock, fc.integer({ min: -400, max: 400 }), (timeZone, date, time, days) => {
      const instant = instantAt(`${date}T${time}`, timeZone);
      expect(instantAt(localAt(instant, timeZone), timeZone).getTime()).toBe(instant.getTime());
      const moved = movedLocal(`${date}T${time}`, days);
      expect([moved.slice(11), daysBetween(`${date}T${time}`, moved)]).toEqual([time, days]);
    }),
    { numRuns: 400 },
  );
});

test.each([
  ['skipped in spring', '2027-03-28T02:30', 'Europe/Berlin', '2027-03-28T01:30:00.000Z'],
  ['repeated in autumn, to the first', '2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['skipped in the south', '2026-10-04T02:30', 'Australia/Sydney', '2026-10-03T16:30:00.000Z'],
  ['repeated in the south, to the first', '2026-04-05T02:30', 'Australia/Sydney', '2026-04-04T15:30:00.000Z'],
  ['skipped for half an hour', '2026-10-04T02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z'],
  ['skipped at midnight', '2026-09-06T00:00', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
])('resolves a local time that is %s', (_what, local, timeZone, expected) => {
  expect(instantAt(local, timeZone).toISOString()).toBe(expected);
});

test('the days of a range have 23, 24 or 25 hours', () => {
  const hours = (from: string, to: string, timeZone: string) => {
    const range = rangeOf(from, to, timeZone);
    return (range.to.getTime() - range.from.getTime()) / 3600_000;
  };
  expect(hours('2027-03-28', '2027-03-28', 'Europe/Berlin')).toBe(23);
  expect(hours('2026-10-25', '2026-10-25', 'Europe/Berlin')).toBe(25);
  expect(hours('2026-09-06', '2026-09-06', 'America/Santiago')).toBe(23);
  expect(hours('2026-01-01', '2026-01-02', 'UTC')).toBe(48);
});

test('refuses seconds instead of truncating them', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { id, officer } = await eventGuild(app);
  const create = (more: object) =>
    officer.call('POST', `/organizations/${id}/events`, {
      title: 'Raid',
      type: 'raid',
      startsAt: '2083-05-31T18:00:00.000Z',
      durationMinutes: 60,
      ...more,
    });
  for (const field of ['startsAt', 'signupDeadline']) {
    const { status, body } = await create({ [field]: '2083-05-30T23:59:59Z' });
    expect([status, body.issues]).toEqual([400, [{ path: field, message: 'must be a full minute, without seconds' }]]);
  }
  const { signupDeadline } = await done<EventView>(create({ signupDeadline: '2083-05-31T19:59:00+02:00' }));
  expect(signupDeadline).toBe('2083-05-31T17:59:00.000Z');
});

test.each([
  ['europe/berlin', 'Europe/Berlin'],
  ['US/Eastern', 'America/New_York'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Etc/UTC', 'UTC'],
])('the time zone %s is stored as %s', (typed, kept) => {
  expect(TimeZone.parse(typed)).toBe(kept);
});
