import type { AccountSeed, Part } from './world-accounts.ts';
import { addCharacter, type CharacterOverrides } from './world-characters.ts';
import { createGuild, guildSeed, rankList } from './world-guilds.ts';
import type { AccountRecord, CharacterRecord, GuildRecord, Realm } from './world-model.ts';
import { foretDArgent, highmere, lastlight, oldbarrow, oldHighmere } from './world-realms.ts';
import { membersOf, pathOf, type WorldState } from './world-state.ts';

type CastPart = Part & { account: AccountRecord };

/**
 * Fills an empty state: guilds with their members, demo accounts with their characters, one character per Classic game.
 */
export function populateGuilds(state: WorldState, sizes: readonly number[], seeds: readonly AccountSeed[]): void {
  const cast = seeds.flatMap((seed, index) => {
    const account = createAccount(state, seed, index);
    state.accounts.push(account);
    return seed.parts.map((part): CastPart => ({ ...part, account }));
  });
  for (const part of cast) {
    if (part.overrides?.name) state.reservedNames.add(part.overrides.name.toLowerCase());
  }
  // An account's characters keep the order of their seeds, wherever they are created.
  const played = new Map<CastPart, CharacterRecord>();

  sizes.forEach((size, index) => {
    const guild = createGuild(state.random, index, state.epoch);
    state.guilds.push(guild);
    populateGuild(state, guild, rankList(state.random, size, guildSeed(index).emptyRank), (rank) => {
      const part = cast.find((entry) => entry.guild === index && entry.rank === rank && !played.has(entry));
      return part && { part, play: (character: CharacterRecord) => played.set(part, character) };
    });
  });

  for (const part of cast) {
    const character = played.get(part) ?? addCharacter(state, part.realm ?? highmere, part.overrides ?? {});
    part.account.characters.push(character);
    part.account.lastModified = Math.max(part.account.lastModified, character.lastModified);
  }

  addCharacter(state, oldbarrow, {
    ...{ name: 'Gorlunn', classId: 1, raceId: 2, level: 24, specId: 0 },
    ...{ isGhost: true, isSelfFound: true },
  });
  addCharacter(state, oldHighmere, { name: 'Maraza', classId: 10, raceId: 26, level: 80, specId: 270 });
  addCharacter(state, lastlight, { name: 'Thessaly', classId: 2, raceId: 10, level: 70, specId: 0 });
}

function createAccount(state: WorldState, seed: AccountSeed, index: number): AccountRecord {
  const id = 910_400_100 + index * 7;
  return {
    key: seed.key,
    battletag: seed.battletag,
    id,
    sub: String(id),
    label: seed.label,
    description: seed.description,
    refreshable: false,
    characters: [],
    lastModified: state.epoch - 400 * 86_400_000,
  };
}

type Casting = (rank: number) => { part: Part; play: (character: CharacterRecord) => void } | undefined;

function populateGuild(state: WorldState, guild: GuildRecord, ranks: readonly number[], casting: Casting): void {
  const members = membersOf(state, guild.id);
  const otherRealm = guild.realm === highmere ? foretDArgent : highmere;
  let twin: string | null = null;

  for (const rank of ranks) {
    const cast = casting(rank);
    const drawnRealm = state.random.chance(0.15) ? otherRealm : guild.realm;
    const drawnFaction = state.random.chance(0.9) ? guild.faction : opposite(guild.faction);
    const active = rank <= 2 ? { level: 80, lastLogin: state.epoch - state.random.integer(7, 120) * 3_600_000 } : {};
    // In every guild, one pair has the same name on the two realms.
    const twinName: CharacterOverrides = !cast && twin && isFree(state, otherRealm, twin) ? { name: twin } : {};
    const realm: Realm = cast?.part.realm ?? (twinName.name ? otherRealm : drawnRealm);
    const character = addCharacter(state, realm, {
      faction: drawnFaction,
      ...active,
      ...twinName,
      ...cast?.part.overrides,
    });
    character.guildId = guild.id;
    character.rank = rank;
    members.add(character);
    cast?.play(character);
    if (twinName.name) twin = '';
    else if (twin === null && !cast && realm === guild.realm) twin = character.name;
  }
}

function opposite(faction: GuildRecord['faction']): GuildRecord['faction'] {
  return faction === 'ALLIANCE' ? 'HORDE' : 'ALLIANCE';
}

function isFree(state: WorldState, realm: Realm, name: string): boolean {
  return !state.charactersByPath.has(pathOf(realm, name));
}
