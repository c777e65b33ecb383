import { Router } from 'express';
import type { AppContext } from '../core/context.ts';
import { checkHealth } from './health.ts';

/** For orchestrators: alive is the process, ready is the process with its database. */
export function probes(ctx: AppContext): Router {
  const router = Router({ caseSensitive: true });
  router.get('/livez', (_req, res) => void res.json({ status: 'ok' }));
  router.get('/readyz', async (_req, res) => {
    const { status } = await checkHealth(ctx);
    res.status(status === 'ok' ? 200 : 503).json({ status });
  });
  return router;
}
