/** `docs/http.md`, statement by statement. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../test/app.ts';
import { callerOf } from '../../test/caller.ts';
import { type Document, operationsOf } from '../../test/fuzz/operations.ts';
import { newMember, type Place, seedOrganization } from '../../test/members.ts';
import { createPerson, type Person } from '../../test/people.ts';

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

test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'SEARCH'])(
  'the sign-in routes answer %s without a session, or name the methods that they take',
  async (method) => {
    for (const [path, allowed] of [
      ['get-session', ['GET', 'HEAD']],
      ['signin/battlenet', ['GET', 'HEAD']],
      ['magic-link', ['POST']],
    ] as const) {
      const { status, headers } = await fetch(`${app.url}/api/v1/auth/${path}`, { method, redirect: 'manual' });
      expect([path, status]).not.toEqual([path, 401]);
      if (method === 'OPTIONS' || (allowed as readonly string[]).includes(method)) continue;
      expect([path, status, headers.get('allow')]).toEqual([path, 405, allowed.join(', ')]);
    }
  },
);

test.each(['attendance-trends', 'crafters'])('%s accept a session cookie and a bearer token', async (what) => {
  const { token } = await newMember(app, place);
  const address = `${app.url}/api/v1/organizations/${place.id}/${what}`;
  for (const headers of [{ cookie: `session=${token}` }, { authorization: `Bearer ${token}` }]) {
    expect((await fetch(address, { headers })).status).toBe(200);
  }
  expect((await fetch(address)).status).toBe(401);
});

test('tRPC also names the method that a procedure takes', async () => {
  expect((await fetch(`${app.url}/trpc/auth.signOut`)).headers.get('allow')).toBe('POST');
});

test('a body that the document requires is missing: 400 for a signed-in caller, 401 for others', async () => {
  const document = (await (await fetch(`${app.url}/api/v1/openapi.json`)).json()) as Document;
  const needing = operationsOf(document).filter(({ body }) => body?.media === 'application/json' && body.required);
  const changing = operationsOf(document).filter(({ method, body }) => method === 'PATCH' && body);
  expect(needing.map(({ id }) => id)).toEqual(expect.arrayContaining(changing.map(({ id }) => id)));
  const nobody = (method: string, path: string) => fetch(`${app.url}/api/v1${path}`, { method });
  const admin = await createPerson(app, { isAdmin: true });
  const addressOf = (path: string) => path.replaceAll(/\{\w+\}/g, place.id);
  for (const { method, path } of needing) {
    const { status, body } = await call(admin.token)(method, addressOf(path));
    expect([method, path, status, body.reason]).toEqual([method, path, 400, 'invalid_input']);
  }
  for (const { method, path } of changing) {
    expect([path, (await nobody(method, addressOf(path))).status]).toEqual([path, 401]);
  }
  // An empty object changes nothing, which is no mistake.
  expect((await call()('PATCH', '/auth/me', {})).status).toBe(200);
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
  // Where no account is needed, the answer is that for an anonymous caller, and says that the credentials are not valid.
  for (const [headers, reason] of cases) {
    for (const path of [`/api/v1/organizations/${place.id}`, '/api/v1/auth/get-session', '/trpc/auth.getSession']) {
      const [answer, anonymous] = await Promise.all([
        fetch(`${app.url}${path}`, { headers }),
        fetch(`${app.url}${path}`),
      ]);
      expect([path, answer.status, await answer.text()]).toEqual([path, 200, await anonymous.text()]);
      const said = reason === 'not_signed_in' ? null : 'Bearer realm="Guildhall", error="invalid_token"';
      expect([path, reason, answer.headers.get('www-authenticate')]).toEqual([path, reason, said]);
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
