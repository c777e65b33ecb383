import { findPlayableClass, playableClasses } from './game-classes.ts';
import { type Faction, findPlayableRace, racesFor } from './game-races.ts';
import type { Random } from './random.ts';
import type { CharacterRecord, Realm } from './world-model.ts';
import { inventName } from './world-names.ts';
import { WorldRefusal } from './world-refusal.ts';
import { nextCharacterId, pathOf, requireFreeName, takeAddress, type WorldState, wholeSecond } from './world-state.ts';

export const maximumLevel = 80;

const day = 86_400_000;

/** The properties a caller may set on a new character; the world invents the rest. */
export type CharacterOverrides = Partial<
  Pick<
    CharacterRecord,
    | 'name'
    | 'realm'
    | 'level'
    | 'classId'
    | 'raceId'
    | 'gender'
    | 'faction'
    | 'specId'
    | 'averageItemLevel'
    | 'equippedItemLevel'
    | 'lastLogin'
    | 'achievementPoints'
    | 'isGhost'
    | 'isSelfFound'
    | 'profileHidden'
    | 'valid'
  >
>;

function inventLevel(random: Random, startLevel: number): number {
  const kind = random.next();
  if (kind < 0.72) return maximumLevel;
  if (kind < 0.84) return random.integer(70, maximumLevel - 1);
  return random.integer(startLevel, 69);
}

/** Most characters played this month; some have been away for years. */
function inventLastLogin(random: Random, epoch: number): number {
  const days = Math.min(1400, -Math.log(1 - random.next()) * (random.chance(0.7) ? 12 : 240));
  return Math.floor(epoch - 6 * 3_600_000 - days * day);
}

function inventItemLevel(random: Random, level: number): number {
  return level === maximumLevel
    ? random.integer(84, 162)
    : Math.max(1, Math.round(level * random.integer(90, 115) * 0.009));
}

/** A consistent character (race, class and faction match) with an id, but without a guild or an address. */
function inventCharacter(state: WorldState, realm: Realm, overrides: CharacterOverrides): CharacterRecord {
  const { random } = state;
  // Draws every choice even if an override replaces it, so that one override does not change the rest of the world.
  const drawnClass = random.pick(playableClasses);
  const drawnFaction: Faction = random.chance(0.5) ? 'ALLIANCE' : 'HORDE';
  const classId = overrides.classId ?? drawnClass.id;
  const playableClass = findPlayableClass(classId);
  if (!playableClass) throw new WorldRefusal('missing', `There is no class ${classId}`);
  const raceFaction = overrides.raceId === undefined ? undefined : findPlayableRace(overrides.raceId)?.faction;
  const faction = overrides.faction ?? (raceFaction === 'NEUTRAL' ? undefined : raceFaction) ?? drawnFaction;
  const drawnRace = random.pick(racesFor(faction, classId));
  const drawnLevel = inventLevel(random, playableClass.startLevel);
  const level = overrides.level ?? drawnLevel;
  const drawnLogin = inventLastLogin(random, state.epoch);
  const lastLogin = overrides.lastLogin ?? drawnLogin;
  const averageItemLevel = overrides.averageItemLevel ?? inventItemLevel(random, level);
  const drawnSpec = random.pick(playableClass.specializations);
  const drawnGender = random.chance(0.5) ? 'MALE' : 'FEMALE';
  const drawnPoints = random.integer(level * 3, level === maximumLevel ? 3800 : level * 40) * 5;
  const drawnGap = random.integer(0, 6);
  const playedFor = random.integer(20, 240) * 60_000;
  const drawnName = inventName(
    random,
    (name) => !state.reservedNames.has(name.toLowerCase()) && !state.charactersByPath.has(pathOf(realm, name)),
  );

  return {
    id: nextCharacterId(state, realm),
    name: overrides.name ?? drawnName,
    realm,
    level,
    classId,
    raceId: overrides.raceId ?? drawnRace.id,
    gender: overrides.gender ?? drawnGender,
    faction,
    specId: overrides.specId ?? (level < 10 ? 0 : drawnSpec.id),
    averageItemLevel,
    equippedItemLevel: overrides.equippedItemLevel ?? Math.max(0, averageItemLevel - drawnGap),
    lastLogin,
    achievementPoints: overrides.achievementPoints ?? drawnPoints,
    isGhost: overrides.isGhost ?? false,
    isSelfFound: overrides.isSelfFound ?? false,
    reputationGained: {},
    recipesLearned: [],
    guildId: null,
    rank: null,
    profileHidden: overrides.profileHidden ?? false,
    valid: overrides.valid ?? true,
    // Profiles change when the player logs out.
    lastModified: wholeSecond(lastLogin + playedFor),
  };
}

/** Invents a character and registers its address. `createdAt` is for one that appears while the world is running. */
export function addCharacter(
  state: WorldState,
  realm: Realm,
  overrides: CharacterOverrides,
  createdAt?: number,
): CharacterRecord {
  if (overrides.name !== undefined) requireFreeName(state, realm, overrides.name);
  const character = inventCharacter(state, realm, overrides);
  if (createdAt !== undefined) character.lastModified = wholeSecond(createdAt);
  takeAddress(state, character);
  return character;
}
