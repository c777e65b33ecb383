import { z } from 'zod';
import { queryInteger } from './primitives.ts';

export const SeedHolidaysInput = z.strictObject({
  year: queryInteger({ min: 2012, max: 2100, description: 'Calendar year', example: 2026 }),
});
export type SeedHolidaysInput = z.infer<typeof SeedHolidaysInput>;

export const HolidaysSeeded = z
  .object({
    year: z.int(),
    total: z.int().meta({ description: 'Number of entries in the calendar of the year' }),
    changed: z.int().meta({ description: 'Number of entries written or removed by this call' }),
  })
  .meta({ id: 'HolidaysSeeded', examples: [{ year: 2026, total: 23, changed: 23 }] });
export type HolidaysSeeded = z.infer<typeof HolidaysSeeded>;
