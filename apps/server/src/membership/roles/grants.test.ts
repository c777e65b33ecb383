import { Permission } from '@guildhall/contracts/organization.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { callerOf } from '../../../test/caller.ts';
import { hold, join, newMember, type Place, rankRole, seedOrganization, seedRole } from '../../../test/members.ts';
import { createPerson, type Person } from '../../../test/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
});
afterAll(() => app[Symbol.asyncDispose]());

const call = (person: Person) => callerOf(app, person.token);
const rolePath = (place: Place, person: Person, roleId: string) =>
  `/organizations/${place.id}/members/${person.userId}/roles/${roleId}`;
const own = async (place: Place, person: Person) =>
  (await call(person)('GET', `/organizations/${place.id}/permissions`)).body.own;
const audit = (place: Place) =>
  app.ctx.sql(
    `select action, actor_id as "actorId", person_id as "personId" from audit_entry where organization_id = $1 order by at, id`,
    [place.id],
  );
const founders = (place: Place) =>
  app.ctx.sql('select user_id as "userId" from role_holder where role_id = $1', [place.founderRoleId]);

async function club(founderCount = 1) {
  const place = await seedOrganization(app, 'standalone');
  const people: Person[] = [];
  for (let n = 0; n < founderCount; n++) {
    const person = await newMember(app, place);
    await hold(app, place, place.founderRoleId, person);
    people.push(person);
  }
  const [founder = await newMember(app, place)] = people;
  return { place, founder, founders: people };
}

test('roles can be granted only to members, and ranks to no one', async () => {
  const place = await seedOrganization(app, 'synced');
  const [founder, member, outsider] = [
    await newMember(app, place, 0),
    await newMember(app, place),
    await createPerson(app),
  ];
  const custom = await seedRole(app, place, ['canManageEvents']);
  const as = call(founder);
  for (const method of ['PUT', 'DELETE']) {
    await expect(as(method, rolePath(place, outsider, custom))).resolves.toMatchObject({
      status: 404,
      body: { reason: 'member_not_found' },
    });
    await expect(as(method, rolePath(place, member, await rankRole(app, place, 1)))).resolves.toMatchObject({
      status: 409,
      body: { reason: 'rank_role' },
    });
    await expect(as(method, rolePath(place, member, place.founderRoleId))).resolves.toMatchObject({
      status: 409,
      body: { reason: 'founder_role' },
    });
    await expect(call(member)(method, rolePath(place, member, custom))).resolves.toMatchObject({ status: 403 });
  }
  expect(await own(place, member)).toEqual(['canViewRoster']);
});

test('a grant gives its rights immediately, a revocation takes them, and each is announced once', async () => {
  const { place, founder } = await club();
  const member = await newMember(app, place);
  const custom = await seedRole(app, place, ['canManageRoles', 'canManageEvents']);
  const as = call(founder);
  expect(await own(place, member)).toEqual([]);
  const granted = await as('PUT', rolePath(place, member, custom));
  expect(granted).toMatchObject({
    status: 200,
    body: { user: { id: member.userId }, roles: [{ id: custom, gameRank: null, isFounder: false }] },
  });
  await as('PUT', rolePath(place, member, custom));
  expect(await own(place, member)).toEqual(['canManageRoles', 'canManageEvents']);
  await expect(call(member)('POST', `/organizations/${place.id}/roles`, { name: 'Mine' })).resolves.toMatchObject({
    status: 201,
  });
  await expect(as('DELETE', `/organizations/${place.id}/roles/${custom}`)).resolves.toMatchObject({
    status: 409,
    body: { reason: 'role_has_members' },
  });

  await expect(as('DELETE', rolePath(place, member, custom))).resolves.toMatchObject({
    status: 200,
    body: { roles: [] },
  });
  await as('DELETE', rolePath(place, member, custom));
  expect(await own(place, member)).toEqual([]);
  await expect(call(member)('POST', `/organizations/${place.id}/roles`, { name: 'More' })).resolves.toMatchObject({
    status: 403,
  });
  const who = { actorId: founder.userId, personId: member.userId };
  expect(await audit(place)).toEqual([
    { action: 'role_granted', ...who },
    { action: 'role_created', actorId: member.userId, personId: null },
    { action: 'role_withdrawn', ...who },
  ]);
});

test('A-04: only founders can name founders, and the last one stays', async () => {
  const { place, founder } = await club();
  const [officer, member] = [await newMember(app, place), await newMember(app, place)];
  await seedRole(app, place, Permission.options, officer);
  for (const [method, person] of [
    ['PUT', officer],
    ['PUT', member],
    ['DELETE', founder],
  ] as const) {
    await expect(call(officer)(method, rolePath(place, person, place.founderRoleId))).resolves.toMatchObject({
      status: 403,
    });
  }
  await expect(call(founder)('DELETE', rolePath(place, founder, place.founderRoleId))).resolves.toMatchObject({
    status: 409,
    body: { reason: 'last_founder' },
  });
  await expect(call(founder)('PUT', rolePath(place, member, place.founderRoleId))).resolves.toMatchObject({
    status: 200,
  });
  expect(await own(place, member)).toEqual(Permission.options);
  await expect(call(member)('DELETE', rolePath(place, founder, place.founderRoleId))).resolves.toMatchObject({
    status: 200,
  });
  expect(await founders(place)).toEqual([{ userId: member.userId }]);
  expect(await own(place, founder)).toEqual([]);
});

test('a founder hands the role over in one change, which is all or nothing, and each is recorded', async () => {
  const { place, founder } = await club();
  const heir = await newMember(app, place);
  const handOver = (by: Person, to: Person) =>
    call(by)('PUT', rolePath(place, to, place.founderRoleId), { handOver: true });
  expect(await handOver(founder, founder)).toMatchObject({ status: 409, body: { reason: 'last_founder' } });
  expect((await handOver(founder, heir)).status).toBe(200);
  expect(await founders(place)).toEqual([{ userId: heir.userId }]);
  expect(await audit(place)).toEqual([
    { action: 'role_granted', actorId: founder.userId, personId: heir.userId },
    { action: 'role_withdrawn', actorId: founder.userId, personId: founder.userId },
  ]);
  // The answer may have been lost: the former founder has no right to it any more.
  expect((await handOver(founder, heir)).status).toBe(403);

  const second = await newMember(app, place);
  await hold(app, place, place.founderRoleId, second);
  expect((await handOver(second, heir)).status).toBe(200);
  expect(await founders(place)).toEqual([{ userId: heir.userId }]);
});

test('A-05: founders who remove each other in parallel leave one', async () => {
  for (let round = 0; round < 10; round++) {
    const { place, founders: all } = await club(3);
    const answers = await Promise.all(
      all.flatMap((actor) => all.map((target) => call(actor)('DELETE', rolePath(place, target, place.founderRoleId)))),
    );
    expect(await founders(place)).toHaveLength(1);
    expect(answers.filter(({ status }) => ![200, 403, 409].includes(status))).toEqual([]);
    expect(await audit(place)).toHaveLength(2);
  }
});

test('a role that is granted and deleted in parallel is either held or gone', async () => {
  const { place, founder } = await club();
  const member = await newMember(app, place);
  for (let round = 0; round < 10; round++) {
    const role = await seedRole(app, place, []);
    const [granted, deleted] = await Promise.all([
      call(founder)('PUT', rolePath(place, member, role)),
      call(founder)('DELETE', `/organizations/${place.id}/roles/${role}`),
    ]);
    expect([
      [200, 409],
      [404, 200],
    ]).toContainEqual([granted.status, deleted.status]);
    // Accepting an invite does not lock the organization, so only the foreign key decides here.
    const other = await seedRole(app, place, []);
    const [inserted, gone] = await Promise.allSettled([
      hold(app, place, other, member),
      call(founder)('DELETE', `/organizations/${place.id}/roles/${other}`),
    ]);
    expect(gone).toMatchObject({ value: { status: inserted.status === 'fulfilled' ? 409 : 200 } });
  }
});

test('A-05: an officer who leaves does not come back as one, however the membership ended', async () => {
  const { place } = await club();
  const member = await newMember(app, place);
  await seedRole(app, place, ['canManageGuild'], member);
  expect(await own(place, member)).toEqual(['canManageGuild']);
  await app.ctx.sql('update membership set left_at = now() where user_id = $1', [member.userId]);
  expect(await app.ctx.sql('select from role_holder where user_id = $1', [member.userId])).toEqual([]);
  await join(app, place, member);
  expect(await own(place, member)).toEqual([]);
});

test('A-05: a role granted while the membership ends is not left behind', async () => {
  const { place, founder } = await club();
  const member = await newMember(app, place);
  for (let round = 0; round < 15; round++) {
    const role = await seedRole(app, place, ['canManageGuild']);
    const [granted] = await Promise.all([
      call(founder)('PUT', rolePath(place, member, role)),
      app.ctx.sql('update membership set left_at = now() where user_id = $1 and left_at is null', [member.userId]),
    ]);
    expect([200, 404]).toContain(granted.status);
    expect(await app.ctx.sql('select from role_holder where user_id = $1', [member.userId])).toEqual([]);
    await app.ctx.sql('insert into membership (organization_id, user_id) values ($1, $2)', [place.id, member.userId]);
  }
});

test('deleting an organization deletes its roles and their holders', async () => {
  const { place, founder } = await club();
  await seedRole(app, place, [], founder);
  await app.ctx.sql('delete from organization where id = $1', [place.id]);
  expect(await app.ctx.sql('select from role_holder where organization_id = $1', [place.id])).toEqual([]);
});

test('the database refuses unknown permissions', async () => {
  const { place } = await club();
  await expect(
    app.ctx.sql(`insert into role (organization_id, name, permissions) values ($1, 'x', '{canFly}')`, [place.id]),
  ).rejects.toThrow('role_known_permissions');
});
