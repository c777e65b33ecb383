import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../test/app.ts';
import { callerOf } from '../../test/caller.ts';
import { createPerson } from '../../test/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
});
afterAll(() => app[Symbol.asyncDispose]());

type Input = Record<string, unknown>;

async function person(options: { isAdmin?: boolean } = {}) {
  const { userId, token } = await createPerson(app, options);
  const call = callerOf(app, token);
  return {
    userId,
    call,
    patch: (input: Input) => call('PATCH', '/auth/me', input),
    row: async () => (await app.ctx.sql<Input>('select * from app_user where id = $1', [userId]))[0],
  };
}

test('an anonymous caller cannot change a profile', async () => {
  await app.http.patch('/api/v1/auth/me').send({ displayName: 'Somebody' }).expect(401);
});

test('trims spaces around a name', async () => {
  const { patch } = await person();
  const { body } = await patch({ displayName: '  Ysolde ' });
  expect(body.displayName).toBe('Ysolde');
});

test.each<[string, Input]>([
  ['a name of one letter', { displayName: 'x' }],
  ['a name of 41 letters', { displayName: 'x'.repeat(41) }],
  ['a name of 10 kB', { displayName: 'x'.repeat(10_000) }],
  ['a name of spaces', { displayName: '   ' }],
  ['an invisible name', { displayName: '\u200b\u2060\u200b' }],
  ['a name without a letter', { displayName: '---' }],
  ['a name that is not text', { displayName: 5 }],
  ['no name', { displayName: null }],
  ['NUL in the name', { displayName: 'a\u0000b' }],
  ['an unknown language', { locale: 'xx_XX' }],
  ['a language in another spelling', { locale: 'de-DE' }],
  ['a time zone that does not exist', { timeZone: 'Europe/Atlantis' }],
  ['an offset as a time zone', { timeZone: '+02:00' }],
  ['a number as a time zone', { timeZone: 2 }],
  ['a line break in the time zone', { timeZone: 'Europe/Berlin\n' }],
  ['501 characters about the person', { bio: 'x'.repeat(501) }],
  ['NUL about the person', { bio: 'a\u0000b' }],
  ['a list about the person', { bio: ['x'] }],
  ['text as a flag', { sharesWithGuilds: 'false' }],
  ['null as a flag', { sharesWithGuilds: null }],
])('%s is refused and changes nothing', async (_what, input) => {
  const { patch, row } = await person();
  const before = await row();
  const { status, body } = await patch({ bio: 'good', ...input });
  expect([status, body.reason]).toEqual([400, 'invalid_input']);
  expect(body.issues).toContainEqual(expect.objectContaining({ path: Object.keys(input)[0] }));
  expect(await row()).toEqual(before);
});

test.each([
  ['a header', 'Ysolde\r\nBcc: x@evil.com'],
  ['a right-to-left override', 'Ysolde\u202egnp.exe'],
  ['an isolate', 'Ysolde\u2066x'],
  ['a line separator', 'Ysolde\u2028x'],
])('S-14: a name with %s is refused', async (_what, displayName) => {
  expect((await (await person()).patch({ displayName })).status).toBe(400);
});

test.each<[string, unknown]>([
  ['id', '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f'],
  ['userId', '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f'],
  ['isAdmin', true],
  ['is_admin', true],
  ['role', 'admin'],
  ['email', 'x@evil.com'],
  ['emailVerified', true],
  ['emailVerifiedAt', '2026-01-01T00:00:00Z'],
  ['avatarUrl', 'http://169.254.169.254/x.png'],
  ['createdAt', '2020-01-01T00:00:00Z'],
  ['onboardingCompletedAt', null],
  ['accounts', []],
  ['gameplatformId', '1'],
  ['constructor', { prototype: { polluted: true } }],
])('A-03: a patch cannot set %s of a profile', async (key, value) => {
  const { patch, row, call } = await person();
  const before = await row();
  expect((await patch({ displayName: 'Changed', [key]: value })).status).toBe(400);
  expect((await call('POST', '/trpc/profile.update', { displayName: 'Changed', [key]: value })).status).toBe(400);
  expect(await row()).toEqual(before);
  expect('polluted' in {}).toBe(false);
});

test('A-03: a person cannot change the profile of another, with or without a session', async () => {
  const [one, other] = [await person(), await person()];
  const before = await other.row();
  await one.patch({ userId: other.userId, displayName: 'Taken over' });
  await app.http.patch('/api/v1/auth/me').send({ id: other.userId, displayName: 'Taken over' }).expect(401);
  expect(await other.row()).toEqual(before);
});

test('a patch changes given fields, keeps the others, and null clears the bio', async () => {
  const { patch, call } = await person();
  const given = {
    displayName: 'Ysólde 悟 2',
    locale: 'de_DE',
    timeZone: 'America/Argentina/Ushuaia',
    sharesWithGuilds: false,
    bio: '# Me\n\n<b>tank</b>',
  };
  expect((await call('GET', '/auth/me')).body.bio).toBeNull();
  const { status, body } = await patch(given);
  expect([status, body]).toEqual([200, expect.objectContaining(given)]);
  expect((await patch({ timeZone: 'UTC' })).body).toMatchObject({ ...given, timeZone: 'UTC' });
  expect((await patch({})).status).toBe(200);
  expect((await call('GET', '/auth/me')).body).toMatchObject({ ...given, timeZone: 'UTC' });
  expect((await patch({ bio: null })).body).toMatchObject({ ...given, timeZone: 'UTC', bio: null });
  for (const displayName of ['Bo', 'x'.repeat(40), '달무리', "O'Neill", 'Brannoc 🌲']) {
    expect((await patch({ displayName })).body.displayName).toBe(displayName);
  }
});

test('I-11: user text is returned unchanged as JSON that no browser renders as a page', async () => {
  const { patch } = await person();
  const { headers, body } = await patch({ displayName: '<script>x', bio: '[x](javascript:alert(1))' });
  expect(body.displayName).toBe('<script>x');
  expect(headers.get('content-type')).toContain('application/json');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('completing the introduction again keeps the first date', async () => {
  const { call } = await person();
  expect((await call('GET', '/auth/me')).body.onboardingCompletedAt).toBeNull();
  const first = (await call('POST', '/auth/me/onboarding-complete')).body.onboardingCompletedAt;
  expect(first).toEqual(expect.any(String));
  const again = await Promise.all([1, 2, 3].map(() => call('POST', '/auth/me/onboarding-complete', {})));
  expect(again.map(({ body }) => body.onboardingCompletedAt)).toEqual([first, first, first]);
  await app.http.post('/api/v1/auth/me/onboarding-complete').expect(401);
});

test('only an administrator can reset an introduction, and only their own', async () => {
  const [user, admin] = [await person(), await person({ isAdmin: true })];
  for (const { call } of [user, admin]) await call('POST', '/auth/me/onboarding-complete');
  const refused = await user.call('POST', '/auth/me/onboarding-reset');
  expect([refused.status, refused.body.reason]).toEqual([403, 'admin_only']);
  await app.http.post('/api/v1/auth/me/onboarding-reset').expect(401);
  expect((await admin.call('POST', '/auth/me/onboarding-reset', { userId: user.userId })).status).toBe(400);
  expect((await admin.call('POST', '/auth/me/onboarding-reset')).body.onboardingCompletedAt).toBeNull();
  expect((await user.call('GET', '/auth/me')).body.onboardingCompletedAt).not.toBeNull();
});
