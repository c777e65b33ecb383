import { expect, test } from 'vitest';
import { nextWeeklyReset } from './weekly-reset.ts';

test.each([
  ['us', '2026-11-21T14:00:00Z', '2026-11-24T15:00:00.000Z'],
  ['us', '2026-11-24T14:59:59Z', '2026-11-24T15:00:00.000Z'],
  ['us', '2026-11-24T15:00:00Z', '2026-12-01T15:00:00.000Z'],
  ['eu', '2026-11-24T15:00:00Z', '2026-11-25T04:00:00.000Z'],
  ['eu', '2026-12-31T00:00:00Z', '2027-01-06T04:00:00.000Z'],
  ['kr', '2026-11-25T22:00:00Z', '2026-11-25T23:00:00.000Z'],
  ['tw', '2026-11-28T22:00:00Z', '2026-12-02T23:00:00.000Z'],
] as const)('in %s the first weekly reset after %s is at %s', (region, after, reset) => {
  expect(nextWeeklyReset(region, new Date(after)).toISOString()).toBe(reset);
});
