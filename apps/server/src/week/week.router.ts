import { WeekInput, WeekView } from '@guildhall/contracts/week.ts';
import { authenticatedProcedure, router } from '../core/http/trpc.ts';
import { readWeek } from './week.queries.ts';

export const weekRouter = router({
  get: authenticatedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/auth/me/week',
        tags: ['Events'],
        summary: 'Some days of the caller in all their organizations',
        description: 'Events, absences, news and what waits for the caller, in one answer.',
      },
    })
    .input(WeekInput)
    .output(WeekView)
    .query(({ ctx, input }) => readWeek(ctx.app, ctx.actor, input)),
});
