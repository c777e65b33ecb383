/**
 * Tests that `abilityRules` agree with the routes: every action on every subject, requested by every caller in
 * `access-table/cast.ts`.
 */
import { createMongoAbility, subject } from '@casl/ability';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../src/core/uuid.ts';
import { ask } from './access-table/ask.ts';
import { type Cast, createCast } from './access-table/cast.ts';
import { contents } from './access-table/contents.ts';
import { organizations } from './access-table/organizations.ts';
import { roles } from './access-table/roles.ts';
import { roster } from './access-table/roster.ts';
import { NOTHING, type Request, type Row, type Scene } from './access-table/rows.ts';
import { type TestApp, testApp } from './app.ts';
import { type Place, seedOrganization } from './members.ts';

const rows: Record<string, Row> = { ...organizations, ...contents, ...roster, ...roles };

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
  cast = await createCast(app);
});
afterAll(() => app[Symbol.asyncDispose]());

type Caller = Cast['callers'][number];
type Fields = Record<string, unknown>;

type Line = {
  can: [action: string, subject: string];
  /** A route that succeeds for each caller with the right. */
  route: string;
  /** The subject as a client sees it. */
  fields?: (caller: Caller) => Fields;
  /** Replaces the request of the access table. */
  request?: (scene: Scene, caller: Caller) => Promise<Request> | Request;
};

const EVENT = `
  insert into event (id, organization_id, title, type, scope, status, starts_at, ends_at, local_start, time_zone,
    published_at, created_by_id)
  values ($1, $2, 'Raid', 'raid', $3, $4, '2086-01-01T20:00Z', '2086-01-01T22:00Z', '2086-01-01T20:00', 'UTC',
    case $4 when 'published' then now() end, $5)`;

/** Published events are cancelled; drafts are deleted. */
const eventOf =
  (scope: string, own: boolean, body?: Record<string, unknown>) =>
  async ({ app: { ctx }, place }: Scene, { userId }: Caller): Promise<Request> => {
    const id = uuidv7();
    await ctx.sql(EVENT, [id, place.id, scope, body ? 'published' : 'draft', own ? userId : null]);
    return { params: { id }, ...(body && { body }) };
  };
const groupEvent = ({ userId }: Caller) => ({ scope: 'group', createdBy: { id: userId } });
const otherGroupEvent = () => ({ scope: 'group', createdBy: { id: NOTHING } });
const guildEvent = ({ userId }: Caller) => ({ scope: 'guild', createdBy: { id: userId } });

const created = (scope: string) => () => ({
  body: { title: 'Raid', type: 'raid', scope, localStart: '2086-01-01T20:00', durationMinutes: 60 },
});
const EVENTS = 'POST /organizations/{id}/events';
const title = { title: 'Other' };

const POST = `insert into post (id, organization_id, title, body, visibility) values ($1, $2, 'News', 'Some', 'guild')`;
const anyPost = async ({ app: { ctx }, place }: Scene): Promise<Request> => {
  const id = uuidv7();
  await ctx.sql(POST, [id, place.id]);
  return { params: { id } };
};

const LINES: Line[] = [
  { can: ['read', 'Organization'], route: 'GET /organizations/{id}/members' },
  { can: ['update', 'Organization'], route: 'PATCH /organizations/{id}' },
  { can: ['delete', 'Organization'], route: 'DELETE /organizations/{id}' },
  { can: ['read', 'Roster'], route: 'GET /organizations/{id}/roster' },
  { can: ['update', 'Roster'], route: 'DELETE /organizations/{id}/members/{userId}' },
  { can: ['sync', 'Roster'], route: 'POST /organizations/{id}/sync' },
  { can: ['read', 'Role'], route: 'GET /organizations/{id}/roles' },
  { can: ['create', 'Role'], route: 'POST /organizations/{id}/roles' },
  { can: ['update', 'Role'], route: 'PATCH /organizations/{id}/roles/{roleId}' },
  { can: ['delete', 'Role'], route: 'DELETE /organizations/{id}/roles/{roleId}' },
  { can: ['read', 'Content'], route: 'GET /organizations/{id}/text-content/{type}/versions' },
  { can: ['create', 'Content'], route: 'POST /organizations/{id}/posts' },
  { can: ['update', 'Content'], route: 'PATCH /organizations/{id}/text-content' },
  { can: ['delete', 'Content'], route: 'DELETE /posts/{id}', request: anyPost },
  { can: ['read', 'OfficerData'], route: 'GET /organizations/{id}/audit-log' },
  {
    can: ['update', 'Loot'],
    route: 'PUT /organizations/{id}/loot-responses',
    request: async ({ app: { ctx }, place }) => {
      await ctx.sql(
        `insert into loot_response (organization_id, key, text) values ($1, 'need', 'Need') on conflict do nothing`,
        [place.id],
      );
      return { body: { responses: [{ key: 'need', meaning: 'need' }] } };
    },
  },
  { can: ['read', 'Invite'], route: 'GET /organizations/{id}/invites' },
  { can: ['create', 'Invite'], route: 'POST /organizations/{id}/invites' },
  { can: ['delete', 'Invite'], route: 'DELETE /organizations/{id}/invites/{inviteId}' },
  { can: ['read', 'Event'], route: 'GET /organizations/{id}/events' },
  { can: ['create', 'Event'], route: EVENTS, fields: groupEvent, request: created('group') },
  { can: ['create', 'Event'], route: EVENTS, fields: guildEvent, request: created('guild') },
  { can: ['update', 'Event'], route: 'PATCH /events/{id}', fields: groupEvent, request: eventOf('group', true, title) },
  {
    can: ['update', 'Event'],
    route: 'PATCH /events/{id}',
    fields: otherGroupEvent,
    request: eventOf('group', false, title),
  },
  { can: ['update', 'Event'], route: 'PATCH /events/{id}', fields: guildEvent, request: eventOf('guild', true, title) },
  { can: ['delete', 'Event'], route: 'DELETE /events/{id}', fields: groupEvent, request: eventOf('group', true) },
  { can: ['delete', 'Event'], route: 'DELETE /events/{id}', fields: otherGroupEvent, request: eventOf('group', false) },
  { can: ['delete', 'Event'], route: 'DELETE /events/{id}', fields: guildEvent, request: eventOf('guild', true) },
];

type Rule = { action: string; subject: string };

async function rulesOf({ token }: Caller, place: Place): Promise<Rule[]> {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(`${app.url}/api/v1/organizations/${place.id}`, { headers });
  return ((await response.json()) as { abilityRules?: Rule[] }).abilityRules ?? [];
}

async function newPlace(source: Place['source']): Promise<Place> {
  const place = await seedOrganization(app, source);
  await cast.gather(place);
  return place;
}

test('the lines of this test cover every action and subject that any caller gets a rule for', async () => {
  const place = await newPlace('synced');
  const asked = LINES.flatMap(({ can: [action, about] }) => [`${action} ${about}`, `manage ${about}`]);
  for (const caller of cast.callers) {
    const given = (await rulesOf(caller, place)).map((rule) => `${rule.action} ${rule.subject}`);
    expect(given.filter((rule) => rule !== 'manage all' && !asked.includes(rule))).toEqual([]);
  }
});

test.each(LINES.map((line, index) => [`${line.can.join(' ')} (${index}): ${line.route}`, line] as const))(
  'abilityRules say of %s what the route answers',
  async (_name, { can: [action, about], route, fields, request }) => {
    const row = rows[route];
    const source = row?.on ?? 'synced';
    const shared = await newPlace(source);
    const said: Record<string, boolean> = {};
    const answered: Record<string, boolean> = {};
    for (const caller of cast.callers) {
      const place = row?.fresh ? await newPlace(source) : shared;
      const ability = createMongoAbility((await rulesOf(caller, place)) as never);
      const scene = { app, place };
      const asked = await (request ? request(scene, caller) : row?.request?.(scene));
      const { status, reason } = await ask(app, route, place, caller.token, asked ?? {});
      said[caller.name] = ability.can(action, fields ? subject(about, fields(caller)) : about);
      answered[caller.name] = status < 300;
      expect([caller.name, reason, [200, 201, 401, 403, 404].includes(status)]).toEqual([caller.name, reason, true]);
    }
    expect(said).toEqual(answered);
  },
  60_000,
);
