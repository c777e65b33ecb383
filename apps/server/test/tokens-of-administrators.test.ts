/**
 * An administrator's API token has no more rights than an ordinary person's: every procedure and every room treats it
 * like a stranger's. The administrator is in no guild; all subjects belong to others, and are hidden where possible.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appRouter } from '../src/app/router.ts';
import type { Meta } from '../src/core/http/trpc.ts';
import { ask } from './access-table/ask.ts';
import type { Request } from './access-table/rows.ts';
import { rows } from './access-table/tables.ts';
import { type TestApp, testApp } from './app.ts';
import { callerOf } from './caller.ts';
import { hold, newMember, type Place, seedOrganization } from './members.ts';
import { createPerson, type Person } from './people.ts';
import { connect } from './sockets.ts';

const definitions: [string, { _def: { meta?: Meta } }][] = Object.entries(appRouter._def.procedures as never);
const routes = definitions.map(([name, { _def }]) => {
  const { method = '', path = '' } = _def.meta?.openapi ?? {};
  return { name, route: `${method} ${path}` };
});
const lines = new Map(rows);

const SOMEWHERE = '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f';
const EVENT = { title: 'Raid', type: 'raid', scope: 'guild', localStart: '2086-01-01T20:00', durationMinutes: 60 };

/** Inputs for routes outside organizations, where one is needed. */
const INPUTS: Record<string, Request> = {
  'POST /auth/magic-link': { body: { email: 'somebody@example.com' } },
  'POST /auth/sign-in/magic-link': { body: { email: 'another@example.com' } },
  'POST /auth/magic-link/preview': { body: { token: 't'.repeat(43) } },
  'POST /auth/magic-link/redeem': { body: { token: 't'.repeat(43) } },
  'POST /characters/import': { body: { name: 'Nobody', realm: 'stormvale' } },
  'POST /characters': { body: { name: 'Nobody', classId: 4, raceId: 8, level: 10 } },
  'POST /organizations': { body: { name: 'A club', type: 'guild' } },
  'PUT /events/{id}/signup': { body: { status: 'declined' } },
  'PUT /events/{id}/series-signup': { body: { status: 'declined' } },
  'PUT /auth/me/kept-answers/{eventId}': { body: { status: 'declined' } },
  'POST /events/{id}/participations/swap': { body: { outId: SOMEWHERE, inId: '0199d3a0-0000-7000-8000-00000000feed' } },
  'POST /raiders/{id}/characters': { body: { name: 'Curlybill' } },
  'POST /raiders/{id}/merge': { body: { raiderId: '0199d3a0-0000-7000-8000-00000000feed' } },
  'POST /raiders/{id}/split': { body: { characterIds: [SOMEWHERE] } },
  'POST /raiders/{id}/sims': { body: { link: 'https://www.raidbots.com/simbot/report/jk6WmLFEnBpEqWueDkyRqA' } },
  'PUT /raiders/{id}/wishes': { body: { wishes: [] } },
  'PUT /teams/{id}/members/{raiderId}': {},
  'PUT /events/{id}/reserves/mine': { body: { reserves: [] } },
  'PUT /events/{id}/reserves/others': { body: { raiderId: SOMEWHERE, reserves: [] } },
  'PATCH /events/{id}/reserves/{reserveId}': { body: { plus: 10, note: 'On leave' } },
  'GET /events/{id}/reserves/export': { query: { for: 'csv' } },
  'PUT /events/{id}/lineups/{encounterId}': { body: { version: 0, places: [] } },
  'POST /events/{id}/lineups/{encounterId}/publish': { body: { version: 0 } },
  'POST /events/{id}/lineups/{encounterId}/copy': { body: { to: 'all', version: 0 } },
  'GET /events/{id}/lineups/{encounterId}/export': { query: { as: 'csv' } },
  'PATCH /event-templates/{id}': { body: { name: 'Tuesday' } },
  'POST /event-templates/{id}/events': { body: { day: '2086-01-01' } },
  'PUT /events/{id}/notes/{encounterId}': { body: { version: 0, text: 'Stack' } },
  'GET /events/{id}/series-preview': { query: { change: 'cancel', apply: 'all' } },
  'POST /events/{id}/extend-series': { body: { dates: ['2086-01-01'] } },
  'POST /events/{id}/participations': { body: { userId: SOMEWHERE } },
  'POST /events/{id}/attendance': { body: { entries: [{ userId: SOMEWHERE, attendance: 'present' }] } },
  'PUT /events/{id}/night/fighters': { body: { name: 'Ostrik', realm: 'Thornwall' } },
  'PATCH /loot/{id}': { body: { withdrawn: true } },
  'PATCH /point-pools/{id}': { body: { name: 'Main raid' } },
  'POST /point-pools/{id}/entries': { body: { reason: 'Kill', points: 10, raiderIds: [SOMEWHERE] } },
  'PUT /point-pools/{id}/prices': { body: { prices: [] } },
  'PATCH /point-pools/{id}/prices': { body: { itemId: 1, price: 1 } },
  'POST /events/{id}/reports': { body: { link: 'aBcDeFgHiJkLmNoP' } },
  'PUT /auth/me/consents/{serviceId}': { body: { scopes: ['signUp'] } },
  'POST /auth/me/absences': { body: { from: '2086-01-01', to: '2086-01-02' } },
  'GET /auth/me/week': { query: { startDate: '2086-01-01', endDate: '2086-01-07' } },
  'GET /game-data/encounters': { query: { journalInstanceId: '1' } },
  'GET /game-data/items': { query: { encounterId: '1' } },
  'GET /characters/search': { query: { name: 'Ysolde', realm: 'stormvale' } },
  'GET /characters/battlenet-preview': { query: { gameVersion: 'retail' } },
  'GET /characters/reputations': { query: { expansionId: '68' } },
  'GET /characters/reputations/search-factions': { query: { q: 'dawn' } },
  'POST /auth/sign-in/social': { body: { provider: 'battlenet' } },
};

let app: TestApp;
let founder: Person;
let stranger: Person;
let administrator: Person;
const syncs: Record<string, string> = {};
const things: Record<string, string> = {};
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
  [stranger, administrator] = [await createPerson(app), await createPerson(app, { isAdmin: true })];
  const place = await seedOrganization(app, 'synced');
  founder = await newMember(app, place, 0);
  await hold(app, place, place.founderRoleId, founder);
  await app.ctx.sql(`insert into account (user_id, provider_id, account_id) values ($1, 'battlenet', 'founder')`, [
    founder.userId,
  ]);
  await hide(place);
  const call = callerOf(app, founder.token);
  const made = async (path: string, body: Record<string, unknown> = {}) => (await call('POST', path, body)).body;
  things.events = String((await made(`/organizations/${place.id}/events`, EVENT)).id);
  things.posts = String((await made(`/organizations/${place.id}/posts`, { title: 'Post', body: 'Text' })).id);
  const [character] = await app.ctx.sql<{ id: string }>('select id from character where user_id = $1', [
    founder.userId,
  ]);
  things.characters = character?.id ?? '';
  syncs.roster = String((await made(`/organizations/${place.id}/roster/sync`)).sessionId);
  syncs.journal = String(
    (await callerOf(app, administrator.token)('POST', '/admin/sync-instances', {})).body.sessionId,
  );
  const [sync] = await app.ctx.sql<{ id: string }>(
    `insert into sync_session (kind, subject_id, status, trigger, job_id) values ('character', $1, 'queued', 'user', $2) returning id`,
    [founder.userId, SOMEWHERE],
  );
  syncs.character = sync?.id ?? '';
});
afterAll(() => app[Symbol.asyncDispose]());

const toolOf = async ({ userId }: Person, scope: 'read' | 'write') =>
  (await app.ctx.sessions.create(userId, { label: 'Tool', scope, days: 1 })).token;

const hide = (place: Place) =>
  app.ctx.sql(`update organization set settings = '{"visibility": "members"}' where id = $1`, [place.id]);

async function hidden(source: Place['source']): Promise<Place> {
  const place = await seedOrganization(app, source);
  await hold(app, place, place.founderRoleId, await newMember(app, place, 0));
  await hide(place);
  return place;
}

async function requestOf(route: string, place: Place): Promise<Request> {
  const line = lines.get(route);
  if (line) return (await line.request?.({ app, place })) ?? {};
  const [, area = ''] = route.split('/');
  const params: Record<string, string> = {
    id: things[area] ?? SOMEWHERE,
    sessionId: syncs.character ?? '',
    encounterId: 'all',
  };
  for (const [, name = ''] of route.matchAll(/\{(\w+)\}/g)) params[name] ??= SOMEWHERE;
  return { params, ...INPUTS[route] };
}

test.each(routes)("A-04: $name answers an administrator's token as a stranger's", async ({ route }) => {
  const place = await hidden(lines.get(route)?.on ?? 'synced');
  for (const scope of ['read', 'write'] as const) {
    const expected = await ask(app, route, place, await toolOf(stranger, scope), await requestOf(route, place));
    // Otherwise the refusal would be about the input.
    expect(expected.reason).not.toBe('invalid_input');
    expect(await ask(app, route, place, await toolOf(administrator, scope), await requestOf(route, place))).toEqual(
      expected,
    );
  }
});

test('A-04: an administrator’s token opens no room and watches no sync of another person', async () => {
  for (const scope of ['read', 'write'] as const) {
    const token = await toolOf(administrator, scope);
    using ear = await connect(app, { extraHeaders: { Authorization: `Bearer ${token}` } });
    expect(ear.refusal).toBeNull();
    for (const sessionId of Object.values(syncs)) {
      expect(await ear.watch(sessionId)).toMatchObject({ error: { code: 'NOT_FOUND' } });
    }
    // A new socket hears of running syncs in its rooms before it gets an answer.
    expect(ear.heard).toEqual([]);
  }
  using inPerson = await connect(app, { extraHeaders: { Authorization: `Bearer ${founder.token}` } });
  expect(await inPerson.watch(syncs.roster ?? '')).toHaveProperty('session');
});
