import { HolidaysSeeded, SeedHolidaysInput } from '@guildhall/contracts/holiday.ts';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { adminProcedure, router } from '../../core/http/trpc.ts';
import { seedHolidays } from './seed-holidays.ts';

const rest = restRoutes('Administration');

export const holidaysRouter = router({
  seed: rest(adminProcedure, {
    route: 'POST /jobs/seed-holidays',
    summary: 'Add the game’s holidays of a year to every guild’s calendar',
    description: 'Can be repeated: existing entries stay as they are.',
    restStatus: 201,
    fromQuery: ['year'],
  })
    .input(SeedHolidaysInput)
    .output(HolidaysSeeded)
    .mutation(({ ctx, input }) => seedHolidays(ctx.app, ctx.actor, input)),
});
