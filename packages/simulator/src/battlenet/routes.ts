import type { Character } from '../world-model.ts';
import { accountProfile } from './account-document.ts';
import {
  characterEquipment,
  characterMedia,
  characterSpecializations,
  characterStatistics,
} from './character-build-documents.ts';
import { characterProfessions } from './character-craft-documents.ts';
import { characterStatus, characterSummary } from './character-documents.ts';
import {
  characterAchievements,
  characterDungeons,
  characterMythicKeystone,
  characterPvpBracket,
  characterPvpSummary,
  characterRaids,
  characterReputations,
} from './character-progress-documents.ts';
import { guildRoster, guildSummary } from './guild-documents.ts';
import type { Category } from './namespace.ts';
import { connectedRealm, realmDocument, realmIndex } from './realm-documents.ts';
import type { Document, Scene } from './scene.ts';
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

/** `forbidden`: the token is good but not for this. */
export type Found = Document | undefined | 'forbidden';

type Route = {
  category: Category;
  pattern: readonly string[];
  find: (scene: Scene, ...values: string[]) => Found;
};

/** `:` stands for one part of the path; the parts it stood for are handed to `find` in their order. */
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

/** The Classic games have few of a character's documents. */
function retailCharacter(build: CharacterBuilder): Route['find'] {
  return retail(character(build));
}

function guild(build: typeof guildSummary): Route['find'] {
  return (scene, realm = '', slug = '') => {
    const found = scene.gameVersion === 'retail' ? scene.world.findGuild(scene.region, realm, slug) : undefined;
    return found && build(scene, found);
  };
}

/** The static data of the simulator is that of the retail game. */
function retail(build: (scene: Scene, ...values: string[]) => Found): Route['find'] {
  return (scene, ...values) => (scene.gameVersion === 'retail' ? build(scene, ...values) : undefined);
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
    specializations: retailCharacter(characterSpecializations),
    professions: retailCharacter(characterProfessions),
    reputations: retailCharacter(characterReputations),
    achievements: retailCharacter(characterAchievements),
    'encounters/raids': retailCharacter(characterRaids),
    'encounters/dungeons': retailCharacter(characterDungeons),
    'mythic-keystone-profile': retailCharacter(characterMythicKeystone),
  }),
  route('profile', 'data/wow/guild/:/:', guild(guildSummary)),
  route('profile', 'data/wow/guild/:/:/roster', guild(guildRoster)),
  route('profile', 'profile/user/wow', (scene) => {
    const { account: key, scope } = scene.token;
    const account = key === null ? undefined : scene.world.findAccount(key);
    return account && scope.includes('wow.profile') ? accountProfile(scene, account) : 'forbidden';
  }),
  route('static', 'data/wow/playable-class/index', retail(classIndex)),
  route(
    'static',
    'data/wow/playable-class/:',
    retail((scene, id = '') => classDocument(scene, id)),
  ),
  route('static', 'data/wow/playable-race/index', retail(raceIndex)),
  route(
    'static',
    'data/wow/playable-race/:',
    retail((scene, id = '') => raceDocument(scene, id)),
  ),
  route('static', 'data/wow/playable-specialization/index', retail(specializationIndex)),
  route(
    'static',
    'data/wow/playable-specialization/:',
    retail((scene, id = '') => specializationDocument(scene, id)),
  ),
  route('static', 'data/wow/guild-crest/index', retail(crestIndex)),
  route(
    'static',
    'data/wow/media/guild-crest/:/:',
    retail((scene, kind = '', id = '') => crestComponent(scene, kind, id)),
  ),
  route('dynamic', 'data/wow/realm/index', realmIndex),
  route('dynamic', 'data/wow/realm/:', (scene, slugOrId = '') => realmDocument(scene, slugOrId)),
  route('dynamic', 'data/wow/connected-realm/:', (scene, id = '') => connectedRealm(scene, id)),
];

/** The parts of the path a pattern leaves open; undefined when it does not fit. An index is also found with `/` at its end. */
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

/** The document behind a path (without the region); undefined is 404, also where the namespace is of another category. */
export function findDocument(scene: Scene, category: Category, parts: readonly string[]): Found {
  for (const { category: needed, pattern, find } of routes) {
    if (needed !== category) continue;
    const values = valuesOf(pattern, parts);
    if (values) return find(scene, ...values);
  }
  return undefined;
}
