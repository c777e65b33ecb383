import { addCharacter, type CharacterOverrides } from './world-characters.ts';
import type { Character, CharacterRecord, Guild, Realm } from './world-model.ts';
import { WorldRefusal } from './world-refusal.ts';
import { isSameGame, membersOf, type WorldState } from './world-state.ts';
import type { Touch } from './world-touch.ts';

const lowestRank = 9;

/** Joining, leaving and ranks. A guild with members always has exactly one of rank 0. */
export function createMembership(state: WorldState, touch: Touch) {
  function record(character: Character): CharacterRecord {
    if (!state.characters.has(character)) throw new WorldRefusal('conflict', `${character.name} no longer exists`);
    return character;
  }

  function leaderOf(guildId: number): CharacterRecord | undefined {
    return [...membersOf(state, guildId)].find((member) => member.rank === 0);
  }

  function checkRank(rank: number): void {
    if (!Number.isInteger(rank) || rank < 0 || rank > lowestRank)
      throw new WorldRefusal('conflict', 'A rank is 0 to 9');
  }

  /** Checked before anything changes, so that a refused character is not left half created. */
  function checkPlace(guild: Guild, realm: Realm, rank: number): void {
    checkRank(rank);
    if (!state.guilds.some((entry) => entry === guild)) {
      throw new WorldRefusal('conflict', `${guild.name} is not of this world`);
    }
    if (!isSameGame(realm, guild.realm)) {
      throw new WorldRefusal('conflict', `${realm.slug} is of another region or game than ${guild.name}`);
    }
  }

  /** A new leader makes the old one an officer. */
  function giveRank(member: CharacterRecord, guildId: number, rank: number): void {
    const leader = leaderOf(guildId);
    if (rank === 0 && leader && leader !== member) leader.rank = 1;
    member.rank = rank;
    // A guild always has a leader: if it lost its own, the next in rank takes over.
    if (!leaderOf(guildId)) promoteNext(guildId, member);
  }

  function promoteNext(guildId: number, except?: CharacterRecord): void {
    const next = [...membersOf(state, guildId)]
      .filter((member) => member !== except)
      .sort((left, right) => (left.rank ?? lowestRank) - (right.rank ?? lowestRank))[0];
    if (next) next.rank = 0;
    else if (except) except.rank = 0;
  }

  function enter(member: CharacterRecord, guild: Guild, rank: number, at: number): Character {
    checkPlace(guild, member.realm, rank);
    if (member.guildId !== null) throw new WorldRefusal('conflict', `${member.name} is in a guild already`);
    member.guildId = guild.id;
    membersOf(state, guild.id).add(member);
    giveRank(member, guild.id, rank);
    touch.listed(member, at);
    touch.guild(guild.id, at);
    return member;
  }

  function createMember(
    guild: Guild,
    overrides: CharacterOverrides & { rank?: number } = {},
    at = Date.now(),
  ): Character {
    const { rank = lowestRank, realm = guild.realm, ...rest } = overrides;
    checkPlace(guild, realm, rank);
    // A requested race decides the faction.
    const side = rest.raceId === undefined ? { faction: guild.faction } : {};
    const member = addCharacter(state, realm, { ...side, lastLogin: at, ...rest }, at);
    return enter(member, guild, rank, at);
  }

  return {
    /** Adds an existing character, or a new one with the given properties. */
    join(guild: Guild, character: Character | CharacterOverrides, rank = lowestRank, at = Date.now()): Character {
      return 'lastModified' in character
        ? enter(record(character), guild, rank, at)
        : createMember(guild, { ...character, rank }, at);
    },

    /**
     * Creates a character in the guild, at the lowest rank and on the guild's realm unless `overrides` says otherwise.
     */
    createMember,

    /** Removes a character from its guild; if it was the leader, the next in rank leads. */
    leave(character: Character, at = Date.now()): Character {
      const member = record(character);
      const { guildId } = member;
      if (guildId === null) throw new WorldRefusal('conflict', `${member.name} is in no guild`);
      touch.listed(member, at);
      touch.guild(guildId, at);
      membersOf(state, guildId).delete(member);
      member.guildId = null;
      member.rank = null;
      if (!leaderOf(guildId)) promoteNext(guildId);
      return member;
    },

    setRank(character: Character, rank: number, at = Date.now()): Character {
      checkRank(rank);
      const member = record(character);
      if (member.guildId === null) throw new WorldRefusal('conflict', `${member.name} is in no guild`);
      giveRank(member, member.guildId, rank);
      touch.roster(member.guildId, at);
      return member;
    },
  };
}
