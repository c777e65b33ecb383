import type { CharacterView } from '@guildhall/contracts/character.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { expect, test, vi } from 'vitest';
import { type SignedInClient, testApp } from '../../../test/app.ts';
import { appWithoutEnrichment } from '../../../test/character.ts';
import { bringIn, syncCharacters } from '../../../test/guild.ts';
import { newMember, seedOrganization } from '../../../test/members.ts';
import { asked, characterOf, charactersOf } from '../../../test/own-characters.ts';
import { createPerson } from '../../../test/people.ts';

// Each test starts its own service, which takes time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const lonely = () => createWorld({ guildSizes: [] });
const ROGUE = { name: 'Handmade', classId: 4, raceId: 8, specId: 259, level: 90 };
const create = (client: SignedInClient, input: object) => client.post('/characters').send(input);

test.concurrent('refuses a character with anything that the game does not have', async () => {
  await using app = await appWithoutEnrichment({ world: lonely(), roles: ['web'] });
  const vesper = await app.signIn('vesper');
  const wrong = async (change: object, ...paths: string[]) => {
    const { body } = await create(vesper, { ...ROGUE, ...change }).expect(400);
    expect(body.issues.map(({ path }: { path: string }) => path)).toEqual(paths);
  };
  await wrong({ classId: 14 }, 'classId', 'specId');
  await wrong({ raceId: 12 }, 'raceId');
  await wrong({ specId: 62 }, 'specId');
  await wrong({ specId: 9999 }, 'specId');
  await wrong({ level: 91 }, 'level');
  await wrong({ level: 0 }, 'level');
  await wrong({ level: '80' }, 'level');
  await wrong({ name: 'X' }, 'name');
  await wrong({ realm: 'a b' }, 'realm');
  await wrong({ gameVersion: 'classic-era', specId: undefined }, 'level');
  await wrong({ gameVersion: 'classic-era', level: 60 }, 'specId');
  await wrong({ gameVersion: 'classic', classId: 12, specId: 577 }, 'classId', 'specId');
  await create(vesper, { ...ROGUE, verified: true }).expect(400);
  expect(await charactersOf(vesper)).toEqual([]);
});

test.concurrent('a handmade character needs a known realm and can be created only once', async () => {
  await using app = await appWithoutEnrichment({ world: lonely() });
  const osric = await app.signIn('osric');
  await syncCharacters(app, osric);
  const { body } = await create(osric, { ...ROGUE, realm: 'nowhere' }).expect(400);
  expect(body.issues).toEqual([{ path: 'realm', message: 'no realm of retail in us has this slug' }]);
  // The service knows no realms of that game version.
  await create(osric, { ...ROGUE, gameVersion: 'classic', realm: 'nowhere' }).expect(201);

  await create(osric, { ...ROGUE, realm: 'highmere' }).expect(201);
  await create(osric, { ...ROGUE, realm: 'forêt-d-argent' }).expect(201);
  await create(osric, ROGUE).expect(201);
  for (const again of [
    { ...ROGUE, realm: 'highmere', name: 'handMADE' },
    ROGUE,
    { ...ROGUE, realm: 'highmere', name: 'Osricane' },
  ]) {
    expect((await create(osric, again).expect(409)).body.reason).toBe('character_exists');
  }
  await create(osric, { ...ROGUE, name: 'Ярослав' }).expect(201);
  expect((await create(osric, { ...ROGUE, name: 'ЯРОСЛАВ' }).expect(409)).body.reason).toBe('character_exists');
  await app.ctx.sql(`update character set name = 'Иван' where name = 'Osricane'`);
  const capitals = { ...ROGUE, realm: 'highmere', name: 'ИВАН' };
  expect((await create(osric, capitals).expect(409)).body.reason).toBe('character_exists');
  expect(await charactersOf(osric)).toHaveLength(8);
});

test.concurrent('a handmade character is complete, unproven, its owner’s alone, and can be deleted', async () => {
  await using app = await appWithoutEnrichment({ world: lonely() });
  const [vesper, osric] = [await app.signIn('vesper'), await app.signIn('osric')];
  const { body: rogue } = await create(vesper, { ...ROGUE, realm: 'forêt-d-argent', gender: 'female' }).expect(201);
  expect(rogue).toMatchObject({
    name: 'Handmade',
    realm: { slug: 'forêt-d-argent' },
    region: 'us',
    gameVersion: 'retail',
    class: { id: 4 },
    race: { id: 8 },
    gender: 'female',
    faction: 'horde',
    level: 90,
    activeSpec: { id: 259, name: 'Assassination', role: 'melee' },
    source: 'manual',
    verified: false,
    isMain: false,
    freshness: {},
  });
  const era = {
    name: 'Старый',
    classId: 3,
    raceId: 4,
    level: 60,
    gameVersion: 'classic-era',
    region: 'eu',
    role: 'ranged',
  };
  expect((await create(vesper, era).expect(201)).body).toMatchObject({ realm: null, region: 'eu', activeSpec: null });

  for (const [method, path] of [
    ['get', ''],
    ['delete', ''],
    ['patch', '/archive'],
    ['patch', '/restore'],
    ['put', '/main'],
  ] as const) {
    const refused = await asked(app, osric, method, `/characters/${rogue.id}${path}`).expect(404);
    expect(refused.body.reason).toBe('character_not_found');
  }
  expect((await asked(app, vesper, 'delete', `/characters/${rogue.id}`).expect(200)).body).toEqual({ status: true });
  await vesper.get(`/characters/${rogue.id}`).expect(404);
  await syncCharacters(app, osric);
  const { id } = await characterOf(osric, 'Osk');
  expect((await asked(app, osric, 'delete', `/characters/${id}`).expect(409)).body.reason).toBe('character_is_synced');
});

test.concurrent('a person has at most two hundred unproven characters, however they come', async () => {
  await using app = await appWithoutEnrichment({ world: lonely() });
  const vesper = await app.signIn('vesper');
  await app.ctx.sql(`insert into character (user_id, source, region, game_version, name, realm_slug, class_id, race_id, level)
    select id, 'manual', 'us', 'retail', 'Many' || n, '', 1, 1, 80 from app_user, generate_series(1, 195) n`);
  const answers = await Promise.all(
    [...'abcdefghijkl'].map((letter) => create(vesper, { ...ROGUE, name: `${ROGUE.name}${letter}` })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
  expect(new Set(answers.filter(({ status }) => status !== 201).map(({ body }) => body.reason))).toEqual(
    new Set(['too_many_characters']),
  );
  const refused = await vesper.post('/characters/import').send({ name: 'Osk', realm: 'highmere' }).expect(409);
  expect(refused.body.reason).toBe('too_many_characters');
});

test.concurrent('exactly one character is the main one, even with parallel choices', async () => {
  await using app = await appWithoutEnrichment({ world: lonely() });
  const osric = await app.signIn('osric');
  await syncCharacters(app, osric);
  const ids = (await charactersOf(osric)).map(({ id }) => id);
  const answers = await Promise.all([...ids, ...ids].map((id) => asked(app, osric, 'put', `/characters/${id}/main`)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect((await charactersOf(osric)).filter(({ isMain }) => isMain)).toHaveLength(1);
  const [first = ''] = ids;
  expect((await asked(app, osric, 'put', `/characters/${first}/main`).expect(200)).body.isMain).toBe(true);
  expect((await charactersOf(osric))[0]?.id).toBe(first);
  const archived = (await asked(app, osric, 'patch', `/characters/${first}/archive`).expect(200)).body;
  expect(archived).toMatchObject({ isMain: false, archivedAt: expect.any(String) });
  expect((await asked(app, osric, 'put', `/characters/${first}/main`).expect(409)).body.reason).toBe(
    'character_archived',
  );
});

test.concurrent('archiving a character hides it and ends the membership, and restoring it undoes both', async () => {
  await using app = await appWithoutEnrichment({ world: createWorld({ guildSizes: [12, 12, 12] }) });
  const { client: pell, guild } = await bringIn(app, 'pell');
  const own = (await charactersOf(pell)).filter((character) => character.guild?.id === guild.id);
  expect(own.length).toBeGreaterThan(0);
  for (const { id } of own) {
    const { body } = await asked(app, pell, 'patch', `/characters/${id}/archive`).expect(200);
    expect((await asked(app, pell, 'patch', `/characters/${id}/archive`).expect(200)).body).toEqual(body);
  }
  expect(await charactersOf(pell, `?guildId=${guild.id}`)).toEqual([]);
  for (const unknown of ['no-such', '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f']) {
    const { body } = await pell.get(`/characters?guildId=${unknown}`).expect(404);
    expect(body.reason).toBe('organization_not_found');
  }
  expect((await pell.get('/organizations/mine').expect(200)).body).toEqual([]);
  expect(await charactersOf(pell, `?guildId=${guild.id}&includeInactive=true`)).toHaveLength(own.length);
  // A sync leaves archived characters archived.
  await syncCharacters(app, pell);
  expect(await charactersOf(pell, `?guildId=${guild.id}`)).toEqual([]);
  const [first] = own;
  expect((await asked(app, pell, 'patch', `/characters/${first?.id}/restore`).expect(200)).body).toMatchObject({
    archivedAt: null,
    verified: true,
    guild: { id: guild.id },
  });
  expect((await pell.get('/organizations/mine').expect(200)).body).toHaveLength(1);
});

test.concurrent('A-01: naming a character does not reveal its guild if the guild is hidden or archived', async () => {
  await using app = await testApp({ roles: ['web'] });
  const place = await seedOrganization(app, 'synced');
  const [member, stranger] = [await newMember(app, place, 3), await createPerson(app)];
  await app.ctx.sql(
    `insert into character (user_id, source, region, game_version, platform_realm_id, platform_character_id, name,
       realm_slug, class_id, race_id, level, guild_id)
     select $1, 'synced', region, game_version, platform_realm_id, platform_character_id, name, realm_slug, class_id,
       race_id, level, guild_id from character where user_id = $2`,
    [stranger.userId, member.userId],
  );
  const guildOf = async (person: typeof member, query = '') => {
    const { status, body } = await person.request('get', `/api/v1/characters${query}`);
    return status === 404
      ? body.reason
      : body.map(({ guild }: CharacterView) => guild && { id: guild.id, rank: guild.rank });
  };
  const ofGuild = `?guildId=${place.id}`;
  expect([await guildOf(member), await guildOf(stranger)]).toEqual([
    [{ id: place.id, rank: 3 }],
    [{ id: place.id, rank: null }],
  ]);
  for (const change of [`settings = '{"visibility": "members"}'`, `settings = '{}', archived_at = now()`]) {
    await app.ctx.sql(`update organization set ${change} where id = $1`, [place.id]);
    expect([await guildOf(member), await guildOf(member, ofGuild)]).toEqual([
      [{ id: place.id, rank: 3 }],
      [{ id: place.id, rank: 3 }],
    ]);
    expect([await guildOf(stranger), await guildOf(stranger, ofGuild)]).toEqual([[null], 'organization_not_found']);
  }
});

test.concurrent('the templates match each game version', async () => {
  await using app = await appWithoutEnrichment({ world: lonely() });
  const vesper = await app.signIn('vesper');
  type Template = { gameVersion: string } & Record<string, { id: number; specializations: { id: number }[] }[]>;
  const { body } = await vesper.get('/characters/templates').expect(200);
  const [retail, classic, era, anniversary]: Template[] = body;
  const branches = ['retail', 'classic', 'classic-era', 'classic-anniversary'];
  expect(body.map(({ gameVersion }: Template) => gameVersion)).toEqual(branches);
  expect([retail, classic, era, anniversary].map((one) => [one?.classes?.length, one?.races?.length])).toEqual([
    [13, 31],
    [11, 15],
    [9, 8],
    [9, 10],
  ]);
  const specs = [retail, classic, era].map(
    (one) => one?.classes?.flatMap(({ specializations }) => specializations).length,
  );
  expect(specs).toEqual([40, 34, 0]);
  expect(retail?.classes?.find(({ id }) => id === 4)).toMatchObject({
    armorType: 'leather',
    specializations: [
      { id: 259, name: 'Assassination', role: 'melee' },
      { id: 260, name: 'Outlaw', role: 'melee' },
      { id: 261, name: 'Subtlety', role: 'melee' },
    ],
  });
  expect(retail).toMatchObject({
    roles: ['tank', 'healer', 'melee', 'ranged'],
    armorTypes: ['cloth', 'leather', 'mail', 'plate'],
    races: expect.arrayContaining([expect.objectContaining({ id: 24, faction: 'neutral' })]),
  });
  // Every offered combination is accepted.
  for (const { id, specializations } of retail?.classes ?? []) {
    const input = {
      name: `Offered${String.fromCharCode(96 + id)}`,
      classId: id,
      raceId: 1,
      specId: specializations[0]?.id,
      level: 1,
    };
    await create(vesper, input).expect(201);
  }
});

test.concurrent('a preview shows the account beside known characters, by game version, and writes nothing', async () => {
  await using app = await appWithoutEnrichment({ world: lonely() });
  const { world } = app.simulator;
  world.addCharacterToAccount(
    world.account('quill'),
    world.createCharacter('oldbarrow', { name: 'Quilled', level: 60 }),
  );
  const quill = await app.signIn('quill');
  const preview = (gameVersion: string) => quill.get(`/characters/battlenet-preview?gameVersion=${gameVersion}`);
  await quill.get('/characters/battlenet-preview').expect(400);
  await preview('remix').expect(400);
  const { body: retail } = await preview('retail').expect(200);
  expect(retail).toHaveLength(60);
  expect(retail.every(({ character }: { character: unknown }) => character === null)).toBe(true);
  expect((await preview('classic').expect(200)).body).toEqual([]);
  expect((await preview('classic-era').expect(200)).body).toMatchObject([
    { name: 'Quilled', gameVersion: 'classic-era' },
  ]);
  expect(await charactersOf(quill)).toEqual([]);

  await syncCharacters(app, quill);
  const { id } = await characterOf(quill, 'Quillon');
  await asked(app, quill, 'patch', `/characters/${id}/archive`).expect(200);
  const { body: synced } = await preview('retail').expect(200);
  expect(synced.find(({ name }: { name: string }) => name === 'Quillon')).toMatchObject({
    character: { id, verified: true, isMain: false, archivedAt: expect.any(String) },
  });
  expect(synced.filter(({ character }: { character: unknown }) => character !== null)).toHaveLength(60);
});

test.concurrent('own characters are found in every region that has guilds here', async () => {
  await using app = await appWithoutEnrichment({ world: lonely() });
  const edda = await app.signIn('edda');
  const preview = async () =>
    (await edda.get('/characters/battlenet-preview?gameVersion=retail').expect(200)).body as CharacterView[];
  await syncCharacters(app, edda);
  expect((await charactersOf(edda)).map(({ name }) => name)).toEqual(['Eddalyn']);
  expect((await preview()).map(({ name }) => name)).toEqual(['Eddalyn']);

  await app.ctx.sql(
    `insert into organization (name, source, region, game_version, platform_realm_id, platform_guild_id, realm_slug, name_slug)
     values ('Far away', 'synced', 'eu', 'retail', 1, 1, 'r', 'g')`,
  );
  expect((await preview()).map(({ name, region }) => [name, region]).toSorted()).toEqual([
    ['Eddalyn', 'us'],
    ['Eddamère', 'eu'],
    ['Eddric', 'eu'],
  ]);
  expect(await syncCharacters(app, edda)).toMatchObject({
    status: 'completed',
    progress: { added: 2, removed: 0, total: 3 },
  });
  const all = await charactersOf(edda);
  expect(all.map(({ name, region }) => [name, region]).toSorted()).toEqual([
    ['Eddalyn', 'us'],
    ['Eddamère', 'eu'],
    ['Eddric', 'eu'],
  ]);
  // Where one region does not answer, what is known of it stays, and the sync says so.
  app.simulator.faults.add({
    match: ({ path }) => path.includes('/eu/profile/user/wow'),
    fault: { kind: 'truncated' },
  });
  expect(await syncCharacters(app, edda)).toMatchObject({
    status: 'completed',
    error: { reason: 'platform_unavailable', message: expect.stringContaining('(EU)') },
  });
  expect(await charactersOf(edda)).toHaveLength(3);
});

test.concurrent('a preview needs a linked account with a valid token, and remembers a refused one', async () => {
  await using app = await appWithoutEnrichment({ world: lonely() });
  const path = '/characters/battlenet-preview?gameVersion=retail';
  const nobody = await createPerson(app);
  expect((await asked(app, nobody, 'get', path).expect(409)).body.reason).toBe('gameplatform_not_linked');
  const osric = await app.signIn('osric');
  await osric.get(path).expect(200);
  app.simulator.faults.expireTokens('osric');
  expect((await osric.get(path).expect(409)).body.reason).toBe('gameplatform_token_expired');
  expect((await osric.get('/auth/me/gameplatform/status').expect(200)).body).toMatchObject({ expired: true });
  app.simulator.requests.clear();
  await osric.get(path).expect(409);
  expect(app.simulator.requests.count({ path: '/profile/user/wow' })).toBe(0);
  const again = await app.signIn('osric');
  await again.get(path).expect(200);
  app.simulator.faults.add({ match: '/profile/user/wow', fault: { kind: 'status', status: 500 } });
  expect((await again.get(path).expect(503)).body.reason).toBe('platform_unavailable');
});
