/** No sequence of changes to roles gives a member a permission, except from one entitled to grant it. */
import { Permission } from '@guildhall/contracts/organization.ts';
import { createRandom, type Random } from '@guildhall/simulator/random.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { callerOf } from '../../../test/caller.ts';
import { hold, newMember, type Place, seedOrganization, seedRole } from '../../../test/members.ts';
import type { Person } from '../../../test/people.ts';
import type { Actor } from '../../core/actor.ts';
import { organizationAccess } from '../rights/organization.access.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
});
afterAll(() => app[Symbol.asyncDispose]());

type Holding = { founder: boolean; held: Set<Permission> };

/** The permissions of all members, as the service itself computes them. */
async function holdings(place: Place, people: Person[]): Promise<Holding[]> {
  return Promise.all(
    people.map(async ({ userId }) => {
      const actor = { userId, isAdmin: false } as Actor; // no other field of an actor is read
      const { isFounder, permissions } = await organizationAccess(app.ctx.sql, actor, place.id);
      return { founder: isFounder, held: new Set(isFounder ? Permission.options : permissions) };
    }),
  );
}

/** One random attempt, sensible or not. */
async function attempt(place: Place, actor: Person, people: Person[], { pick, chance, integer }: Random) {
  const roles = await app.ctx.sql<{ id: string }>('select id from role where organization_id = $1 order by id', [
    place.id,
  ]);
  const call = callerOf(app, actor.token);
  const base = `/organizations/${place.id}`;
  const { id } = pick(roles);
  const permissions = Permission.options.filter(() => chance(0.3));
  const holder = `${base}/members/${pick(people).userId}/roles/${id}`;
  switch (pick(['create', 'permissions', 'permissions', 'grant', 'grant', 'grant', 'withdraw', 'withdraw', 'delete'])) {
    case 'create':
      return call('POST', `${base}/roles`, { name: `Role ${integer(1, 1_000_000)}`, permissions });
    case 'permissions':
      return call('PUT', `${base}/roles/${id}/permissions`, { permissions });
    case 'grant':
      return call('PUT', holder);
    case 'withdraw':
      return call('DELETE', holder);
    default:
      return call('DELETE', `${base}/roles/${id}`);
  }
}

test.each([
  ['synced', 1],
  ['synced', 2],
  ['standalone', 3],
  ['standalone', 4],
] as const)(
  'A-04: in a %s organization no member gains more than the actor held, and a founder remains (seed %i)',
  async (source, seed) => {
    const random = createRandom(seed);
    const place = await seedOrganization(app, source);
    const people: Person[] = [];
    for (const rank of [0, 1, 2, 4, 4, 9]) people.push(await newMember(app, place, rank));
    const [founder, keeper, other] = people as [Person, Person, Person];
    if (source === 'standalone') await hold(app, place, place.founderRoleId, founder);
    await seedRole(app, place, ['canManageRoles', 'canManageEvents', 'canViewRoster'], keeper);
    await seedRole(app, place, ['canManageRoles', 'canSyncRoster'], other);

    let allowed = 0;
    let before = await holdings(place, people);
    for (let step = 0; step < 200; step++) {
      const index = random.integer(0, people.length - 1);
      const { status } = await attempt(place, people[index] as Person, people, random);
      const after = await holdings(place, people);
      const actor = before[index] as Holding;
      expect([200, 201, 403, 404, 409]).toContain(status);
      if (status < 300) allowed++;
      else expect(after).toEqual(before);
      for (const [n, { founder: isFounder, held }] of after.entries()) {
        const gained = [...held].filter((permission) => !before[n]?.held.has(permission));
        expect(gained.filter((permission) => !actor.held.has(permission))).toEqual([]);
        if (gained.length > 0) expect(actor.held).toContain('canManageRoles');
        if (isFounder && !before[n]?.founder) expect(actor.founder).toBe(true);
      }
      expect(after.some(({ founder: isFounder }) => isFounder)).toBe(true);
      before = after;
    }
    // If everything were refused, the test would prove nothing.
    expect(allowed).toBeGreaterThan(10);
  },
  60_000,
);

test('A-05: the same holds when all members try in parallel', async () => {
  const random = createRandom(5);
  const place = await seedOrganization(app, 'standalone');
  const people: Person[] = [];
  for (let n = 0; n < 5; n++) people.push(await newMember(app, place));
  for (const person of people.slice(0, 3)) await hold(app, place, place.founderRoleId, person);
  await seedRole(app, place, ['canManageRoles', 'canManageEvents'], ...people.slice(3));
  for (let round = 0; round < 25; round++) {
    const answers = await Promise.all(people.map((person) => attempt(place, person, people, random)));
    expect(answers.filter(({ status }) => ![200, 201, 403, 404, 409].includes(status))).toEqual([]);
    expect((await holdings(place, people)).some(({ founder }) => founder)).toBe(true);
  }
});
