/** The recorded character, imported by name through the whole stack: compares each view with the payload behind it. */
import { createHash } from 'node:crypto';
import { createWorld } from '@guildhall/simulator/world.ts';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { importRecordedCharacter, payload } from '../../../test/recorded-character.ts';
import { recorded, recordedTitle } from '../../../test/recordings.ts';

type Ref = { id: number; name: string };
type Profile = {
  id: number;
  name: string;
  guild: Ref;
  active_title: { display_string: string };
  covenant_progress: { chosen_covenant: Ref; renown_level: number };
  achievement_points: number;
  equipped_item_level: number;
  average_item_level: number;
  last_login_timestamp: number;
} & Record<'character_class' | 'race' | 'active_spec' | 'realm', Ref>;
type Mode = { difficulty: { type: string }; progress: { encounters: { completed_count: number }[] } };
type Encounters = { expansions: { expansion: Ref; instances: { instance: Ref; modes: Mode[] }[] }[] };
type Tier = { tier: Ref; skill_points: number; known_recipes?: Ref[] };
type Professions = Record<'primaries' | 'secondaries', { profession: Ref; tiers: Tier[] }[]>;
type Loadout = { is_active: boolean; talent_loadout_code: string };
type Specializations = {
  active_specialization: Ref;
  active_hero_talent_tree: Ref;
  specializations: { specialization: Ref; loadouts: Loadout[] }[];
};
type Rating = { rating_normalized: number; value: number };
type Statistics = { health: number; mastery: Rating; melee_crit: Rating; armor: object; main_hand_dps: number };
type Reputation = { faction: Ref; standing: { raw: number; name: string }; paragon?: object };
type Statistic = { played: number; won: number; lost: number };
type Pvp = { honor_level: number; pvp_map_statistics: { world_map: Ref; match_statistics: Statistic }[] };
type Achievements = { total_points: number; recent_events: { achievement: Ref; timestamp: number }[] };

const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0);

describe.skipIf(!recorded)(recordedTitle, () => {
  test('a character is shown as the platform described it', async () => {
    await using app = await testApp({ world: createWorld({ guildSizes: [] }) });
    // The recordings link pictures on the platform, not in the simulator.
    app.config.battlenet.mediaHosts.push('worldofwarcraft.com');
    const client = await app.signIn('vesper');
    const character = await importRecordedCharacter(app, client);
    const view = async (name: string) => (await client.get(`/characters/${character.id}/${name}`).expect(200)).body;

    const profile = payload<Profile>('profile');
    expect(character).toMatchObject({
      name: 'Dratnos',
      realm: { slug: 'tichondrius', name: 'Tichondrius' },
      class: { id: profile.character_class.id },
      race: { id: profile.race.id },
      gender: 'male',
      faction: 'horde',
      level: 80,
      itemLevel: { equipped: profile.equipped_item_level, average: profile.average_item_level },
      activeSpec: { id: profile.active_spec.id, name: profile.active_spec.name, role: 'melee' },
      achievementPoints: profile.achievement_points,
      // The claim is unverified, so the guild's name is only a label.
      guild: { id: null, name: profile.guild.name, alias: null, rank: null },
      title: profile.active_title.display_string.replace('{name}', profile.name),
      covenant: {
        name: profile.covenant_progress.chosen_covenant.name,
        renownLevel: profile.covenant_progress.renown_level,
      },
      hardcore: null,
      verified: false,
      lastLoginAt: new Date(profile.last_login_timestamp).toISOString(),
    });
    expect(new Set(Object.values(character.freshness).map(({ status }) => status))).toEqual(new Set(['ok']));
    expect(await view('data-patch')).toMatchObject({ patch: '12.0.1', build: 65_617 });

    const { assets } = payload<{ assets: { key: string; value: string }[] }>('media');
    const pictureOf = (key: string) => app.ctx.pictureUrl(assets.find((asset) => asset.key === key)?.value ?? 'none');
    expect(await view('render')).toMatchObject({ renderUrl: pictureOf('main-raw'), avatarUrl: pictureOf('avatar') });

    const encounters = await view('encounters');
    for (const category of ['raid', 'dungeon'] as const) {
      const shown = encounters.expansions.flatMap((group: { instances: { category: string }[] }) =>
        group.instances.filter((instance) => instance.category === category),
      );
      const told = payload<Encounters>(`${category}s`).expansions.flatMap(({ instances }) => instances);
      expect(shown).toHaveLength(told.length);
      for (const { instance, modes } of told) {
        const { name, difficulties } = shown.find(({ id }: Ref) => id === instance.id);
        expect(name).toBe(instance.name);
        expect(difficulties.map(({ type }: { type: string }) => type)).toEqual(
          modes.map(({ difficulty }) => difficulty.type),
        );
        const kills = difficulties.flatMap((shownMode: { encounters: { kills: number }[] }) =>
          shownMode.encounters.map((encounter) => encounter.kills),
        );
        const toldKills = modes.flatMap(({ progress }) => progress.encounters.map((entry) => entry.completed_count));
        expect(sumOf(kills)).toBe(sumOf(toldKills));
      }
    }
    expect(encounters.keystone).toEqual({ rating: null, bestRunsThisWeek: [], seasonIds: expect.any(Array) });

    const professions = payload<Professions>('professions');
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

    const specializations = payload<Specializations>('specializations');
    const build = await view('active-build');
    const active = specializations.specializations.find(
      ({ specialization }) => specialization.id === specializations.active_specialization.id,
    );
    const code = active?.loadouts.find(({ is_active }) => is_active)?.talent_loadout_code;
    expect(build).toMatchObject({
      specialization: { id: active?.specialization.id, name: active?.specialization.name },
      heroTalentTree: { name: specializations.active_hero_talent_tree.name },
      talentLoadoutCode: code,
      resolvedFrom: 'active_loadout',
    });
    expect(build.heroTalents.length).toBeGreaterThan(5);
    expect(build.classTalents.every(({ name }: { name: string | null }) => name)).toBe(true);
    expect((await view('specializations')).specializations).toHaveLength(specializations.specializations.length);

    const sheet = payload<Statistics>('statistics');
    const { statistics } = await view('statistics');
    expect(statistics).toMatchObject({
      health: sheet.health,
      attributes: { armor: sheet.armor },
      crit: { melee: { rating: sheet.melee_crit.rating_normalized } },
      mastery: { rating: sheet.mastery.rating_normalized, percent: expect.closeTo(sheet.mastery.value, 2) },
      mainHand: { dps: expect.closeTo(sheet.main_hand_dps, 2) },
    });

    const { reputations } = payload<{ reputations: Reputation[] }>('reputations');
    const shownFactions = (await view('reputations')).expansions.flatMap(
      (group: { factions: Ref[] }) => group.factions,
    );
    const byId = (left: { id: number }, right: { id: number }) => left.id - right.id;
    expect(
      shownFactions
        .map(({ id, name, standing }: Ref & Pick<Reputation, 'standing'>) => ({
          id,
          name,
          raw: standing.raw,
          standing: standing.name,
        }))
        .toSorted(byId),
    ).toEqual(
      reputations
        .map(({ faction, standing }) => ({
          id: faction.id,
          name: faction.name,
          raw: standing.raw,
          standing: standing.name,
        }))
        .toSorted(byId),
    );
    const exalted = await view('reputations?standing=EXALTED');
    expect(exalted.expansions.flatMap((group: { factions: Ref[] }) => group.factions)).toHaveLength(
      reputations.filter(({ standing }) => standing.name === 'Exalted').length,
    );

    const summary = payload<Pvp>('pvp');
    const bracket = payload<{ rating: number; season_match_statistics: Statistic }>('bracket');
    expect(await view('pvp')).toMatchObject({
      honorLevel: summary.honor_level,
      brackets: [{ key: '2v2', rating: bracket.rating, season: bracket.season_match_statistics }],
      maps: summary.pvp_map_statistics.map(({ world_map, match_statistics }) => ({
        id: world_map.id,
        name: world_map.name,
        ...match_statistics,
      })),
    });

    const achievements = payload<Achievements>('achievements');
    expect(await view('achievements')).toMatchObject({
      totalPoints: achievements.total_points,
      recent: achievements.recent_events.map(({ achievement, timestamp }) => ({
        id: achievement.id,
        name: achievement.name,
        completedAt: new Date(timestamp).toISOString(),
      })),
    });

    const text = await client.get(`/characters/${character.id}/simc-profile`).set('Accept', 'text/plain').expect(200);
    expect(text.text).toContain(`\ntalents=${code}\n`);
    const dated = text.text.replace(/- \d{4}-\d\d-\d\d \d\d:\d\d -/, '- 2026-03-06 12:00 -');
    // The package makes the same text of the same character; its own test explains how that text was reviewed.
    expect(createHash('sha256').update(dated).digest('hex')).toBe(
      '815010f95d56eb53cb7382e7c1e863327ec71eac28549f148d192e6a39821c4f',
    );
  });
});
