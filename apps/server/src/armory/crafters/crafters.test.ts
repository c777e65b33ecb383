import type { CraftersView, CrafterView } from '@guildhall/contracts/crafters.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedInClient, type TestApp, testApp } from '../../../test/app.ts';
import { callerOf } from '../../../test/caller.ts';
import { characterNamed, enrich, untilEnriched } from '../../../test/character.ts';
import { createCharacter } from '../../../test/events.ts';
import { bringIn, type TestGuild } from '../../../test/guild.ts';
import { syncCatalogue } from '../../../test/journal.ts';
import { newMember, type Place, seedOrganization } from '../../../test/members.ts';
import { createPerson } from '../../../test/people.ts';

/** Alchemy; a draught of its oldest tier is "Draught of Steady Hands 1-2", "Зелье твёрдых рук 1-2" … */
const ALCHEMY = 171;
const DRAUGHT = 25_131;

let app: TestApp;
let ysolde: SignedInClient;
let kessa: SignedInClient;
let guild: TestGuild;

beforeAll(async () => {
  app = await testApp({ world: createWorld({ guildSizes: [60] }) });
  const { world } = app.simulator;
  for (const { name, realm } of world.characters()) {
    if (['Ysolde', 'Kessaly'].includes(name)) world.learnRecipe(world.character(realm.slug, name), DRAUGHT);
  }
  ({ client: ysolde, guild } = await bringIn(app, 'ysolde'));
  ({ client: kessa } = await bringIn(app, 'kessa'));
  await untilEnriched(app);
  await syncCatalogue(app);
});
afterAll(() => app[Symbol.asyncDispose]());

async function crafters(query = '', client = ysolde): Promise<CraftersView> {
  const { body } = await client.get(`/organizations/${guild.alias}/crafters?pageSize=200&${query}`).expect(200);
  return body;
}
const search = (text: string, more = '') => crafters(`search=${encodeURIComponent(text)}${more}`);
const recipeIds = ({ crafters }: CraftersView) =>
  [...new Set(crafters.flatMap(({ recipes }) => recipes.map(({ id }) => id)))].toSorted((left, right) => left - right);

test('only members can search, and invalid queries are refused', async () => {
  const path = `/organizations/${guild.id}/crafters`;
  await app.http.get(`/api/v1${path}`).expect(401);
  const outsider = await createPerson(app);
  expect((await outsider.request('get', `/api/v1${path}`)).body).toMatchObject({ code: 'FORBIDDEN' });
  await ysolde.get('/organizations/nowhere/crafters').expect(404);
  const refused = [
    'search=ab',
    'search=a%20b%25%25',
    `search=${'x'.repeat(101)}`,
    'professionId=alchemy',
    'professionId=0',
    'professionId=3000000000',
    'locale=xx_XX',
    'page=0',
    'pageSize=201',
  ];
  for (const query of refused) {
    const { status, body } = await ysolde.get(`${path}?${query}`);
    expect([query, status, body.reason]).toEqual([query, 400, 'invalid_input']);
  }
  const read = await callerOf(app, ysolde.token)('POST', '/auth/tokens', { label: 'Bot', scope: 'read' });
  expect((await callerOf(app, String(read.body.token))('GET', path)).status).toBe(200);
});

test('outsiders cannot tell that an archived or hidden organization exists', async () => {
  const place = await seedOrganization(app, 'standalone');
  const [member, outsider] = [await newMember(app, place), await createPerson(app)];
  const asked = async (person: typeof member) =>
    (await person.request('get', `/api/v1/organizations/${place.id}/crafters`)).status;
  expect([await asked(member), await asked(outsider)]).toEqual([200, 403]);
  await app.ctx.sql(`update organization set settings = '{"visibility": "members"}' where id = $1`, [place.id]);
  expect([await asked(member), await asked(outsider)]).toEqual([200, 404]);
  await app.ctx.sql(`update organization set settings = '{}', archived_at = now() where id = $1`, [place.id]);
  expect([await asked(member), await asked(outsider)]).toEqual([200, 404]);
});

test('a search finds all who know a recipe, with its item and their skill', async () => {
  const {
    crafters: found,
    pagination,
    truncated,
  } = await search('Draught of Steady Hands 1-2', `&professionId=${ALCHEMY}`);
  expect(found.length).toBeGreaterThan(0);
  expect([pagination.total, truncated]).toEqual([found.length, false]);
  for (const { character } of found) {
    const [known] = await app.ctx.sql<{ n: number }>(
      'select count(*)::int as n from character_recipe where character_id = $1 and recipe_id = $2',
      [character.id, DRAUGHT],
    );
    expect(known?.n).toBe(1);
  }
  expect(found[0]).toMatchObject({
    user: { displayName: expect.any(String), lastPlayedAt: expect.any(String) },
    character: { realm: { slug: expect.any(String) }, class: { name: expect.any(String) } },
    profession: { id: ALCHEMY, name: 'Alchemy' },
    recipes: [{ id: DRAUGHT, name: 'Draught of Steady Hands 1-2', tier: { id: 2513, maxSkillPoints: 100 } }],
    dataAsOf: expect.any(String),
    stale: false,
  });
  const horde = await app.ctx.sql(`select from character where id = $1 and faction = 'horde'`, [
    found[0]?.character.id,
  ]);
  expect(found[0]?.recipes[0]?.craftedItem?.id).toBe(DRAUGHT * 10 + horde.length);
  const smiths = (await search('Draught of Steady Hands 1-2', '&professionId=164')).crafters;
  expect(smiths.flatMap(({ recipes }) => recipes.map(({ id }) => id))).not.toContain(DRAUGHT);
});

test('two letters are enough in Chinese, Japanese and Korean', async () => {
  await app.ctx.sql(
    `update game_name set names = names || '{"de_DE": "단단한 숫돌"}' where kind = 'recipe' and key = $1`,
    [`${DRAUGHT}`],
  );
  for (const text of ['숫돌', '단단한 숫돌', '숫']) {
    const answer = await ysolde.get(`/organizations/${guild.id}/crafters?search=${encodeURIComponent(text)}`);
    const found = answer.status === 200 ? recipeIds(answer.body) : answer.body.reason;
    expect([text, found]).toEqual([text, text === '숫' ? 'invalid_input' : [DRAUGHT]]);
  }
});

test('a search works in six languages, ignores accents and case, and forgives typos', async () => {
  const all = recipeIds(await search('Émber Tonic'));
  expect(all.length).toBeGreaterThan(1);
  const alike = ['ember tonic', 'EMBER', 'Glut-Tonikum', 'tonique d’ambre', "tonique d'ambre"];
  const wrong = ['embre tonic', 'Embr Tonick', 'glut tonikun', 'tonikue d ambre'];
  for (const text of [...alike, ...wrong]) expect([text, recipeIds(await search(text))]).toEqual([text, all]);
  const inRussian = all.filter((id) => id % 7 > 0);
  for (const text of ['ОГНЕННЫЙ ТОНИК', 'огненый тоник', 'огненынй']) {
    expect([text, recipeIds(await search(text))]).toEqual([text, inRussian]);
  }
  expect((await search('nothing is called so')).crafters).toEqual([]);
  expect((await search('100%')).crafters).toEqual([]);
  const [german] = (await search('tonikum', '&locale=de_DE')).crafters;
  expect(german?.profession.name).toMatch(/Schmiedekunst|Alchemie|Verzauberkunst|Kochkunst/);
  expect(german?.recipes[0]?.name).toMatch(/^Glut-Tonikum/);
  // One recipe in seven has no Russian name.
  const russian = (await search('пряжка', '&locale=ru_RU')).crafters.flatMap(({ recipes }) => recipes);
  expect(russian.length).toBeGreaterThan(0);
  expect(russian.every(({ name }) => name.startsWith('Лунная пряжка'))).toBe(true);
  const [buckle] = (await search('Moonforged', '&locale=ru_RU')).crafters
    .flatMap(({ recipes }) => recipes)
    .filter(({ id }) => id % 7 === 0);
  expect(buckle?.name).toMatch(/^Moonforged Buckle/);
});

test('a search includes crafted items, and names that only a character brought', async () => {
  await app.ctx.sql(`update recipe set crafted_item_names = '{"fr_FR": "Élixir nommé autrement"}' where id = $1`, [
    DRAUGHT,
  ]);
  expect(recipeIds(await search('elixir nomme'))).toEqual([DRAUGHT]);
  const [item] = (await search('elixir nomme', '&locale=fr_FR')).crafters.flatMap(({ recipes }) => recipes);
  expect(item).toMatchObject({ name: 'Potion des mains sûres 1-2', craftedItem: { name: 'Élixir nommé autrement' } });

  await app.ctx.sql('delete from recipe where id = $1', [DRAUGHT]);
  expect((await search('elixir nomme')).crafters.flatMap(({ recipes }) => recipes)).toEqual([]);
  expect(recipeIds(await search('твердых рук 1-2'))).toContain(DRAUGHT);
  const unknown = (await search('Draught of Steady Hands 1-2')).crafters.flatMap(({ recipes }) => recipes);
  expect(unknown.find(({ id }) => id === DRAUGHT)).toMatchObject({
    name: 'Draught of Steady Hands 1-2',
    craftedItem: null,
  });
});

test('lists professions if there is no search, with the most recently active people first', async () => {
  await app.ctx.sql(`update character set last_login_at = now() - interval '40 days'`);
  const alt = await characterNamed(kessa, 'Kestrimo');
  await app.ctx.sql(`update character set last_login_at = now() - interval '1 hour' where id = $1`, [alt.id]);
  const { crafters: all, pagination, coverage } = await crafters();
  expect(pagination.total).toBe(all.length);
  expect(all.every(({ recipes }) => recipes.length === 0)).toBe(true);
  expect(all.some(({ knownRecipes }) => knownRecipes > 0)).toBe(true);
  const people = all.map(({ user }) => user.id);
  const apart = people.filter((id, index) => people.indexOf(id) !== index && people[index - 1] !== id);
  expect(apart).toEqual([]);
  // Kessaly herself was away, but she was here with her alt.
  const own = (await kessa.get('/auth/me')).body.id;
  expect(people[0]).toBe(own);
  expect(all[0]?.character.id).toBe(alt.id);
  const inGuild = await app.ctx.sql('select from roster_entry where claimed_by_id is not null and left_at is null');
  expect(coverage).toEqual({ characters: inGuild.length, known: expect.any(Number) });
  const pages: CrafterView[] = [];
  for (let page = 1; page <= 3; page += 1) {
    const { body } = await ysolde.get(`/organizations/${guild.id}/crafters?pageSize=2&page=${page}`).expect(200);
    expect(body.pagination.total).toBe(all.length);
    pages.push(...body.crafters);
  }
  expect(pages).toEqual(all.slice(0, 6));
  const beyond = await ysolde.get(`/organizations/${guild.id}/crafters?page=1000`).expect(200);
  expect(beyond.body).toMatchObject({ crafters: [], pagination: { total: all.length } });
  const cooks = await crafters('professionId=185&search=');
  expect(new Set(cooks.crafters.map(({ profession }) => profession.name))).toEqual(new Set(['Cooking']));
});

test('omits characters that are not shared, have left, are archived or are no longer proven', async () => {
  const listed = async () => new Set((await crafters()).crafters.map(({ character }) => character.name));
  const call = callerOf(app, kessa.token);
  expect(await listed()).toContain('Kessaly');
  expect((await call('PATCH', '/auth/me', { sharesWithGuilds: false })).body.sharesWithGuilds).toBe(false);
  const without = await crafters();
  expect(without.crafters.map(({ character }) => character.name)).not.toContain('Kessaly');
  expect((await call('PATCH', '/auth/me', { sharesWithGuilds: true })).status).toBe(200);
  expect(await listed()).toContain('Kessaly');
  for (const [off, on] of [
    [
      `update roster_entry set left_at = now() where name = 'Kessaly'`,
      `update roster_entry set left_at = null where name = 'Kessaly'`,
    ],
    [
      `update character set archived_at = now() where name = 'Kessaly'`,
      `update character set archived_at = null where name = 'Kessaly'`,
    ],
    [
      `update character set verified_at = null where name = 'Kessaly'`,
      `update character set verified_at = now() where name = 'Kessaly'`,
    ],
  ] as const) {
    await app.ctx.sql(off);
    expect(await listed()).not.toContain('Kessaly');
    await app.ctx.sql(on);
    expect(await listed()).toContain('Kessaly');
  }
  // She belongs to a member, but is not in this guild.
  expect(await listed()).not.toContain('Vesperine');
});

test('crafters that could not be refreshed are marked as stale, and forgotten ones disappear', async () => {
  const { id } = await characterNamed(kessa, 'Kessaly');
  const own = async () => (await crafters()).crafters.filter(({ character }) => character.id === id);
  const before = await own();
  expect(before.length).toBeGreaterThan(0);
  const stop = app.simulator.faults.add({
    match: '/profile/wow/character/*/kessaly/professions',
    fault: { kind: 'status', status: 500 },
  });
  await app.ctx.sql(`update character_section set next_at = now() where character_id = $1`, [id]);
  await enrich(app, kessa, id);
  stop();
  expect(await own()).toEqual(before.map((row) => ({ ...row, stale: true })));
  const { coverage } = await crafters();
  await app.ctx.sql(`delete from character_section where character_id = $1 and section = 'professions'`, [id]);
  expect(await own()).toEqual([]);
  expect((await crafters()).coverage).toEqual({ ...coverage, known: coverage.known - 1 });
  for (const table of ['character_profession', 'character_skill_tier', 'character_recipe']) {
    expect(await app.ctx.sql(`select from ${table} where character_id = $1`, [id])).toEqual([]);
  }
});

test('rows follow the document: unlearned recipes are deleted, and unchanged ones are not rewritten', async () => {
  const place = await seedOrganization(app, 'standalone');
  const id = await seedCrafter(place);
  const write = (professions: object[]) =>
    app.ctx.sql(
      `insert into character_section (character_id, section, status, fetched_at, data)
       values ($1, 'professions', 'ok', now(), $2)
       on conflict (character_id, section) do update set data = excluded.data, fetched_at = excluded.fetched_at`,
      [id, JSON.stringify({ professions })],
    );
  const rows = () =>
    app.ctx.sql<{ id: number; tx: string }>(
      'select recipe_id as id, xmin::text as tx from character_recipe where character_id = $1 order by 1',
      [id],
    );
  const tier = (recipeIds: number[]) => ({ id: 1, skillPoints: 5, maxSkillPoints: 9, recipeIds });
  const points = { kind: 'primary', specialization: null, skillPoints: 5, maxSkillPoints: 9 };
  await write([
    { id: 7, ...points, tiers: [tier([1, 2, 3])] },
    { id: 8, ...points, tiers: [] },
  ]);
  const before = await rows();
  expect(before.map((row) => row.id)).toEqual([1, 2, 3]);
  await write([{ id: 7, ...points, tiers: [tier([2, 3, 4, 4])] }]);
  const after = await rows();
  expect(after.map((row) => row.id)).toEqual([2, 3, 4]);
  expect(after.slice(0, 2)).toEqual(before.slice(1));
  expect(
    await app.ctx.sql('select profession_id as id from character_profession where character_id = $1', [id]),
  ).toEqual([{ id: 7 }]);
  await write([]);
  expect(await rows()).toEqual([]);
});

/** In an organization without a roster, all characters of a member count. */
async function seedCrafter(place: Place): Promise<string> {
  const { userId } = await newMember(app, place);
  const [row] = await app.ctx.sql<{ id: string }>(
    `insert into character (user_id, source, region, game_version, name, realm_slug, class_id, race_id, level)
     values ($1, 'synced', 'us', 'retail', 'Crafty', 'highmere', 1, 1, 80) returning id`,
    [userId],
  );
  return row?.id ?? '';
}

test('an organization without a roster sees the characters of its members', async () => {
  const place = await seedOrganization(app, 'standalone');
  const member = await newMember(app, place);
  const id = await seedCrafter(place);
  await app.ctx.sql(
    `insert into character_section (character_id, section, status, fetched_at, data) values ($1, 'professions', 'ok', now(), $2)`,
    [id, JSON.stringify({ professions: [{ id: 7, skillPoints: 1, maxSkillPoints: 2, tiers: [] }] })],
  );
  // The game platform has no data about a manually created character.
  await createCharacter(app, member.userId);
  const { body } = await member.request('get', `/api/v1/organizations/${place.id}/crafters`);
  expect(body).toMatchObject({
    crafters: [{ character: { id }, profession: { id: 7, name: 'Profession 7', skillPoints: 1, maxSkillPoints: 2 } }],
    coverage: { characters: 1, known: 1 },
  });
  const compared = await member.request('get', `/api/v1/organizations/${place.id}/encounters`);
  expect(compared.body).toMatchObject({ characters: [{ id }], pagination: { total: 1 } });
  await app.ctx.sql(
    'update membership set left_at = now() where user_id = (select user_id from character where id = $1)',
    [id],
  );
  const after = await member.request('get', `/api/v1/organizations/${place.id}/crafters`);
  expect(after.body).toMatchObject({ crafters: [], coverage: { characters: 0, known: 0 } });
});
