import type { EncountersView } from '@guildhall/contracts/character-progress.ts';
import type {
  ComparedFaction,
  FoundFaction,
  GuildEncountersView,
  GuildReputationsView,
  ReputationMatrixView,
} from '@guildhall/contracts/comparison.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedInClient, type TestApp, testApp } from '../../../test/app.ts';
import { callerOf } from '../../../test/caller.ts';
import { characterNamed, enrich, untilEnriched } from '../../../test/character.ts';
import { bringIn, type TestGuild } from '../../../test/guild.ts';
import { syncCatalogue, syncJournal } from '../../../test/journal.ts';
import { newMember, seedOrganization } from '../../../test/members.ts';
import { createPerson } from '../../../test/people.ts';

/** Age of Dawn: Harborwrights (47), Cinderguard (72), Old Wenna (21). Age of Tides: 932 and 947. */
const [DAWN, TIDES] = [68, 70];

let app: TestApp;
let ysolde: SignedInClient;
let kessa: SignedInClient;
let guild: TestGuild;

beforeAll(async () => {
  app = await testApp({ world: createWorld({ guildSizes: [60] }) });
  ({ client: ysolde, guild } = await bringIn(app, 'ysolde'));
  ({ client: kessa } = await bringIn(app, 'kessa'));
  await untilEnriched(app);
  await syncJournal(app);
  await syncCatalogue(app);
});
afterAll(() => app[Symbol.asyncDispose]());

async function get<View>(path: string, client = ysolde): Promise<View> {
  return (await client.get(path).expect(200)).body;
}
const guildReputations = (query = '') =>
  get<GuildReputationsView>(`/organizations/${guild.id}/reputations?expansionId=${DAWN}&pageSize=200${query}`);
const guildEncounters = (query = '') =>
  get<GuildEncountersView>(`/organizations/${guild.id}/encounters?pageSize=200${query}`);
const ids = (factions: { id: number }[]) => factions.map(({ id }) => id).toSorted((left, right) => left - right);

test('comparisons need a session, and those of a guild need membership', async () => {
  const ofGuild = [
    `/organizations/${guild.id}/reputations?expansionId=${DAWN}`,
    `/organizations/${guild.id}/encounters`,
  ];
  const own = [`/characters/reputations?expansionId=${DAWN}`, '/characters/reputations/search-factions?q=wenna'];
  for (const path of [...ofGuild, ...own]) {
    expect([path, (await app.http.get(`/api/v1${path}`)).status]).toEqual([path, 401]);
    expect([path, (await ysolde.get(path)).status]).toEqual([path, 200]);
  }
  const outsider = await createPerson(app);
  for (const path of ofGuild) {
    expect([path, (await outsider.request('get', `/api/v1${path}`)).status]).toEqual([path, 403]);
    expect((await ysolde.get(path.replace(guild.id, 'nowhere'))).status).toBe(404);
  }
  const refused = [
    '/characters/reputations',
    '/characters/reputations?expansionId=',
    '/characters/reputations?expansionId=dawn',
    `/characters/reputations?expansionId=${DAWN}&locale=xx_XX`,
    '/characters/reputations/search-factions',
    '/characters/reputations/search-factions?q=',
    '/characters/reputations/search-factions?q=%20a%20',
    `/organizations/${guild.id}/reputations`,
    `/organizations/${guild.id}/reputations?expansionId=${DAWN}&pageSize=201`,
    `/organizations/${guild.id}/reputations?expansionId=99999999999`,
    `/organizations/${guild.id}/encounters?category=arena`,
    `/organizations/${guild.id}/encounters?expansionId=0`,
  ];
  for (const path of refused) {
    const { status, body } = await ysolde.get(path);
    expect([path, status, body.reason]).toEqual([path, 400, 'invalid_input']);
  }
});

test('outsiders cannot tell that an archived or hidden organization exists', async () => {
  const place = await seedOrganization(app, 'standalone');
  const [member, outsider] = [await newMember(app, place), await createPerson(app)];
  const asked = async (person: typeof member) =>
    Promise.all(
      [`reputations?expansionId=${DAWN}`, 'encounters'].map(
        async (what) => (await person.request('get', `/api/v1/organizations/${place.id}/${what}`)).status,
      ),
    );
  expect([await asked(member), await asked(outsider)]).toEqual([
    [200, 200],
    [403, 403],
  ]);
  await app.ctx.sql(`update organization set settings = '{"visibility": "members"}' where id = $1`, [place.id]);
  expect(await asked(outsider)).toEqual([404, 404]);
  await app.ctx.sql(`update organization set settings = '{}', archived_at = now() where id = $1`, [place.id]);
  expect([await asked(member), await asked(outsider)]).toEqual([
    [200, 200],
    [404, 404],
  ]);
});

test('reputations are grouped by expansion in every language once the catalogue is synced', async () => {
  const { id } = await characterNamed(ysolde, 'Ysolde');
  type Views = { expansions: { expansion: { id: number; name: string }; factions: { id: number; name: string }[] }[] };
  const { expansions } = await get<Views>(`/characters/${id}/reputations?locale=de_DE`);
  expect(expansions.map(({ expansion, factions }) => ({ ...expansion, factions: ids(factions) }))).toEqual([
    { id: TIDES, name: 'Age of Tides [de]', factions: [932, 947] },
    { id: DAWN, name: 'Age of Dawn [de]', factions: [21, 47, 72] },
    // Belongs to the root that is not named after an expansion.
    { id: null, name: 'Sonstige', factions: [1168] },
  ]);
});

test('a person’s characters are compared side by side, each with the standings the platform reported', async () => {
  const { id } = await characterNamed(ysolde, 'Ysolde');
  const matrix = await get<ReputationMatrixView>(`/characters/reputations?expansionId=${DAWN}&locale=ru_RU`);
  expect(matrix.expansion).toEqual({ id: DAWN, name: 'Age of Dawn [ru]' });
  expect(matrix.characters.map(({ name }) => name).toSorted()).toEqual(
    ['Brackenna', 'Vesperine', 'Ysolde', 'Ysolwen', 'Ysóra'].toSorted(),
  );
  expect(matrix.characters.every(({ dataAsOf }) => dataAsOf !== null)).toBe(true);
  expect(ids(matrix.factions)).toEqual([21, 47, 72]);
  expect(matrix.factions.find((faction) => faction.id === 47)?.name).toBe('Портовые мастера');
  type Single = { expansions: { factions: { id: number; standing: object }[] }[] };
  const single = await get<Single>(`/characters/${id}/reputations?locale=ru_RU`);
  const standing = (faction: ComparedFaction) => faction.standings[id];
  for (const faction of matrix.factions) {
    const own = single.expansions.flatMap(({ factions }) => factions).find((entry) => entry.id === faction.id);
    expect(own?.standing).toMatchObject({ ...standing(faction) });
  }
  const unknown = await ysolde.get('/characters/reputations?expansionId=99').expect(404);
  expect(unknown.body.reason).toBe('expansion_not_found');
  const newcomer = callerOf(app, (await createPerson(app)).token);
  expect((await newcomer('GET', `/characters/reputations?expansionId=${DAWN}`)).body).toEqual({
    expansion: { id: DAWN, name: 'Age of Dawn' },
    characters: [],
    factions: [],
  });
});

test('factions are found in six languages, by prefix, without accents and despite typos', async () => {
  const found = async (q: string, locale = 'en_US') =>
    get<FoundFaction[]>(`/characters/reputations/search-factions?locale=${locale}&q=${encodeURIComponent(q)}`);
  const exact = ['Harborwrights', 'HARBOR', 'Hafenbauer', 'batisseurs', 'портовые мастера'];
  const mistyped = ['habrorwrights', 'hafenbuaer', 'batiseurs du pord', 'портовые мостера'];
  for (const q of [...exact, ...mistyped]) {
    expect([q, (await found(q))[0]]).toEqual([
      q,
      { id: 47, name: 'Harborwrights', expansion: { id: DAWN, name: 'Age of Dawn' } },
    ]);
  }
  expect((await found('quiet', 'fr_FR'))[0]).toEqual({
    id: 932,
    name: 'Le Chœur muet',
    expansion: { id: TIDES, name: 'Age of Tides [fr]' },
  });
  expect((await found('choeur muet'))[0]?.id).toBe(932);
  // This faction has no Portuguese name.
  expect((await found('saltglass', 'pt_BR'))[0]?.name).toBe('Saltglass Company');
  // Factions that only group others have no standings.
  expect((await found('Age of')).map(({ name }) => name)).not.toContain('Age of Dawn');
  expect(await found('zzqq')).toEqual([]);
  expect(await found('%%')).toEqual([]);
  await app.ctx.sql(
    `insert into game_name (kind, key, names) values ('faction', '4711', '{"de_DE": "Bund der Kürschner"}')`,
  );
  expect(await found('kurschner', 'de_DE')).toEqual([
    { id: 4711, name: 'Bund der Kürschner', expansion: { id: null, name: 'Sonstige' } },
  ]);
});

test('members see the reputations of members who share theirs', async () => {
  const { characters, factions, pagination } = await guildReputations();
  const names = characters.map(({ name }) => name).toSorted();
  expect(names).toEqual(['Brackenna', 'Kessaly', 'Kestrimo', 'Ysolde', 'Ysolwen']);
  expect(pagination.total).toBe(5);
  const people = characters.map(({ user }) => user.displayName);
  expect(people).toEqual(people.toSorted());
  const known = new Set(characters.map(({ id }) => id));
  for (const { standings } of factions) for (const id of Object.keys(standings)) expect(known).toContain(id);
  expect(Object.keys(factions.find(({ id }) => id === 47)?.standings ?? {})).toHaveLength(5);

  const second = await get<GuildReputationsView>(
    `/organizations/${guild.id}/reputations?expansionId=${DAWN}&pageSize=2&page=2`,
  );
  expect(second.characters).toEqual(characters.slice(2, 4));
  expect(second.pagination).toEqual({ page: 2, pageSize: 2, total: 5, totalPages: 3 });

  const call = callerOf(app, kessa.token);
  expect((await call('PATCH', '/auth/me', { sharesWithGuilds: false })).status).toBe(200);
  for (const view of [await guildReputations(), await guildEncounters()]) {
    expect(view.characters.map(({ name }) => name).toSorted()).toEqual(['Brackenna', 'Ysolde', 'Ysolwen']);
    expect(JSON.stringify(view)).not.toContain('Kessaly');
  }
  // The owner's own view hides nothing, and includes the others.
  expect(
    (await get<ReputationMatrixView>(`/characters/reputations?expansionId=${DAWN}`, kessa)).characters,
  ).not.toEqual([]);
  expect((await kessa.get(`/organizations/${guild.id}/encounters`)).status).toBe(200);
  expect((await call('GET', '/auth/me/export')).body.profile).toMatchObject({ sharesWithGuilds: false });
  expect((await call('PATCH', '/auth/me', { sharesWithGuilds: true })).body.sharesWithGuilds).toBe(true);
  expect((await guildReputations()).characters).toHaveLength(5);
});

test('members see each other’s encounters, newest expansion first', async () => {
  const newest = await guildEncounters();
  expect(newest.expansion).toEqual({ id: TIDES, name: 'Age of Tides' });
  expect(newest.instances.map(({ category }) => category)).toEqual(['raid', 'dungeon', 'dungeon']);
  const journal = app.simulator.world.journal.expansions.flatMap(({ instances }) => instances);
  expect(newest.instances.map(({ id, name }) => [id, name])).toEqual(
    journal.filter(({ expansionId }) => expansionId === TIDES).map(({ id, name }) => [id, name.en_US]),
  );
  for (const { id, difficulties } of newest.instances) {
    const inJournal = journal.find((entry) => entry.id === id)?.encounters.map((encounter) => encounter.id);
    for (const { encounters } of difficulties) {
      // Those that no character has defeated as well.
      expect(encounters.map((encounter) => encounter.id)).toEqual(inJournal);
    }
  }
  const { id } = await characterNamed(ysolde, 'Ysolde');
  type Single = { expansions: { expansion: { id: number }; instances: GuildEncountersView['instances'] }[] };
  const single = await get<Single>(`/characters/${id}/encounters`);
  const own = single.expansions.find(({ expansion }) => expansion.id === TIDES)?.instances ?? [];
  expect(own.flatMap(({ difficulties }) => difficulties).length).toBeGreaterThan(0);
  for (const instance of own) {
    for (const difficulty of instance.difficulties) {
      const compared = newest.instances
        .find((entry) => entry.id === instance.id)
        ?.difficulties.find(({ type }) => type === difficulty.type);
      if (difficulty.type === 'MYTHIC' && instance.category === 'raid') continue;
      expect(compared).toMatchObject({ name: difficulty.name, total: difficulty.total });
      for (const { id: encounterId, kills } of difficulty.encounters) {
        const cell = compared?.encounters.find((entry) => entry.id === encounterId)?.kills[id];
        expect(cell?.kills ?? 0).toBe(kills);
        if (cell) expect(cell.lastKillAt).toMatch(/Z$/);
      }
    }
  }
  const older = await guildEncounters(`&expansionId=${DAWN}&category=raid&locale=fr_FR`);
  expect(older.expansion?.name).toBe('Age of Dawn [fr]');
  expect(older.instances).toMatchObject([{ category: 'raid', name: journal[0]?.name.fr_FR }]);
  await ysolde.get(`/organizations/${guild.id}/encounters?expansionId=99`).expect(404);
  // The season is not an expansion, though the platform lists it as one.
  expect((await guildEncounters()).expansion?.id).not.toBe(505);
});

test('a character’s raids list every encounter of every difficulty of the journal, in its order', async () => {
  const { id } = await characterNamed(ysolde, 'Ysolde');
  const shown = async (locale: string) =>
    (await get<EncountersView>(`/characters/${id}/encounters?locale=${locale}`)).expansions.flatMap(
      ({ instances }) => instances,
    );
  const journal = app.simulator.world.journal.expansions.flatMap(({ instances }) => instances);
  for (const { id: instanceId, category, difficulties } of await shown('de_DE')) {
    const known = journal.find((instance) => instance.id === instanceId)?.encounters ?? [];
    const types = category === 'raid' ? ['LFR', 'NORMAL', 'HEROIC', 'MYTHIC'] : ['NORMAL', 'MYTHIC'];
    expect([instanceId, difficulties.map(({ type }) => type)]).toEqual([instanceId, types]);
    for (const { encounters, defeated, total } of difficulties) {
      expect(encounters.map((encounter) => encounter.id)).toEqual(known.map((encounter) => encounter.id));
      expect([encounters.filter(({ kills }) => kills > 0).length, encounters.length]).toEqual([defeated, total]);
      for (const [place, { name, kills, lastKillAt }] of encounters.entries()) {
        expect(name).toBe(known[place]?.name.de_DE ?? known[place]?.name.en_US);
        expect(lastKillAt === null).toBe(kills === 0);
      }
    }
  }
  const [raid] = (await shown('en_US')).filter(({ category }) => category === 'raid');
  expect(raid?.difficulties.at(-1)).toMatchObject({ type: 'MYTHIC', name: 'Mythic', defeated: 0, complete: false });

  // Where a difficulty has fewer encounters than the journal, nothing says which ones it lacks.
  const swap = `update character_section set data = replace(data::text, $2, $3)::jsonb where character_id = $1 and section = 'raids'`;
  const [total, fewer] = [raid?.difficulties[0]?.total ?? 0, (raid?.difficulties[0]?.total ?? 0) - 1];
  const [section] = await app.ctx.sql<{ data: object }>(
    `select data from character_section where character_id = $1 and section = 'raids'`,
    [id],
  );
  await app.ctx.sql(swap, [id, `"total": ${total}`, `"total": ${fewer}`]);
  const [odd] = (await shown('en_US')).filter((instance) => instance.id === raid?.id);
  expect(odd?.difficulties.map(({ type }) => type)).toEqual(['LFR', 'NORMAL', 'HEROIC']);
  for (const { encounters, defeated } of odd?.difficulties ?? []) expect(encounters).toHaveLength(defeated);
  await app.ctx.sql(`update character_section set data = $2 where character_id = $1 and section = 'raids'`, [
    id,
    JSON.stringify(section?.data),
  ]);
});

test('factions without an expansion are grouped under a name in every language', async () => {
  const { id } = await characterNamed(ysolde, 'Ysolde');
  type Views = { expansions: { expansion: { id: number | null; name: string } }[] };
  const names = await Promise.all(
    ['en_US', 'de_DE', 'es_ES', 'fr_FR', 'pt_BR', 'ru_RU'].map(async (locale) => {
      const { expansions } = await get<Views>(`/characters/${id}/reputations?locale=${locale}`);
      return expansions.find(({ expansion }) => expansion.id === null)?.expansion.name;
    }),
  );
  expect(names).toEqual(['Other', 'Sonstige', 'Otras', 'Autres', 'Outras', 'Прочее']);
});

test('characters without data are listed without data', async () => {
  const place = await seedOrganization(app, 'synced');
  const member = await newMember(app, place);
  const ask = async (what: string) => (await member.request('get', `/api/v1/organizations/${place.id}/${what}`)).body;
  expect(await ask('encounters')).toMatchObject({
    expansion: null,
    instances: [],
    characters: [{ user: { id: member.userId }, dataAsOf: null }],
  });
  expect(await ask(`reputations?expansionId=${DAWN}`)).toMatchObject({
    factions: [],
    characters: [{ user: { id: member.userId }, dataAsOf: null }],
  });
});

test('a reputation gain shows in the comparison', async () => {
  const { id } = await characterNamed(ysolde, 'Ysolde');
  app.simulator.world.gainReputation(app.simulator.world.character('highmere', 'Ysolde'), 47, 200_000);
  await enrich(app, ysolde, id);
  const { factions } = await guildReputations('&locale=fr_FR');
  const standing = factions.find((faction) => faction.id === 47)?.standings[id];
  expect(standing).toMatchObject({ tier: 'EXALTED', name: 'Exalté', max: 0 });
});
