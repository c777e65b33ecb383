import { appToken, ask, jsonOf } from '@guildhall/simulator/test-client.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { expect, test, vi } from 'vitest';
import type { SignedInClient, TestApp } from '../../../test/app.ts';
import { appWithoutEnrichment } from '../../../test/character.ts';
import { bringIn, syncCharacters, untilIdle } from '../../../test/guild.ts';
import { asked, characterOf, charactersOf } from '../../../test/own-characters.ts';

// Each test starts its own service, which takes time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const lonely = () => createWorld({ guildSizes: [] });
const OSK = { name: 'Osk', realm: 'highmere' };
const OSK_PROFILE = '/profile/wow/character/highmere/osk';

const search = (client: SignedInClient, name: string, realm = 'highmere', more = '') =>
  client.get(`/characters/search?name=${encodeURIComponent(name)}&realm=${encodeURIComponent(realm)}${more}`);
const importNamed = (client: SignedInClient, input: object) => client.post('/characters/import').send(input);
const stored = async ({ ctx }: TestApp) => (await ctx.sql('select id from character')).length;

test.concurrent('refuses impossible names and malformed realm slugs without asking the platform', async () => {
  await using app = await appWithoutEnrichment({ world: lonely() });
  const vesper = await app.signIn('vesper');
  app.simulator.requests.clear();
  const names = [
    'O',
    'O'.repeat(30),
    'Os k',
    'Osk1',
    '"Osk"',
    'O\nsk',
    'O\u0000sk',
    '',
    '  ',
    '\u0301sk',
    'Ос-к',
    '../Osk',
  ];
  for (const name of names) await search(vesper, name).expect(400);
  for (const name of [...names, '\ud800\ud800']) await importNamed(vesper, { ...OSK, name }).expect(400);
  for (const realm of ['', '..', 'a/b', 'high mere', 'x'.repeat(90)]) {
    await search(vesper, 'Osk', realm).expect(400);
    await importNamed(vesper, { ...OSK, realm }).expect(400);
  }
  await search(vesper, 'Osk', 'highmere', '&gameVersion=remix').expect(400);
  await search(vesper, 'Osk', 'highmere', '&region=cn').expect(400);
  await importNamed(vesper, { ...OSK, verified: true }).expect(400);
  expect(app.simulator.requests.count({ path: '/profile/wow/*' })).toBe(0);
});

test.concurrent('a character that the platform does not show is 404, and an unknown realm is named as the cause', async () => {
  await using app = await appWithoutEnrichment({ world: lonely() });
  const vesper = await app.signIn('vesper');
  expect((await search(vesper, 'Nobody').expect(404)).body.reason).toBe('character_not_found');
  expect((await importNamed(vesper, { ...OSK, name: 'Nobody' }).expect(404)).body.reason).toBe('character_not_found');
  await app.ctx.sql(`insert into realm (region, game_version, id, slug, names) values ('us', 'retail', 7101, 'highmere', '{"en_US":"Highmere"}')
    on conflict do nothing`);
  expect((await search(vesper, 'Osk', 'nowhere').expect(404)).body.reason).toBe('realm_not_found');
  expect((await search(vesper, 'Nobody').expect(404)).body.reason).toBe('character_not_found');
  // Realms of other game versions are not stored.
  const era = await search(vesper, 'Nobody', 'oldbarrow', '&gameVersion=classic-era').expect(404);
  expect(era.body.reason).toBe('character_not_found');
  expect(await stored(app)).toBe(0);
});

test.concurrent.each([
  ['is down', { kind: 'status', status: 503 }, 'platform_unavailable'],
  ['sends a page', { kind: 'html' }, 'platform_unavailable'],
  ['forbids it', { kind: 'status', status: 403 }, 'platform_unavailable'],
  ['never answers', { kind: 'hang' }, 'platform_unavailable'],
  ['asks for a pause of minutes', { kind: 'status', status: 429, retryAfter: 120 }, 'platform_rate_limited'],
] as const)(
  'if the platform %s, a person gets an error within the time limit and nothing is stored',
  async (_, fault, reason) => {
    await using app = await appWithoutEnrichment({ world: lonely() });
    const vesper = await app.signIn('vesper');
    app.simulator.faults.add({ match: OSK_PROFILE, fault });
    const [found, imported] = await Promise.all([search(vesper, 'Osk'), importNamed(vesper, OSK)]);
    expect([found.status, found.body.reason, imported.status]).toEqual([503, reason, 503]);
    // Without their own time limit, both would be requested three times.
    if (fault.kind === 'hang') expect(app.simulator.requests.count({ path: OSK_PROFILE })).toBeLessThan(6);
    if (reason === 'platform_rate_limited') expect(Number(found.headers['retry-after'])).toBeGreaterThan(60);
    expect(await stored(app)).toBe(0);
  },
);

test.concurrent('R-01: a person’s look-ups have their own limit', async () => {
  await using app = await appWithoutEnrichment({ world: lonely() });
  const vesper = await app.signIn('vesper');
  const answers = await Promise.all(Array.from({ length: 35 }, () => search(vesper, 'Osk')));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  await importNamed(vesper, OSK).expect(429);
  await vesper.get('/characters').expect(200);
});

test.concurrent('a search shows what an import would bring and writes nothing; an import proves nothing', async () => {
  await using app = await appWithoutEnrichment({ world: lonely() });
  const vesper = await app.signIn('vesper');
  const { body: preview } = await search(vesper, ' osk ', 'HIGHMERE').expect(200);
  expect(preview).toMatchObject({
    name: 'Osk',
    realm: { slug: 'highmere', name: 'Highmere' },
    region: 'us',
    gameVersion: 'retail',
    level: 19,
    characterId: null,
    archived: false,
    claimed: false,
  });
  expect(await stored(app)).toBe(0);
  const { body: imported } = await importNamed(vesper, OSK).expect(201);
  expect(imported).toMatchObject({ name: 'Osk', level: 19, source: 'synced', verified: false, archivedAt: null });
  expect(imported.freshness.profile).toMatchObject({ status: 'ok', fetchedAt: expect.any(String) });
  for (const key of ['class', 'race', 'itemLevel', 'activeSpec', 'lastLoginAt', 'faction', 'gender']) {
    expect([key, imported[key]]).toEqual([key, preview[key]]);
  }
  expect((await vesper.get(`/characters/${imported.id}`).expect(200)).body).toEqual(imported);
  expect((await search(vesper, 'Osk').expect(200)).body).toMatchObject({ characterId: imported.id, claimed: false });
  expect((await importNamed(vesper, OSK).expect(201)).body.id).toBe(imported.id);
  expect(await stored(app)).toBe(1);
});

test.concurrent('finds names in any script and any case, with accents and on realms with accents', async () => {
  await using app = await appWithoutEnrichment({ world: lonely() });
  const vesper = await app.signIn('vesper');
  const characters = app.simulator.world.account('sora').characters;
  expect(characters).toHaveLength(3);
  for (const { name, realm } of characters) {
    const { body } = await importNamed(vesper, { name: name.toUpperCase(), realm: realm.slug }).expect(201);
    expect(body.name).toBe(name);
  }
  // A letter and its accent separately, as some keyboards send it.
  const [ysora] = app.simulator.world.account('ysolde').characters.filter(({ name }) => name === 'Ysóra');
  const input = { name: 'Yso\u0301ra', realm: ysora?.realm.slug.normalize('NFD') };
  expect((await importNamed(vesper, input).expect(201)).body).toMatchObject({ name: 'Ysóra', level: 34 });
});

test.concurrent('a character that vanishes between search and import is not imported', async () => {
  await using app = await appWithoutEnrichment({ world: lonely() });
  const vesper = await app.signIn('vesper');
  await search(vesper, 'Osk').expect(200);
  const { world } = app.simulator;
  world.removeCharacter(world.character('highmere', 'Osk'));
  expect((await importNamed(vesper, OSK).expect(404)).body.reason).toBe('character_not_found');
  expect(await stored(app)).toBe(0);
});

test.concurrent('imports a character without guild, specialization, item level or anything else optional', async () => {
  await using app = await appWithoutEnrichment({ world: lonely() });
  const { simulator } = app;
  const vesper = await app.signIn('vesper');
  const whole = await jsonOf<Record<string, unknown>>(await ask(simulator, OSK_PROFILE, await appToken(simulator)));
  const { id, name, realm, character_class, race, level } = whole;
  simulator.faults.serve(OSK_PROFILE, {
    id,
    name,
    realm,
    character_class,
    race,
    level,
    guild: null,
    active_spec: { id: 0 },
  });
  const bare = { activeSpec: null, itemLevel: null, lastLoginAt: null, faction: null, gender: null, guild: null };
  expect((await search(vesper, 'Osk').expect(200)).body).toMatchObject(bare);
  expect((await importNamed(vesper, OSK).expect(201)).body).toMatchObject({ name: 'Osk', level: 19, ...bare });
});

test.concurrent('proving a character takes it from people who named it, and no other person can name it afterwards', async () => {
  await using app = await appWithoutEnrichment({ world: lonely() });
  const [vesper, osric] = [await app.signIn('vesper'), await app.signIn('osric')];
  const { body: named } = await importNamed(vesper, OSK).expect(201);
  const again = await importNamed(osric, OSK).expect(201);
  expect(again.body.id).not.toBe(named.id);
  await syncCharacters(app, osric);
  expect(await characterOf(osric, 'Osk')).toMatchObject({ id: again.body.id, verified: true, archivedAt: null });
  expect(await charactersOf(vesper)).toEqual([]);
  expect(await characterOf(vesper, 'Osk')).toMatchObject({ id: named.id, archivedAt: expect.any(String) });
  const { body: preview } = await search(vesper, 'Osk').expect(200);
  expect(preview).toMatchObject({ characterId: named.id, archived: true, claimed: true });
  expect((await importNamed(vesper, OSK).expect(409)).body.reason).toBe('already_claimed');
  const restored = await asked(app, vesper, 'patch', `/characters/${named.id}/restore`).expect(409);
  expect(restored.body.reason).toBe('already_claimed');
  // An import by the owner creates no rival claim.
  expect((await importNamed(osric, OSK).expect(201)).body).toMatchObject({ id: again.body.id, verified: true });
});

test.concurrent('an import restores an archived character of one’s own', async () => {
  await using app = await appWithoutEnrichment({ world: lonely() });
  const vesper = await app.signIn('vesper');
  const { body: first } = await importNamed(vesper, OSK).expect(201);
  await asked(app, vesper, 'patch', `/characters/${first.id}/archive`).expect(200);
  const { world } = app.simulator;
  world.levelUp(world.character('highmere', 'Osk'));
  const { body: again } = await importNamed(vesper, OSK).expect(201);
  expect(again).toMatchObject({ id: first.id, archivedAt: null, level: 20 });
});

test.concurrent('twenty parallel imports create one character', async () => {
  await using app = await appWithoutEnrichment({ world: lonely() });
  const vesper = await app.signIn('vesper');
  const answers = await Promise.all(Array.from({ length: 20 }, () => importNamed(vesper, OSK)));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
  expect(await stored(app)).toBe(1);
});

test.concurrent('a released name is a new character, and the one that had it keeps its own row', async () => {
  await using app = await appWithoutEnrichment({ world: lonely() });
  const vesper = await app.signIn('vesper');
  const { world } = app.simulator;
  const { body: first } = await importNamed(vesper, OSK).expect(201);
  world.rename(world.character('highmere', 'Osk'), 'Oskar');
  world.createCharacter('highmere', { name: 'Osk', level: 44 });
  const { body: second } = await importNamed(vesper, OSK).expect(201);
  expect(second).toMatchObject({ name: 'Osk', level: 44 });
  expect(second.id).not.toBe(first.id);
  expect((await importNamed(vesper, { ...OSK, name: 'Oskar' }).expect(201)).body).toMatchObject({
    id: first.id,
    level: 19,
  });
});

test.concurrent('naming a guild member creates no guild, membership or rights, but the roster says who named it', async () => {
  await using app = await appWithoutEnrichment({ world: createWorld({ guildSizes: [12, 12, 12] }) });
  const vesper = await app.signIn('vesper');
  const { world } = app.simulator;
  const [, second] = world.guilds;
  const stranger = second && world.members(second).at(-1);
  await importNamed(vesper, { name: stranger?.name, realm: stranger?.realm.slug }).expect(201);
  expect(await app.ctx.sql('select id from organization')).toEqual([]);

  const { guild } = await bringIn(app, 'ysolde');
  const [first] = world.guilds;
  const owned = new Set(world.accounts.flatMap(({ characters }) => characters));
  const member = first && world.members(first).find((character) => !owned.has(character));
  const input = { name: member?.name, realm: member?.realm.slug };
  expect((await importNamed(vesper, input).expect(201)).body).toMatchObject({
    verified: false,
    guild: { id: guild.id, rank: member?.rank },
  });
  await untilIdle(app);
  expect((await vesper.get('/organizations/mine').expect(200)).body).toEqual([]);
  await vesper.get(`/organizations/${guild.id}/roster`).expect(403);
  const { body } = await vesper.get(`/characters?guildId=${guild.id}`).expect(200);
  expect((await vesper.get(`/characters?guildId=${guild.alias?.toUpperCase()}`).expect(200)).body).toEqual(body);
  expect(body).toHaveLength(1);
});
