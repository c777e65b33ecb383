import { HealthView } from '@guildhall/contracts/health.ts';
import { z } from 'zod';
import { publicProcedure, router } from '../core/trpc.ts';
import { checkHealth } from './health.ts';

export const healthRouter = router({
  check: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/health',
        tags: ['Health'],
        protect: false,
        summary: 'Health of the service',
        description: '503 with the same body when the database or a configured cache is down.',
      },
    })
    .input(z.object({}))
    .output(HealthView)
    .query(async ({ ctx }) => {
      const health = await checkHealth(ctx.app);
      if (health.status === 'error') ctx.res.locals.restStatus = 503;
      return health;
    }),
});
