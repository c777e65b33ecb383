/** The classes, races and specializations of each branch of the game, by the platform's ids. */
import { CombatRole, type Faction } from '@guildhall/contracts/organization.ts';
import type { GameVersion } from '@guildhall/contracts/primitives.ts';
import { ArmorType } from '@guildhall/contracts/roster.ts';
import { specializationOf } from '@guildhall/simc/tokens.ts';

type Options = { maxLevel: number; classIds: number[]; raceIds: number[]; specIds: number[] };

const ERA_CLASSES = [1, 2, 3, 4, 5, 7, 8, 9, 11];
const ERA_RACES = [1, 2, 3, 4, 5, 6, 7, 8];
const ANNIVERSARY_RACES = [...ERA_RACES, 10, 11];
const CLASSIC_CLASSES = [...ERA_CLASSES, 6, 10];
const CLASSIC_RACES = [...ERA_RACES, 9, 10, 11, 22, 24, 25, 26];
const CLASSIC_SPECS = [62, 63, 64, 65, 66, 70, 71, 72, 73, 102, 103, 104, 105].concat(
  Array.from({ length: 21 }, (_, index) => 250 + index),
);

/** Classic Era and Anniversary have talent trees instead of specializations. */
export const PLAYABLE: Record<GameVersion, Options> = {
  retail: {
    maxLevel: 90,
    classIds: [...CLASSIC_CLASSES, 12, 13],
    raceIds: [...CLASSIC_RACES, 27, 28, 29, 30, 31, 32, 34, 35, 36, 37, 52, 70, 84, 85, 86, 91],
    specIds: [...CLASSIC_SPECS, 577, 581, 1467, 1468, 1473, 1480],
  },
  classic: { maxLevel: 90, classIds: CLASSIC_CLASSES, raceIds: CLASSIC_RACES, specIds: CLASSIC_SPECS },
  'classic-era': { maxLevel: 60, classIds: ERA_CLASSES, raceIds: ERA_RACES, specIds: [] },
  'classic-anniversary': { maxLevel: 70, classIds: ERA_CLASSES, raceIds: ANNIVERSARY_RACES, specIds: [] },
};

const ALLIANCE = new Set([1, 3, 4, 7, 11, 22, 25, 29, 30, 32, 34, 37, 52, 85, 86]);
const HORDE = new Set([2, 5, 6, 8, 9, 10, 26, 27, 28, 31, 35, 36, 70, 84, 91]);
/** A Pandaren that has not chosen a side yet. */
const NEUTRAL = 24;

/** The side of a playable race. Null for one not listed here yet. */
export function factionOfRace(raceId: number): Faction | null {
  if (raceId === NEUTRAL) return 'neutral';
  if (HORDE.has(raceId)) return 'horde';
  return ALLIANCE.has(raceId) ? 'alliance' : null;
}

/** The combat role of each specialization id of the platform; unknown for an id not listed yet. */
const SPECS: Record<CombatRole, number[]> = {
  tank: [66, 73, 104, 250, 268, 581],
  healer: [65, 105, 256, 257, 264, 270, 1468],
  melee: [70, 71, 72, 103, 251, 252, 255, 259, 260, 261, 263, 269, 577],
  ranged: [62, 63, 64, 102, 253, 254, 258, 262, 265, 266, 267, 1467, 1473, 1480],
};

/** Survival used ranged weapons until it was rewritten for retail. */
const SURVIVAL = 255;

export function combatRoleOf(
  specId: number | null | undefined,
  gameVersion: GameVersion = 'retail',
): CombatRole | null {
  if (specId === SURVIVAL && gameVersion !== 'retail') return 'ranged';
  return CombatRole.options.find((role) => SPECS[role].includes(specId ?? 0)) ?? null;
}

// The roles that the classes of each branch of the game can play.

/** Without specializations the talents decide: these are the roles of any build of the class. */
const WITHOUT_SPECIALIZATIONS = new Map<number, CombatRole[]>([
  [1, ['tank', 'melee']],
  [2, ['tank', 'healer', 'melee']],
  [3, ['ranged']],
  [4, ['melee']],
  [5, ['healer', 'ranged']],
  [7, ['healer', 'melee', 'ranged']],
  [8, ['ranged']],
  [9, ['ranged']],
  [11, ['tank', 'healer', 'melee', 'ranged']],
]);

/** The class decides, as specializations change; the current one's role comes first. Unknown classes play all. */
export function playableRoles(gameVersion: GameVersion, classId: number, specId?: number | null): CombatRole[] {
  const key = `${gameVersion} ${classId}`;
  const roles = known.get(key) ?? rolesOfClass(gameVersion, classId);
  known.set(key, roles);
  const present = combatRoleOf(specId, gameVersion);
  return present && roles.includes(present) ? [present, ...roles.filter((role) => role !== present)] : roles;
}

/** There are a few dozen combinations, needed with every character shown. */
const known = new Map<string, CombatRole[]>();

function rolesOfClass(gameVersion: GameVersion, classId: number): CombatRole[] {
  const { specIds } = PLAYABLE[gameVersion];
  if (specIds.length === 0) return WITHOUT_SPECIALIZATIONS.get(classId) ?? CombatRole.options;
  const played = specIds
    .filter((id) => specializationOf(id)?.classId === classId)
    .map((id) => combatRoleOf(id, gameVersion));
  const roles = CombatRole.options.filter((role) => played.includes(role));
  return roles.length > 0 ? roles : CombatRole.options;
}

/** The colors in which the game shows its classes, by id. */
const COLORS = new Map([
  [1, '#c69b6d'],
  [2, '#f48cba'],
  [3, '#aad372'],
  [4, '#fff468'],
  [5, '#ffffff'],
  [6, '#c41e3a'],
  [7, '#0070dd'],
  [8, '#3fc7eb'],
  [9, '#8788ee'],
  [10, '#00ff98'],
  [11, '#ff7c0a'],
  [12, '#a330c9'],
  [13, '#33937f'],
]);

export const classColor = (classId: number): string | null => COLORS.get(classId) ?? null;

/** The armor worn by each class id of the platform; unknown for an id not listed yet. */
const CLASSES: Record<ArmorType, number[]> = {
  cloth: [5, 8, 9],
  leather: [4, 10, 11, 12],
  mail: [3, 7, 13],
  plate: [1, 2, 6],
  unknown: [],
};

export const armorTypeOf = (classId: number): ArmorType =>
  ArmorType.options.find((armor) => CLASSES[armor].includes(classId)) ?? 'unknown';

export const nameWithin = (table: string, id: string, locale: string) =>
  `(select coalesce(names->>${locale}, names->>'en_US') from ${table} where id = ${id})`;

type RealmOf = { slug: string; region: string; gameVersion: string; locale: string };

/**
 * The name of a realm in a statement, as the game shows it. A realm that is not known keeps its slug, or the name that it was
 * given; an empty one is null.
 */
export const realmName = ({ slug, region, gameVersion, locale }: RealmOf) => `coalesce((
    select coalesce(names ->> ${locale}, names ->> 'en_US') from realm
    where slug = ${slug} and region = ${region} and game_version = ${gameVersion} order by listed desc, id limit 1),
  nullif(${slug}, ''))`;

/** A class in a statement: `{ id, name }`, in the language `locale`, an SQL expression. */
export const classRef = (id: string, locale: string) => `jsonb_build_object('id', ${id}, 'name',
  coalesce(${nameWithin('playable_class', id, locale)}, 'Class ' || ${id}))`;
