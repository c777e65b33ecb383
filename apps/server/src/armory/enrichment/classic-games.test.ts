/** The game versions other than retail: each has fewer character documents, and its own realms. */
import { createWorld } from '@guildhall/simulator/world.ts';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { untilEnriched } from '../../../test/character.ts';

const lonely = () => createWorld({ guildSizes: [] });

const BASE = ['character-media', 'equipment', 'pvp-summary', 'specializations', 'statistics', 'status'];
const NO_CLASSIC = ['raids', 'dungeons', 'mythic-keystone', 'professions'];

test.concurrent.each([
  {
    game: 'classic-era',
    who: { name: 'gorlunn', realm: 'oldbarrow' },
    shown: { realm: { slug: 'oldbarrow', name: 'Oldbarrow' }, role: 'melee', activeSpec: null },
    asked: [...BASE, 'reputations'],
    missing: [...NO_CLASSIC, 'achievements'],
    patch: '1.15.8',
    hardcore: { isGhost: true, isSelfFound: true },
  },
  {
    game: 'classic',
    who: { name: 'maraza', realm: 'highmere' },
    shown: { realm: { slug: 'highmere', name: 'Highmere of Old' }, role: 'healer', activeSpec: { id: 270 } },
    asked: [...BASE, 'achievements'],
    missing: [...NO_CLASSIC, 'reputations'],
    patch: '5.5.1',
    hardcore: null,
  },
  {
    game: 'classic-anniversary',
    who: { name: 'thessaly', realm: 'last-light' },
    shown: { realm: { slug: 'last-light', name: 'Last Light' }, role: 'healer', activeSpec: null },
    asked: BASE,
    missing: [...NO_CLASSIC, 'reputations', 'achievements'],
    patch: '2.5.5',
    hardcore: null,
  },
])('enrichment of a $game character requests what its profile links; the rest is not available', async (branch) => {
  await using app = await testApp({ world: lonely() });
  const client = await app.signIn('osric');
  const wanted = { ...branch.who, gameVersion: branch.game };
  const query = new URLSearchParams(wanted).toString();
  expect((await client.get(`/characters/search?${query}`).expect(200)).body.realm).toEqual(branch.shown.realm);
  const { body: imported } = await client.post('/characters/import').send(wanted).expect(201);
  // This version's realms have not been read yet, so the name comes from the profile.
  expect(imported.realm).toEqual(branch.shown.realm);
  await untilEnriched(app);

  const path = `/characters/${imported.id}`;
  const asked = app.simulator.requests
    .entries({ path: new RegExp(`${branch.who.realm}/${branch.who.name}/`) })
    .filter((entry) => !entry.path.includes('/pvp-bracket/'))
    .map((entry) => entry.path.split('/').at(-1) ?? '');
  expect([...new Set(asked)].toSorted()).toEqual(branch.asked.toSorted());
  const { body: character } = await client.get(path).expect(200);
  expect(character).toMatchObject({ ...branch.shown, hardcore: branch.hardcore });
  const statuses = Object.entries<{ status: string }>(character.freshness).map(([name, { status }]) => [name, status]);
  expect(Object.fromEntries(statuses)).toMatchObject(
    Object.fromEntries(branch.missing.map((section) => [section, 'not_available'])),
  );
  expect(statuses.filter(([, status]) => status === 'pending')).toEqual([]);

  const { body: encounters } = await client.get(`${path}/encounters`).expect(200);
  expect(encounters.freshness.raids).toEqual({ fetchedAt: null, status: 'not_available', nextAt: null });
  const { body: talents } = await client.get(`${path}/specializations`).expect(200);
  expect(talents.talentGroups).toMatchObject([{ isActive: true, trees: [{}, {}, {}] }]);
  expect(talents.freshness.status).toBe('ok');
  const { body: sheet } = await client.get(`${path}/statistics`).expect(200);
  expect(sheet.statistics).toMatchObject({
    attributes: { spirit: { effective: expect.any(Number) } },
    defense: { skill: { effective: 300 } },
    resistances: { fire: { effective: 10 }, nature: { effective: 30 }, frost: null },
    spellPenetration: 0,
  });
  expect((await client.get(`${path}/data-patch`).expect(200)).body).toMatchObject({ patch: branch.patch });
});

test('the realms of a game version are read once a person has a character in it', async () => {
  await using app = await testApp({ world: lonely() });
  const client = await app.signIn('osric');
  const input = { name: 'maraza', realm: 'highmere', gameVersion: 'classic' };
  await client.post('/characters/import').send(input).expect(201);
  const realms = () =>
    app.ctx.sql(`select slug, names ->> 'en_US' as name from realm where game_version = 'classic' and listed`);
  await expect.poll(realms, { timeout: 20_000 }).toEqual([{ slug: 'highmere', name: 'Highmere of Old' }]);
  // The retail realm with the same slug keeps its own name.
  const { body: osricane } = await client
    .post('/characters/import')
    .send({ name: 'osricane', realm: 'highmere' })
    .expect(201);
  expect(osricane.realm).toEqual({ slug: 'highmere', name: 'Highmere' });
});

test('a character whose guild is not here shows the guild’s name and gets no rights from it', async () => {
  await using app = await testApp({ world: lonely() });
  const client = await app.signIn('osric');
  const guild = { id: 77, name: 'Ashen Vow', realm: { id: 7903, slug: 'last-light', name: 'Last Light' } };
  const profile = '/profile/wow/character/last-light/thessaly';
  app.simulator.faults.serve(profile, {
    ...{ id: 31, name: 'Thessaly', level: 70, race: { id: 10 }, character_class: { id: 2 } },
    ...{ realm: guild.realm, guild },
  });
  const input = { name: 'thessaly', realm: 'last-light', gameVersion: 'classic-anniversary' };
  const { body } = await client.post('/characters/import').send(input).expect(201);
  expect(body.guild).toEqual({ id: null, name: 'Ashen Vow', alias: null, rank: null });
  expect((await client.get('/organizations/mine').expect(200)).body).toEqual([]);
});
