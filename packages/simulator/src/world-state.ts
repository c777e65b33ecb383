import type { Journal } from './game-journal.ts';
import type { Random } from './random.ts';
import type { AccountRecord, CharacterRecord, DiscordAccount, GuildRecord, Realm } from './world-model.ts';
import { WorldRefusal } from './world-refusal.ts';

/** Everything in a world, with the indexes that make lookups fast. */
export type WorldState = {
  random: Random;
  epoch: number;
  journal: Journal;
  guilds: GuildRecord[];
  realms: Realm[];
  accounts: AccountRecord[];
  discordAccounts: DiscordAccount[];
  characters: Set<CharacterRecord>;
  charactersByPath: Map<string, CharacterRecord>;
  membersByGuild: Map<number, Set<CharacterRecord>>;
  /** Last-Modified of the last document at each address whose character or guild has left it. */
  retiredPaths: Map<string, number>;
  createdByRealm: Map<number, number>;
  /** Lower-case names reserved for the demo accounts; invented names avoid them. */
  reservedNames: Set<string>;
};

/** The Last-Modified after a change at `at`: always a later second than `previous`. */
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

/** The path of a character or guild, independent of letter case. */
export function pathOf(realm: Realm, name: string): string {
  return `${realm.region}/${realm.gameVersion}/${realm.slug}/${name.toLowerCase()}`;
}

/**
 * The next free character id of a realm. Ids are unique per realm only, and all realms deliberately count alike: the
 * same number on two realms means two characters, as on the real platform.
 */
export function nextCharacterId(state: WorldState, realm: Realm): number {
  const created = (state.createdByRealm.get(realm.id) ?? 0) + 1;
  state.createdByRealm.set(realm.id, created);
  return 180_000_000 + created * 37;
}

/** Throws if another character than `except` has that name on that realm. */
export function requireFreeName(state: WorldState, realm: Realm, name: string, except?: CharacterRecord): void {
  if (name === '') throw new WorldRefusal('conflict', 'A character needs a name');
  const owner = state.charactersByPath.get(pathOf(realm, name));
  if (owner && owner !== except) throw new WorldRefusal('conflict', `${name} is taken on ${realm.slug}`);
}

/** Registers a character at its address. Refuses a taken name. */
export function takeAddress(state: WorldState, character: CharacterRecord): void {
  requireFreeName(state, character.realm, character.name, character);
  const path = pathOf(character.realm, character.name);
  state.charactersByPath.set(path, character);
  state.characters.add(character);
  character.lastModified = Math.max(character.lastModified, (state.retiredPaths.get(path) ?? 0) + 1000);
}

/** Frees the character's address and remembers the date of its last document. */
export function freeAddress(state: WorldState, character: CharacterRecord): void {
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
