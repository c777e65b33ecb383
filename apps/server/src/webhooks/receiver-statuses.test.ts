import { STATUS_CODES } from 'node:http';
import { expect, test } from 'vitest';
import { scopeOfReceiver } from './receiver-statuses.ts';

test('every status by which a receiver refuses is about something, and outages are for now', () => {
  const refusals = Object.keys(STATUS_CODES)
    .map(Number)
    .filter((status) => status >= 300);
  expect(refusals.length).toBeGreaterThan(40);
  expect(refusals.filter((status) => scopeOfReceiver(status) === null)).toEqual([]);
  const forNow = refusals.filter((status) => scopeOfReceiver(status) === 'for_now');
  expect(forNow).toEqual([408, 423, 425, 429, ...refusals.filter((status) => status >= 500)]);
  expect([199, 306, 499, 600].map(scopeOfReceiver)).toEqual([null, null, null, null]);
});
