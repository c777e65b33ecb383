import { HolidaysSeeded, SeedHolidaysInput } from '@guildhall/contracts/holiday.ts';
import { adminProcedure, router } from '../core/http/trpc.ts';
import { seedHolidays } from './seed-holidays.ts';

export const holidaysRouter = router({
  seed: adminProcedure
    .meta({
      restStatus: 201,
      fromQuery: ['year'],
      openapi: {
        method: 'POST',
        path: '/jobs/seed-holidays',
        tags: ['Administration'],
        summary: 'Add the game’s holidays of a year to every guild’s calendar',
        description: 'Can be repeated: existing entries stay as they are.',
      },
    })
    .input(SeedHolidaysInput)
    .output(HolidaysSeeded)
    .mutation(({ ctx, input }) => seedHolidays(ctx.app, ctx.actor, input)),
});
