import type { Faction } from './game-races.ts';
import type { LocalizedName } from './localized.ts';

export const regions = ['us', 'eu', 'kr', 'tw'] as const;
export type Region = (typeof regions)[number];

/** Each has its own namespaces, see `battlenet/namespace.ts`. */
export type GameVersion = 'retail' | 'classic' | 'classic-era' | 'classic-anniversary';

export type Realm = {
  readonly id: number;
  readonly region: Region;
  readonly gameVersion: GameVersion;
  readonly slug: string;
  readonly name: LocalizedName;
  readonly connectedRealmId: number;
  readonly category: LocalizedName;
  readonly locale: string;
  readonly timeZone: string;
};

/** All times are in epoch milliseconds; a `lastModified` is always a whole second. */
export type CharacterRecord = {
  id: number;
  name: string;
  realm: Realm;
  level: number;
  classId: number;
  raceId: number;
  gender: 'MALE' | 'FEMALE';
  faction: Faction;
  /** 0 if the character has no specialization. */
  specId: number;
  averageItemLevel: number;
  equippedItemLevel: number;
  lastLogin: number;
  achievementPoints: number;
  /** True for a character that has died, on a Hardcore realm of Classic Era. */
  isGhost: boolean;
  isSelfFound: boolean;
  /** By faction id: what the character gained while the world was running. */
  reputationGained: Readonly<Record<number, number>>;
  /** Ids of recipes. */
  recipesLearned: readonly number[];
  guildId: number | null;
  /** 0 (leader) to 9, null without a guild. */
  rank: number | null;
  /** The profile answers 404 although the character exists; rosters and its account still list it. */
  profileHidden: boolean;
  /** The `is_valid` of `/status`. */
  valid: boolean;
  lastModified: number;
};

export type CrestColor = { id: number; red: number; green: number; blue: number };

export type GuildRecord = {
  id: number;
  key: string;
  name: string;
  slug: string;
  realm: Realm;
  faction: Faction;
  achievementPoints: number;
  /** When the latest achievement was earned. */
  achievedAt: number;
  createdAt: number;
  crest: {
    emblemId: number;
    emblemColor: CrestColor;
    borderId: number;
    borderColor: CrestColor;
    backgroundColor: CrestColor;
  };
  lastModified: number;
  rosterModified: number;
};

export type AccountRecord = {
  /** Safe in an address: `?account=<key>`. */
  key: string;
  battletag: string;
  id: number;
  /** The same number as text, as OpenID Connect requires. */
  sub: string;
  label: string;
  description: string;
  /** Whether signing in returns a refresh token. The real platform never does. */
  refreshable: boolean;
  characters: CharacterRecord[];
  lastModified: number;
};

/** Change them only through the world, which keeps rosters, addresses and Last-Modified consistent. */
export type Character = Readonly<CharacterRecord>;
export type Guild = Readonly<GuildRecord>;
export type Account = Readonly<Omit<AccountRecord, 'characters'>> & { readonly characters: readonly Character[] };

export type DiscordAccount = {
  readonly key: string;
  /** Snowflake. */
  readonly id: string;
  readonly username: string;
  readonly globalName: string | null;
  readonly email: string | null;
  /** Omitted where the platform omits the field. */
  readonly verified?: boolean;
  readonly label: string;
  readonly description: string;
};
