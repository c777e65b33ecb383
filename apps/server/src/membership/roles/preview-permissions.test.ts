import type { Permission } from '@guildhall/contracts/organization.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { callerOf } from '../../../test/caller.ts';
import { hold, newMember, type Place, rankRole, seedOrganization, seedRole } from '../../../test/members.ts';
import type { Person } from '../../../test/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
});
afterAll(() => app[Symbol.asyncDispose]());

const call = (person: Person) => callerOf(app, person.token);
const own = async (place: Place, person: Person): Promise<Permission[]> =>
  (await call(person)('GET', `/organizations/${place.id}/permissions`)).body.own as Permission[];
type Change = { roleId: string; permissions: Permission[] };
const preview = (place: Place, person: Person, changes: Change[]) =>
  call(person)('POST', `/organizations/${place.id}/permissions/preview`, { changes });

test('a change that could not be saved cannot be previewed either', async () => {
  const place = await seedOrganization(app, 'synced');
  const other = await seedOrganization(app, 'synced');
  const [founder, officer, member] = [
    await newMember(app, place, 0),
    await newMember(app, place, 1),
    await newMember(app, place, 5),
  ];
  await seedRole(app, place, ['canManageRoles', 'canViewRoster'], officer);
  const [ours, theirs] = [await seedRole(app, place, []), await seedRole(app, other, [])];
  const change = (roleId: string, ...permissions: Permission[]) => [{ roleId, permissions }];
  const answers = [
    [member, change(ours), 403, 'missing_permission'],
    [officer, change(ours, 'canManageGuild'), 403, 'missing_permission'],
    [officer, change(place.founderRoleId, 'canManageRoles'), 403, 'missing_permission'],
    [founder, change(place.founderRoleId), 409, 'founder_keeps_rights'],
    [founder, change(theirs), 404, 'role_not_found'],
    [founder, [], 400, 'invalid_input'],
    [founder, [...change(ours), ...change(ours)], 400, 'invalid_input'],
  ] as const;
  for (const [person, changes, status, reason] of answers) {
    await expect(preview(place, person, [...changes])).resolves.toMatchObject({ status, body: { reason } });
  }
});

test.each(['synced', 'standalone'] as const)(
  'in a %s organization the preview names exactly the people who then gain or lose rights',
  async (source) => {
    const place = await seedOrganization(app, source);
    const people: Person[] = [];
    for (const rank of [0, 1, 5, 5, 9, 9]) people.push(await newMember(app, place, rank));
    const [founder, officer, both, one, none] = people as [Person, Person, Person, Person, Person];
    if (source === 'standalone') await hold(app, place, place.founderRoleId, founder);
    const planners = await seedRole(app, place, ['canManageEvents', 'canViewRoster'], both, one);
    const writers = await seedRole(app, place, ['canManageContent', 'canViewRoster'], both, officer);
    const changes: Change[] = [
      { roleId: planners, permissions: ['canInviteMembers'] },
      { roleId: writers, permissions: ['canManageContent', 'canManageEvents', 'canViewRoster'] },
    ];
    if (source === 'synced') changes.push({ roleId: await rankRole(app, place, 9), permissions: [] });
    const before = await Promise.all(people.map((person) => own(place, person)));

    const { status, body } = await preview(place, founder, changes);
    expect(status).toBe(200);
    expect(await Promise.all(people.map((person) => own(place, person)))).toEqual(before);
    for (const { roleId, permissions } of changes) {
      await call(founder)('PUT', `/organizations/${place.id}/roles/${roleId}/permissions`, { permissions });
    }
    const after = await Promise.all(people.map((person) => own(place, person)));
    const expected = people.flatMap(({ userId }, index) => {
      const [had = [], has = []] = [before[index], after[index]];
      const gains = has.filter((permission) => !had.includes(permission));
      const loses = had.filter((permission) => !has.includes(permission));
      return gains.length + loses.length > 0 ? [[userId, gains, loses]] : [];
    });
    type Named = { user: { id: string }; gains: Permission[]; loses: Permission[] };
    const told = (body.people as Named[]).map(({ user, gains, loses }) => [user.id, gains, loses]);
    const byId = (a: unknown[], b: unknown[]) => String(a[0]).localeCompare(String(b[0]));
    expect(told.toSorted(byId)).toEqual(expected.toSorted(byId));
    expect(expected.length).toBeGreaterThan(2);
    expect(body.total).toBe(expected.length);
    // Members who have the permission through another role neither gain nor lose it.
    expect(body.permissions).toContainEqual({ key: 'canInviteMembers', gain: 2, lose: 0 });
    expect(body.permissions).toContainEqual({ key: 'canManageEvents', gain: source === 'synced' ? 0 : 1, lose: 1 });
    expect(told.some(([id]) => id === none.userId)).toBe(source === 'synced');
  },
);
