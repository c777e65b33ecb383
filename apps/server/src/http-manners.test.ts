/** `docs/http.md`, statement by statement. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../test/app.ts';
import { callerOf } from '../test/caller.ts';
import { newMember, type Place, seedOrganization } from '../test/members.ts';
import { createPerson, type Person } from '../test/people.ts';

let app: TestApp;
let person: Person;
let place: Place;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
  person = await createPerson(app);
  place = await seedOrganization(app, 'synced');
});
afterAll(() => app[Symbol.asyncDispose]());

const call = (token = person.token) => callerOf(app, token);

test.each([
  ['POST', '/health', 'GET, HEAD'],
  ['DELETE', '/organizations/templates', 'GET, HEAD'],
  ['GET', '/characters/import', 'POST'],
  ['PUT', '/auth/me', 'GET, HEAD, PATCH, DELETE'],
  ['DELETE', '/auth/me/avatar/x', null],
])('%s %s answers 404, or 405 with the methods %s', async (method, path, allow) => {
  const { status, headers, body } = await call()(method, path);
  expect([status, body.code]).toEqual(allow ? [405, 'METHOD_NOT_SUPPORTED'] : [404, 'NOT_FOUND']);
  expect(headers.get('allow')).toBe(allow);
});

test('tRPC also names the method that a procedure takes', async () => {
  expect((await fetch(`${app.url}/trpc/auth.signOut`)).headers.get('allow')).toBe('POST');
});

test('a 401 gives its reason and says how to sign in', async () => {
  const [expired, revoked] = [await createPerson(app), await createPerson(app)];
  await app.ctx.sql('update session set expires_at = now() where user_id = $1', [expired.userId]);
  await app.ctx.sql('delete from session where user_id = $1', [revoked.userId]);
  const cases: [Record<string, string>, string][] = [
    [{}, 'not_signed_in'],
    [{ authorization: 'Basic eA==' }, 'not_signed_in'],
    [{ authorization: 'Bearer' }, 'invalid_session'],
    [{ authorization: 'Bearer garbage' }, 'invalid_session'],
    [{ authorization: `Bearer ${'x'.repeat(43)}` }, 'invalid_session'],
    [{ authorization: `Bearer ${revoked.token}` }, 'invalid_session'],
    [{ authorization: `Bearer ${expired.token}` }, 'session_expired'],
    [{ cookie: `session=${expired.token}` }, 'session_expired'],
  ];
  for (const [headers, reason] of cases) {
    for (const path of ['/api/v1/auth/me', '/trpc/users.me']) {
      const answer = await fetch(`${app.url}${path}`, { headers });
      const text = await answer.text();
      expect([answer.status, path, text.includes(`"reason":"${reason}"`)]).toEqual([401, path, true]);
      const error = reason === 'not_signed_in' ? '' : ', error="invalid_token"';
      expect(answer.headers.get('www-authenticate')).toBe(`Bearer realm="Guildhall"${error}`);
    }
  }
  const upload = await fetch(`${app.url}/api/v1/auth/me/avatar`, { method: 'POST' });
  expect(upload.headers.get('www-authenticate')).toBe('Bearer realm="Guildhall"');
});

test('a session cookie counts beside the credentials for a proxy', async () => {
  const headers = { cookie: `session=${person.token}`, authorization: 'Basic eA==' };
  expect((await fetch(`${app.url}/api/v1/auth/me`, { headers })).status).toBe(200);
});

test.each([
  ['PATCH', () => `/organizations/${place.id}`, { alias: 'another-alias' }, 'canManageGuild'],
  ['GET', () => `/organizations/${place.id}/audit-log`, undefined, 'canViewOfficerData'],
  ['POST', () => `/organizations/${place.id}/roster/sync`, {}, 'canSyncRoster'],
  ['POST', () => `/organizations/${place.id}/roles`, { name: 'Role', permissions: [] }, 'canManageRoles'],
])('%s without the right names the missing permission', async (method, path, body, permission) => {
  await app.ctx.sql(`update role set permissions = '{}' where organization_id = $1 and not is_founder`, [place.id]);
  const member = await newMember(app, place);
  const answer = await call(member.token)(method, path(), body);
  expect([answer.status, answer.body.reason]).toEqual([403, 'missing_permission']);
  expect(answer.body.message).toContain(permission);
});

test('a PATCH can use the content type of a merge patch', async () => {
  const headers = { 'content-type': 'application/merge-patch+json' };
  const { status, body } = await call()('PATCH', '/auth/me', { bio: 'Merged' }, headers);
  expect([status, body.bio]).toEqual([200, 'Merged']);
});

test('a created resource has a Location header', async () => {
  const { status, headers, body } = await call()('POST', '/organizations', { name: 'A club', type: 'guild' });
  expect([status, headers.get('location')]).toEqual([201, `/api/v1/organizations/${body.id}`]);
  const character = await call()('POST', '/characters', { name: 'Nobody', classId: 4, raceId: 8, level: 10 });
  expect(character.headers.get('location')).toBe(`/api/v1/characters/${character.body.id}`);
  expect((await call()('GET', `/characters/${character.body.id}`)).status).toBe(200);
});

test('a new token has the id under which it is listed and revoked', async () => {
  const { body } = await call()('POST', '/auth/tokens', { label: 'Tool', scope: 'read', expiresInDays: 7 });
  const listed = (await call()('GET', '/auth/list-sessions')).body as unknown as { id: string; label: string | null }[];
  expect(listed).toContainEqual(expect.objectContaining({ id: body.id, label: 'Tool' }));
});

test('an unknown parameter is refused by name, with a list of the known ones', async () => {
  const { status, body } = await call()('GET', `/organizations/${place.id}/events?starDate=2026-01-01`);
  expect([status, body.reason]).toEqual([400, 'invalid_input']);
  expect(body.issues).toEqual([{ path: 'starDate', message: expect.stringContaining('startDate') }]);
});

test('a rate limit that refuses a request names itself and the time to wait', async () => {
  await using limited = await testApp({ roles: ['web'], environment: { RATE_LIMIT_ANONYMOUS: '2' } });
  const ask = () => fetch(`${limited.url}/api/v1/auth/get-session`);
  await ask();
  await ask();
  const { status, headers } = await ask();
  expect([status, headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]).toEqual([429, '2', '0']);
  expect(headers.get('ratelimit-reset')).toBe(headers.get('retry-after'));

  const maker = await createPerson(limited);
  const make = () => callerOf(limited, maker.token)('POST', '/organizations', { name: 'A club', type: 'guild' });
  for (let made = 0; made < 20; made += 1) await make();
  const refused = await make();
  expect([refused.status, refused.headers.get('ratelimit-limit')]).toEqual([429, '20']);
  expect(refused.body.message).toMatch(/^Too many requests\. Try again in \d+ minutes\.$/);
});
