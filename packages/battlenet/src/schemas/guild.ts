import { platformName } from '@guildhall/contracts/name.ts';
import { z } from 'zod';
import {
  Int,
  LargeId,
  OptionalLink,
  orEmpty,
  orNull,
  RealmReference,
  Reference,
  SmallInt,
  SmallReference,
  Timestamp,
  TypedName,
} from './primitives.ts';

/** A guild inside another document. `id` is unique within the realm only; `key.href` holds the guild's slug. */
export type GuildReference = z.infer<typeof GuildReference>;
export const GuildReference = z.object({
  id: LargeId,
  name: platformName(),
  realm: RealmReference,
  faction: orNull(TypedName),
  key: OptionalLink,
});

const CrestColor = z.object({
  id: orNull(Int),
  /** Red, green, blue 0–255; alpha 0–1. */
  rgba: z.object({ r: z.number(), g: z.number(), b: z.number(), a: z.number() }),
});

/** `emblem.id` and `border.id` name the images of the guild-crest media documents; both start at 0. */
export type GuildCrest = z.infer<typeof GuildCrest>;
export const GuildCrest = z.object({
  emblem: z.object({ id: Int, color: CrestColor }),
  border: z.object({ id: Int, color: CrestColor }),
  background: z.object({ color: CrestColor }),
});

/** GET /data/wow/guild/{realm}/{name}. */
export type Guild = z.infer<typeof Guild>;
export const Guild = z.object({
  id: LargeId,
  name: platformName(),
  realm: RealmReference,
  faction: orNull(TypedName),
  achievement_points: orNull(Int),
  member_count: orNull(Int),
  crest: orNull(GuildCrest),
  /** Milliseconds since 1970. */
  created_timestamp: orNull(Timestamp),
});

/**
 * `realm` is the member's own, often not the guild's; `character.faction` exists since 2025. Rank 0 is the guild
 * master; ranks can have gaps.
 */
export type GuildRosterMember = z.infer<typeof GuildRosterMember>;
export const GuildRosterMember = z.object({
  character: z.object({
    id: LargeId,
    name: platformName(),
    realm: RealmReference,
    level: SmallInt.min(0),
    playable_class: SmallReference,
    playable_race: SmallReference,
    faction: orNull(TypedName),
    key: OptionalLink,
  }),
  rank: SmallInt.min(0),
});

/**
 * GET /data/wow/guild/{realm}/{name}/roster. One invalid member fails the whole answer: a roster that silently loses
 * members would end memberships, which is worse than a failed sync.
 */
export type GuildRoster = z.infer<typeof GuildRoster>;
export const GuildRoster = z.object({ guild: GuildReference, members: z.array(GuildRosterMember) });

/** GET /data/wow/guild-crest/index: the ids that have media. */
export type GuildCrestIndex = z.infer<typeof GuildCrestIndex>;
export const GuildCrestIndex = z.object({
  emblems: z.array(z.object({ id: Int })),
  borders: z.array(z.object({ id: Int })),
});

/**
 * GET /data/wow/guild/{realm}/{name}/achievements. Names are strings with and without a locale. Totals count the
 * guild's achievements; the categories add up to more because some contain others. Times are milliseconds since 1970.
 */
export type GuildAchievements = z.infer<typeof GuildAchievements>;
export const GuildAchievements = z.object({
  guild: GuildReference,
  total_quantity: orNull(Int),
  total_points: orNull(Int),
  achievements: orEmpty(z.object({ id: Int, achievement: Reference, completed_timestamp: orNull(Timestamp) })),
  category_progress: orEmpty(z.object({ category: Reference, quantity: orNull(Int), points: orNull(Int) })),
  /** The ten most recent achievements, latest first. */
  recent_events: orEmpty(z.object({ achievement: Reference, timestamp: Timestamp })),
});
