import { readFile } from 'node:fs/promises';
import type { AuditLogView } from '@guildhall/contracts/audit.ts';
import type { ChangesView } from '@guildhall/contracts/change.ts';
import type { EventLogView } from '@guildhall/contracts/event.ts';
import type { ConsentsView, ServiceSecretView, ServicesView, ServiceView } from '@guildhall/contracts/service.ts';
import { expect, test } from 'vitest';
import { ask } from '../../../test/access-table/ask.ts';
import { rows } from '../../../test/access-table/tables.ts';
import { type TestApp, testApp } from '../../../test/app.ts';
import { type Call, callerOf } from '../../../test/caller.ts';
import { createCharacter, done, inHours, refusalOf } from '../../../test/events.ts';
import {
  addFounder,
  auditActions,
  type Club,
  foundClub,
  holderOf,
  memberOf,
  newPerson,
  type SignedInPerson,
} from '../../../test/standalone.ts';
import { appRouter } from '../../app/router.ts';
import type { Meta } from '../../core/http/trpc.ts';

type Bot = { id: string; token: string; call: Call; as(who: string): Call };

async function bot(app: TestApp, club: Club, body: object = {}, by: SignedInPerson = club.founder): Promise<Bot> {
  const asked = { name: `Bot ${Math.random()}`, actScopes: ['signUp'], ...body };
  const { id } = await done<ServiceView>(by.call('POST', `/organizations/${club.id}/services`, asked));
  const { token } = await done<ServiceSecretView>(tokenFor(club, id, by));
  expect(token).toMatch(/^ghs_[\w-]{43}$/);
  const call = callerOf(app, token);
  return {
    id,
    token,
    call,
    as: (who) => (method, path, sent, headers) => call(method, path, sent, { ...headers, 'guildhall-act-for': who }),
  };
}

const tokenFor = (club: Club, id: string, by = club.founder) =>
  by.call('POST', `/organizations/${club.id}/services/${id}/tokens`, {});

const agree = (who: SignedInPerson, id: string, scopes = ['signUp']) =>
  done(who.call('PUT', `/auth/me/consents/${id}`, { scopes }));

const newEvent = ({ id, founder }: Club, more = {}) =>
  done<{ id: string }>(
    founder.call('POST', `/guilds/${id}/events`, {
      ...{ title: 'Raid', type: 'raid', scope: 'guild', startsAt: inHours(5), durationMinutes: 60 },
      ...more,
    }),
  );

test('T-01: a service reads only its own organization, with its own permissions', async () => {
  await using app = await testApp({ roles: ['web'] });
  const club = await foundClub(app);
  const other = await foundClub(app);
  const plain = await bot(app, club);
  const trusted = await bot(app, club, { permissions: ['canViewOfficerData', 'canManageEvents'] });
  const write = (visibility: string) =>
    done<{ id: string }>(
      club.founder.call('POST', `/organizations/${club.id}/posts`, { title: 'T', body: 'B', visibility }),
    );
  const [open, secret] = [await write('guild'), await write('officers')];
  const event = await newEvent(club);
  const draft = await newEvent(club, { status: 'draft' });

  expect((await plain.call('GET', `/organizations/${club.id}`)).status).toBe(200);
  expect((await plain.call('GET', `/posts/${open.id}`)).status).toBe(200);
  expect(await refusalOf(plain.call('GET', `/posts/${secret.id}`))).toEqual([404, 'post_not_found']);
  expect((await trusted.call('GET', `/posts/${secret.id}`)).status).toBe(200);
  expect((await plain.call('GET', `/events/${event.id}`)).body).toMatchObject({ mine: null });
  expect(await refusalOf(plain.call('GET', `/events/${draft.id}`))).toEqual([404, 'event_not_found']);
  expect((await trusted.call('GET', `/events/${draft.id}`)).status).toBe(200);
  const feed = await done<ChangesView>(plain.call('GET', `/organizations/${club.id}/changes`));
  expect(feed.next).toMatch(/^\w{8}\.\d+$/);
  for (const officers of ['absences', 'attendance-stats']) {
    const path = `/organizations/${club.id}/${officers}`;
    expect(await refusalOf(plain.call('GET', path)), officers).toEqual([403, 'missing_permission']);
    expect((await trusted.call('GET', path)).status, officers).toBe(200);
  }
  for (const members of ['crafters', 'encounters', 'audit', 'vault', 'attendance-trends', 'attendance-policy']) {
    expect((await plain.call('GET', `/organizations/${club.id}/${members}`)).status, members).toBe(200);
  }
  const unseen = await done<{ members: object[] }>(plain.call('GET', `/organizations/${club.id}/attendance-matrix`));
  expect(unseen.members).toEqual([]);

  expect(await refusalOf(trusted.call('GET', `/organizations/${other.id}`))).toEqual([404, 'organization_not_found']);
  const elsewhere = await newEvent(other);
  expect(await refusalOf(trusted.call('GET', `/events/${elsewhere.id}`))).toEqual([404, 'event_not_found']);
  expect(await refusalOf(trusted.call('GET', `/organizations/${other.id}/posts`))).toEqual([
    404,
    'organization_not_found',
  ]);
});

test('T-01: every route not open to services refuses them, and the open ones only read', async () => {
  await using app = await testApp({ roles: ['web'] });
  const club = await foundClub(app);
  const service = await bot(app, club, { permissions: ['canViewRoster', 'canViewOfficerData', 'canManageEvents'] });
  const definitions: [string, { _def: { type?: string; meta?: Meta } }][] = Object.entries(
    appRouter._def.procedures as never,
  );
  const metaOf = new Map(
    definitions.map(([, { _def }]) => [`${_def.meta?.openapi?.method} ${_def.meta?.openapi?.path}`, _def]),
  );
  expect(definitions.filter(([, { _def }]) => _def.meta?.services && _def.type !== 'query')).toEqual([]);
  const place = { id: club.id, source: 'standalone', founderRoleId: '' } as const;
  const answered: Record<string, unknown> = {};
  for (const [route, row] of rows) {
    const { meta } = metaOf.get(route) ?? {};
    if (row.byAddress || meta?.services || row.on === 'standalone') continue;
    if (row.request && route.startsWith('GET')) continue;
    const request = row.request ? { params: {}, body: {} } : {};
    const filled = route.replaceAll(/\{(?!id\})\w+\}/g, '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f');
    const { status, reason } = await ask(app, filled, place, service.token, request);
    if (status !== 403 || reason !== 'service_not_allowed') answered[route] = [status, reason];
  }
  expect(answered).toEqual({});
  for (const path of [
    '/auth/me',
    '/auth/me/absences',
    '/organizations/mine',
    '/auth/me/consents',
    '/auth/list-sessions',
  ]) {
    expect(await refusalOf(service.call('GET', path)), path).toEqual([403, 'service_not_allowed']);
  }
  const cookie = await fetch(`${app.url}/api/v1/auth/me`, { headers: { cookie: `session=${service.token}` } });
  expect(cookie.status).toBe(401);
});

test('docs/services.md lists exactly the routes that a service may call', async () => {
  const definitions: { _def: { meta?: Meta } }[] = Object.values(appRouter._def.procedures as never);
  const admitted = definitions.flatMap(({ _def: { meta } }) =>
    meta?.services || meta?.actFor ? [`${meta.openapi?.method} ${meta.openapi?.path}`] : [],
  );
  const text = await readFile(new URL('../../../../../docs/services.md', import.meta.url), 'utf8');
  const listed = [...text.matchAll(/^\| `(\w+ \/\S+)`/gm)].map(([, route]) => route);
  expect(listed.toSorted()).toEqual(admitted.toSorted());
});

test('T-01: acting for a member needs scope, consent and membership, and lacking any looks the same', async () => {
  await using app = await testApp({ roles: ['web'] });
  const club = await foundClub(app);
  const service = await bot(app, club);
  const member = await memberOf(app, club);
  const stranger = await newPerson(app);
  const admin = await newPerson(app, { isAdmin: true });
  const { id } = await newEvent(club);
  const signUp = (who: string) => service.as(who)('PUT', `/events/${id}/signup`, { status: 'declined' });
  const refused = [403, 'acting_not_agreed'];
  for (const who of [member.userId, stranger.userId, admin.userId, '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f', 'x']) {
    expect(await refusalOf(signUp(`user:${who}`)), who).toEqual(refused);
  }
  expect(await refusalOf(signUp('discord:420000000000000009'))).toEqual(refused);
  expect(await refusalOf(stranger.call('PUT', `/auth/me/consents/${service.id}`, { scopes: ['signUp'] }))).toEqual([
    404,
    'service_not_found',
  ]);
  expect((await member.call('PUT', `/auth/me/consents/${service.id}`, { scopes: ['absence'] })).status).toBe(400);
  await agree(member, service.id);
  const { consents } = await done<ConsentsView>(member.call('GET', '/auth/me/consents'));
  expect(consents).toMatchObject([{ asks: ['signUp'], agreed: ['signUp'], organization: { id: club.id } }]);

  expect((await signUp(`user:${member.userId}`)).body).toMatchObject({ status: 'declined' });
  await app.ctx.sql(
    `insert into account (user_id, provider_id, account_id) values ($1, 'discord', '420000000000000009')`,
    [member.userId],
  );
  expect((await signUp('discord:420000000000000009')).status).toBe(200);
  const as = service.as(`user:${member.userId}`);
  expect(await refusalOf(as('POST', '/auth/me/absences', { from: '2086-01-01', to: '2086-01-02' }))).toEqual(refused);
  for (const path of ['/auth/me', `/organizations/${club.id}`, '/organizations/mine']) {
    expect(await refusalOf(as('GET', path)), path).toEqual([403, 'service_not_allowed']);
  }
  expect(await refusalOf(as('PUT', `/auth/me/consents/${service.id}`, { scopes: ['signUp'] }))).toEqual([
    403,
    'service_not_allowed',
  ]);

  // The log says who acted, and through what.
  const log = await done<EventLogView>(club.founder.call('GET', `/events/${id}/log`));
  const answer = log.entries.find(({ kind }) => kind === 'answered');
  expect(answer).toMatchObject({ actor: { id: member.userId }, service: { id: service.id } });

  // Other organizations of the member are out of reach.
  const other = await foundClub(app);
  await app.ctx.sql('insert into membership (organization_id, user_id) values ($1, $2)', [other.id, member.userId]);
  const elsewhere = await newEvent(other);
  expect(await refusalOf(as('PUT', `/events/${elsewhere.id}/signup`, { status: 'declined' }))).toEqual([
    404,
    'event_not_found',
  ]);

  // A consent ends with the membership, and does not come back with it.
  expect((await member.call('POST', `/organizations/${club.id}/leave`, {})).status).toBe(200);
  expect(await refusalOf(signUp(`user:${member.userId}`))).toEqual(refused);
  await app.ctx.sql('insert into membership (organization_id, user_id) values ($1, $2)', [club.id, member.userId]);
  expect(await refusalOf(signUp(`user:${member.userId}`))).toEqual(refused);
  await agree(member, service.id);
  expect((await signUp(`user:${member.userId}`)).status).toBe(200);
  await done(member.call('DELETE', `/auth/me/consents/${service.id}`));
  expect(await refusalOf(signUp(`user:${member.userId}`))).toEqual(refused);
});

test('T-01: consent does not cover scopes added later, and ends for scopes that are removed', async () => {
  await using app = await testApp({ roles: ['web'] });
  const club = await foundClub(app);
  const service = await bot(app, club, { actScopes: ['signUp', 'absence'] });
  const member = await memberOf(app, club);
  await agree(member, service.id, ['signUp', 'absence']);
  const absence = () =>
    service.as(`user:${member.userId}`)('POST', '/auth/me/absences', { from: '2086-01-01', to: '2086-01-02' });
  const characterId = await createCharacter(app, member.userId);
  const event = await newEvent(club, { startsAt: '2086-01-01T20:00:00Z' });
  await done(member.call('PUT', `/events/${event.id}/signup`, { status: 'tentative', characterId }));
  expect((await absence()).status).toBe(201);
  const log = await done<EventLogView>(club.founder.call('GET', `/events/${event.id}/log`));
  const declined = log.entries.find(({ why }) => why === 'Away on that day.');
  expect(declined).toMatchObject({ actor: { id: member.userId }, service: { id: service.id } });
  const audit = await done<AuditLogView>(
    club.founder.call('GET', `/organizations/${club.id}/audit-log?action=absence_added`),
  );
  const { body: own } = await club.founder.call('GET', `/organizations/${club.id}/services`);
  const [{ name }] = (own as ServicesView).services as [ServiceView];
  expect(audit.entries).toMatchObject([{ actor: { id: member.userId }, details: { via: 'service', name } }]);
  const change = (body: object) =>
    done(club.founder.call('PATCH', `/organizations/${club.id}/services/${service.id}`, body as never));
  await change({ actScopes: ['signUp'] });
  expect(await refusalOf(absence())).toEqual([403, 'acting_not_agreed']);
  await agree(member, service.id, ['signUp']);
  await change({ actScopes: ['signUp', 'absence'] });
  expect(await refusalOf(absence())).toEqual([403, 'acting_not_agreed']);
});

test('T-01: permissions that the caller lacks cannot be given to a service, neither at first nor later', async () => {
  await using app = await testApp({ roles: ['web'] });
  const club = await foundClub(app);
  const manager = await holderOf(app, club, ['canManageGuild']);
  const services = `/organizations/${club.id}/services`;
  const refused = [403, 'missing_permission'];
  const permissions = ['canViewOfficerData'];
  expect(await refusalOf(manager.call('POST', services, { name: 'Bot', permissions }))).toEqual(refused);
  const { id } = await done<ServiceView>(manager.call('POST', services, { name: 'Bot' }));
  expect(await refusalOf(manager.call('PATCH', `${services}/${id}`, { permissions }))).toEqual(refused);
  expect((await club.founder.call('PATCH', `${services}/${id}`, { permissions })).status).toBe(200);
});

test('T-01: a service sees and changes only the absences of a member from its own organization', async () => {
  await using app = await testApp({ roles: ['web'] });
  const club = await foundClub(app);
  const other = await foundClub(app);
  const service = await bot(app, club, { actScopes: ['absence'] });
  const member = await memberOf(app, club);
  await app.ctx.sql('insert into membership (organization_id, user_id) values ($1, $2)', [other.id, member.userId]);
  await agree(member, service.id, ['absence']);
  const neighbor = await bot(app, other, { actScopes: ['absence'] });
  await agree(member, neighbor.id, ['absence']);
  const [as, asNeighbor] = [service, neighbor].map((each) => each.as(`user:${member.userId}`)) as [Call, Call];

  const days = { from: '2086-01-01', to: '2086-01-02' };
  const add = (call: Call, more: object) =>
    done<{ id: string }>(call('POST', '/auth/me/absences', { ...days, ...more }));
  const foreign = await add(member.call, { organizationId: other.id, note: 'For the other club' });
  const general = await add(member.call, { note: 'From everything' });
  const own = await add(member.call, { organizationId: club.id, note: 'For this club' });
  const seen = async (call: Call) => {
    const { status, body } = await call('GET', '/auth/me/absences');
    expect(status).toBe(200);
    return (body as unknown as { id: string }[]).map(({ id }) => id);
  };
  expect(await seen(as)).toEqual([own.id]);
  for (const { id } of [foreign, general]) {
    expect(await refusalOf(as('DELETE', `/auth/me/absences/${id}`))).toEqual([404, 'absence_not_found']);
  }

  // Without an organization it is the one of the service, and answers elsewhere stay as they are.
  const characterId = await createCharacter(app, member.userId);
  const here = await newEvent(club, { startsAt: '2087-01-01T20:00:00Z' });
  const there = await newEvent(other, { startsAt: '2087-01-01T20:00:00Z' });
  for (const { id } of [here, there]) {
    await done(member.call('PUT', `/events/${id}/signup`, { status: 'tentative', characterId }));
  }
  const asked = { from: '2087-01-01', to: '2087-01-02' };
  const repeated = (call: Call) => call('POST', '/auth/me/absences', asked, { 'idempotency-key': 'monday' });
  const added = await repeated(as);
  expect(added).toMatchObject({
    status: 201,
    body: { organizationId: club.id, declinedEvents: [here.id] },
  });
  const mine = await done<{ mine: object }>(member.call('GET', `/events/${there.id}`));
  expect(mine).toMatchObject({ mine: { status: 'tentative' } });
  expect(await repeated(asNeighbor)).toMatchObject({ status: 201, body: { organizationId: other.id } });
  expect((await repeated(as)).body).toMatchObject({ id: added.body.id });
  const refused = (body: object) => refusalOf(as('POST', '/auth/me/absences', { ...days, ...body }));
  expect(await refused({ organizationId: other.id })).toEqual([404, 'organization_not_found']);
  expect(await refused({ organizationId: null })).toEqual([403, 'service_not_allowed']);

  await done(as('DELETE', `/auth/me/absences/${added.body.id}`));
  expect(await auditActions(club)).toEqual(expect.arrayContaining(['absence_added', 'absence_removed']));
  expect(await auditActions(other)).not.toContain('absence_removed');
});

test('T-02: a token is refused once the person it was shown to is kicked, and a new token replaces it', async () => {
  await using app = await testApp({ roles: ['web'] });
  const club = await foundClub(app);
  const second = await addFounder(app, club);
  const member = await memberOf(app, club);
  expect(await refusalOf(member.call('POST', `/organizations/${club.id}/services`, { name: 'B' }))).toEqual([
    403,
    'missing_permission',
  ]);
  const service = await bot(app, club, { permissions: ['canViewOfficerData'] }, second);
  await agree(member, service.id);
  const feed = (call: Call) => call('GET', `/organizations/${club.id}/changes`);
  expect((await feed(service.call)).status).toBe(200);
  await app.ctx.sql('update membership set left_at = now() where user_id = $1', [second.userId]);
  expect(await refusalOf(feed(service.call))).toEqual([401, 'invalid_session']);
  expect(await refusalOf(feed(service.call))).toEqual([401, 'invalid_session']);
  const { notifications } = await done<{ notifications: object[] }>(club.founder.call('GET', '/auth/me/notifications'));
  expect(notifications.filter((one) => 'kind' in one && one.kind === 'integration_stopped')).toHaveLength(1);
  expect(await auditActions(club)).toContain('service_stopped');
  const { services } = await done<ServicesView>(club.founder.call('GET', `/organizations/${club.id}/services`));
  expect(services).toMatchObject([{ consents: 1, tokens: [{ state: 'suspended', shownTo: { id: second.userId } }] }]);

  const { token } = await done<ServiceSecretView>(tokenFor(club, service.id));
  const successor = callerOf(app, token);
  expect((await feed(successor)).status).toBe(200);
  expect(await refusalOf(tokenFor(club, service.id))).toEqual([409, 'too_many_service_tokens']);
  const [made] = await app.ctx.sql<{ id: string }>('select id from service_token where shown_to_id = $1', [
    club.founder.userId,
  ]);
  await done(club.founder.call('DELETE', `/organizations/${club.id}/services/${service.id}/tokens/${made?.id}`));
  expect(await refusalOf(feed(successor))).toEqual([401, 'invalid_session']);
  const kept = JSON.stringify(await app.ctx.sql('select * from service_token'));
  for (const text of [kept, app.logged.join()]) {
    expect(text).not.toContain(token);
    expect(text).not.toContain(service.token);
  }
});
