import { z } from 'zod';
import { queryInteger } from './primitives.ts';

export const SeedHolidaysInput = z.strictObject({
  year: queryInteger({ min: 2012, max: 2100, description: 'Calendar year', example: 2026 }),
});
export type SeedHolidaysInput = z.infer<typeof SeedHolidaysInput>;

export const HolidaysSeeded = z
  .object({
    year: z.int(),
    total: z.int().meta({ description: 'Entries that the calendar of the year has' }),
    changed: z.int().meta({ description: 'How many of them were written or removed now' }),
  })
  .meta({ id: 'HolidaysSeeded', examples: [{ year: 2026, total: 23, changed: 23 }] });
export type HolidaysSeeded = z.infer<typeof HolidaysSeeded>;
