import { HolidaysSeeded, SeedHolidaysInput } from '@guildhall/contracts/holiday.ts';
import { restRoutes } from '../core/http/rest-routes.ts';
import { adminProcedure, router } from '../core/http/trpc.ts';
import { seedHolidays } from './seed-holidays.ts';

const rest = restRoutes('Administration');

export const holidaysRouter = router({
  seed: adminProcedure
    .meta({
      restStatus: 201,
      fromQuery: ['year'],
      openapi: rest.post(
        '/jobs/seed-holidays',
        'Add the game’s holidays of a year to every guild’s calendar',
        'Can be repeated: existing entries stay as they are.',
      ),
    })
    .input(SeedHolidaysInput)
    .output(HolidaysSeeded)
    .mutation(({ ctx, input }) => seedHolidays(ctx.app, ctx.actor, input)),
});
