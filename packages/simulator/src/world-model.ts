import type { Faction } from './game-races.ts';
import type { LocalizedName } from './localized.ts';

export const regions = ['us', 'eu', 'kr', 'tw'] as const;
export type Region = (typeof regions)[number];

/** Each has namespaces of its own, see `battlenet/namespace.ts`. */
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

/** Every time is in epoch milliseconds; a `lastModified` is always a whole second. */
export type CharacterRecord = {
  id: number;
  name: string;
  realm: Realm;
  level: number;
  classId: number;
  raceId: number;
  gender: 'MALE' | 'FEMALE';
  faction: Faction;
  /** 0 where the character has no specialization. */
  specId: number;
  averageItemLevel: number;
  equippedItemLevel: number;
  lastLogin: number;
  achievementPoints: number;
  /** On a Hardcore realm of Classic Era: it has died, and it trades with nobody. */
  isGhost: boolean;
  isSelfFound: boolean;
  /** By faction id: what came to pass while the world was running. */
  reputationGained: Readonly<Record<number, number>>;
  /** Ids of recipes. */
  recipesLearned: readonly number[];
  guildId: number | null;
  /** 0 (leader) to 9, null without a guild. */
  rank: number | null;
  /** The profile answers 404 although the character exists: rosters and its account still list it. */
  profileHidden: boolean;
  /** What `/status` answers as `is_valid`. */
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
  /** The same number as text, as OpenID Connect has it. */
  sub: string;
  label: string;
  description: string;
  /** Whether signing in gives a refresh token. The real platform gives none. */
  refreshable: boolean;
  characters: CharacterRecord[];
  lastModified: number;
};

/** Change them through the world only: it keeps rosters, addresses and Last-Modified right. */
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
  /** Left out where the platform leaves the field out. */
  readonly verified?: boolean;
  readonly label: string;
  readonly description: string;
};
