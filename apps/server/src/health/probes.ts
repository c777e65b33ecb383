import { Router } from 'express';
import type { AppContext } from '../core/services/context.ts';
import { isReady } from './health.ts';

/** Longer than any outage of the database keeps a connection: then they were lost, and only a new process has more. */
const EXHAUSTED_MS = 60_000;

/** For orchestrators: a process that is not alive is to be restarted, one that is not ready is to be spared. */
export function probes(ctx: AppContext): Router {
  const router = Router({ caseSensitive: true });
  router.get('/livez', (_req, res) => {
    const alive = !ctx.database.isExhausted(EXHAUSTED_MS);
    res.status(alive ? 200 : 503).json({ status: alive ? 'ok' : 'error' });
  });
  router.get('/readyz', async (_req, res) => {
    const ready = !ctx.stopping.signal.aborted && (await isReady(ctx));
    res.status(ready ? 200 : 503).json({ status: ready ? 'ok' : 'error' });
  });
  return router;
}
