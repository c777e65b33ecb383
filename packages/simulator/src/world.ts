import { createJournal, type Journal, type JournalSize } from './game-journal.ts';
import { createRandom } from './random.ts';
import { accountSeeds, discordSeeds } from './world-accounts.ts';
import { type ChatWorld, createChat } from './world-chat.ts';
import { type Evening, eveningsOf } from './world-evenings.ts';
import { guildSlug } from './world-guilds.ts';
import type { Account, Character, DiscordAccount, GameVersion, Guild, Realm, Region } from './world-model.ts';
import { createMutations, type WorldMutations } from './world-mutations.ts';
import { populateGuilds } from './world-population.ts';
import { realms } from './world-realms.ts';
import { WorldRefusal } from './world-refusal.ts';
import { membersOf, pathOf, type WorldState } from './world-state.ts';

export type WorldOptions = {
  /** Default 1. */
  seed?: number;
  /** Members of each guild, default 60, 400 and 1,000. */
  guildSizes?: readonly number[];
  /** The time of the seeded data, in epoch milliseconds. Worlds are equal only if their epochs are. */
  epoch?: number;
  /** Default `small`; `full` is as large as the real journal. */
  journal?: JournalSize;
};

export type World = WorldMutations & {
  readonly seed: number;
  readonly epoch: number;
  /** Use `renameInJournal` to change names. */
  readonly journal: Journal;
  readonly realms: readonly Realm[];
  readonly guilds: readonly Guild[];
  readonly accounts: readonly Account[];
  readonly discordAccounts: readonly DiscordAccount[];
  /** Discord servers with their members and invites. */
  readonly chat: ChatWorld;
  /** Every character that exists at the moment. */
  characters(): Character[];
  /** By key, name or slug. Throws when there is none. */
  guild(keyOrName: string): Guild;
  /** By realm slug and name, whatever the case of the name. Throws when there is none. */
  character(realmSlug: string, name: string, region?: Region, gameVersion?: GameVersion): Character;
  /** A Battle.net account by key. Throws when there is none. */
  account(key: string): Account;
  members(guild: Guild): Character[];
  /** The evenings that a guild planned with other tools: three past ones and the next. They stay as they were first asked for. */
  evenings(guild: Guild): readonly Evening[];
  findGuild(region: Region, realmSlug: string, guildSlug: string): Guild | undefined;
  findGuildById(id: number): Guild | undefined;
  findCharacter(region: Region, gameVersion: GameVersion, realmSlug: string, name: string): Character | undefined;
  findAccount(key: string): Account | undefined;
  findRealm(region: Region, gameVersion: GameVersion, slugOrId: string): Realm | undefined;
};

/** The date of the default worlds' data. */
export const defaultEpoch = Date.UTC(2026, 8, 15, 18);

function found<T>(what: string, value: T | undefined): T {
  if (value === undefined) throw new WorldRefusal('missing', `The world has no ${what}`);
  return value;
}

/**
 * Creates a world of realms, guilds, characters and demo accounts. The same options give the same world, byte for byte.
 * The world is plain data in memory, with mutations as methods.
 */
export function createWorld(options: WorldOptions = {}): World {
  const { seed = 1, guildSizes = [60, 400, 1000], epoch = defaultEpoch, journal = 'small' } = options;
  const state: WorldState = {
    random: createRandom(seed),
    epoch,
    journal: createJournal(seed, journal, epoch),
    guilds: [],
    realms: [...realms],
    accounts: [],
    discordAccounts: [...discordSeeds],
    characters: new Set(),
    charactersByPath: new Map(),
    membersByGuild: new Map(),
    retiredPaths: new Map(),
    createdByRealm: new Map(),
    reservedNames: new Set(),
  };
  populateGuilds(state, guildSizes, accountSeeds);
  const evenings = new Map<number, Evening[]>();

  const findGuild: World['findGuild'] = (region, realmSlug, slug) =>
    state.guilds.find(
      (guild) =>
        guild.realm.region === region &&
        guild.realm.slug === realmSlug.toLowerCase() &&
        guild.slug === slug.toLowerCase(),
    );
  const findRealm: World['findRealm'] = (region, gameVersion, slugOrId) =>
    state.realms.find(
      (realm) =>
        realm.region === region &&
        realm.gameVersion === gameVersion &&
        (realm.slug === slugOrId.toLowerCase() || String(realm.id) === slugOrId),
    );
  const findCharacter: World['findCharacter'] = (region, gameVersion, realmSlug, name) => {
    const realm = findRealm(region, gameVersion, realmSlug);
    // A realm is found by its number too, but not in a character's address.
    if (realm?.slug !== realmSlug.toLowerCase()) return undefined;
    return state.charactersByPath.get(pathOf(realm, name));
  };
  const findAccount: World['findAccount'] = (key) => state.accounts.find((account) => account.key === key);

  return {
    ...createMutations(state),
    seed,
    epoch,
    journal: state.journal,
    realms: state.realms,
    guilds: state.guilds,
    accounts: state.accounts,
    discordAccounts: state.discordAccounts,
    chat: createChat(state.discordAccounts, epoch),
    characters: () => [...state.characters],
    guild: (keyOrName) => {
      const slug = guildSlug(keyOrName);
      return found(
        `guild ${keyOrName}`,
        state.guilds.find((guild) => guild.key === keyOrName || guild.slug === slug),
      );
    },
    character: (realmSlug, name, region = 'us', gameVersion = 'retail') =>
      found(`character ${name} on ${realmSlug}`, findCharacter(region, gameVersion, realmSlug, name)),
    account: (key) => found(`account ${key}`, findAccount(key)),
    members: (guild) => [...membersOf(state, guild.id)],
    evenings: (guild) => {
      const known =
        evenings.get(guild.id) ?? eveningsOf(guild, [...membersOf(state, guild.id)], state.discordAccounts, epoch);
      evenings.set(guild.id, known);
      return known;
    },
    findGuild,
    findGuildById: (id) => state.guilds.find((guild) => guild.id === id),
    findCharacter,
    findAccount,
    findRealm,
  };
}
