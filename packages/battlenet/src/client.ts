import type { z } from 'zod';
import { apiPath } from './api-path.ts';
import { BattlenetError } from './errors.ts';
import { characterSlug, type GameVersion, type NamespaceCategory, namespaceFor, type Region } from './namespaces.ts';
import { bearer, createBattlenetOAuth } from './oauth.ts';
import { type RequestEvent, requestDocument, type Transport } from './request.ts';
import { AccountProfile } from './schemas/account.ts';
import { CharacterAchievementStatistics } from './schemas/achievement-statistics.ts';
import { CharacterAchievements } from './schemas/achievements.ts';
import { CharacterProfile, CharacterStatus } from './schemas/character.ts';
import { CharacterMedia } from './schemas/character-media.ts';
import { CharacterEncounters } from './schemas/encounters.ts';
import { CharacterEquipment } from './schemas/equipment.ts';
import { Guild, GuildAchievements, GuildCrestIndex, GuildRoster } from './schemas/guild.ts';
import { Item } from './schemas/item.ts';
import {
  JournalEncounter,
  JournalEncountersIndex,
  JournalExpansion,
  JournalExpansionsIndex,
  JournalInstance,
  JournalInstancesIndex,
} from './schemas/journal.ts';
import { KeystoneSeason, KeystoneSeasonsIndex } from './schemas/keystone-season.ts';
import { Media } from './schemas/media.ts';
import { CharacterMythicKeystone, CharacterMythicKeystoneSeason } from './schemas/mythic-keystone.ts';
import {
  PlayableClass,
  PlayableClassesIndex,
  PlayableRace,
  PlayableRacesIndex,
  PlayableSpecialization,
  PlayableSpecializationsIndex,
} from './schemas/playable.ts';
import { Profession, ProfessionSkillTier, ProfessionsIndex, Recipe } from './schemas/profession.ts';
import { CharacterProfessions } from './schemas/professions.ts';
import { CharacterPvpBracket, CharacterPvpSummary } from './schemas/pvp.ts';
import { Realm, RealmsIndex } from './schemas/realm.ts';
import { ReputationFaction, ReputationFactionsIndex } from './schemas/reputation.ts';
import { CharacterReputations } from './schemas/reputations.ts';
import { CharacterSpecializations } from './schemas/specializations.ts';
import { CharacterStatistics } from './schemas/statistics.ts';

/**
 * The installation's share of the platform's limits (100 requests a second and 36,000 an hour per client). `take`
 * resolves when one more request may be sent and rejects with the signal's reason; `penalize` blocks all requests for
 * that many milliseconds after a 429.
 */
export type RequestBudget = {
  take(priority: Priority, signal?: AbortSignal): Promise<void>;
  penalize(ms: number): Promise<void>;
};

/**
 * A person waits for an `interactive` request. A `watched` request is one of many, whose overall progress a person
 * follows. No person waits for a `background` request.
 */
export type Priority = 'interactive' | 'watched' | 'background';

/** A budget for tests and scripts. */
export const unlimitedBudget: RequestBudget = { take: async () => {}, penalize: async () => {} };

export type Call = {
  region: Region;
  /** Default `retail`. */
  gameVersion?: GameVersion;
  /** Default `background`. */
  priority?: Priority;
  /**
   * The `lastModified` of an earlier answer; the call throws `not_modified` if nothing has changed since, and `outdated`
   * if the answer is older.
   */
  ifModifiedSince?: string | null | undefined;
  /** Asks whole, without a condition; the call throws `outdated` if the answer is older than this. */
  notOlderThan?: string | null | undefined;
  signal?: AbortSignal | undefined;
};

/** `lastModified` is an HTTP date; pass it back as `ifModifiedSince`. */
export type Answer<T> = { data: T; lastModified: string | null };

/** `realmSlug` as the platform writes it (some have accents); `name` in any case. */
export type CharacterKey = { realmSlug: string; name: string };

/** `nameSlug` from `guildSlugFromHref` or `guildSlug`. */
export type GuildKey = { realmSlug: string; nameSlug: string };

export type BattlenetOptions = {
  clientId: string;
  clientSecret: string;
  budget: RequestBudget;
  /** Default `https://{region}.api.blizzard.com`; `{region}` is replaced. */
  apiUrl?: string;
  /** Default `https://oauth.battle.net`. */
  oauthUrl?: string;
  /** Time limit of one attempt, headers and body; default 10,000. */
  timeoutMs?: number;
  /** Attempts after the first for 429, 5xx, network errors and time-outs; default 3. */
  retries?: number;
  /** A longer wait is thrown as an error instead; default 30,000. */
  maxRetryWaitMs?: number;
  /** First back-off where the platform names no wait; it doubles each time; default 250. */
  retryBaseMs?: number;
  fetch?: typeof globalThis.fetch;
  /** Called after every attempt, including those to the OAuth host. */
  onRequest?: (event: RequestEvent) => void;
};

/** Without a locale the platform sends every name in twelve languages. Game data needs them all; a roster does not. */
type Names = 'english' | 'every-language';

export type Battlenet = ReturnType<typeof createBattlenet>;

/**
 * A client of the World of Warcraft API. Every method rejects with a `BattlenetError`, or with the reason of the
 * caller's signal. The schemas follow the Battle.net developer portal, corrected by recorded answers.
 */
export function createBattlenet(options: BattlenetOptions) {
  const { clientId, clientSecret, budget } = options;
  const apiUrl = withoutTrailingSlash(options.apiUrl ?? 'https://{region}.api.blizzard.com');
  const oauthUrl = withoutTrailingSlash(options.oauthUrl ?? 'https://oauth.battle.net');
  const transport: Transport = {
    fetch: options.fetch ?? globalThis.fetch,
    timeoutMs: options.timeoutMs ?? 10_000,
    retries: options.retries ?? 3,
    maxRetryWaitMs: options.maxRetryWaitMs ?? 30_000,
    retryBaseMs: options.retryBaseMs ?? 250,
    onRequest: options.onRequest ?? (() => {}),
  };
  const oauth = createBattlenetOAuth(transport, { clientId, clientSecret, oauthUrl });

  type Endpoint<T> = { category: NamespaceCategory; path: string; schema: z.ZodType<T>; names: Names };

  async function send<T>(
    call: Call,
    { category, path, schema, names }: Endpoint<T>,
    token: string,
  ): Promise<Answer<T>> {
    const { region, gameVersion = 'retail', priority = 'background', ifModifiedSince, notOlderThan, signal } = call;
    const { data, headers } = await requestDocument(transport, {
      baseUrl: apiUrl.replaceAll('{region}', region),
      path,
      query: names === 'english' ? '?locale=en_US' : '',
      method: 'GET',
      headers: {
        Authorization: bearer(token, path),
        'Battlenet-Namespace': namespaceFor(category, region, gameVersion),
        Accept: 'application/json',
        ...(ifModifiedSince && { 'If-Modified-Since': ifModifiedSince }),
      },
      schema,
      signal,
      beforeAttempt: () => budget.take(priority, signal),
      onRateLimited: (retryAfterMs) => budget.penalize(retryAfterMs),
    });
    const lastModified = httpDateOf(headers.get('last-modified'));
    if (isOlder(lastModified, ifModifiedSince ?? notOlderThan)) {
      throw new BattlenetError('outdated', { path, status: 200, reason: 'older than the answer before' });
    }
    return { data, lastModified };
  }

  async function sendAsApp<T>(call: Call, endpoint: Endpoint<T>): Promise<Answer<T>> {
    const token = await oauth.appToken(call.signal);
    try {
      return await send(call, endpoint, token);
    } catch (error) {
      if (!(error instanceof BattlenetError && error.kind === 'unauthorized')) throw error;
      return await send(call, endpoint, await oauth.renewAppToken(token, call.signal));
    }
  }

  function get<P extends unknown[], T>(
    category: NamespaceCategory,
    pathOf: (...params: P) => string,
    schema: z.ZodType<T>,
    names: Names = category === 'profile' ? 'english' : 'every-language',
  ) {
    return async (call: Call, ...params: P): Promise<Answer<T>> =>
      await sendAsApp(call, { category, path: pathOf(...params), schema, names });
  }

  return {
    /** Asks the OAuth host for the owner of a user token. */
    userInfo: oauth.userInfo,
    /**
     * Exchanges a refresh token for a new access token at the OAuth host; `unauthorized` when the platform refuses it.
     */
    renewUserToken: oauth.renewUserToken,
    /**
     * The user's characters in one region; `not_found` when the user has no WoW account there, `unauthorized` when the
     * token has expired.
     */
    accountProfile: async (call: Call, userToken: string): Promise<Answer<AccountProfile>> =>
      await send(
        call,
        { category: 'profile', path: apiPath`/profile/user/wow`, schema: AccountProfile, names: 'english' },
        userToken,
      ),

    characterProfile: get('profile', (key: CharacterKey) => characterPath(key), CharacterProfile),
    characterStatus: get('profile', characterResource('/status'), CharacterStatus),
    characterEquipment: get('profile', characterResource('/equipment'), CharacterEquipment),
    characterSpecializations: get('profile', characterResource('/specializations'), CharacterSpecializations),
    characterStatistics: get('profile', characterResource('/statistics'), CharacterStatistics),
    characterMedia: get('profile', characterResource('/character-media'), CharacterMedia),
    characterProfessions: get('profile', characterResource('/professions'), CharacterProfessions, 'every-language'),
    characterReputations: get('profile', characterResource('/reputations'), CharacterReputations, 'every-language'),
    characterRaids: get('profile', characterResource('/encounters/raids'), CharacterEncounters, 'every-language'),
    characterDungeons: get('profile', characterResource('/encounters/dungeons'), CharacterEncounters, 'every-language'),
    characterMythicKeystone: get('profile', characterResource('/mythic-keystone-profile'), CharacterMythicKeystone),
    characterMythicKeystoneSeason: get(
      'profile',
      (key: CharacterKey, season: number) => characterPath(key) + apiPath`/mythic-keystone-profile/season/${season}`,
      CharacterMythicKeystoneSeason,
    ),
    characterAchievements: get('profile', characterResource('/achievements'), CharacterAchievements),
    characterAchievementStatistics: get(
      'profile',
      characterResource('/achievements/statistics'),
      CharacterAchievementStatistics,
    ),
    characterPvpSummary: get('profile', characterResource('/pvp-summary'), CharacterPvpSummary),
    /** `bracket` is the last segment of a link in the PvP summary, e.g. `3v3` or `shuffle-priest-discipline`. */
    characterPvpBracket: get(
      'profile',
      (key: CharacterKey, bracket: string) => characterPath(key) + apiPath`/pvp-bracket/${bracket}`,
      CharacterPvpBracket,
    ),

    guild: get('profile', (key: GuildKey) => guildPath(key), Guild),
    guildAchievements: get('profile', (key: GuildKey) => `${guildPath(key)}/achievements`, GuildAchievements),
    guildRoster: get('profile', (key: GuildKey) => `${guildPath(key)}/roster`, GuildRoster),

    guildCrestIndex: get('static', () => apiPath`/data/wow/guild-crest/index`, GuildCrestIndex),
    guildCrestEmblemMedia: get('static', (id: number) => apiPath`/data/wow/media/guild-crest/emblem/${id}`, Media),
    guildCrestBorderMedia: get('static', (id: number) => apiPath`/data/wow/media/guild-crest/border/${id}`, Media),

    playableClassesIndex: get('static', () => apiPath`/data/wow/playable-class/index`, PlayableClassesIndex),
    playableClass: get('static', (id: number) => apiPath`/data/wow/playable-class/${id}`, PlayableClass),
    playableRacesIndex: get('static', () => apiPath`/data/wow/playable-race/index`, PlayableRacesIndex),
    playableRace: get('static', (id: number) => apiPath`/data/wow/playable-race/${id}`, PlayableRace),
    playableSpecializationsIndex: get(
      'static',
      () => apiPath`/data/wow/playable-specialization/index`,
      PlayableSpecializationsIndex,
    ),
    playableSpecialization: get(
      'static',
      (id: number) => apiPath`/data/wow/playable-specialization/${id}`,
      PlayableSpecialization,
    ),

    journalExpansionsIndex: get('static', () => apiPath`/data/wow/journal-expansion/index`, JournalExpansionsIndex),
    journalExpansion: get('static', (id: number) => apiPath`/data/wow/journal-expansion/${id}`, JournalExpansion),
    journalInstancesIndex: get('static', () => apiPath`/data/wow/journal-instance/index`, JournalInstancesIndex),
    journalInstance: get('static', (id: number) => apiPath`/data/wow/journal-instance/${id}`, JournalInstance),
    journalInstanceMedia: get('static', (id: number) => apiPath`/data/wow/media/journal-instance/${id}`, Media),
    item: get('static', (id: number) => apiPath`/data/wow/item/${id}`, Item),
    itemMedia: get('static', (id: number) => apiPath`/data/wow/media/item/${id}`, Media),
    journalEncountersIndex: get('static', () => apiPath`/data/wow/journal-encounter/index`, JournalEncountersIndex),
    journalEncounter: get('static', (id: number) => apiPath`/data/wow/journal-encounter/${id}`, JournalEncounter),

    professionsIndex: get('static', () => apiPath`/data/wow/profession/index`, ProfessionsIndex),
    profession: get('static', (id: number) => apiPath`/data/wow/profession/${id}`, Profession),
    professionSkillTier: get(
      'static',
      (id: number, tierId: number) => apiPath`/data/wow/profession/${id}/skill-tier/${tierId}`,
      ProfessionSkillTier,
    ),
    recipe: get('static', (id: number) => apiPath`/data/wow/recipe/${id}`, Recipe),

    reputationFactionsIndex: get('static', () => apiPath`/data/wow/reputation-faction/index`, ReputationFactionsIndex),
    reputationFaction: get('static', (id: number) => apiPath`/data/wow/reputation-faction/${id}`, ReputationFaction),

    keystoneSeasonsIndex: get('dynamic', () => apiPath`/data/wow/mythic-keystone/season/index`, KeystoneSeasonsIndex),
    keystoneSeason: get('dynamic', (id: number) => apiPath`/data/wow/mythic-keystone/season/${id}`, KeystoneSeason),

    realmsIndex: get('dynamic', () => apiPath`/data/wow/realm/index`, RealmsIndex),
    realm: get('dynamic', (idOrSlug: number | string) => apiPath`/data/wow/realm/${idOrSlug}`, Realm),
  };
}

function characterPath({ realmSlug, name }: CharacterKey): string {
  return apiPath`/profile/wow/character/${realmSlug}/${characterSlug(name)}`;
}

/** Builds the path of a document below a character's profile. */
function characterResource(path: string): (key: CharacterKey) => string {
  return (key) => characterPath(key) + path;
}

function guildPath({ realmSlug, nameSlug }: GuildKey): string {
  return apiPath`/data/wow/guild/${realmSlug}/${nameSlug}`;
}

function withoutTrailingSlash(url: string): string {
  return url.replace(/(?<!\/)\/+$/, '');
}

function httpDateOf(text: string | null): string | null {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : new Date(at).toUTCString();
}

/** A date in the future was a mistake of the platform's, and refuses nothing. */
function isOlder(lastModified: string | null, known: string | null | undefined): boolean {
  if (lastModified === null || !known) return false;
  const since = Date.parse(known);
  return since <= Date.now() + CLOCKS_DIFFER_MS && Date.parse(lastModified) < since;
}

const CLOCKS_DIFFER_MS = 60_000;
