import { z } from 'zod';
import { CombatRole, Faction, NamedRef, RealmRef } from './organization.ts';
import { GameVersion, Id, Instant, queryFlag, Region, shownDefault } from './primitives.ts';

/** How fresh one section of a character is; `nextAt` is when it is fetched again at the latest. */
export const Freshness = z
  .object({
    fetchedAt: Instant.nullable(),
    status: z.enum(['ok', 'pending', 'not_found', 'failed']),
    nextAt: Instant.nullable(),
  })
  .meta({ id: 'Freshness' });
export type Freshness = z.infer<typeof Freshness>;

export const CharacterView = z
  .object({
    id: z.string(),
    name: z.string(),
    realm: RealmRef.nullable().meta({ description: 'Null of one made by hand that is on none' }),
    region: Region,
    gameVersion: GameVersion,
    class: NamedRef,
    race: NamedRef,
    gender: z.enum(['male', 'female']).nullable(),
    faction: Faction.nullable(),
    level: z.int(),
    itemLevel: z.object({ equipped: z.int(), average: z.int() }).nullable(),
    activeSpec: z.object({ id: z.int(), name: z.string(), role: CombatRole.nullable() }).nullable(),
    achievementPoints: z.int().nullable(),
    avatarUrl: z.string().nullable(),
    guild: z
      .object({ id: z.string(), name: z.string(), alias: z.string().nullable(), rank: z.int().nullable() })
      .nullable(),
    source: z.enum(['synced', 'manual']),
    verified: z.boolean().meta({ description: "Listed by the owner's own game-platform account" }),
    isMain: z.boolean(),
    archivedAt: Instant.nullable(),
    lastLoginAt: Instant.nullable(),
    freshness: z.record(z.string(), Freshness),
  })
  .meta({ id: 'Character' });
export type CharacterView = z.infer<typeof CharacterView>;

export const CharacterListInput = z.object({
  includeInactive: shownDefault(queryFlag('Also archived characters'), false),
  guildId: Id.meta({ description: 'Only characters in this organization' }).optional(),
});
export type CharacterListInput = z.infer<typeof CharacterListInput>;
