/** A character's professions and recipes. */
import { z } from 'zod';
import { Freshness } from './character.ts';
import { NamedRef } from './organization.ts';

const fresh = { fetchedAt: '2026-11-20T20:00:00.000Z', status: 'ok' as const, nextAt: '2026-11-21T20:00:00.000Z' };

const Points = {
  skillPoints: z.int().nullable(),
  maxSkillPoints: z.int().nullable(),
};

const Profession = {
  id: z.int(),
  name: z.string(),
  kind: z.enum(['primary', 'secondary']).meta({ id: 'ProfessionKind' }),
};

export const ProfessionsView = z
  .object({
    professions: z.array(
      z.object({
        ...Profession,
        specialization: z.string().nullable(),
        ...Points,
        tiers: z
          .array(z.object({ id: z.int(), name: z.string(), ...Points, knownRecipes: z.int() }))
          .meta({ description: 'One per expansion, newest first' }),
      }),
    ),
    freshness: Freshness,
  })
  .meta({
    id: 'CharacterProfessions',
    examples: [
      {
        professions: [
          {
            id: 9164,
            name: 'Forgecraft',
            kind: 'primary',
            specialization: null,
            skillPoints: 87,
            maxSkillPoints: 100,
            tiers: [
              { id: 916_401, name: 'Silent Tide Forgecraft', skillPoints: 87, maxSkillPoints: 100, knownRecipes: 2 },
            ],
          },
        ],
        freshness: fresh,
      },
    ],
  });
export type ProfessionsView = z.infer<typeof ProfessionsView>;

export const RecipesView = z
  .object({
    professions: z.array(
      z.object({
        ...Profession,
        tiers: z.array(
          z.object({
            id: z.int(),
            name: z.string(),
            recipes: z.array(NamedRef),
          }),
        ),
      }),
    ),
    total: z.int(),
    freshness: Freshness,
  })
  .meta({
    id: 'CharacterRecipes',
    examples: [
      {
        professions: [
          {
            id: 9164,
            name: 'Forgecraft',
            kind: 'primary',
            tiers: [
              { id: 916_401, name: 'Silent Tide Forgecraft', recipes: [{ id: 9_164_100, name: 'Tidesteel Visor II' }] },
            ],
          },
        ],
        total: 1,
        freshness: fresh,
      },
    ],
  });
export type RecipesView = z.infer<typeof RecipesView>;
