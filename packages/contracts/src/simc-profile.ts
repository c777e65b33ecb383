import { z } from 'zod';
import { Id, lineOfText } from './primitives.ts';

export const SimcProfileInput = z.object({
  id: Id,
  // A plus sign that was not encoded arrives as a blank.
  talentLoadoutCode: lineOfText(1000)
    .transform((code) => code.replaceAll(' ', '+'))
    .meta({
      description: 'Simulate this loadout instead of the active one; its specialization counts',
      override: { type: 'string', maxLength: 1000 },
    })
    .optional(),
});
export type SimcProfileInput = z.infer<typeof SimcProfileInput>;

export const SimcProfileView = z
  .object({
    profile: z.string().meta({ description: 'Text for SimulationCraft' }),
    warnings: z
      .array(z.object({ reason: z.string(), message: z.string() }))
      .meta({ description: 'What the game platform cannot know, and what was left out' }),
  })
  .meta({
    id: 'SimcProfile',
    examples: [
      {
        profile: 'rogue="Ysóra"\nlevel=90\nrace=troll\nregion=us\nserver=highmere\nrole=attack\nspec=assassination\n',
        warnings: [
          {
            reason: 'no_equipment',
            message: 'The game platform shows no equipment; the character is simulated without.',
          },
        ],
      },
    ],
  });
export type SimcProfileView = z.infer<typeof SimcProfileView>;
