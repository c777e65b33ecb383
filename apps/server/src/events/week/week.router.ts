import { WeekInput, WeekView } from '@guildhall/contracts/week.ts';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { authenticatedProcedure, router } from '../../core/http/trpc.ts';
import { readWeek } from './week.queries.ts';

const rest = restRoutes('Events');

export const weekRouter = router({
  get: rest(authenticatedProcedure, {
    route: 'GET /auth/me/week',
    summary: 'Some days of the caller in all their organizations',
    description: 'Events, absences, news and what waits for the caller, in one answer.',
  })
    .input(WeekInput)
    .output(WeekView)
    .query(({ ctx, input }) => readWeek(ctx.app, ctx.actor, input)),
});
