import type { SpecializationsView } from '@guildhall/contracts/character-build.ts';
import type { ProfessionsView, RecipesView } from '@guildhall/contracts/character-crafts.ts';
import type { EncountersView, PvpView, ReputationsView } from '@guildhall/contracts/character-progress.ts';
import { appToken, ask, jsonOf } from '@guildhall/simulator/test-client.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { expect, test, vi } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { bringInCharacter, characterNamed, enrich } from '../../../test/character.ts';
import { codeOfSpecialization } from './specializations.ts';

// Each test starts its own service, which takes time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const lonely = () => createWorld({ guildSizes: [] });
const VIEWS = [
  ...['render', 'encounters', 'active-build', 'statistics', 'specializations', 'reputations', 'professions'],
  ...['recipes', 'pvp', 'achievements', 'data-patch'],
];
const platformPath = (path: string) => `/profile/wow/character/highmere/osricane/${path}`;

test.concurrent('only the owner can read the views', async () => {
  await using app = await testApp({ world: lonely() });
  const { client, character } = await bringInCharacter(app, 'osric', 'Osricane');
  const stranger = await app.signIn('pell');
  for (const view of VIEWS) {
    const path = `/characters/${character.id}/${view}`;
    expect([view, (await app.http.get(`/api/v1${path}`)).status]).toEqual([view, 401]);
    const refused = await stranger.get(path);
    expect([view, refused.status, refused.body.reason]).toEqual([view, 404, 'character_not_found']);
    expect([view, (await client.get(`/characters/nobody/${view}`)).status]).toEqual([view, 400]);
    expect([view, (await client.get(path)).status]).toEqual([view, 200]);
  }
  await client.get(`/characters/${character.id}/reputations?locale=xx_XX`).expect(400);
  await client.get(`/characters/${character.id}/reputations?standing=not%20one`).expect(400);
});

test.concurrent('every view has an empty state and says why it is empty', async () => {
  await using app = await testApp({ world: lonely() });
  const client = await app.signIn('osric');
  const [synced, manual] = await Promise.all(
    ['synced', 'manual'].map(async (source) => {
      const [row] = await app.ctx.sql<{ id: string }>(
        `insert into character (user_id, source, region, game_version, name, realm_slug, class_id, race_id, level)
         select id, $1, 'us', 'retail', 'Blank', 'highmere', 1, 1, 80 from app_user returning id`,
        [source],
      );
      return row?.id;
    }),
  );
  const pending = { fetchedAt: null, status: 'pending', nextAt: null };
  const get = async (view: string, id = synced) => (await client.get(`/characters/${id}/${view}`)).body;
  expect(await get('encounters')).toEqual({
    expansions: [],
    currentSeasonInstanceIds: [],
    keystone: null,
    freshness: { raids: pending, dungeons: pending, keystone: pending },
  });
  expect(await get('active-build')).toEqual({
    specialization: null,
    heroTalentTree: null,
    talentLoadoutCode: null,
    classTalents: [],
    specTalents: [],
    heroTalents: [],
    resolvedFrom: 'none',
    freshness: pending,
  });
  expect(await get('statistics')).toEqual({ statistics: null, freshness: pending });
  expect(await get('specializations')).toEqual({
    activeSpecializationId: null,
    specializations: [],
    talentGroups: [],
    freshness: pending,
  });
  expect(await get('reputations')).toEqual({ expansions: [], freshness: pending });
  expect(await get('professions')).toEqual({ professions: [], freshness: pending });
  expect(await get('recipes')).toEqual({ professions: [], total: 0, freshness: pending });
  expect(await get('pvp')).toEqual({
    honorLevel: null,
    honorableKills: null,
    brackets: [],
    maps: [],
    freshness: pending,
  });
  expect(await get('achievements')).toMatchObject({ totalPoints: null, recent: [], freshness: pending });
  for (const view of ['render', 'data-patch']) {
    expect((await client.get(`/characters/${synced}/${view}`).expect(404)).body.reason).toBe('character_data_missing');
  }
  expect((await get('statistics', manual)).freshness.status).toBe('not_available');
});

test.concurrent('views of a new character are empty where the platform leaves fields out', async () => {
  await using app = await testApp({ world: lonely() });
  const { client, character } = await bringInCharacter(app, 'osric', 'Osk');
  const get = async (view: string) => (await client.get(`/characters/${character.id}/${view}`).expect(200)).body;
  expect(await get('encounters')).toMatchObject({ expansions: [], freshness: { raids: { status: 'not_found' } } });
  expect(await get('professions')).toMatchObject({ professions: [], freshness: { status: 'not_found' } });
  expect(await get('reputations')).toMatchObject({ expansions: [], freshness: { status: 'ok' } });
  expect(await get('active-build')).toMatchObject({ heroTalentTree: null, resolvedFrom: 'active_loadout' });
});

test.concurrent('views match the platform’s documents', async () => {
  await using app = await testApp({ world: lonely() });
  const { client, character } = await bringInCharacter(app, 'osric', 'Osricane');
  const { simulator } = app;
  // It has played in the season.
  simulator.world.login(simulator.world.character('highmere', 'Osricane'), Date.now());
  await enrich(app, client, character.id);
  const token = await appToken(simulator);
  const raw = async <T>(path: string) => jsonOf<T>(await ask(simulator, platformPath(path), token));
  const view = async <T>(path: string) =>
    (await client.get(`/characters/${character.id}/${path}`).expect(200)).body as T;

  const { assets } = await raw<{ assets: { key: string; value: string }[] }>('character-media');
  const pictureOf = (key: string) => app.ctx.pictureUrl(assets.find((asset) => asset.key === key)?.value ?? 'none');
  expect(await view('render')).toMatchObject({
    renderUrl: pictureOf('main-raw'),
    derivedFrom: 'main-raw',
    avatarUrl: pictureOf('avatar'),
    freshness: { status: 'ok' },
  });
  expect((await characterNamed(client, 'Osricane')).avatarUrl).toBe(pictureOf('avatar'));
  expect(await view('data-patch')).toMatchObject({ characterId: character.id, patch: '12.0.1', build: 65_617 });

  const statistics = await raw<{ health: number; melee_crit: { rating_normalized: number; value: number } }>(
    'statistics',
  );
  expect(await view('statistics')).toMatchObject({
    statistics: {
      health: statistics.health,
      crit: { melee: { rating: statistics.melee_crit.rating_normalized, percent: statistics.melee_crit.value } },
      offHand: null,
    },
  });

  const told = await raw<Document>('specializations');
  const { specializations } = await view<SpecializationsView>('specializations');
  expect(specializations.flatMap(({ loadouts }) => loadouts).length).toBeGreaterThan(1);
  expect(
    specializations.map(({ id, loadouts }) => [
      id,
      loadouts.map(({ isActive, talentLoadoutCode, heroTalentTree }) => [
        isActive,
        talentLoadoutCode,
        heroTalentTree?.id,
      ]),
    ]),
  ).toEqual(
    told.specializations.map(({ specialization, loadouts = [] }) => [
      specialization.id,
      loadouts.map(({ is_active, talent_loadout_code, selected_hero_talent_tree }) => [
        is_active,
        talent_loadout_code,
        selected_hero_talent_tree?.id,
      ]),
    ]),
  );

  const achievements = await raw<{ total_points: number; recent_events: { timestamp: number }[] }>('achievements');
  expect(await view('achievements')).toMatchObject({
    totalPoints: achievements.total_points,
    recent: achievements.recent_events.map(({ timestamp }) => ({ completedAt: new Date(timestamp).toISOString() })),
  });

  type Tier = { tier: { id: number }; skill_points: number; max_skill_points: number; known_recipes: unknown[] };
  type Profession = { profession: { id: number }; tiers?: Tier[] };
  const crafts = await raw<Record<'primaries' | 'secondaries', Profession[]>>('professions');
  const { professions } = await view<ProfessionsView>('professions');
  const toldProfessions = [crafts.primaries, crafts.secondaries].flatMap((list, index) =>
    list.map(({ profession, tiers = [] }) => {
      const kind = index === 0 ? 'primary' : 'secondary';
      const shownTiers = tiers.map(({ tier, skill_points, max_skill_points, known_recipes }) => [
        ...[tier.id, skill_points, max_skill_points],
        known_recipes.length,
      ]);
      return [profession.id, kind, new Set(shownTiers)];
    }),
  );
  expect(crafts.primaries.every(({ tiers }) => tiers?.length)).toBe(true);
  expect(
    professions.map(({ id, kind, tiers }) => {
      const shownTiers = tiers.map((tier) => [tier.id, tier.skillPoints, tier.maxSkillPoints, tier.knownRecipes]);
      return [id, kind, new Set(shownTiers)];
    }),
  ).toEqual(toldProfessions);

  const raids = await raw<{ expansions: { instances: { modes: { progress: { encounters: unknown[] } }[] }[] }[] }>(
    'encounters/raids',
  );
  const encounters = await view<EncountersView>('encounters');
  expect(encounters.expansions.map(({ expansion }) => expansion.id)).not.toContain(505);
  expect(encounters.currentSeasonInstanceIds.length).toBeGreaterThan(0);
  const shown = encounters.expansions.flatMap(({ instances }) =>
    instances.filter(({ category }) => category === 'raid'),
  );
  const kills = shown.flatMap(({ difficulties }) => difficulties.flatMap((difficulty) => difficulty.encounters));
  const listed = raids.expansions.slice(0, -1).flatMap(({ instances }) => instances.flatMap(({ modes }) => modes));
  expect(kills).toHaveLength(listed.flatMap(({ progress }) => progress.encounters).length);
  expect(kills[0]).toMatchObject({
    name: expect.any(String),
    kills: expect.any(Number),
    lastKillAt: expect.any(String),
  });
  expect(new Set(shown.map(({ id }) => id)).size).toBe(shown.length);

  const summary = await raw<{ brackets?: { href: string }[]; honor_level: number }>('pvp-summary');
  const pvp = await view<PvpView>('pvp');
  expect(pvp.honorLevel).toBe(summary.honor_level);
  expect(pvp.brackets.map(({ key }) => key).toSorted()).toEqual(
    (summary.brackets ?? []).map(({ href }) => new URL(href).pathname.split('/').at(-1)).toSorted(),
  );
});

test.concurrent('names lose the colours of the game, and only sockets for gems can lack one', async () => {
  await using app = await testApp({ world: lonely() });
  const { client, character } = await bringInCharacter(app, 'osric', 'Osricane');
  const { faults, world } = app.simulator;
  const colored = (name: string) => ({ en_US: `|cnITEM_EPIC_COLOR:${name}|r`, de_DE: `|cff00ff00${name} (deutsch)|r` });
  const socket = (type: string, item?: object) => ({ socket_type: { type }, ...(item && { item }) });
  faults.serve(platformPath('equipment'), {
    equipped_items: [
      {
        slot: { type: 'HEAD' },
        item: { id: 1 },
        name: colored('Goggles'),
        set: { item_set: { id: 7, name: colored('Salvage') } },
        enchantments: [
          {
            enchantment_id: 5,
            enchantment_slot: { id: 0 },
            display_string: '|cff1eff00Enchanted: Undertow|r |A:Quality-Tier3:20:20|a',
          },
        ],
        sockets: [socket('PRISMATIC', { id: 2, name: colored('Saltglass') }), socket('TINKER'), socket('PUNCHCARDRED')],
      },
      { slot: { type: 'WRIST' }, item: { id: 3 }, name: 'Bracers', sockets: [socket('TINKER'), socket('PRISMATIC')] },
    ],
  });
  faults.serve(platformPath('reputations'), {
    reputations: [{ faction: { id: 99_001, name: colored('Lamplighters') }, standing: { name: colored('Friend') } }],
  });
  world.login(world.character('highmere', 'Osricane'), Date.now(), { equippedItemLevel: 172 });
  await enrich(app, client, character.id);

  const path = `/characters/${character.id}`;
  const { body: gear } = await client.get(`${path}/equipment`).expect(200);
  expect(gear.items).toMatchObject([
    {
      name: 'Goggles',
      set: { name: 'Salvage' },
      enchantments: [{ text: 'Enchanted: Undertow' }],
      sockets: [{ gem: { id: 2, name: 'Saltglass' } }],
    },
    { name: 'Bracers', sockets: [{ gem: null }] },
  ]);
  expect(gear.missing.gems).toEqual([{ slot: 'WRIST', emptySockets: 1 }]);
  const { body: reputations } = await client.get(`${path}/reputations?locale=de_DE`).expect(200);
  expect(reputations.expansions[0].factions).toMatchObject([
    { name: 'Lamplighters (deutsch)', standing: { tier: 'FRIEND', name: 'Friend (deutsch)' } },
  ]);
});

test.concurrent('a title stands where the platform puts the name, in every game', async () => {
  await using app = await testApp({ world: lonely() });
  const { client, character } = await bringInCharacter(app, 'osric', 'Osricane');
  const profile = '/profile/wow/character/highmere/osricane';
  const raw = await jsonOf<object>(await ask(app.simulator, profile, await appToken(app.simulator)));
  for (const [active_title, expected] of [
    [{ id: 1, name: '%s the Fearless' }, 'Osricane the Fearless'],
    // As Mists of Pandaria sends it.
    [{ name: '%s the Patient' }, 'Osricane the Patient'],
    [{ id: 2, name: { en_US: 'Lamplighter %s' } }, 'Lamplighter Osricane'],
    [{ id: 3, name: 'Fearless', display_string: '{name} the Fearless' }, 'Osricane the Fearless'],
    // Nothing says on which side of the name it stands.
    [{ id: 4, name: 'Fearless' }, null],
  ] as const) {
    app.simulator.faults.clear();
    app.simulator.faults.serve(profile, { ...raw, active_title });
    app.simulator.world.login(app.simulator.world.character('highmere', 'Osricane'));
    await enrich(app, client, character.id);
    const { body } = await client.get(`/characters/${character.id}`).expect(200);
    expect([active_title, body.title]).toEqual([active_title, expected]);
  }
});

test.concurrent('names come in six languages, falling back to English, and standings can be filtered in any', async () => {
  await using app = await testApp({ world: lonely() });
  const { client, character } = await bringInCharacter(app, 'osric', 'Osricane');
  app.simulator.world.gainReputation(app.simulator.world.character('highmere', 'Osricane'), 47, 200_000);
  await enrich(app, client, character.id);
  const reputations = async (query: string) => {
    const { body } = await client.get(`/characters/${character.id}/reputations${query}`).expect(200);
    return (body as ReputationsView).expansions.flatMap(({ factions }) => factions);
  };
  const all = await reputations('');
  const raw = all.map(({ standing }) => standing.raw);
  expect(raw).toEqual(raw.toSorted((left, right) => right - left));
  expect(all.find(({ id }) => id === 47)).toMatchObject({
    name: 'Harborwrights',
    standing: { tier: 'EXALTED', name: 'Exalted', max: 0, renownLevel: null },
    paragon: { max: 10_000 },
  });
  const german = await reputations('?locale=de_DE&standing=exalted');
  expect(german).toContainEqual(
    expect.objectContaining({ name: 'Hafenbauer', standing: expect.objectContaining({ name: 'Ehrfürchtig' }) }),
  );
  expect(german.every(({ standing }) => standing.tier === 'EXALTED')).toBe(true);
  const renown = await reputations('?standing=RENOWN');
  expect(renown.map(({ id }) => id).toSorted()).toEqual([932, 947]);
  expect(renown[0]?.standing.name).toBe(`Renown ${renown[0]?.standing.renownLevel}`);
  await client.get(`/characters/${character.id}/reputations?standing=NO_SUCH`).expect(400);

  app.simulator.world.learnRecipe(app.simulator.world.character('highmere', 'Osricane'), 25_550);
  app.simulator.world.learnRecipe(app.simulator.world.character('highmere', 'Osricane'), 25_551);
  await enrich(app, client, character.id);
  const recipes = async (locale: string) => {
    const { body } = await client.get(`/characters/${character.id}/recipes?locale=${locale}`).expect(200);
    const view = body as RecipesView;
    const known = view.professions.flatMap(({ tiers }) => tiers.flatMap((tier) => tier.recipes));
    expect(known).toHaveLength(view.total);
    return new Map(known.map(({ id, name }) => [id, name]));
  };
  expect((await recipes('fr_FR')).get(25_551)).toBe('Potion des mains sûres 1-2');
  // This recipe has no Russian name.
  expect((await recipes('ru_RU')).get(25_550)).toBe('Moonforged Buckle 1-1');
  const { body: listed } = await client.get(`/characters/${character.id}/recipes`).expect(200);
  const places = (listed as RecipesView).professions.flatMap(({ id, tiers }) =>
    tiers.filter(({ recipes: known }) => known.some((recipe) => recipe.id === 25_551)).map((tier) => [id, tier.id]),
  );
  // A recipe of cooking.
  expect(places).toEqual([[185, 2_555]]);
  const { body } = await client.get(`/characters/${character.id}/professions?locale=de_DE`).expect(200);
  expect(body.professions.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['Kochkunst', 'Archäologie']),
  );
  expect(body.professions.at(-1)).toMatchObject({ kind: 'secondary', skillPoints: 120, tiers: [] });
});

test.concurrent('the active build is that of the active specialization, not of the first loadout marked active', async () => {
  await using app = await testApp({ world: lonely() });
  const { client, character } = await bringInCharacter(app, 'osric', 'Osricane');
  const { simulator } = app;
  const document = await jsonOf<Document>(
    await ask(simulator, platformPath('specializations'), await appToken(simulator)),
  );
  const build = async (change?: (raw: Document) => void) => {
    const raw = structuredClone(document);
    change?.(raw);
    const stop = simulator.faults.serve(platformPath('specializations'), raw);
    simulator.world.login(simulator.world.character('highmere', 'Osricane'));
    await enrich(app, client, character.id);
    stop();
    return (await client.get(`/characters/${character.id}/active-build`).expect(200)).body;
  };
  const active = (raw: Document) =>
    raw.specializations.find(({ specialization: { id } }) => id === raw.active_specialization?.id);
  const used = active(document)?.loadouts?.find(({ is_active }) => is_active);
  expect(
    document.specializations.flatMap(({ loadouts = [] }) => loadouts.filter(({ is_active }) => is_active)).length,
  ).toBeGreaterThan(1);

  expect(await build()).toMatchObject({
    specialization: { id: document.active_specialization?.id, role: expect.any(String) },
    heroTalentTree: { id: document.active_hero_talent_tree?.id },
    talentLoadoutCode: used?.talent_loadout_code,
    resolvedFrom: 'active_loadout',
    // Without the node that selects the hero tree.
    classTalents: used?.selected_class_talents.filter(({ tooltip }) => tooltip).map(({ id }) => ({ nodeId: id })),
  });
  // If the document does not name the active specialization, the profile does.
  expect(await build((raw) => delete raw.active_specialization)).toMatchObject({
    specialization: { id: document.active_specialization?.id },
    resolvedFrom: 'active_loadout',
  });
  // Falls back to the loadout's hero tree if the document does not name one.
  expect((await build((raw) => delete raw.active_hero_talent_tree)).heroTalentTree).toEqual({
    id: used?.selected_hero_talent_tree?.id,
    name: used?.selected_hero_talent_tree?.name,
  });
  const otherCode = document.specializations.find((entry) => entry !== active(document))?.loadouts?.[0]
    ?.talent_loadout_code;
  for (const code of [otherCode, 'not a code', '', null]) {
    const changed = await build((raw) => {
      for (const loadout of active(raw)?.loadouts ?? []) Object.assign(loadout, { talent_loadout_code: code });
    });
    expect(changed).toMatchObject({ talentLoadoutCode: null, resolvedFrom: 'active_loadout' });
  }
  expect(await build((raw) => delete active(raw)?.loadouts)).toMatchObject({
    classTalents: [],
    talentLoadoutCode: null,
    resolvedFrom: 'specialization',
  });
  expect(await build((raw) => raw.specializations.splice(0))).toMatchObject({ resolvedFrom: 'profile' });
});

type Document = {
  active_specialization?: { id: number };
  active_hero_talent_tree?: { id: number };
  specializations: {
    specialization: { id: number };
    loadouts?: {
      is_active: boolean;
      talent_loadout_code: string | null;
      selected_class_talents: { id: number; tooltip?: object }[];
      selected_hero_talent_tree?: { id: number; name: string };
    }[];
  }[];
};

test('a loadout code counts for its own specialization only', () => {
  const code = `CQQA${'A'.repeat(30)}`;
  expect([codeOfSpecialization(260, code), codeOfSpecialization(261, code)]).toEqual([code, null]);
  expect([
    codeOfSpecialization(260, null),
    codeOfSpecialization(260, 'CQQA'),
    codeOfSpecialization(260, `${code}=`),
  ]).toEqual([null, null, null]);
  // A code of the previous version.
  expect(codeOfSpecialization(260, code.replace('C', 'B'))).toBeNull();
});

test.concurrent('a render is derived from the portrait if the platform names none, and only URLs are shown', async () => {
  await using app = await testApp({ world: lonely() });
  const { client, character } = await bringInCharacter(app, 'osric', 'Osricane');
  const { faults, world } = app.simulator;
  const render = async (body: object) => {
    await app.ctx.sql('delete from character_section where section = $1', ['media']);
    await app.ctx.sql('update character set avatar_url = null');
    const stop = faults.serve(platformPath('character-media'), body);
    world.login(world.character('highmere', 'Osricane'));
    await enrich(app, client, character.id);
    stop();
    return client.get(`/characters/${character.id}/render`);
  };
  const host = app.simulator.origin;
  const avatar = `${host}/us/character/highmere/1/7-avatar.jpg?alt=/shadow/avatar/1-0.jpg`;
  expect((await render({ assets: [{ key: 'avatar', value: avatar }] })).body).toMatchObject({
    renderUrl: app.ctx.pictureUrl(`${host}/us/character/highmere/1/7-main-raw.png`),
    derivedFrom: 'avatar',
    avatarUrl: app.ctx.pictureUrl(avatar),
  });
  const main = `${host}/old-main.jpg`;
  expect((await render({ avatar_url: avatar, render_url: main })).body).toMatchObject({
    renderUrl: app.ctx.pictureUrl(main),
    derivedFrom: 'main',
  });
  expect((await render({ assets: [{ key: 'avatar', value: 'javascript:alert(1)-avatar.jpg' }] })).status).toBe(404);
  expect((await render({})).body.reason).toBe('character_data_missing');
});
