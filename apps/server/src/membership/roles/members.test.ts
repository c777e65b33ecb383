import type { GuildMemberView } from '@guildhall/contracts/role.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { callerOf } from '../../../test/caller.ts';
import { newMember, type Place, seedOrganization, seedRole } from '../../../test/members.ts';
import { createPerson, type Person } from '../../../test/people.ts';
import { explainPrepared } from '../../../test/query-plans.ts';
import { MEMBERS_PAGE } from './members.queries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
});
afterAll(() => app[Symbol.asyncDispose]());

const get = (person: Person, path: string) => callerOf(app, person.token)('GET', path);
const membersOf = async (person: Person, place: Place, query = '') => {
  const { status, body } = await get(person, `/organizations/${place.id}/members${query}`);
  expect(status).toBe(200);
  return body as unknown as { members: GuildMemberView[]; pagination: object };
};

test('only members can list the people of a guild', async () => {
  const place = await seedOrganization(app, 'synced');
  await newMember(app, place, 0);
  await expect(get(await createPerson(app), `/organizations/${place.id}/members`)).resolves.toMatchObject({
    status: 403,
    body: { reason: 'missing_permission' },
  });
  const member = await newMember(app, place);
  for (const query of ['?page=0', '?pageSize=201', '?page=x']) {
    await expect(get(member, `/organizations/${place.id}/members${query}`)).resolves.toMatchObject({ status: 400 });
  }
});

test('a member is listed with the main character, the roles of all ranks and the granted roles', async () => {
  const place = await seedOrganization(app, 'synced');
  const founder = await newMember(app, place, 0);
  const raider = await newMember(app, place, 4);
  const custom = await seedRole(app, place, [], raider);
  const gone = await newMember(app, place, 5);
  await app.ctx.sql('update membership set left_at = now() where user_id = $1', [gone.userId]);
  const main = await app.ctx.sql<{ id: string }>(
    `insert into character (user_id, source, region, game_version, name, realm_slug, class_id, race_id, level, is_main)
     values ($1, 'manual', 'us', 'retail', 'Elsewhere', 'highmere', 8, 1, 70, true) returning id`,
    [raider.userId],
  );
  const { members, pagination } = await membersOf(raider, place);
  expect(pagination).toEqual({ page: 1, pageSize: 50, total: 2, totalPages: 1 });
  expect(members).toMatchObject([
    {
      user: { id: founder.userId, avatarUrl: null },
      mainCharacter: { name: expect.stringMatching(/^Name/), realm: { slug: 'highmere' }, class: { id: 1 } },
      roles: [
        { id: place.founderRoleId, isFounder: true, gameRank: null },
        { isFounder: false, gameRank: 0 },
      ],
      joinedAt: expect.stringMatching(/Z$/),
    },
    {
      user: { id: raider.userId },
      mainCharacter: { id: main[0]?.id, name: 'Elsewhere', level: 70 },
      roles: [{ gameRank: 4 }, { id: custom, gameRank: null }],
    },
  ]);
});

test('consecutive pages have no gaps and no duplicates', async () => {
  const place = await seedOrganization(app, 'standalone');
  const people: Person[] = [];
  for (let n = 0; n < 7; n++) people.push(await newMember(app, place));
  const [first = await createPerson(app)] = people;
  const seen: string[] = [];
  for (const page of [1, 2, 3]) {
    const { members, pagination } = await membersOf(first, place, `?page=${page}&pageSize=3`);
    expect(pagination).toEqual({ page, pageSize: 3, total: 7, totalPages: 3 });
    seen.push(...members.map(({ user }) => user.id));
  }
  expect(seen.toSorted()).toEqual(people.map(({ userId }) => userId).toSorted());
});

test('a page of a guild of 2,000 among 50,000 memberships uses its index and takes less than 10 ms', async () => {
  const place = await seedOrganization(app, 'synced');
  const custom = await seedRole(app, place, []);
  const client = new pg.Client({ connectionString: app.config.databaseUrl });
  await client.connect();
  await client.query(`
    insert into organization (name, source) select 'Crowd ' || n, 'standalone' from generate_series(1, 24) n;
    insert into app_user (display_name) select 'Crowd' from generate_series(1, 2000);
    insert into membership (organization_id, user_id, joined_at)
      select o.id, u.id, now() - random() * interval '900 days' from organization o, app_user u
      where u.display_name = 'Crowd' and (o.name like 'Crowd %' or o.id = '${place.id}');
    insert into character (user_id, source, region, game_version, platform_realm_id, platform_character_id, name,
      realm_slug, class_id, race_id, level, verified_at)
      select id, 'synced', 'us', 'retail', 2, row_number() over (), 'Crowd', 'highmere', 1, 1, 80, now()
      from app_user where display_name = 'Crowd';
    insert into roster_entry (organization_id, platform_realm_id, platform_character_id, name, name_key, realm_slug,
      level, class_id, race_id, rank, claimed_by_id)
      select '${place.id}', 2, platform_character_id, name, 'crowd', 'highmere', 80, 1, 1, platform_character_id % 10, id
      from character where platform_realm_id = 2;
    insert into role_holder (organization_id, role_id, user_id)
      select '${place.id}', '${custom}', id from app_user where display_name = 'Crowd';
    analyze`);
  await client.query('set plan_cache_mode = force_generic_plan');
  const page = await explainPrepared(client, { ...MEMBERS_PAGE, values: [place.id, 50, 500] });
  await client.end();
  expect(page.nodes.map((node) => node['Index Name'])).toContain('membership_by_time');
  const scanned = page.nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']);
  for (const table of ['membership', 'roster_entry', 'character', 'role_holder']) expect(scanned).not.toContain(table);
  expect(page.pages).toBeLessThanOrEqual(2_800);
});
