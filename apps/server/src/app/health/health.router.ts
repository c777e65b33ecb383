import { HealthView } from '@guildhall/contracts/health.ts';
import { NoInput } from '@guildhall/contracts/primitives.ts';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { answerStatus, openProcedure, router } from '../../core/http/trpc.ts';
import { checkHealth } from './health.ts';

const rest = restRoutes('Health');

export const healthRouter = router({
  check: rest(openProcedure, {
    route: 'GET /health',
    summary: 'Health of the service',
    description: '503 with the same body when the database is down. `error` names any other component that is down.',
    otherStatus: { 503: 'The database is down' },
  })
    .input(NoInput)
    .output(HealthView)
    .query(async ({ ctx }) => {
      const health = await checkHealth(ctx.app);
      if (health.status === 'error') answerStatus(ctx.res, 503);
      return health;
    }),
});
