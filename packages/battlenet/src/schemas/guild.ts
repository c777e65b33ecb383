import { z } from 'zod';
import { OptionalLink, orEmpty, orNull, RealmReference, Reference, TypedName } from './primitives.ts';

/** A guild inside another document. `id` is unique within the realm only; `key.href` holds the guild's slug. */
export type GuildReference = z.infer<typeof GuildReference>;
export const GuildReference = z.object({
  id: z.int(),
  name: z.string().min(1),
  realm: RealmReference,
  faction: orNull(TypedName),
  key: OptionalLink,
});

const CrestColor = z.object({
  id: orNull(z.int()),
  /** Red, green, blue 0–255; alpha 0–1. */
  rgba: z.object({ r: z.number(), g: z.number(), b: z.number(), a: z.number() }),
});

/** `emblem.id` and `border.id` name the pictures of the guild-crest media documents; both start at 0. */
export type GuildCrest = z.infer<typeof GuildCrest>;
export const GuildCrest = z.object({
  emblem: z.object({ id: z.int(), color: CrestColor }),
  border: z.object({ id: z.int(), color: CrestColor }),
  background: z.object({ color: CrestColor }),
});

/** GET /data/wow/guild/{realm}/{name}. */
export type Guild = z.infer<typeof Guild>;
export const Guild = z.object({
  id: z.int(),
  name: z.string().min(1),
  realm: RealmReference,
  faction: orNull(TypedName),
  achievement_points: orNull(z.int()),
  member_count: orNull(z.int()),
  crest: orNull(GuildCrest),
  /** Milliseconds since 1970. */
  created_timestamp: orNull(z.int()),
});

/**
 * `realm` is the member's own, often not the guild's; `character.faction` exists since 2025. Rank 0 leads; ranks can
 * have holes.
 */
export type GuildRosterMember = z.infer<typeof GuildRosterMember>;
export const GuildRosterMember = z.object({
  character: z.object({
    id: z.int(),
    name: z.string().min(1),
    realm: RealmReference,
    level: z.int().min(0),
    playable_class: Reference,
    playable_race: Reference,
    faction: orNull(TypedName),
    key: OptionalLink,
  }),
  rank: z.int().min(0),
});

/**
 * GET /data/wow/guild/{realm}/{name}/roster. One member that does not fit fails the whole answer: a roster that
 * silently loses members would end memberships, which is worse than a sync that failed.
 */
export type GuildRoster = z.infer<typeof GuildRoster>;
export const GuildRoster = z.object({ guild: GuildReference, members: z.array(GuildRosterMember) });

/** GET /data/wow/guild-crest/index: the ids there is media for. */
export type GuildCrestIndex = z.infer<typeof GuildCrestIndex>;
export const GuildCrestIndex = z.object({
  emblems: z.array(z.object({ id: z.int() })),
  borders: z.array(z.object({ id: z.int() })),
});

/**
 * GET /data/wow/guild/{realm}/{name}/achievements. Names are strings with and without a locale. Totals are the guild's;
 * those of the categories add up to more, because some contain others. Times are milliseconds since 1970.
 */
export type GuildAchievements = z.infer<typeof GuildAchievements>;
export const GuildAchievements = z.object({
  guild: GuildReference,
  total_quantity: orNull(z.int()),
  total_points: orNull(z.int()),
  achievements: orEmpty(z.object({ id: z.int(), achievement: Reference, completed_timestamp: orNull(z.int()) })),
  category_progress: orEmpty(z.object({ category: Reference, quantity: orNull(z.int()), points: orNull(z.int()) })),
  /** The ten achievements that were earned last, the latest first. */
  recent_events: orEmpty(z.object({ achievement: Reference, timestamp: z.int() })),
});
