import type { Character, GameVersion } from '../world-model.ts';
import { accountProfile } from './account-document.ts';
import {
  characterEquipment,
  characterMedia,
  characterSpecializations,
  characterStatistics,
  itemMedia,
} from './character-build-documents.ts';
import { characterProfessions } from './character-craft-documents.ts';
import { characterStatus, characterSummary } from './character-documents.ts';
import {
  characterAchievementStatistics,
  characterAchievements,
  characterDungeons,
  characterMythicKeystone,
  characterMythicKeystoneSeason,
  characterPvpBracket,
  characterPvpSummary,
  characterRaids,
  characterReputations,
} from './character-progress-documents.ts';
import { guildAchievements, guildActivity } from './guild-achievement-documents.ts';
import { guildRoster, guildSummary } from './guild-documents.ts';
import {
  encounterDocument,
  encounterIndex,
  expansionDocument,
  expansionIndex,
  instanceDocument,
  instanceIndex,
  instanceMedia,
  itemDocument,
} from './journal-documents.ts';
import type { Category } from './namespace.ts';
import { professionDocument, professionIndex, recipeDocument, skillTierDocument } from './profession-documents.ts';
import { connectedRealm, realmDocument, realmIndex } from './realm-documents.ts';
import { reputationDocument, reputationIndex } from './reputation-documents.ts';
import type { Document, Scene } from './scene.ts';
import { seasonDocument, seasonIndex } from './season-documents.ts';
import {
  classDocument,
  classIndex,
  crestComponent,
  crestIndex,
  raceDocument,
  raceIndex,
  specializationDocument,
  specializationIndex,
} from './static-documents.ts';

/** `forbidden`: the token is valid but may not read this. */
export type Found = Document | undefined | 'forbidden';

type Route = {
  category: Category;
  pattern: readonly string[];
  find: (scene: Scene, ...values: string[]) => Found;
};

/** `:` matches one path segment; `find` receives the matched segments in order. */
function route(category: Category, path: string, find: Route['find']): Route {
  return { category, pattern: path.split('/'), find };
}

type CharacterBuilder = (scene: Scene, character: Character, ...values: string[]) => Document | undefined;

function character(build: CharacterBuilder): Route['find'] {
  return (scene, realm = '', name = '', ...values) => {
    const found = scene.world.findCharacter(scene.region, scene.gameVersion, realm, name);
    return found && !found.profileHidden ? build(scene, found, ...values) : undefined;
  };
}

/** The Classic games have only a few of a character's documents. */
function characterIn(games: readonly GameVersion[], build: CharacterBuilder): Route['find'] {
  const find = character(build);
  return (scene, ...values) => (games.includes(scene.gameVersion) ? find(scene, ...values) : undefined);
}

const retailCharacter = (build: CharacterBuilder) => characterIn(['retail'], build);

function guild(build: typeof guildSummary): Route['find'] {
  return (scene, realm = '', slug = '') => {
    const found = scene.gameVersion === 'retail' ? scene.world.findGuild(scene.region, realm, slug) : undefined;
    return found && build(scene, found);
  };
}

/** The simulator's static data is that of the retail game. */
function retail(build: (scene: Scene, ...values: string[]) => Found): Route['find'] {
  return (scene, ...values) => (scene.gameVersion === 'retail' ? build(scene, ...values) : undefined);
}

/** Routes of an index and of the documents it lists. */
function documents(
  kind: string,
  index: (scene: Scene) => Found,
  one: (scene: Scene, id: string) => Found,
): readonly Route[] {
  return [
    route('static', `data/wow/${kind}/index`, retail(index)),
    route(
      'static',
      `data/wow/${kind}/:`,
      retail((scene, id = '') => one(scene, id)),
    ),
  ];
}

function characterRoutes(documents: Record<string, Route['find']>): Route[] {
  return Object.entries(documents).map(([path, find]) => route('profile', `profile/wow/character/:/:/${path}`, find));
}

const routes: readonly Route[] = [
  route('profile', 'profile/wow/character/:/:', character(characterSummary)),
  route('profile', 'profile/wow/character/:/:/status', character(characterStatus)),
  ...characterRoutes({
    equipment: character(characterEquipment),
    statistics: character(characterStatistics),
    'character-media': character(characterMedia),
    'pvp-summary': character(characterPvpSummary),
    'pvp-bracket/:': character((scene, subject, bracket = '') => characterPvpBracket(scene, subject, bracket)),
    specializations: character(characterSpecializations),
    professions: retailCharacter(characterProfessions),
    reputations: characterIn(['retail', 'classic-era'], characterReputations),
    achievements: characterIn(['retail', 'classic'], characterAchievements),
    'achievements/statistics': retailCharacter(characterAchievementStatistics),
    'encounters/raids': retailCharacter(characterRaids),
    'encounters/dungeons': retailCharacter(characterDungeons),
    'mythic-keystone-profile': retailCharacter(characterMythicKeystone),
    'mythic-keystone-profile/season/:': retailCharacter((scene, subject, season = '') =>
      characterMythicKeystoneSeason(scene, subject, season),
    ),
  }),
  route('profile', 'data/wow/guild/:/:', guild(guildSummary)),
  route('profile', 'data/wow/guild/:/:/roster', guild(guildRoster)),
  route('profile', 'data/wow/guild/:/:/achievements', guild(guildAchievements)),
  route('profile', 'data/wow/guild/:/:/activity', guild(guildActivity)),
  route('profile', 'profile/user/wow', (scene) => {
    const { account: key, scope } = scene.token;
    const account = key === null ? undefined : scene.world.findAccount(key);
    return account && scope.includes('wow.profile') ? accountProfile(scene, account) : 'forbidden';
  }),
  ...documents('playable-class', classIndex, classDocument),
  ...documents('playable-race', raceIndex, raceDocument),
  ...documents('playable-specialization', specializationIndex, specializationDocument),
  ...documents('journal-expansion', expansionIndex, expansionDocument),
  ...documents('journal-instance', instanceIndex, instanceDocument),
  route(
    'static',
    'data/wow/media/journal-instance/:',
    retail((scene, id = '') => instanceMedia(scene, id)),
  ),
  route('static', 'data/wow/item/:', (scene, id = '') => itemDocument(scene, id)),
  route('static', 'data/wow/media/item/:', (scene, id = '') => itemMedia(scene, id)),
  ...documents('journal-encounter', encounterIndex, encounterDocument),
  ...documents('profession', professionIndex, professionDocument),
  route(
    'static',
    'data/wow/profession/:/skill-tier/:',
    retail((scene, id = '', tier = '') => skillTierDocument(scene, id, tier)),
  ),
  route(
    'static',
    'data/wow/recipe/:',
    retail((scene, id = '') => recipeDocument(scene, id)),
  ),
  ...documents('reputation-faction', reputationIndex, reputationDocument),
  route('static', 'data/wow/guild-crest/index', retail(crestIndex)),
  route(
    'static',
    'data/wow/media/guild-crest/:/:',
    retail((scene, kind = '', id = '') => crestComponent(scene, kind, id)),
  ),
  route('dynamic', 'data/wow/realm/index', realmIndex),
  route('dynamic', 'data/wow/realm/:', (scene, slugOrId = '') => realmDocument(scene, slugOrId)),
  route('dynamic', 'data/wow/mythic-keystone/season/index', retail(seasonIndex)),
  route(
    'dynamic',
    'data/wow/mythic-keystone/season/:',
    retail((scene, id = '') => seasonDocument(scene, id)),
  ),
  route('dynamic', 'data/wow/connected-realm/:', (scene, id = '') => connectedRealm(scene, id)),
];

/** The segments matched by `:` in the pattern; undefined if the path does not match. An index may end with `/`. */
function valuesOf(pattern: readonly string[], parts: readonly string[]): string[] | undefined {
  if (pattern.length !== parts.length) return undefined;
  const values: string[] = [];
  for (const [index, expected] of pattern.entries()) {
    const part = parts[index] ?? '';
    if (expected === ':') values.push(part);
    else if (expected !== part && !(expected === 'index' && part === '')) return undefined;
  }
  return values;
}

/** Finds the document at a path (without the region); undefined means 404, as for a namespace of another category. */
export function findDocument(scene: Scene, category: Category, parts: readonly string[]): Found {
  for (const { category: needed, pattern, find } of routes) {
    if (needed !== category) continue;
    const values = valuesOf(pattern, parts);
    if (values) return find(scene, ...values);
  }
  return undefined;
}
