/** A character's encounters, achievements and PvP results. */
import { z } from 'zod';
import { Freshness } from './character.ts';
import { InstanceCategory } from './game-data.ts';
import { NamedRef } from './organization.ts';
import { Id, InLocale, Instant, lineOfText } from './primitives.ts';

const fresh = { fetchedAt: '2026-11-20T20:00:00.000Z', status: 'ok' as const, nextAt: '2026-11-21T20:00:00.000Z' };

/** An expansion; id null collects everything without a known expansion. */
export const ExpansionRef = z.object({ id: z.int().nullable(), name: z.string() }).meta({ id: 'ExpansionRef' });
export type ExpansionRef = z.infer<typeof ExpansionRef>;

export const LocalizedCharacterInput = z.object({ id: Id, ...InLocale });
export type LocalizedCharacterInput = z.infer<typeof LocalizedCharacterInput>;

const EncounterProgress = z.object({
  id: z.int(),
  name: z.string(),
  kills: z.int(),
  lastKillAt: Instant.nullable(),
});

const DifficultyProgress = z.object({
  type: z.string().meta({ description: 'e.g. LFR, NORMAL, HEROIC, MYTHIC, LEGACY_25_MAN' }),
  name: z.string(),
  complete: z.boolean(),
  defeated: z.int(),
  total: z.int(),
  encounters: z.array(EncounterProgress),
});

export const InstanceProgress = z
  .object({
    id: z.int(),
    name: z.string(),
    category: InstanceCategory,
    difficulties: z.array(DifficultyProgress),
  })
  .meta({ id: 'InstanceProgress' });
export type InstanceProgress = z.infer<typeof InstanceProgress>;

const KeystoneMember = z
  .object({
    name: z.string(),
    realmSlug: z.string().nullable(),
    specialization: NamedRef.nullable(),
    race: NamedRef.nullable(),
    itemLevel: z.number().nullable(),
  })
  .meta({ id: 'KeystoneMember' });

export const KeystoneRun = z
  .object({
    dungeon: NamedRef.nullable(),
    level: z.int().nullable(),
    durationMs: z.int().nullable(),
    completedAt: Instant.nullable(),
    inTime: z.boolean(),
    rating: z.number().nullable(),
    affixes: z.array(NamedRef),
    members: z.array(KeystoneMember),
  })
  .meta({ id: 'KeystoneRun' });
export type KeystoneRun = z.infer<typeof KeystoneRun>;

export const KeystoneProgress = z
  .object({
    rating: z.number().nullable().meta({ description: 'Of the current season; null if the character has none in it' }),
    bestRunsThisWeek: z.array(KeystoneRun),
    seasonIds: z.array(z.int()),
  })
  .meta({ id: 'KeystoneProgress' });
export type KeystoneProgress = z.infer<typeof KeystoneProgress>;

export const EncountersView = z
  .object({
    expansions: z.array(z.object({ expansion: ExpansionRef, instances: z.array(InstanceProgress) })),
    currentSeasonInstanceIds: z.array(z.int()).meta({
      description: 'Instances that count in the current season; empty where they were last read in an earlier one',
    }),
    keystone: KeystoneProgress.nullable(),
    freshness: z.object({ raids: Freshness, dungeons: Freshness, keystone: Freshness }),
  })
  .meta({
    id: 'CharacterEncounters',
    examples: [
      {
        expansions: [
          {
            expansion: { id: 90_200, name: 'The Silent Tide' },
            instances: [
              {
                id: 90_210,
                name: 'Spire of Quiet Bells',
                category: 'raid',
                difficulties: [
                  {
                    type: 'HEROIC',
                    name: 'Heroic',
                    complete: false,
                    defeated: 1,
                    total: 4,
                    encounters: [
                      { id: 902_100, name: 'The Bellringer', kills: 7, lastKillAt: '2026-11-18T21:14:05.000Z' },
                    ],
                  },
                ],
              },
            ],
          },
        ],
        currentSeasonInstanceIds: [90_210],
        keystone: { rating: 2104.5, bestRunsThisWeek: [], seasonIds: [14] },
        freshness: { raids: fresh, dungeons: fresh, keystone: fresh },
      },
    ],
  });
export type EncountersView = z.infer<typeof EncountersView>;

export const ReputationsInput = LocalizedCharacterInput.extend({
  standing: lineOfText(40)
    .regex(/^[A-Za-z0-9_]+$/, 'must be a standing such as EXALTED')
    .transform((text) => text.toUpperCase())
    .meta({
      description: 'Only factions with this standing, e.g. EXALTED, BEST_FRIEND, RENOWN',
      override: { type: 'string', maxLength: 40, examples: ['EXALTED'] },
    })
    .optional(),
});
export type ReputationsInput = z.infer<typeof ReputationsInput>;

export const ReputationView = z
  .object({
    id: z.int(),
    name: z.string(),
    standing: z.object({
      tier: z.string().nullable().meta({ description: 'Key of the standing, the same in every language' }),
      name: z.string().nullable(),
      value: z.number(),
      max: z.number().meta({ description: '0 at the highest tier' }),
      raw: z.number(),
      renownLevel: z.int().nullable(),
    }),
    paragon: z.object({ value: z.number(), max: z.number() }).nullable(),
  })
  .meta({ id: 'Reputation' });
export type ReputationView = z.infer<typeof ReputationView>;

export const ReputationsView = z
  .object({
    expansions: z.array(z.object({ expansion: ExpansionRef, factions: z.array(ReputationView) })),
    freshness: Freshness,
  })
  .meta({
    id: 'CharacterReputations',
    examples: [
      {
        expansions: [
          {
            expansion: { id: 90_100, name: 'Embers of Dawn' },
            factions: [
              {
                id: 91_001,
                name: 'Harborwrights',
                standing: {
                  tier: 'REVERED',
                  name: 'Revered',
                  value: 9000,
                  max: 21_000,
                  raw: 30_000,
                  renownLevel: null,
                },
                paragon: null,
              },
            ],
          },
        ],
        freshness: fresh,
      },
    ],
  });
export type ReputationsView = z.infer<typeof ReputationsView>;

export const AchievementsSummary = z.object({
  totalPoints: z.int().nullable(),
  totalQuantity: z.int().nullable(),
  recent: z.array(z.object({ id: z.int(), name: z.string(), completedAt: Instant.nullable() })),
  categories: z.array(
    z.object({ id: z.int(), name: z.string(), quantity: z.int().nullable(), points: z.int().nullable() }),
  ),
});
export type AchievementsSummary = z.infer<typeof AchievementsSummary>;

export const AchievementsView = AchievementsSummary.extend({ freshness: Freshness }).meta({
  id: 'CharacterAchievements',
  examples: [
    {
      totalPoints: 20_630,
      totalQuantity: 2313,
      recent: [{ id: 92_500, name: 'First Light', completedAt: '2026-11-18T21:14:05.000Z' }],
      categories: [{ id: 92_100, name: 'Journeys', quantity: 57, points: 565 }],
      freshness: fresh,
    },
  ],
});
export type AchievementsView = z.infer<typeof AchievementsView>;

export const Matches = z.object({ played: z.int(), won: z.int(), lost: z.int() }).meta({ id: 'PvpMatches' });
export type Matches = z.infer<typeof Matches>;

export const PvpBracket = z.object({
  type: z.string().nullable().meta({ description: 'e.g. ARENA_3v3, SHUFFLE' }),
  rating: z.number().nullable(),
  seasonId: z.int().nullable(),
  specialization: NamedRef.nullable(),
  season: Matches,
  week: Matches,
  seasonRounds: Matches.nullable(),
  weekRounds: Matches.nullable(),
});
export type PvpBracket = z.infer<typeof PvpBracket>;

const matches = { played: 1289, won: 894, lost: 395 };

export const PvpView = z
  .object({
    honorLevel: z.int().nullable(),
    honorableKills: z.int().nullable(),
    brackets: z
      .array(z.object({ key: z.string(), ...PvpBracket.shape, freshness: Freshness }))
      .meta({ description: 'Brackets the character has played, best rating first' }),
    maps: z.array(z.object({ id: z.int(), name: z.string(), ...Matches.shape })),
    freshness: Freshness,
  })
  .meta({
    id: 'CharacterPvp',
    examples: [
      {
        honorLevel: 365,
        honorableKills: 23_215,
        brackets: [
          {
            key: '3v3',
            type: 'ARENA_3v3',
            rating: 2104,
            seasonId: 41,
            specialization: null,
            season: matches,
            week: { played: 0, won: 0, lost: 0 },
            seasonRounds: null,
            weekRounds: null,
            freshness: fresh,
          },
        ],
        maps: [{ id: 93_000, name: 'Gullwing Narrows', played: 3, won: 1, lost: 2 }],
        freshness: fresh,
      },
    ],
  });
export type PvpView = z.infer<typeof PvpView>;
