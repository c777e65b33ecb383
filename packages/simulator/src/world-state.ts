import type { Journal } from './game-journal.ts';
import type { Random } from './random.ts';
import type { AccountRecord, CharacterRecord, DiscordAccount, GuildRecord, Realm } from './world-model.ts';
import { WorldRefusal } from './world-refusal.ts';

/** Everything a world is made of, with the indexes that make its lookups quick. */
export type WorldState = {
  random: Random;
  epoch: number;
  journal: Journal;
  guilds: GuildRecord[];
  accounts: AccountRecord[];
  discordAccounts: DiscordAccount[];
  characters: Set<CharacterRecord>;
  charactersByPath: Map<string, CharacterRecord>;
  membersByGuild: Map<number, Set<CharacterRecord>>;
  /** Last-Modified of what an address showed before its character or guild left it. */
  retiredPaths: Map<string, number>;
  createdByRealm: Map<number, number>;
  /** Lower-case names the demo accounts need; invented names keep clear of them. */
  reservedNames: Set<string>;
};

/** The Last-Modified that follows `previous` when something changes at `at`: always a later second. */
export function laterSecond(previous: number, at: number): number {
  return Math.max(wholeSecond(at), previous + 1000);
}

export function wholeSecond(at: number): number {
  return Math.floor(at / 1000) * 1000;
}

/** Characters and guilds never meet across regions or games. */
export function isSameGame(left: Realm, right: Realm): boolean {
  return left.region === right.region && left.gameVersion === right.gameVersion;
}

/** Where a character or guild is found, whatever the case of the letters. */
export function pathOf(realm: Realm, name: string): string {
  return `${realm.region}/${realm.gameVersion}/${realm.slug}/${name.toLowerCase()}`;
}

/**
 * The next free character id of a realm. Ids are unique per realm only, and the realms count alike on purpose: the same
 * number on two realms is two characters, as on the real platform.
 */
export function nextCharacterId(state: WorldState, realm: Realm): number {
  const created = (state.createdByRealm.get(realm.id) ?? 0) + 1;
  state.createdByRealm.set(realm.id, created);
  return 180_000_000 + created * 37;
}

/** Throws when somebody other than `except` bears that name on that realm. */
export function requireFreeName(state: WorldState, realm: Realm, name: string, except?: CharacterRecord): void {
  if (name === '') throw new WorldRefusal('conflict', 'A character needs a name');
  const owner = state.charactersByPath.get(pathOf(realm, name));
  if (owner && owner !== except) throw new WorldRefusal('conflict', `${name} is taken on ${realm.slug}`);
}

/** Puts a character under its address. Refuses a name that is taken. */
export function settle(state: WorldState, character: CharacterRecord): void {
  requireFreeName(state, character.realm, character.name, character);
  const path = pathOf(character.realm, character.name);
  state.charactersByPath.set(path, character);
  state.characters.add(character);
  character.lastModified = Math.max(character.lastModified, (state.retiredPaths.get(path) ?? 0) + 1000);
}

/** Frees the character's address, and remembers what was shown there last. */
export function unsettle(state: WorldState, character: CharacterRecord): void {
  const path = pathOf(character.realm, character.name);
  state.charactersByPath.delete(path);
  state.characters.delete(character);
  state.retiredPaths.set(path, character.lastModified);
}

export function membersOf(state: WorldState, guildId: number): Set<CharacterRecord> {
  const known = state.membersByGuild.get(guildId);
  if (known) return known;
  const members = new Set<CharacterRecord>();
  state.membersByGuild.set(guildId, members);
  return members;
}
