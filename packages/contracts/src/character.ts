import { z } from 'zod';
import { CombatRole, Faction, NamedRef, RealmRef, SpecializationRef } from './organization.ts';
import {
  GameVersion,
  Gender,
  InLocale,
  Instant,
  ItemLevel,
  OrganizationRef,
  queryFlag,
  Region,
  shownDefault,
} from './primitives.ts';

export const SectionStatus = z.enum(['ok', 'pending', 'not_found', 'failed', 'not_available']).meta({
  id: 'SectionStatus',
  description:
    '`pending`: not requested yet. `not_found`: the platform has no such data. `failed`: the data is older than it should be, because the platform did not respond. `not_available`: this game version, or a manually created character, has no such data.',
});

/** How fresh one section of a character is; `nextAt` is when it is refetched at the latest. */
export const Freshness = z
  .object({
    fetchedAt: Instant.nullable(),
    status: SectionStatus,
    nextAt: Instant.nullable(),
  })
  .meta({ id: 'Freshness' });
export type Freshness = z.infer<typeof Freshness>;

const fresh = { fetchedAt: '2026-11-20T20:00:00.000Z', status: 'ok' as const, nextAt: '2026-11-21T20:00:00.000Z' };

export const CharacterView = z
  .object({
    id: z.string(),
    name: z.string(),
    realm: RealmRef.nullable().meta({ description: 'Null for a manually created character without a realm' }),
    region: Region,
    gameVersion: GameVersion,
    class: NamedRef,
    race: NamedRef,
    gender: Gender.nullable(),
    faction: Faction.nullable(),
    level: z.int(),
    itemLevel: ItemLevel.nullable(),
    activeSpec: SpecializationRef.nullable(),
    playableRoles: z.array(CombatRole).meta({
      description: 'Roles that its class can play in events, starting with the active specialization’s',
    }),
    achievementPoints: z.int().nullable(),
    avatarUrl: z.string().nullable(),
    role: CombatRole.nullable().meta({
      description: 'From the active specialization; in the Classic games with talent trees, from the talents',
    }),
    title: z.string().nullable().meta({ description: 'The name as the character wears it, with its title' }),
    covenant: z.object({ name: z.string().nullable(), renownLevel: z.int().nullable() }).nullable(),
    hardcore: z
      .object({
        isGhost: z.boolean().meta({ description: 'Whether it has died, permanently, on a Hardcore realm' }),
        isSelfFound: z.boolean(),
      })
      .nullable()
      .meta({ description: 'Null where the game version does not report it' }),
    guild: z
      .object({
        id: z.string().nullable().meta({
          description: 'Null for a guild that is not on this service or not visible; then only its name is given',
        }),
        name: z.string(),
        alias: z.string().nullable(),
        rank: z.int().nullable(),
      })
      .nullable(),
    source: z.enum(['synced', 'manual']),
    verified: z.boolean().meta({ description: "Listed by the owner's own game-platform account" }),
    isMain: z.boolean(),
    archivedAt: Instant.nullable(),
    missingSince: Instant.nullable().meta({
      description: 'Since when the game platform shows it no more; after a second miss a day later it is archived',
    }),
    lastLoginAt: Instant.nullable(),
    publicUrl: z.string().nullable().meta({
      description: 'The page on which every visitor sees it, if its person has made it public; null for other readers',
    }),
    freshness: z.record(z.string(), Freshness),
  })
  .meta({
    id: 'Character',
    examples: [
      {
        id: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f',
        name: 'Ysóra',
        realm: { slug: 'forêt-d-argent', name: "Forêt d'Argent" },
        region: 'us',
        gameVersion: 'retail',
        class: { id: 4, name: 'Rogue' },
        race: { id: 8, name: 'Troll' },
        gender: 'female',
        faction: 'horde',
        level: 90,
        itemLevel: { equipped: 271, average: 273 },
        activeSpec: { id: 259, name: 'Assassination', role: 'melee' },
        role: 'melee',
        title: 'Ysóra the Patient',
        covenant: null,
        hardcore: null,
        playableRoles: ['melee'],
        achievementPoints: 20_630,
        avatarUrl:
          'https://guild.example/api/v1/media/19f8e7d6c5b4a39281706f5e4d3c2b1aaHR0cHM6Ly9yZW5kZXIvYXZhdGFyLmpwZw.webp',
        guild: { id: '0199d3a0-1111-7c41-9a52-1f0c2b8d4e6f', name: 'Lantern Watch', alias: 'lantern-watch', rank: 3 },
        source: 'synced',
        verified: true,
        isMain: true,
        archivedAt: null,
        missingSince: null,
        lastLoginAt: '2026-11-20T19:12:44.000Z',
        publicUrl: null,
        freshness: { profile: fresh, equipment: fresh },
      },
    ],
  });
export type CharacterView = z.infer<typeof CharacterView>;

export const CharacterListInput = z.object({
  includeInactive: shownDefault(queryFlag('Also archived characters'), false),
  guildId: OrganizationRef.meta({ description: 'Only characters in this organization' }).optional(),
  ...InLocale,
});
export type CharacterListInput = z.infer<typeof CharacterListInput>;
