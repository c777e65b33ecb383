import type { PatchyName } from '../game-journal.ts';
import { isLocale, type Locale } from '../localized.ts';
import type { TokenClaims } from '../signed-token.ts';
import type { World } from '../world.ts';
import type { Character, GameVersion, Guild, Realm, Region } from '../world-model.ts';
import { type Category, namespaceFor } from './namespace.ts';

/** Everything a document depends on besides its subject. */
export type Scene = {
  world: World;
  /** Origin of the simulator; every link starts with it. */
  origin: string;
  region: Region;
  gameVersion: GameVersion;
  locale: Locale | 'all' | 'unknown';
  token: TokenClaims;
};

/** A document before it is serialized. */
export type Document = {
  schema: keyof typeof schemas;
  modified: number;
  /** In seconds; null where the platform sends no Cache-Control. */
  maxAge: number | null;
  /** Caches the serialized body while `modified` stays the same; null for small documents of many subjects. */
  cacheKey: string | null;
  body: () => unknown;
};

/** Recorded revision of each schema; those of the account profile, the region, the guild activity, the statistics of
 * achievements and the seasons are guesses. */
export const schemas = {
  'account-profile': 1,
  character: 18,
  'character-status': 1,
  'character-equipment': 4,
  'character-specializations': 6,
  'character-statistics': 4,
  'character-media': 4,
  'character-encounters': 1,
  'character-reputations': 3,
  'character-achievements': 3,
  'character-achievement-statistics': 1,
  'character-professions': 1,
  'mythic-keystone-profile': 6,
  'mythic-keystone-profile-season': 1,
  'pvp-summary': 9,
  'pvp-bracket': 7,
  guild: 8,
  'guild-achievement-summary': 2,
  'guild-activity': 1,
  'guild-roster': 7,
  'guild-crest-component': 1,
  media: 1,
  'playable-class': 1,
  'playable-race': 1,
  'playable-specialization': 2,
  journal: 1,
  item: 1,
  profession: 1,
  recipe: 1,
  'reputation-faction': 1,
  realm: 6,
  'connected-realm': 5,
  'mythic-keystone-season': 1,
} as const;

/**
 * A typed name in the requested language; without `locale`, an object of twelve locales. An unknown locale is not an
 * error: profile documents then show all locales, the others null.
 */
export function text(scene: Scene, name: PatchyName, category: Category = 'profile'): PatchyName | string | null {
  if (scene.locale === 'all') return name;
  if (scene.locale !== 'unknown') return name[scene.locale];
  return category === 'profile' ? name : null;
}

export function localeOf(asked: string | null): Scene['locale'] {
  if (asked === null || asked === '') return 'all';
  return isLocale(asked) ? asked : 'unknown';
}

function link(scene: Scene, category: Category, parts: readonly (string | number)[]): { href: string } {
  const path = parts.map((part) => encodeURIComponent(part)).join('/');
  const namespace = namespaceFor(category, scene.gameVersion, scene.region);
  return { href: `${scene.origin}/battlenet/api/${scene.region}/${path}?namespace=${namespace}` };
}

export function staticLink(scene: Scene, ...parts: (string | number)[]): { href: string } {
  return link(scene, 'static', ['data', 'wow', ...parts]);
}

export function dynamicLink(scene: Scene, ...parts: (string | number)[]): { href: string } {
  return link(scene, 'dynamic', ['data', 'wow', ...parts]);
}

export function userLink(scene: Scene, ...parts: (string | number)[]): { href: string } {
  return link(scene, 'profile', ['profile', 'user', ...parts]);
}

export function characterLink(scene: Scene, character: Character, ...parts: string[]): { href: string } {
  return link(scene, 'profile', [
    'profile',
    'wow',
    'character',
    character.realm.slug,
    character.name.toLowerCase(),
    ...parts,
  ]);
}

/** Guild paths are under game data, but their namespace is the profile one. */
export function guildLink(scene: Scene, guild: Guild, ...parts: string[]): { href: string } {
  return link(scene, 'profile', ['data', 'wow', 'guild', guild.realm.slug, guild.slug, ...parts]);
}

export function realmReference(scene: Scene, realm: Realm) {
  return {
    key: dynamicLink(scene, 'realm', realm.id),
    name: text(scene, realm.name),
    id: realm.id,
    slug: realm.slug,
  };
}

const DAY = 86_400;

/** Game data changes only with a patch. */
export function staticDocument(scene: Scene, schema: Document['schema'], path: string, body: () => unknown): Document {
  const modified = Math.floor((scene.world.epoch - 20 * DAY * 1000) / 1000) * 1000;
  return { schema, modified, maxAge: DAY, cacheKey: path, body };
}

/** A game object referenced inside another document. */
export function reference(scene: Scene, kind: string, entry: { id: number; name: PatchyName }) {
  return { key: staticLink(scene, kind, entry.id), name: text(scene, entry.name, 'static'), id: entry.id };
}
