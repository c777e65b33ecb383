import { type Ladder, type ReputationFactionEntry, reputationFactions } from '../game-factions.ts';
import { localized, untranslated } from '../localized.ts';
import { achievementCategories, achievements, battlegrounds, keystoneAffixes } from '../played-content.ts';
import type { Random } from '../random.ts';
import type { Character } from '../world-model.ts';
import { raceReference, specializationReference } from './character-documents.ts';
import { characterDocument, characterReference, choicesOf, firstAdventureLevel, reference } from './character-scene.ts';
import { modes } from './journal-documents.ts';
import { characterLink, type Document, dynamicLink, realmReference, type Scene, text } from './scene.ts';
import { factionName } from './typed-names.ts';

/** No character has entered a raid on the highest difficulty, which documents then leave out. */
const difficulties = { RAID: modes.RAID.slice(0, 3), DUNGEON: modes.DUNGEON };
const day = 86_400_000;

const typed = (scene: Scene, type: string, name: string) => ({ type, name: text(scene, untranslated(name)) });

function encounters(category: 'RAID' | 'DUNGEON', path: string) {
  return (scene: Scene, character: Character): Document | undefined => {
    if (character.level < firstAdventureLevel) return undefined;
    const { expansions, currentSeason } = scene.world.journal;
    const document = characterDocument(scene, character, 'character-encounters', `encounters/${path}`, () => ({
      // Not in chronological order, as on the platform.
      expansions: [...expansions.toReversed(), currentSeason].map((expansion) => ({
        // The season repeats instances listed elsewhere, so each instance uses its own random source.
        expansion: reference(scene, 'journal-expansion', expansion),
        instances: expansion.instances
          .filter((entry) => entry.category === category)
          .map((entry) => ({
            instance: reference(scene, 'journal-instance', entry),
            modes: difficulties[category].flatMap(([type, name]) => {
              const random = choicesOf(character, `${entry.id}/${type}`);
              const slain = random.integer(1, entry.encounters.length);
              return [
                {
                  difficulty: typed(scene, type, name),
                  status:
                    slain === entry.encounters.length
                      ? typed(scene, 'COMPLETE', 'Complete')
                      : typed(scene, 'IN_PROGRESS', 'In Progress'),
                  progress: {
                    completed_count: slain,
                    total_count: entry.encounters.length,
                    encounters: entry.encounters.slice(0, slain).map((encounter) => ({
                      encounter: reference(scene, 'journal-encounter', encounter),
                      completed_count: random.integer(1, 30),
                      last_kill_timestamp: character.lastLogin - random.integer(1, 200) * day,
                    })),
                  },
                },
              ];
            }),
          })),
      })),
    }));
    if (category === 'RAID') return document;
    // The dungeons document does not name its character.
    return { ...document, body: () => ({ ...Object(document.body()), character: undefined }) };
  };
}

export const characterRaids = encounters('RAID', 'raids');
export const characterDungeons = encounters('DUNGEON', 'dungeons');

type Faction = ReputationFactionEntry & { ladder: Ladder };
/** Leaves out factions that only group others: they have no standings. */
const factions = reputationFactions.filter((entry): entry is Faction => entry.ladder !== null);

const standings = [
  [-42_000, 36_000, 'Hated|Hasserfüllt|Odiado|Détesté|Odiato|Odiado|Ненависть|증오|仇恨|仇恨'],
  [0, 3_000, 'Neutral|Neutral|Neutral|Neutre|Neutrale|Neutro|Равнодушие|중립|中立|中立'],
  [3_000, 6_000, 'Friendly|Freundlich|Amistoso|Amical|Amichevole|Amistoso|Дружелюбие|우호|友好|友善'],
  [9_000, 12_000, 'Honored|Wohlwollend|Honorable|Honoré|Onorato|Honrado|Уважение|우호적|尊敬|尊敬'],
  [21_000, 21_000, 'Revered|Respektvoll|Venerado|Révéré|Riverito|Reverenciado|Почтение|매우 우호|崇敬|崇敬'],
  [42_000, 0, 'Exalted|Ehrfürchtig|Exaltado|Exalté|Osannato|Exaltado|Превознесение|확고한 동맹|崇拜|崇拜'],
] as const;

/** `…/reputations`, including what the character gained while the world was running. */
export function characterReputations(scene: Scene, character: Character): Document {
  return characterDocument(scene, character, 'character-reputations', 'reputations', () => {
    const random = choicesOf(character, 'reputations');
    const drawn = factions.map((faction) => ({ faction, raw: drawnReputation(faction, random) }));
    return {
      reputations:
        character.level < firstAdventureLevel
          ? []
          : drawn.map(({ faction, raw }) => reputation(scene, character, faction, raw)),
    };
  });
}

const drawnReputation = ({ ladder }: Faction, random: Random) =>
  ladder === 'standing' ? random.pick([-42_000, 500, 4_000, 15_000, 30_000, 42_000]) : random.integer(0, 20_000);

function reputation(scene: Scene, character: Character, faction: Faction, drawn: number) {
  const raw = drawn + (character.reputationGained[faction.id] ?? 0);
  return {
    faction: reference(scene, 'reputation-faction', faction),
    standing: standing(scene, faction, raw),
    ...(faction.ladder === 'standing' && raw >= 42_000
      ? { paragon: { raw: raw - 42_000, value: raw - 42_000, max: 10_000 } }
      : {}),
  };
}

function standing(scene: Scene, { ladder }: Faction, raw: number) {
  if (ladder === 'renown') {
    const level = Math.floor(raw / 2_500) + 1;
    return {
      raw,
      value: raw % 2_500,
      max: 2_500,
      renown_level: level,
      name: text(scene, untranslated(`Renown ${level}`)),
    };
  }
  if (ladder === 'friendship') {
    const best = raw >= 15_000;
    return {
      raw,
      value: best ? 0 : raw,
      max: best ? 0 : 15_000,
      tier: best ? 5 : 1,
      name: text(scene, untranslated(best ? 'Best Friend' : 'Acquaintance')),
    };
  }
  const tier = Math.max(
    0,
    standings.findLastIndex(([from]) => raw >= from),
  );
  const [from, max, names] = standings[tier] ?? standings[0];
  const value = max === 0 ? 0 : raw - from;
  return { raw, value, max, tier: tier === 0 ? 0 : tier + 2, name: text(scene, localized(names)) };
}

/** `…/achievements`. */
export function characterAchievements(scene: Scene, character: Character): Document {
  return characterDocument(scene, character, 'character-achievements', 'achievements', () => {
    const random = choicesOf(character, 'achievements');
    const earned = achievements.map((entry) => ({ entry, at: character.lastLogin - random.integer(1, 900) * day }));
    return {
      total_quantity: Math.round(character.achievementPoints / 10),
      total_points: character.achievementPoints,
      achievements: earned.map(({ entry, at }) => ({
        id: entry.id,
        achievement: reference(scene, 'achievement', entry),
        criteria: { id: entry.id + 1, is_completed: true },
        completed_timestamp: at,
      })),
      category_progress: achievementCategories.map((category) => ({
        category: reference(scene, 'achievement-category', category),
        quantity: Math.round(character.achievementPoints / 40),
        points: Math.round(character.achievementPoints / 4),
      })),
      recent_events: earned
        .toSorted((left, right) => right.at - left.at)
        .slice(0, 4)
        .map(({ entry, at }) => ({ achievement: reference(scene, 'achievement', entry), timestamp: at })),
    };
  });
}

/** `…/achievements/statistics`, of which we read the delves only. */
export function characterAchievementStatistics(scene: Scene, character: Character): Document {
  const path = 'achievements/statistics';
  return characterDocument(scene, character, 'character-achievement-statistics', path, () => {
    const random = choicesOf(character, path);
    const statistic = (id: number, name: string) => ({
      id,
      name: text(scene, untranslated(name)),
      last_updated_timestamp: character.lastLogin - random.integer(1, 200) * 3_600_000,
      quantity: random.integer(0, 300),
    });
    return {
      categories: [
        {
          id: 92_900,
          name: text(scene, untranslated('Depths')),
          sub_categories: [
            {
              id: 92_910,
              name: text(scene, untranslated('Delves')),
              statistics: character.level < 70 ? [] : [statistic(92_911, 'Total delves completed')],
            },
          ],
          statistics: [statistic(92_901, 'Bells rung')],
        },
      ],
    };
  });
}

/** Both documents of a character show the same rating. */
function ratingOf(character: Character) {
  const rating = choicesOf(character, 'keystone-rating').integer(500, 30_000) / 10;
  return { color: { r: 255, g: 128, b: 0, a: 1 }, rating };
}

const runsKeystones = (character: Character) => character.level >= 80 && choicesOf(character, 'keystones').chance(0.9);

/** `…/mythic-keystone-profile`. Characters who run no keystones have only the number of the week. */
export function characterMythicKeystone(scene: Scene, character: Character): Document {
  return characterDocument(scene, character, 'mythic-keystone-profile', 'mythic-keystone-profile', () => {
    const random = choicesOf(character, 'keystone');
    const period = { key: dynamicLink(scene, 'mythic-keystone', 'period', 1052), id: 1052 };
    if (!runsKeystones(character)) return { current_period: { period } };
    return {
      current_mythic_rating: ratingOf(character),
      current_period: { period, best_runs: [run(scene, character, random)] },
      seasons: [{ key: characterLink(scene, character, 'mythic-keystone-profile', 'season', '14'), id: 14 }],
    };
  });
}

/** `…/mythic-keystone-profile/season/{id}`: 404 for a season the character did not play. */
export function characterMythicKeystoneSeason(
  scene: Scene,
  character: Character,
  season: string,
): Document | undefined {
  if (!runsKeystones(character) || season !== '14') return undefined;
  const path = `mythic-keystone-profile/season/${season}`;
  return characterDocument(scene, character, 'mythic-keystone-profile-season', path, () => {
    const random = choicesOf(character, 'keystone-season');
    return {
      season: { key: dynamicLink(scene, 'mythic-keystone', 'season', season), id: Number(season) },
      best_runs: Array.from({ length: random.integer(1, 8) }, () => run(scene, character, random)),
      mythic_rating: ratingOf(character),
    };
  });
}

function run(scene: Scene, character: Character, random: Random) {
  const dungeons = scene.world.journal.currentSeason.instances.filter(({ category }) => category === 'DUNGEON');
  return {
    completed_timestamp: character.lastLogin - random.integer(1, 100) * 3_600_000,
    duration: random.integer(1_200_000, 2_400_000),
    keystone_level: random.integer(2, 18),
    keystone_affixes: keystoneAffixes.map((affix) => reference(scene, 'keystone-affix', affix)),
    members: [runMember(scene, character)],
    dungeon: reference(scene, 'mythic-keystone/dungeon', random.pick(dungeons)),
    is_completed_within_time: random.chance(0.6),
    mythic_rating: { rating: random.integer(100, 400) },
  };
}

/** As on the platform, the realm has no name. */
function runMember(scene: Scene, character: Character) {
  const { key, id, slug } = realmReference(scene, character.realm);
  const { name, id: characterId } = characterReference(scene, character);
  return {
    character: { name, id: characterId, realm: { key, id, slug } },
    specialization: specializationReference(scene, character.specId),
    race: raceReference(scene, character.raceId),
    equipped_item_level: character.equippedItemLevel,
  };
}

const matches = (random: Random) => {
  const won = random.integer(0, 90);
  const lost = random.integer(0, 90);
  return { played: won + lost, won, lost };
};

function bracketsOf(character: Character): string[] {
  if (character.level < 80) return [];
  return choicesOf(character, 'brackets').pick([[], ['3v3'], ['2v2', '3v3'], ['3v3', 'shuffle-lantern-bearer']]);
}

/** `…/pvp-summary`. */
export function characterPvpSummary(scene: Scene, character: Character): Document {
  return characterDocument(scene, character, 'pvp-summary', 'pvp-summary', () => {
    const random = choicesOf(character, 'pvp');
    const brackets = bracketsOf(character);
    return {
      ...(brackets.length > 0
        ? { brackets: brackets.map((name) => characterLink(scene, character, 'pvp-bracket', name)) }
        : {}),
      honor_level: random.integer(1, 200),
      pvp_map_statistics: battlegrounds.map((map) => ({
        world_map: { name: text(scene, map.name), id: map.id },
        match_statistics: matches(random),
      })),
      honorable_kills: random.integer(0, 9000),
    };
  });
}

/** `…/pvp-bracket/{bracket}`: 404 if the character never played it. */
export function characterPvpBracket(scene: Scene, character: Character, bracket: string): Document | undefined {
  if (!bracketsOf(character).includes(bracket)) return undefined;
  const rounds = bracket.startsWith('shuffle');
  return characterDocument(scene, character, 'pvp-bracket', `pvp-bracket/${bracket}`, () => {
    const random = choicesOf(character, bracket);
    return {
      faction: factionName(scene, character.faction),
      bracket: rounds ? { id: 6, type: 'SHUFFLE' } : { id: 1, type: `ARENA_${bracket}` },
      rating: random.integer(1200, 2600),
      season: { key: dynamicLink(scene, 'pvp-season', 41), id: 41 },
      tier: { key: dynamicLink(scene, 'pvp-tier', 14), id: 14 },
      season_match_statistics: matches(random),
      weekly_match_statistics: matches(random),
      ...(rounds ? { season_round_statistics: matches(random), weekly_round_statistics: matches(random) } : {}),
    };
  });
}
