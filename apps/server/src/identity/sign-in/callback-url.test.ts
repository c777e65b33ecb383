import { expect, test } from 'vitest';
import { AppError } from '../../core/errors.ts';
import { parseCallbackUrl } from './callback-url.ts';

const BASE = 'https://app.example';

test.each<[unknown]>([
  ['//evil.com'],
  ['///evil.com'],
  ['/\\evil.com'],
  ['\\\\evil.com'],
  ['/\t/evil.com'],
  ['/\n/evil.com'],
  [' //evil.com'],
  [' /x'],
  ['/x y'],
  ['https://app.example@evil.com'],
  ['https://app.example.evil.com'],
  ['https://app.example/x'],
  ['https:evil.com'],
  ['http://app.example'],
  ['javascript:alert(1)'],
  ['data:text/html,x'],
  ['x'],
  ['?x'],
  ['#x'],
  ['./x'],
  ['%00'],
  ['/%00'],
  ['/x\u0000'],
  ['/x\u007f'],
  ['/..//evil.com'],
  ['/.//evil.com'],
  ['/a/..//evil.com'],
  ['/%2e%2e//evil.com'],
  ['/%2e//evil.com'],
  ['/api'],
  ['/api/v1/auth/magic-link/verify?token=x'],
  ['/API/v1/auth/signin/discord'],
  ['/%61pi/v1/auth/signin/discord'],
  ['/a/../api/v1/auth/signin/discord'],
  ['/./trpc/auth.signOut'],
  ['/trpc'],
  [`/${'x'.repeat(5_000)}`],
  [['/a', '/b']],
  [{ path: '/a' }],
  [5],
  [null],
  [true],
])('S-20: the callback %j is refused', (value) => {
  const refusal = { code: 'BAD_REQUEST', reason: 'invalid_callback_url' };
  expect(() => parseCallbackUrl(value, BASE)).toThrow(expect.objectContaining(refusal));
  expect(() => parseCallbackUrl(value, BASE)).toThrow(AppError);
});

test.each<[unknown, string]>([
  [undefined, '/'],
  ['', '/'],
  ['/', '/'],
  ['/guilds/x?tab=roster#top', '/guilds/x?tab=roster#top'],
  ['/a/../b', '/b'],
  ['/größe', '/gr%C3%B6%C3%9Fe'],
  ['/a?next=https://evil.com', '/a?next=https://evil.com'],
  ['/%2F/evil.com', '/%2F/evil.com'],
  ['/@evil.com', '/@evil.com'],
  ['/g/api/roster', '/g/api/roster'],
  ['/apiary?from=/api', '/apiary?from=/api'],
])('S-20: the callback %j leads to %s on this service', (value, path) => {
  expect(parseCallbackUrl(value, BASE)).toBe(path);
  expect(new URL(path, BASE).origin).toBe(BASE);
});
