import type { RosterEntryView } from '@guildhall/contracts/organization.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SignedInClient, type TestApp, testApp } from '../../../test/app.ts';
import { bringIn, rosterOf, syncRoster, type TestGuild } from '../../../test/guild.ts';

/** The root collation of Unicode, of which English changes nothing. */
const NAMES = new Intl.Collator('en');

describe('the roster of a guild', () => {
  let app: TestApp;
  let client: SignedInClient;
  let guild: TestGuild;

  beforeAll(async () => {
    const world = createWorld({ guildSizes: [40] });
    const lantern = world.guild('lantern');
    for (const name of ['Tørbien', 'Éloïse', 'Per%cent', 'Under_score', "Quo'te", 'Back\\slash', 'Dou"ble']) {
      world.createMember(lantern, { name, level: 80, rank: 9 });
    }
    app = await testApp({ world });
    ({ client, guild } = await bringIn(app));
    world.leave(world.character('highmere', 'Jeizova'));
    await syncRoster(app, client, guild);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const names = (members: RosterEntryView[]) => members.map(({ name }) => name);
  const search = async (text: string) => names(await rosterOf(client, guild, `&search=${encodeURIComponent(text)}`));
  const refused = async (query: string) =>
    (await client.get(`/organizations/${guild.id}/roster?${query}`).expect(400)).body.reason;

  const orders = ['rank', 'name', 'lastLogin'].flatMap((sortBy) =>
    ['asc', 'desc'].map((order) => [sortBy, order] as const),
  );
  test.each(orders)('pages sorted by %s %s have no duplicates and no gaps', async (sortBy, sortOrder) => {
    const query = `sortBy=${sortBy}&sortOrder=${sortOrder}`;
    const pages: RosterEntryView[] = [];
    for (let page = 1; page <= 7; page++) {
      const { body } = await client
        .get(`/organizations/${guild.id}/roster?${query}&page=${page}&pageSize=7`)
        .expect(200);
      expect(body.pagination).toEqual({ page, pageSize: 7, total: 46, totalPages: 7 });
      pages.push(...body.members);
    }
    expect(new Set(pages.map(({ id }) => id)).size).toBe(46);
    expect(names(pages)).toEqual(names(await rosterOf(client, guild, `&${query}`)));

    const keys = pages.map((member) => {
      if (sortBy === 'rank') return member.rank;
      if (sortBy === 'name') return member.name;
      return member.lastLoginAt ?? member.lastSeenInRoster;
    });
    const inOrder = (a: string | number, b: string | number) =>
      sortBy === 'name' ? NAMES.compare(`${a}`, `${b}`) : a < b ? -1 : a > b ? 1 : 0;
    const ascending = keys.toSorted(inOrder);
    expect(keys).toEqual(sortOrder === 'asc' ? ascending : ascending.toReversed());
  });

  test('letters with accents stand beside those without', async () => {
    const [first, second] = await rosterOf(client, guild, '&sortBy=name');
    const rename = 'update roster_entry set name = $2 where id = $1';
    await app.ctx.sql(rename, [first?.id, 'Zhiadivus']);
    await app.ctx.sql(rename, [second?.id, 'Zhëthomir']);
    const sorted = names(await rosterOf(client, guild, '&sortBy=name'));
    expect(sorted.filter((name) => name.startsWith('Zh'))).toEqual(['Zhëthomir', 'Zhiadivus']);
    expect(sorted).toEqual(sorted.toSorted(NAMES.compare));
    for (const { id, name } of [first, second].flatMap((member) => member ?? [])) await app.ctx.sql(rename, [id, name]);
  });

  test('sorts by rank by default, and by last login with the latest first', async () => {
    expect(await rosterOf(client, guild)).toEqual(await rosterOf(client, guild, '&sortBy=rank&sortOrder=asc'));
    const latest = await rosterOf(client, guild, '&sortBy=lastLogin');
    expect(latest).toEqual(await rosterOf(client, guild, '&sortBy=lastLogin&sortOrder=desc'));
  });

  test('members who were never seen online are sorted by when the roster last listed them', async () => {
    const hidden = (await rosterOf(client, guild, '&search=tamsgone'))[0];
    expect(hidden).toMatchObject({ lastLoginAt: null, lastSeenInRoster: expect.any(String) });
    expect((await rosterOf(client, guild, '&sortBy=lastLogin'))[0]?.id).toBe(hidden?.id);
  });

  test('I-02: the search matches part of a name, without case and accents, and takes characters literally', async () => {
    expect(await search('TORB')).toEqual(['Tørbien']);
    expect(await search('eloise')).toEqual(['Éloïse']);
    expect(await search('ÉLOÏ')).toEqual(['Éloïse']);
    expect(await search('%')).toEqual(['Per%cent']);
    expect(await search('_')).toEqual(['Under_score']);
    expect(await search("'")).toEqual(["Quo'te"]);
    expect(await search('\\')).toEqual(['Back\\slash']);
    expect(await search('"')).toEqual(['Dou"ble']);
    expect(await search("x' or '1'='1")).toEqual([]);
    expect(await refused('search=a%00b')).toBe('invalid_input');
    expect(await refused(`search=${'a'.repeat(101)}`)).toBe('invalid_input');
  });

  test('filters narrow the list and its total together', async () => {
    const all = await rosterOf(client, guild);
    const paladins = await rosterOf(client, guild, '&classId=2');
    expect(names(paladins)).toEqual(names(all.filter((member) => member.class.id === 2)));
    expect(paladins[0]?.class.name).toBe('Paladin');
    const raiders = await rosterOf(client, guild, '&rank=6&classId=2');
    expect(names(raiders)).toEqual(names(paladins.filter(({ rank }) => rank === 6)));
    const { body } = await client.get(`/organizations/${guild.id}/roster?rank=9&pageSize=2`).expect(200);
    expect(body.pagination.total).toBe(all.filter(({ rank }) => rank === 9).length);
  });

  test('former members are listed only on request', async () => {
    expect(await search('jeizova')).toEqual([]);
    const [gone] = await rosterOf(client, guild, '&search=jeizova&includeLeft=true');
    expect(gone?.leftAt).toEqual(expect.any(String));
    expect(await rosterOf(client, guild, '&includeLeft=true')).toHaveLength(47);
  });

  test('a page beyond the end is empty, and an invalid page is refused', async () => {
    const { body } = await client.get(`/organizations/${guild.id}/roster?page=9`).expect(200);
    expect(body).toEqual({ members: [], pagination: { page: 9, pageSize: 50, total: 46, totalPages: 1 } });
    for (const query of [
      'page=0',
      'page=-1',
      'page=1.5',
      'page=x',
      'pageSize=0',
      'pageSize=201',
      'sortBy=id',
      'sortOrder=up',
    ])
      expect(await refused(query)).toBe('invalid_input');
    for (const query of ['includeLeft=1', 'rank=10', 'classId=0']) expect(await refused(query)).toBe('invalid_input');
  });

  test('a guild is found only by its id and its alias, in any case', async () => {
    const upper = await client.get(`/organizations/${guild.alias.toUpperCase()}`).expect(200);
    expect(upper.body.id).toBe(guild.id);
    expect((await client.get(`/organizations/${guild.id.toUpperCase()}`).expect(200)).body.id).toBe(guild.id);
    for (const ref of ['nobody', '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f', '%F0%9F%90%89', "x'--"]) {
      const { body } = await client.get(`/organizations/${ref}/roster`).expect(404);
      expect(body.reason).toBe('organization_not_found');
    }
  });

  test('an outsider sees the public fields of the guild and nothing of its members', async () => {
    const osric = await app.signIn('osric');
    for (const route of ['roster', 'roster/history', 'roster/transfers', 'roster/sync/active']) {
      const { body } = await osric.get(`/organizations/${guild.id}/${route}`).expect(403);
      expect(body.reason).toBe('missing_permission');
    }
    await osric.post(`/organizations/${guild.id}/roster/sync`).expect(403);
    const { body } = await osric.get(`/organizations/${guild.alias}`).expect(200);
    expect(body).toMatchObject({
      name: guild.name,
      abilityRules: [],
      roles: [],
      memberships: [],
      rosterMembers: [],
      rosterPagination: { page: 1, pageSize: 50, total: 0, totalPages: 0 },
    });
    await app.http.get(`/api/v1/organizations/${guild.id}/roster`).expect(401);
  });

  test('the detail for a member has the first page, the roles and the member’s own characters', async () => {
    const { body } = await client.get(`/organizations/${guild.id}?pageSize=5&sortBy=name`).expect(200);
    expect(body.rosterMembers).toHaveLength(5);
    expect(body.rosterPagination).toMatchObject({ total: 46, totalPages: 10 });
    expect(body.memberships.map(({ name }: { name: string }) => name)).toEqual(['Ysolde', 'Ysolwen', 'Brackenna']);
    expect(
      body.roles.map(({ gameRank, isFounder }: { gameRank: number | null; isFounder: boolean }) => [
        gameRank,
        isFounder,
      ]),
    ).toEqual([[null, true], ...Array.from({ length: 10 }, (_, rank) => [rank, false])]);
    expect(body.abilityRules).toContainEqual({ action: 'sync', subject: 'Roster' });
  });

  test('the roster in the detail is paged and sorted like the roster itself', async () => {
    const query = 'page=2&pageSize=5&sortBy=name&sortOrder=desc';
    const { body: detail } = await client.get(`/organizations/${guild.id}?${query}`).expect(200);
    const { body: roster } = await client.get(`/organizations/${guild.id}/roster?${query}`).expect(200);
    expect(roster.members).toHaveLength(5);
    expect([detail.rosterMembers, detail.rosterPagination]).toEqual([roster.members, roster.pagination]);
  });

  test('an entry that no character claims says null', async () => {
    const claimed = (await rosterOf(client, guild)).filter(({ claimedByCharacter }) => claimedByCharacter !== null);
    expect(names(claimed).toSorted()).toEqual(['Brackenna', 'Ysolde', 'Ysolwen']);
  });
});
