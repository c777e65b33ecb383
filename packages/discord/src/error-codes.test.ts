import { RESTJSONErrorCodes } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { ERROR_CODES } from './error-codes.ts';
import { DiscordError } from './errors.ts';

const scopeOf = (status: number, code?: number) => new DiscordError('refused', { path: '/', status, code }).scope;

test('every code that Discord documents is about something, except the one that says nothing', () => {
  const documented = Object.values(RESTJSONErrorCodes).filter((code) => typeof code === 'number');
  expect(documented.length).toBeGreaterThan(200);
  expect(documented.filter((code) => !ERROR_CODES.has(code))).toEqual([RESTJSONErrorCodes.GeneralError]);
  expect(ERROR_CODES.size).toBe(new Set(documented).size - 1);
});

test('the status decides first, then the code, and the rest is unknown', () => {
  expect([scopeOf(429, 240_000), scopeOf(503, 50_035), scopeOf(401, 50_035)]).toEqual(['for_now', 'for_now', 'ours']);
  expect([scopeOf(400, 240_000), scopeOf(403, 60_003), scopeOf(403, 40_004)]).toEqual(['item', 'place', 'for_now']);
  expect([scopeOf(408), scopeOf(423), scopeOf(425, 50_035)]).toEqual(['for_now', 'for_now', 'for_now']);
  expect([scopeOf(400), scopeOf(400, 0), scopeOf(403, 999_999), scopeOf(404)]).toEqual([null, null, null, null]);
  const lost = new DiscordError('unavailable', { path: '/' });
  expect([lost.scope, new DiscordError('malformed', { path: '/', status: 200 }).scope]).toEqual(['for_now', 'for_now']);
});
