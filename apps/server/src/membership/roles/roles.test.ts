import { Permission } from '@guildhall/contracts/organization.ts';
import { MAX_ROLES } from '@guildhall/contracts/role.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { callerOf } from '../../../test/caller.ts';
import { newMember, type Place, rankRole, seedOrganization, seedRole } from '../../../test/members.ts';
import { createPerson, type Person } from '../../../test/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
});
afterAll(() => app[Symbol.asyncDispose]());

const call = (person: Person) => callerOf(app, person.token);
const NOWHERE = '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f';

/** A guild with its founder at rank 0, and an officer at rank 1 who may manage roles. */
async function guild() {
  const place = await seedOrganization(app, 'synced');
  const [founder, officer] = [await newMember(app, place, 0), await newMember(app, place, 1)];
  const officers = await rankRole(app, place, 1);
  const permissions = Permission.options.filter((permission) => permission !== 'canManageGuild');
  await app.ctx.sql('update role set permissions = $2 where id = $1', [officers, permissions]);
  return { place, founder, officer, officers, path: `/organizations/${place.id}/roles` };
}

const stored = async (roleId: string) =>
  (await app.ctx.sql('select name, permissions from role where id = $1', [roleId]))[0];
const audit = (place: Place) =>
  app.ctx.sql(
    'select action, actor_id as "actorId", details from audit_entry where organization_id = $1 order by at, id',
    [place.id],
  );

test.each([
  ['no name', {}],
  ['an empty name', { name: '  ' }],
  ['a name without end', { name: 'x'.repeat(51) }],
  ['a line break', { name: 'a\nb' }],
  ['an unknown permission', { name: 'a', permissions: ['canFly'] }],
  ['a rank', { name: 'a', gameRank: 0 }],
  ['being a founder role', { name: 'a', isFounder: true }],
])('A-03: a role with %s is refused', async (_, body) => {
  const { founder, path, place } = await guild();
  await expect(call(founder)('POST', path, body)).resolves.toMatchObject({ status: 400 });
  expect(await audit(place)).toEqual([]);
});

test('A-01: roles of another guild look like roles that do not exist', async () => {
  const [own, other] = [await guild(), await guild()];
  const foreign = await seedRole(app, other.place, []);
  const answers = async (roleId: string) => {
    const role = `${own.path}/${roleId}`;
    const all = await Promise.all([
      call(own.founder)('PATCH', role, { name: 'Mine' }),
      call(own.founder)('PUT', `${role}/permissions`, { permissions: [] }),
      call(own.founder)('DELETE', role),
      call(own.founder)('PUT', `/organizations/${own.place.id}/members/${own.founder.userId}/roles/${roleId}`),
      call(own.founder)('DELETE', `/organizations/${own.place.id}/members/${own.founder.userId}/roles/${roleId}`),
    ]);
    return all.map(({ status, body: { requestId, ...body } }) => ({ status, body }));
  };
  const missing = await answers(NOWHERE);
  expect(missing.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  expect(await answers(foreign)).toEqual(missing);
  // The database constraint refuses it too.
  await expect(
    app.ctx.sql('insert into role_holder (organization_id, role_id, user_id) values ($1, $2, $3)', [
      own.place.id,
      foreign,
      own.founder.userId,
    ]),
  ).rejects.toThrow('role_holder_organization_id_role_id_foreign');
  const elsewhere = `/organizations/${other.place.id}`;
  for (const path of [`${elsewhere}/roles`, `${elsewhere}/members`, `${elsewhere}/permissions`]) {
    await expect(call(own.founder)('GET', path)).resolves.toMatchObject({ status: 403 });
  }
});

test('A-04: an officer cannot give a role permissions they lack, nor change roles above their own', async () => {
  const { officer, officers, path, place, founder } = await guild();
  const as = call(officer);
  const master = await rankRole(app, place, 0);
  const stronger = await seedRole(app, place, ['canManageGuild']);
  const below = await rankRole(app, place, 5);
  const refused = [
    as('POST', path, { name: 'Up', permissions: ['canManageGuild'] }),
    as('PUT', `${path}/${officers}/permissions`, { permissions: Permission.options }),
    as('PUT', `${path}/${below}/permissions`, { permissions: ['canManageGuild'] }),
    as('PUT', `${path}/${master}/permissions`, { permissions: [] }),
    as('PUT', `${path}/${place.founderRoleId}/permissions`, { permissions: [] }),
    as('PUT', `${path}/${stronger}/permissions`, { permissions: [] }),
    as('PATCH', `${path}/${master}`, { name: 'Nobody' }),
    as('PATCH', `${path}/${place.founderRoleId}`, { name: 'Nobody' }),
    as('DELETE', `${path}/${stronger}`),
    as('PUT', `/organizations/${place.id}/members/${officer.userId}/roles/${stronger}`),
    as('DELETE', `/organizations/${place.id}/members/${founder.userId}/roles/${stronger}`),
  ];
  for (const answer of await Promise.all(refused)) {
    expect(answer).toMatchObject({ status: 403, body: { reason: 'missing_permission' } });
  }
  expect(await audit(place)).toEqual([]);

  await expect(as('PUT', `${path}/${below}/permissions`, { permissions: ['canManageEvents'] })).resolves.toMatchObject({
    status: 200,
    body: { gameRank: 5, permissions: ['canManageEvents'] },
  });
  await expect(as('PATCH', `${path}/${officers}`, { name: 'Wardens' })).resolves.toMatchObject({ status: 200 });
});

test('A-04: a custom role for managing roles does not reach ranks above the holder’s own', async () => {
  const { place, path } = await guild();
  const keeper = await newMember(app, place, 4);
  await seedRole(app, place, ['canManageRoles', 'canViewRoster'], keeper);
  const [third, fifth] = [await rankRole(app, place, 3), await rankRole(app, place, 5)];
  const as = call(keeper);
  await expect(as('PUT', `${path}/${third}/permissions`, { permissions: [] })).resolves.toMatchObject({ status: 403 });
  await expect(as('PUT', `${path}/${fifth}/permissions`, { permissions: [] })).resolves.toMatchObject({ status: 200 });
});

test('no officer can change what the game or the founding decides about roles', async () => {
  const { founder, path, place } = await guild();
  const as = call(founder);
  const rank = await rankRole(app, place, 3);
  await expect(as('DELETE', `${path}/${rank}`)).resolves.toMatchObject({ status: 409, body: { reason: 'rank_role' } });
  await expect(as('PATCH', `${path}/${rank}`, { name: 'a', gameRank: 1 })).resolves.toMatchObject({ status: 400 });
  await expect(as('DELETE', `${path}/${place.founderRoleId}`)).resolves.toMatchObject({
    status: 409,
    body: { reason: 'founder_role' },
  });
  for (const roleId of [rank, place.founderRoleId]) {
    await expect(as('PATCH', `${path}/${roleId}`, { name: `New ${roleId}` })).resolves.toMatchObject({ status: 200 });
  }
});

test('the founder role can be changed, but not so that no member could change it back', async () => {
  const { founder, path, place } = await guild();
  const as = call(founder);
  const set = (roleId: string, permissions: string[]) => as('PUT', `${path}/${roleId}/permissions`, { permissions });
  for (const permissions of [[], ['canManageGuild'], ['canManageRoles', 'canViewRoster']]) {
    expect(await set(place.founderRoleId, permissions)).toMatchObject({
      status: 409,
      body: { reason: 'founder_keeps_rights' },
    });
  }
  await expect(set(await rankRole(app, place, 0), [])).resolves.toMatchObject({ status: 200 });
  const kept = ['canManageGuild', 'canManageRoles'];
  await expect(set(place.founderRoleId, kept)).resolves.toMatchObject({ status: 200, body: { permissions: kept } });
  const own = async () => (await as('GET', `/organizations/${place.id}/permissions`)).body;
  expect(await own()).toMatchObject({ own: kept, isFounder: true });
  await expect(as('GET', `/organizations/${place.id}/roster`)).resolves.toMatchObject({ status: 403 });
  await expect(as('GET', `/organizations/${place.id}/audit-log`)).resolves.toMatchObject({ status: 403 });

  await expect(set(place.founderRoleId, Permission.options)).resolves.toMatchObject({ status: 200 });
  expect(await own()).toMatchObject({ own: Permission.options });
  await expect(as('GET', `/organizations/${place.id}/audit-log`)).resolves.toMatchObject({ status: 200 });
});

test('role names are unique in an organization, ignoring case, even if created in parallel', async () => {
  const { founder, path, place } = await guild();
  const other = await guild();
  const as = call(founder);
  const refusal = { status: 409, body: { reason: 'role_name_taken' } };
  for (const names of [
    ['Raider', 'raider', 'RAIDER'],
    ['Ärzte', 'ärzte', 'A\u0308RZTE'],
    ['Офицер', 'офицер', 'ОФИЦЕР'],
  ]) {
    const made = await Promise.all(names.map((name) => as('POST', path, { name })));
    expect(made.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect(made.filter(({ status }) => status === 409)).toMatchObject([refusal, refusal]);
  }
  await expect(as('PATCH', `${path}/${await rankRole(app, place, 5)}`, { name: ' Raider ' })).resolves.toMatchObject(
    refusal,
  );
  await expect(call(other.founder)('POST', other.path, { name: 'Raider' })).resolves.toMatchObject({ status: 201 });
});

test('an organization has at most fifty roles, even if created in parallel', async () => {
  const { founder, path, place } = await guild();
  await app.ctx.sql(
    `insert into role (organization_id, name, permissions) select $1, 'Role no. ' || n, '{}' from generate_series(1, $2::int) n`,
    [place.id, MAX_ROLES - 11 - 2],
  );
  const made = await Promise.all(['a', 'b', 'c', 'd'].map((name) => call(founder)('POST', path, { name })));
  expect(made.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409]);
  expect(made.find(({ status }) => status === 409)).toMatchObject({ body: { reason: 'too_many_roles' } });
});

test('a role can be created, changed, listed and deleted, and the audit log says by whom', async () => {
  const { founder, path, place } = await guild();
  const as = call(founder);
  const created = await as('POST', path, {
    name: ' Raid lead ',
    permissions: ['canViewRoster', 'canManageEvents', 'canViewRoster'],
  });
  expect(created).toMatchObject({
    status: 201,
    body: {
      name: 'Raid lead',
      gameRank: null,
      isFounder: false,
      permissions: ['canManageEvents', 'canViewRoster'],
      memberCount: 0,
    },
  });
  const roleId = String(created.body.id);
  await as('PATCH', `${path}/${roleId}`, { name: 'Raid leader' });
  await as('PATCH', `${path}/${roleId}`, { name: 'Raid leader' });
  await as('PUT', `${path}/${roleId}/permissions`, { permissions: ['canManageEvents'] });
  await as('PUT', `${path}/${roleId}/permissions`, { permissions: ['canManageEvents'] });
  expect(await stored(roleId)).toEqual({ name: 'Raid leader', permissions: ['canManageEvents'] });

  const list = (await as('GET', path)).body as unknown as { name: string; memberCount: number }[];
  expect(list.map(({ name, memberCount }) => [name, memberCount])).toEqual([
    ['Guild Master', 1],
    ['Guild Master (rank 0)', 1],
    ['Rank 1', 1],
    ...[2, 3, 4, 5, 6, 7, 8, 9].map((rank) => [`Rank ${rank}`, 0]),
    ['Raid leader', 0],
  ]);
  await expect(as('DELETE', `${path}/${roleId}`)).resolves.toMatchObject({ status: 200, body: { status: true } });
  expect(await stored(roleId)).toBeUndefined();
  const actorId = founder.userId;
  expect(await audit(place)).toMatchObject([
    { action: 'role_created', actorId, details: { roleId, name: 'Raid lead' } },
    { action: 'role_updated', actorId, details: { roleId, name: { before: 'Raid lead', after: 'Raid leader' } } },
    {
      action: 'role_permissions_changed',
      actorId,
      details: { permissions: { before: ['canManageEvents', 'canViewRoster'], after: ['canManageEvents'] } },
    },
    { action: 'role_deleted', actorId, details: { roleId, name: 'Raid leader' } },
  ]);
});

test('the founder role of an in-game guild counts only people with a proven character of rank 0', async () => {
  const { founder, place, path } = await guild();
  const claimant = await newMember(app, place, 0);
  await app.ctx.sql('update character set verified_at = null where user_id = $1', [claimant.userId]);
  const list = (await call(founder)('GET', path)).body as unknown as { name: string; memberCount: number }[];
  expect(list.slice(0, 2)).toMatchObject([
    { name: 'Guild Master', memberCount: 1 },
    { name: 'Guild Master (rank 0)', memberCount: 2 },
  ]);
});

test('a platform administrator can do it all without being a member', async () => {
  const { path, place, officers } = await guild();
  const admin = await createPerson(app, { isAdmin: true });
  const as = call(admin);
  await expect(
    as('PUT', `${path}/${officers}/permissions`, { permissions: Permission.options }),
  ).resolves.toMatchObject({
    status: 200,
  });
  await expect(as('GET', `/organizations/${place.id}/permissions`)).resolves.toMatchObject({
    body: { own: Permission.options, isFounder: false },
  });
});

test('an alias names the guild as well as its id does', async () => {
  const { founder, place } = await guild();
  const [row] = await app.ctx.sql<{ alias: string }>('select alias from organization where id = $1', [place.id]);
  const { status, body } = await call(founder)('POST', `/organizations/${row?.alias}/roles`, { name: 'By alias' });
  expect(status).toBe(201);
  const role = String(body.id);
  expect(await stored(role)).toMatchObject({ name: 'By alias' });
  const as = call(founder);
  const path = `/organizations/${row?.alias}/roles/${role}`;
  await expect(as('PATCH', path, { name: 'Renamed' })).resolves.toMatchObject({ status: 200 });
  const permissions = ['canViewRoster'];
  await expect(as('PUT', `${path}/permissions`, { permissions })).resolves.toMatchObject({ status: 200 });
  expect(await stored(role)).toEqual({ name: 'Renamed', permissions });
  await expect(as('DELETE', path)).resolves.toMatchObject({ status: 200 });
  expect(await stored(role)).toBeUndefined();
});

test('the second of two changes to the same version of a role is refused, and nothing is lost', async () => {
  const { founder, path, place } = await guild();
  const role = await seedRole(app, place, ['canViewRoster']);
  const set = (permissions: string[]) =>
    call(founder)('PUT', `${path}/${role}/permissions`, { permissions, expectedPermissions: ['canViewRoster'] });
  await expect(set(['canViewRoster', 'canSyncRoster'])).resolves.toMatchObject({ status: 200 });
  await expect(set(['canInviteMembers'])).resolves.toMatchObject({ status: 409, body: { reason: 'role_changed' } });
  expect(await stored(role)).toMatchObject({ permissions: ['canSyncRoster', 'canViewRoster'] });
});
