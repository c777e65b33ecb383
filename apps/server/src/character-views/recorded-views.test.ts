/** The recorded character through the whole stack: what each view shows, counted in the answers it was made from. */
import { createWorld } from '@guildhall/simulator/world.ts';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../test/app.ts';
import { bringInCharacter, enrich } from '../../test/character.ts';
import { recorded, recordedTitle, recording } from '../../test/recordings.ts';

const DOCUMENTS: Record<string, string> = {
  'character-equipment': 'equipment',
  'character-specializations': 'specializations',
  'character-statistics': 'statistics',
  'character-encounters-raids': 'encounters/raids',
  'character-professions': 'professions',
  'character-mythic-keystone-profile': 'mythic-keystone-profile',
};
const MODERN = 'savecraft_us-tichondrius-dratnos_12.0.1_65617.json';
const fileOf = (kind: string) =>
  `${kind}/${kind.includes('keystone') ? 'savecraft_us-tichondrius-dratnos.json' : MODERN}`;

type Ref = { id: number; name: string };
type Raids = { expansions: { expansion: Ref; instances: { instance: Ref; modes: Mode[] }[] }[] };
type Mode = { difficulty: { type: string }; progress: { encounters: { completed_count: number }[] } };
type Tier = { tier: Ref; skill_points: number; known_recipes?: Ref[] };
type Professions = Record<'primaries' | 'secondaries', { profession: Ref; tiers: Tier[] }[]>;
type Specializations = {
  active_specialization: Ref;
  active_hero_talent_tree: Ref;
  specializations: { specialization: Ref; loadouts: { is_active: boolean; talent_loadout_code: string }[] }[];
};

describe.skipIf(!recorded)(recordedTitle, () => {
  test('a modern character is shown as the platform described it', async () => {
    await using app = await testApp({ world: createWorld({ guildSizes: [] }) });
    const { client, character } = await bringInCharacter(app, 'osric', 'Osricane');
    const { faults, world } = app.simulator;
    for (const [kind, path] of Object.entries(DOCUMENTS)) {
      faults.serve(`/profile/wow/character/highmere/osricane/${path}`, recording(fileOf(kind)));
    }
    world.login(world.character('highmere', 'Osricane'));
    await enrich(app, client, character.id);
    const view = async (name: string) => (await client.get(`/characters/${character.id}/${name}`).expect(200)).body;

    const raids = recording(fileOf('character-encounters-raids')) as Raids;
    const { expansions } = await view('encounters');
    const shownRaids = expansions.flatMap((group: { instances: { category: string }[] }) =>
      group.instances.filter(({ category }) => category === 'raid'),
    );
    const recordedRaids = raids.expansions.flatMap(({ instances }) => instances);
    expect(shownRaids).toHaveLength(recordedRaids.length);
    const killsIn = (modes: { encounters: { kills: number }[] }[]) =>
      modes.flatMap(({ encounters }) => encounters).reduce((sum, { kills }) => sum + kills, 0);
    for (const { instance, modes } of recordedRaids) {
      const shown = shownRaids.find(({ id }: Ref) => id === instance.id);
      expect(shown).toMatchObject({ name: instance.name });
      expect(shown.difficulties.map(({ type }: { type: string }) => type)).toEqual(
        modes.map(({ difficulty }) => difficulty.type),
      );
      const kills = modes.flatMap(({ progress }) => progress.encounters);
      expect(killsIn(shown.difficulties)).toBe(kills.reduce((sum, kill) => sum + kill.completed_count, 0));
    }

    const professions = recording(fileOf('character-professions')) as Professions;
    const learned = [...professions.primaries, ...professions.secondaries];
    const recipes = learned.flatMap(({ tiers }) => tiers.flatMap(({ known_recipes = [] }) => known_recipes));
    const shownRecipes = await view('recipes');
    expect(shownRecipes.total).toBe(recipes.length);
    const names = shownRecipes.professions.flatMap((profession: { tiers: { recipes: Ref[] }[] }) =>
      profession.tiers.flatMap((tier) => tier.recipes.map(({ name }) => name)),
    );
    expect(names.toSorted()).toEqual(recipes.map(({ name }) => name).toSorted());
    const shownProfessions = (await view('professions')).professions;
    expect(shownProfessions.map(({ name }: Ref) => name)).toEqual(learned.map(({ profession }) => profession.name));
    const ages = ['Khaz Algar', 'Dragon Isles', 'Shadowlands', 'Zandalari', 'Draenor', 'Cataclysm', 'Northrend', ''];
    expect(shownProfessions[0].tiers.map(({ name }: Ref) => name)).toEqual(
      ages.map((age) => expect.stringContaining(age)),
    );

    const specializations = recording(fileOf('character-specializations')) as Specializations;
    const build = await view('active-build');
    const active = specializations.specializations.find(
      ({ specialization }) => specialization.id === specializations.active_specialization.id,
    );
    expect(build).toMatchObject({
      specialization: { id: active?.specialization.id, name: active?.specialization.name },
      heroTalentTree: { name: specializations.active_hero_talent_tree.name },
      talentLoadoutCode: active?.loadouts.find(({ is_active }) => is_active)?.talent_loadout_code,
      resolvedFrom: 'active_loadout',
    });
    expect(build.heroTalents.length).toBeGreaterThan(5);
    expect(build.classTalents.every(({ name }: { name: string | null }) => name)).toBe(true);
    expect((await view('specializations')).specializations).toHaveLength(specializations.specializations.length);

    const sheet = recording(fileOf('character-statistics')) as {
      health: number;
      mastery: { rating_normalized: number; value: number };
    };
    const { statistics } = await view('statistics');
    expect(statistics.health).toBe(sheet.health);
    expect(statistics.mastery.rating).toBe(sheet.mastery.rating_normalized);
    expect(statistics.mastery.percent).toBeCloseTo(sheet.mastery.value, 2);
  });
});
