/** The wishes of the people of an event for what its bosses drop. */
import { z } from 'zod';
import { LineupDifficulty } from './lineup.ts';
import { LINEUP_DIFFICULTIES } from './lineup-size.ts';
import { Id, queryInteger } from './primitives.ts';
import { STALE_AFTER_DAYS } from './wish.ts';

export const EventWishesInput = z.object({
  id: Id,
  difficulty: queryInteger({ min: Math.min(...LINEUP_DIFFICULTIES), max: Math.max(...LINEUP_DIFFICULTIES) })
    .pipe(LineupDifficulty)
    .meta({
      description: 'Only wishes for what drops at this difficulty; without it those for any',
      override: { $ref: '#/components/schemas/LineupDifficulty' },
    })
    .optional(),
});
export type EventWishesInput = z.infer<typeof EventWishesInput>;

export const EventWishesView = z
  .object({
    all: z.boolean().meta({ description: 'Whether the caller sees the wishes of others, not only their own' }),
    bosses: z.array(
      z
        .object({
          encounterId: z.int(),
          raiders: z.array(
            z
              .object({
                raiderId: z.string(),
                items: z.int().meta({ description: 'How many of its drops they wish for and have not been given' }),
                percent: z
                  .number()
                  .nullable()
                  .meta({
                    description: `The highest gain of them, in percent, by sims of the last ${STALE_AFTER_DAYS} days; null where no such sim says`,
                  }),
              })
              .meta({ id: 'EventWisher' }),
          ),
        })
        .meta({ id: 'EventWishesOfBoss' }),
    ),
  })
  .meta({
    id: 'EventWishes',
    examples: [
      {
        all: true,
        bosses: [
          {
            encounterId: 668,
            raiders: [{ raiderId: '0199d3a0-0000-7000-8000-000000000004', items: 2, percent: 1.9 }],
          },
        ],
      },
    ],
  });
export type EventWishesView = z.infer<typeof EventWishesView>;
