import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { fastestOf3 } from '../../../test/fastest.ts';
import { cookieValues, readCredentials, sessionCookieName } from './credentials.ts';

const A = 'a'.repeat(43);
const B = 'b'.repeat(43);

function read(headers: { cookie?: string; authorization?: string }) {
  const request = new IncomingMessage(new Socket());
  Object.assign(request.headers, headers);
  return readCredentials(request, 'session');
}

test.each<[string, { cookie?: string; authorization?: string }]>([
  ['nothing', {}],
  ['empty headers', { cookie: '', authorization: '' }],
  ['a cookie cut off in a % sequence', { cookie: 'session=%E0%A4%A' }],
  ['two cookies of the name', { cookie: `session=${A}; session=${B}` }],
  ['twice the same cookie', { cookie: `session=${A}; session=${A}` }],
  ['a cookie of 16 kB', { cookie: `session=${'a'.repeat(16_000)}` }],
  ['a token that is too short', { cookie: `session=${'a'.repeat(42)}` }],
  ['a token with an equals sign', { cookie: `session=${'a'.repeat(42)}=` }],
  ['a token in quotes', { cookie: `session="${A}"` }],
  ['a cookie without a value', { cookie: 'session' }],
  ['a cookie without a name', { cookie: `=${A}` }],
  ['a name in another case', { cookie: `Session=${A}` }],
  ['a name that ends like ours', { cookie: `xsession=${A}` }],
  ['a name with a no-break space', { cookie: `x=1;\u00a0session=${A}` }],
  ['a name with a tab', { cookie: `x=1;\tsession=${A}` }],
  ['a name followed by a space', { cookie: `x=1; session =${A}` }],
  ['a comma between cookies', { cookie: `x=1, session=${A}` }],
  ['a scheme alone', { authorization: 'Bearer' }],
  ['a scheme and spaces', { authorization: 'Bearer    ' }],
  ['two tokens', { authorization: `Bearer ${A} ${B}` }],
  ['a tab after the scheme', { authorization: `Bearer\t${A}` }],
  ['no scheme', { authorization: A }],
  ['another scheme', { authorization: `Basic ${A}` }],
  ['letters beyond ASCII', { authorization: `Bearer ${'ä'.repeat(43)}` }],
  ['a token with a line break', { authorization: `Bearer ${A}\n` }],
  ['a long header', { authorization: `Bearer ${'a'.repeat(16_000)}` }],
  ['many spaces', { authorization: `Bearer ${' '.repeat(50_000)}x y` }],
])('S-06: %s is not a credential', async (_what, headers) => {
  expect(await fastestOf3(() => expect(read(headers)).toMatchObject({ kind: 'none' }))).toBeLessThan(200);
});

test.each<[string, { cookie?: string; authorization?: string }]>([
  ['a bearer token', { authorization: `Bearer ${A}` }],
  ['a scheme in another case', { authorization: `bearer ${A}` }],
  ['more than one space', { authorization: `bearer  ${A}` }],
])('S-06: %s is a credential of a program', (_what, headers) => {
  expect(read(headers)).toEqual({ kind: 'token', token: A, from: 'bearer' });
});

test.each<[string, string]>([
  ['alone', `session=${A}`],
  ['among others', `x=1; session=${A}; y=2`],
  ['among others without spaces', `x=1;session=${A};y=2`],
  ['next to a malformed one', `x=%E0%A4%A; session=${A}; =; ;z`],
  ['next to one with another name', `xsession=${B}; session=${A}; session2=${B}`],
])('S-06: the cookie is read %s', (_where, cookie) => {
  expect(read({ cookie })).toEqual({ kind: 'token', token: A, from: 'cookie' });
});

test.each<[string, { cookie: string; authorization: string }]>([
  ['different ones', { cookie: `session=${A}`, authorization: `Bearer ${B}` }],
  ['a cookie and a malformed token', { cookie: `session=${A}`, authorization: 'Bearer' }],
])('S-03: %s are ambiguous', (_what, headers) => {
  expect(read(headers)).toEqual({ kind: 'ambiguous' });
});

test('S-03: ignores another authorization scheme and uses the cookie', () => {
  const headers = { cookie: `session=${A}`, authorization: 'Basic eA==' };
  expect(read(headers)).toEqual({ kind: 'token', token: A, from: 'cookie' });
});

test('S-03: a cookie and a bearer with the same token are accepted as the bearer', () => {
  expect(read({ cookie: `session=${A}`, authorization: `Bearer ${A}` })).toEqual({
    kind: 'token',
    token: A,
    from: 'bearer',
  });
});

test('the cookie is bound to the host and to https wherever https is in use', () => {
  expect([sessionCookieName(true), sessionCookieName(false)]).toEqual(['__Host-session', 'session']);
});

test('S-06: parses a header full of cookies quickly', async () => {
  const ms = await fastestOf3(() => {
    expect(cookieValues(`${'session=x; '.repeat(5_000)}`, 'session')).toHaveLength(5_000);
    expect(cookieValues(`${' '.repeat(16_000)}session${' '.repeat(16_000)}x=1`, 'session')).toEqual([]);
  });
  expect(ms).toBeLessThan(200);
});
