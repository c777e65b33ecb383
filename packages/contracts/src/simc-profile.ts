import { z } from 'zod';
import { Freshness } from './character.ts';
import { Id, lineOfText } from './primitives.ts';

export const SimcProfileInput = z.object({
  id: Id,
  // An unencoded plus sign arrives as a blank.
  talentLoadoutCode: lineOfText(1000)
    .transform((code) => code.replaceAll(' ', '+'))
    .meta({
      description: 'Simulate this loadout, with its specialization, instead of the active one',
      override: { type: 'string', maxLength: 1000 },
    })
    .optional(),
});
export type SimcProfileInput = z.infer<typeof SimcProfileInput>;

export const EXAMPLE_PROFILE = `# Ysóra - Assassination - 2026-11-20 20:00 - US/Highmere
# Made by Guildhall from what the game platform shows, not by the addon
# Requires SimulationCraft 1000-01 or newer
# Note: The ranks of professions are those of their newest expansion; the platform has no total.

rogue="Ysóra"
level=90
race=troll
region=us
server=highmere
role=attack
professions=engineering=87
spec=assassination

talents=CMQAAAAAAAAAAAAAAAAAAAAAAAAAAAzMzMzM

# Wayfarer's Hood (124)
head=,id=235001,enchant_id=7933,gem_id=213743,bonus_id=6652/10390
`;

const fresh = { fetchedAt: '2026-11-20T20:00:00.000Z', status: 'ok' as const, nextAt: '2026-11-21T20:00:00.000Z' };

export const SimcProfileView = z
  .object({
    profile: z.string().meta({ description: 'Text for SimulationCraft' }),
    warnings: z
      .array(z.object({ reason: z.string(), message: z.string() }))
      .meta({ description: 'Facts that the game platform does not provide, and values that were left out' }),
    freshness: z.object({ equipment: Freshness, specializations: Freshness, professions: Freshness }),
  })
  .meta({
    id: 'SimcProfile',
    examples: [
      {
        profile: EXAMPLE_PROFILE,
        warnings: [
          {
            reason: 'profession_ranks',
            message: 'The ranks of professions are those of their newest expansion; the platform has no total.',
          },
        ],
        freshness: { equipment: fresh, specializations: fresh, professions: fresh },
      },
    ],
  });
export type SimcProfileView = z.infer<typeof SimcProfileView>;
