/** A character's gear, talents and looks. */
import { z } from 'zod';
import { Freshness } from './character.ts';
import { CombatRole, NamedRef, SpecializationRef } from './organization.ts';
import { Id, Instant } from './primitives.ts';

/** One of the caller's own characters. */
export const CharacterRef = z.object({ id: Id });
export const CharacterChange = z.strictObject({ id: Id });

const fresh = { fetchedAt: '2026-11-20T20:00:00.000Z', status: 'ok' as const, nextAt: '2026-11-21T20:00:00.000Z' };

export const EnrichmentQueued = z.object({ characterId: z.string(), status: z.literal('queued') }).meta({
  id: 'EnrichmentQueued',
  examples: [{ characterId: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f', status: 'queued' }],
});
export type EnrichmentQueued = z.infer<typeof EnrichmentQueued>;

export const DataPatchView = z
  .object({
    characterId: z.string(),
    patch: z.string().meta({ description: 'Game version of the data' }),
    build: z.int(),
    enrichedAt: Instant,
  })
  .meta({
    id: 'CharacterDataPatch',
    examples: [
      {
        characterId: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f',
        patch: '12.0.1',
        build: 65_617,
        enrichedAt: '2026-11-20T20:00:00.000Z',
      },
    ],
  });
export type DataPatchView = z.infer<typeof DataPatchView>;

export const RenderView = z
  .object({
    renderUrl: z.string().meta({ description: 'The whole figure' }),
    derivedFrom: z.enum(['main-raw', 'main', 'avatar']).meta({
      description:
        '`main-raw` has a transparent background, `main` one of its own. `avatar`: the platform gave no render, so the address is derived from the portrait’s',
    }),
    avatarUrl: z.string().nullable(),
    insetUrl: z.string().nullable(),
    freshness: Freshness,
  })
  .meta({
    id: 'CharacterRender',
    examples: [
      {
        renderUrl:
          'https://guild.example/api/v1/media/0a1b2c3d4e5f60718293a4b5c6d7e8f9aHR0cHM6Ly9yZW5kZXIvbWFpbi1yYXcucG5n.webp',
        derivedFrom: 'main-raw',
        avatarUrl:
          'https://guild.example/api/v1/media/19f8e7d6c5b4a39281706f5e4d3c2b1aaHR0cHM6Ly9yZW5kZXIvYXZhdGFyLmpwZw.webp',
        insetUrl: null,
        freshness: fresh,
      },
    ],
  });
export type RenderView = z.infer<typeof RenderView>;

export const TalentView = z
  .object({
    nodeId: z.int().meta({ description: 'Place in the talent tree' }),
    name: z.string().nullable(),
    spellId: z.int().nullable(),
    rank: z.int(),
    granted: z.boolean().meta({ description: 'Granted automatically at no cost' }),
  })
  .meta({ id: 'Talent' });
export type TalentView = z.infer<typeof TalentView>;

const talent: TalentView = { nodeId: 90_783, name: 'Lantern Ward', spellId: 2823, rank: 1, granted: false };

export const ActiveBuildView = z
  .object({
    specialization: SpecializationRef.nullable(),
    heroTalentTree: NamedRef.nullable(),
    talentLoadoutCode: z
      .string()
      .nullable()
      .meta({ description: 'Also null if the platform’s code is for another specialization or cannot be read' }),
    classTalents: z.array(TalentView),
    specTalents: z.array(TalentView),
    heroTalents: z.array(TalentView),
    resolvedFrom: z.enum(['active_loadout', 'only_loadout', 'specialization', 'profile', 'none']).meta({
      description:
        'The source of the build: the active loadout of the active specialization, its only loadout, the specialization alone, the profile alone, or none',
    }),
    freshness: Freshness,
  })
  .meta({
    id: 'ActiveBuild',
    examples: [
      {
        specialization: { id: 66, name: 'Protection', role: 'tank' },
        heroTalentTree: { id: 52, name: 'Lightkeeper' },
        talentLoadoutCode: 'CIEAAAAAAAAAAAAAAAAAAAAAAAAAAAAzMzMz',
        classTalents: [talent],
        specTalents: [talent],
        heroTalents: [talent],
        resolvedFrom: 'active_loadout',
        freshness: fresh,
      },
    ],
  });
export type ActiveBuildView = z.infer<typeof ActiveBuildView>;

export const LoadoutView = z
  .object({
    isActive: z.boolean().meta({ description: 'The loadout in use while its specialization is active' }),
    talentLoadoutCode: z.string().nullable(),
    heroTalentTree: NamedRef.nullable(),
    classTalents: z.array(TalentView),
    specTalents: z.array(TalentView),
    heroTalents: z.array(TalentView),
  })
  .meta({ id: 'TalentLoadout' });
export type LoadoutView = z.infer<typeof LoadoutView>;

const loadout: LoadoutView = {
  isActive: true,
  talentLoadoutCode: 'CIEAAAAAAAAAAAAAAAAAAAAAAAAAAAAzMzMz',
  heroTalentTree: null,
  classTalents: [talent],
  specTalents: [talent],
  heroTalents: [],
};

export const SpecializationsView = z
  .object({
    activeSpecializationId: z.int().nullable(),
    specializations: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        role: CombatRole.nullable(),
        isActive: z.boolean(),
        loadouts: z.array(LoadoutView),
        pvpTalents: z.array(NamedRef),
        glyphs: z.array(z.string()),
      }),
    ),
    talentGroups: z
      .array(
        z.object({
          isActive: z.boolean(),
          trees: z.array(
            z.object({
              name: z.string(),
              spentPoints: z.int(),
              talents: z.array(
                z.object({
                  id: z.int().nullable(),
                  name: z.string().nullable(),
                  spellId: z.int().nullable(),
                  rank: z.int(),
                }),
              ),
            }),
          ),
          glyphs: z.array(z.string()),
        }),
      )
      .meta({ description: 'The talent trees of the Classic games that have no specializations' }),
    freshness: Freshness,
  })
  .meta({
    id: 'CharacterSpecializations',
    examples: [
      {
        activeSpecializationId: 66,
        specializations: [
          {
            id: 66,
            name: 'Protection',
            role: 'tank',
            isActive: true,
            loadouts: [loadout],
            pvpTalents: [{ id: 3590, name: 'Adaptation' }],
            glyphs: [],
          },
        ],
        talentGroups: [],
        freshness: fresh,
      },
    ],
  });
export type SpecializationsView = z.infer<typeof SpecializationsView>;

const amount = z.number().nullable();
const Attribute = z.object({ base: amount, effective: amount }).meta({ id: 'Attribute' }).nullable();
const Rating = z
  .object({ rating: amount, percent: amount.meta({ description: 'The rating in percent' }) })
  .meta({ id: 'CombatRating' })
  .nullable();
const Weapon = z
  .object({ minDamage: amount, maxDamage: amount, speed: amount, dps: amount })
  .meta({ id: 'WeaponStatistics' })
  .nullable();
const Ratings = z.object({ melee: Rating, ranged: Rating, spell: Rating }).meta({ id: 'CombatRatings' });

/** Combat statistics as the character sheet shows them. Null where the platform does not say. */
export const CombatStatistics = z.object({
  health: amount,
  power: z.object({ type: NamedRef, amount }).nullable(),
  attributes: z.object({
    strength: Attribute,
    agility: Attribute,
    intellect: Attribute,
    stamina: Attribute,
    armor: Attribute,
    spirit: Attribute,
  }),
  crit: Ratings,
  haste: Ratings,
  mastery: Rating,
  versatility: z
    .object({ rating: amount, damagePercent: amount, healingPercent: amount, damageTakenPercent: amount })
    .nullable(),
  leech: Rating,
  avoidance: Rating,
  speed: Rating,
  defense: z.object({ skill: Attribute, dodge: Rating, parry: Rating, block: Rating }),
  resistances: z.object({
    arcane: Attribute,
    fire: Attribute,
    frost: Attribute,
    holy: Attribute,
    nature: Attribute,
    shadow: Attribute,
  }),
  attackPower: amount,
  spellPower: amount,
  spellPenetration: amount,
  manaRegeneration: z.object({ resting: amount, fighting: amount }).nullable(),
  mainHand: Weapon,
  offHand: Weapon,
});
export type CombatStatistics = z.infer<typeof CombatStatistics>;

const rating = { rating: 840, percent: 27.53 };
const attribute = { base: 1467, effective: 8449 };

export const StatisticsView = z.object({ statistics: CombatStatistics.nullable(), freshness: Freshness }).meta({
  id: 'CharacterStatistics',
  examples: [
    {
      statistics: {
        health: 351_080,
        power: { type: { id: 0, name: 'Mana' }, amount: 100 },
        attributes: {
          strength: attribute,
          agility: attribute,
          intellect: attribute,
          stamina: attribute,
          armor: attribute,
          spirit: null,
        },
        crit: { melee: rating, ranged: rating, spell: rating },
        haste: { melee: rating, ranged: rating, spell: rating },
        mastery: rating,
        versatility: { rating: 863, damagePercent: 10.15, healingPercent: 10.15, damageTakenPercent: 5.08 },
        leech: null,
        avoidance: null,
        speed: null,
        defense: { skill: null, dodge: rating, parry: rating, block: rating },
        resistances: { arcane: null, fire: null, frost: null, holy: null, nature: null, shadow: null },
        attackPower: 8449,
        spellPower: 998,
        spellPenetration: 0,
        manaRegeneration: null,
        mainHand: { minDamage: 4446.3, maxDamage: 5025.38, speed: 2.95, dps: 1606.46 },
        offHand: null,
      },
      freshness: fresh,
    },
    { statistics: null, freshness: { fetchedAt: null, status: 'pending', nextAt: null } },
  ],
});
export type StatisticsView = z.infer<typeof StatisticsView>;
