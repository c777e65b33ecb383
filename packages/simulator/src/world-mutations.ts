import { renameEntry } from './game-journal.ts';
import { canBe, type Faction, racesFor } from './game-races.ts';
import { pointsEach } from './world-achievements.ts';
import { addCharacter, type CharacterOverrides, maximumLevel } from './world-characters.ts';
import { guildSlug } from './world-guilds.ts';
import { createMembership } from './world-membership.ts';
import type { Account, AccountRecord, Character, CharacterRecord, Guild, GuildRecord, Realm } from './world-model.ts';
import { WorldRefusal } from './world-refusal.ts';
import {
  freeAddress,
  isSameGame,
  laterSecond,
  membersOf,
  nextCharacterId,
  requireFreeName,
  takeAddress,
  type WorldState,
} from './world-state.ts';
import { createTouch } from './world-touch.ts';

export type WorldMutations = ReturnType<typeof createMutations>;

/**
 * The mutations of a world. Each takes the time of the change as its last argument (default: now) and gives every
 * affected document a later Last-Modified second than before. Anything the game would refuse (a taken name, a character
 * that no longer exists) throws.
 */
export function createMutations(state: WorldState) {
  const touch = createTouch(state);
  const membership = createMembership(state, touch);

  /** The record behind a character of this world; refuses a character that was replaced or removed. */
  function live(character: Character): CharacterRecord {
    if (!state.characters.has(character)) throw new WorldRefusal('conflict', `${character.name} no longer exists`);
    return character;
  }

  function liveAccount(account: Account): AccountRecord {
    const record = state.accounts.find((entry) => entry === account);
    if (!record) throw new WorldRefusal('conflict', `${account.key} is not of this world`);
    return record;
  }

  function liveGuild(guild: Guild): GuildRecord {
    const record = state.guilds.find((entry) => entry === guild);
    if (!record) throw new WorldRefusal('conflict', `${guild.name} is not of this world`);
    return record;
  }

  function realmOf(realm: Realm | string): Realm {
    const entry = typeof realm === 'string' ? state.realms.find(({ slug }) => slug === realm) : realm;
    if (!entry) throw new WorldRefusal('missing', `There is no realm ${realm}`);
    return entry;
  }

  /** Replaces `previous`, which stops existing, by `next`: guild, rank and account stay. */
  function replace(previous: CharacterRecord, next: CharacterRecord, at: number): Character {
    requireFreeName(state, next.realm, next.name, previous);
    freeAddress(state, previous);
    takeAddress(state, next);
    next.lastModified = laterSecond(Math.max(previous.lastModified, next.lastModified - 1000), at);
    if (next.guildId !== null) {
      const members = membersOf(state, next.guildId);
      members.delete(previous);
      members.add(next);
      touch.roster(next.guildId, at);
    }
    for (const account of state.accounts) {
      const index = account.characters.indexOf(previous);
      if (index >= 0) account.characters[index] = next;
    }
    touch.accountOf(next, at);
    return next;
  }

  return {
    ...membership,

    /** Renames an expansion, an instance or an encounter of the journal. */
    renameInJournal(id: number, newName: string, at = Date.now()): void {
      const { expansions } = state.journal;
      const instances = expansions.flatMap((expansion) => expansion.instances);
      const all = [...expansions, ...instances, ...instances.flatMap((instance) => instance.encounters)];
      const entry = all.find((candidate) => candidate.id === id);
      if (!entry) throw new WorldRefusal('missing', `The journal has no ${id}`);
      renameEntry(entry, newName, at);
    },

    /** Keeps the id; the old address answers 404. */
    rename(character: Character, newName: string, at = Date.now()): Character {
      const record = live(character);
      requireFreeName(state, record.realm, newName, record);
      freeAddress(state, record);
      record.name = newName;
      takeAddress(state, record);
      touch.listed(record, at);
      return record;
    },

    /**
     * Moves to another realm: the character gets a new id there and keeps guild and rank; the old address answers 404.
     */
    transfer(character: Character, toRealm: Realm | string, at = Date.now()): Character {
      const previous = live(character);
      const realm = realmOf(toRealm);
      if (realm === previous.realm) throw new WorldRefusal('conflict', `${previous.name} is on ${realm.slug} already`);
      if (!isSameGame(realm, previous.realm)) {
        throw new WorldRefusal('conflict', `${realm.slug} is of another region or game`);
      }
      requireFreeName(state, realm, previous.name);
      return replace(previous, { ...previous, realm, id: nextCharacterId(state, realm) }, at);
    },

    /** Changes faction: the character gets a new id and a race of the other faction, with the same name and realm. */
    changeFaction(character: Character, at = Date.now()): Character {
      const previous = live(character);
      const faction: Faction = previous.faction === 'ALLIANCE' ? 'HORDE' : 'ALLIANCE';
      const choices = racesFor(faction, previous.classId);
      // Prefers the counterpart of its own race (Pandaren, Dracthyr, Earthen), else the first that fits.
      const race = choices.find(({ id }) => Math.abs(id - previous.raceId) === 1) ?? choices[0];
      if (!race || !canBe(race.id, previous.classId))
        throw new WorldRefusal('conflict', 'No race of the other faction may be that class');
      const id = nextCharacterId(state, previous.realm);
      return replace(previous, { ...previous, id, faction, raceId: race.id }, at);
    },

    /** The player was online at that moment; `changes` is the outcome of the session. */
    login(
      character: Character,
      at = Date.now(),
      changes: Partial<Pick<CharacterRecord, 'level' | 'averageItemLevel' | 'equippedItemLevel' | 'specId'>> = {},
    ): Character {
      const record = live(character);
      const listed = changes.level !== undefined && changes.level !== record.level;
      record.level = changes.level ?? record.level;
      record.averageItemLevel = changes.averageItemLevel ?? record.averageItemLevel;
      record.equippedItemLevel = changes.equippedItemLevel ?? record.equippedItemLevel;
      record.specId = changes.specId ?? record.specId;
      record.lastLogin = at;
      if (listed) touch.listed(record, at);
      else touch.character(record, at);
      return record;
    },

    levelUp(character: Character, levels = 1, at = Date.now()): Character {
      const record = live(character);
      record.level = Math.min(maximumLevel, record.level + levels);
      touch.listed(record, at);
      return record;
    },

    /** The amount can be negative. Factions are listed in `game-factions.ts`. */
    gainReputation(character: Character, factionId: number, amount: number, at = Date.now()): Character {
      const record = live(character);
      const before = record.reputationGained[factionId] ?? 0;
      record.reputationGained = { ...record.reputationGained, [factionId]: before + amount };
      touch.character(record, at);
      return record;
    },

    learnRecipe(character: Character, recipeId: number, at = Date.now()): Character {
      const record = live(character);
      record.recipesLearned = [...record.recipesLearned, recipeId];
      touch.character(record, at);
      return record;
    },

    /** A character outside every guild. */
    createCharacter(realm: Realm | string, overrides: CharacterOverrides = {}, at = Date.now()): Character {
      return addCharacter(state, realmOf(realm), { lastLogin: at, ...overrides }, at);
    },

    /** Deletes the character: it answers 404 and leaves its guild's roster and its account. */
    removeCharacter(character: Character, at = Date.now()): void {
      const record = live(character);
      if (record.guildId !== null) membership.leave(record, at);
      for (const account of state.accounts) {
        if (!account.characters.includes(record)) continue;
        account.characters = account.characters.filter((entry) => entry !== record);
        touch.account(account, at);
      }
      freeAddress(state, record);
    },

    /** Makes the profile answer 404 (or answer again) while roster and account keep listing the character. */
    hideProfile(character: Character, hidden = true, at = Date.now()): Character {
      const record = live(character);
      record.profileHidden = hidden;
      touch.character(record, at);
      return record;
    },

    /** Sets the `is_valid` of `/status`. */
    setValid(character: Character, valid: boolean, at = Date.now()): Character {
      const record = live(character);
      record.valid = valid;
      touch.character(record, at);
      return record;
    },

    /** The addresses of its characters and guilds change with the realm's slug; every id stays. */
    renameRealm(realm: Realm | string, newSlug: string, at = Date.now()): Realm {
      const previous = realmOf(realm);
      const next = { ...previous, slug: newSlug };
      if (state.realms.some((other) => other.slug === newSlug && isSameGame(other, next))) {
        throw new WorldRefusal('conflict', `${newSlug} is taken`);
      }
      state.realms.splice(state.realms.indexOf(previous), 1, next);
      for (const guild of state.guilds.filter((entry) => entry.realm === previous)) {
        guild.realm = next;
        touch.guild(guild.id, at);
        touch.roster(guild.id, at);
      }
      for (const character of [...state.characters].filter((entry) => entry.realm === previous)) {
        freeAddress(state, character);
        character.realm = next;
        takeAddress(state, character);
        touch.listed(character, at);
      }
      return next;
    },

    /** The guild's address changes with its name; its id stays. */
    renameGuild(guild: Guild, newName: string, at = Date.now()): Guild {
      const record = liveGuild(guild);
      const slug = guildSlug(newName);
      if (state.guilds.some((entry) => entry !== record && entry.slug === slug && entry.realm === record.realm)) {
        throw new WorldRefusal('conflict', `${newName} is taken on ${record.realm.slug}`);
      }
      record.name = newName;
      record.slug = slug;
      touch.guild(record.id, at);
      touch.roster(record.id, at);
      for (const member of membersOf(state, record.id)) touch.character(member, at);
      return record;
    },

    /** The guild ends, and its members found it anew: the same name and ranks, under another id. */
    foundAnew(guild: Guild, at = Date.now()): Guild {
      const record = liveGuild(guild);
      const members = membersOf(state, record.id);
      record.id = Math.max(...state.guilds.map(({ id }) => id)) + 1;
      state.membersByGuild.set(record.id, members);
      for (const member of members) {
        member.guildId = record.id;
        touch.character(member, at);
      }
      touch.guild(record.id, at);
      touch.roster(record.id, at);
      return record;
    },

    /** Changes the tabard. The platform has no pictures for emblems above 195 and borders above 5. */
    changeCrest(guild: Guild, crest: Partial<GuildRecord['crest']>, at = Date.now()): Guild {
      const record = liveGuild(guild);
      record.crest = { ...record.crest, ...crest };
      touch.guild(record.id, at);
      return record;
    },

    /** Earns the game's next guild achievement. */
    earnAchievement(guild: Guild, at = Date.now()): Guild {
      const record = liveGuild(guild);
      record.achievementPoints += pointsEach;
      record.achievedAt = at;
      touch.guild(record.id, at);
      return record;
    },

    /** Creates another Battle.net account, without characters. */
    createAccount(key: string, overrides: { battletag?: string; label?: string } = {}, at = Date.now()): Account {
      if (!/^[\w-]{1,40}$/.test(key))
        throw new WorldRefusal('conflict', 'An account key is 1 to 40 letters, digits, - or _');
      if (state.accounts.some((account) => account.key === key)) throw new WorldRefusal('conflict', `${key} is taken`);
      const id = 910_900_000 + state.accounts.length;
      const { battletag = `${key}#${id % 10_000}`, label = key } = overrides;
      const account: AccountRecord = {
        key,
        battletag,
        id,
        sub: String(id),
        label,
        description: 'Added while running.',
        refreshable: false,
        characters: [],
        lastModified: 0,
      };
      touch.account(account, at);
      state.accounts.push(account);
      return account;
    },

    /**
     * From now on, signing in returns a refresh token, which the real platform never does; or no longer returns one.
     */
    setRefreshable(account: Account, refreshable = true): Account {
      const record = liveAccount(account);
      record.refreshable = refreshable;
      return record;
    },

    /** A character belongs to one account: it leaves its previous one. */
    addCharacterToAccount(account: Account, character: Character, at = Date.now()): Account {
      const record = liveAccount(account);
      const added = live(character);
      for (const other of state.accounts) {
        if (!other.characters.includes(added)) continue;
        other.characters = other.characters.filter((entry) => entry !== added);
        touch.account(other, at);
      }
      record.characters.push(added);
      touch.account(record, at);
      return record;
    },

    removeCharacterFromAccount(account: Account, character: Character, at = Date.now()): Account {
      const record = liveAccount(account);
      record.characters = record.characters.filter((entry) => entry !== character);
      touch.account(record, at);
      return record;
    },
  };
}
