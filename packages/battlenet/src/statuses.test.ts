import { STATUS_CODES } from 'node:http';
import { expect, test } from 'vitest';
import { BattlenetError } from './errors.ts';
import { aboutStatus } from './statuses.ts';

test('every status of a refusal is about something, and outages are for now', () => {
  const refusals = Object.keys(STATUS_CODES)
    .map(Number)
    .filter((status) => status >= 400);
  expect(refusals.length).toBeGreaterThan(35);
  expect(refusals.filter((status) => aboutStatus(status) === undefined)).toEqual([]);
  const forNow = refusals.filter((status) => aboutStatus(status)?.scope === 'for_now');
  expect(forNow).toEqual([408, 423, 425, 429, ...refusals.filter((status) => status >= 500)]);
  expect([200, 302, 304, 499, 600].map(aboutStatus)).toEqual(Array(5).fill(undefined));
});

test('an error says what it is about: an answer that is missing or old is for now, an unreadable one unknown', () => {
  const scopeOf = (kind: BattlenetError['kind'], status?: number) =>
    new BattlenetError(kind, { path: '/', status }).scope;
  expect([scopeOf('unavailable'), scopeOf('outdated', 200), scopeOf('rate_limited', 429)]).toEqual(
    Array(3).fill('for_now'),
  );
  expect([scopeOf('not_found', 404), scopeOf('forbidden', 403), scopeOf('malformed', 400)]).toEqual([
    'item',
    'place',
    'ours',
  ]);
  expect([scopeOf('malformed', 200), scopeOf('malformed'), scopeOf('not_modified', 304)]).toEqual([null, null, null]);
  // The page of a proxy in place of a document says nothing about it.
  expect([scopeOf('malformed', 403), scopeOf('malformed', 404)]).toEqual([null, null]);
});
