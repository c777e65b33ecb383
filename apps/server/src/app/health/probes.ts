import { Router } from 'express';
import type { AppContext } from '../../core/services/context.ts';
import { lateParts, whyNotReady } from './health.ts';

/** Longer than any database outage holds a connection: after that they have leaked, and only a new process helps. */
const EXHAUSTED_MS = 60_000;

/** For orchestrators: restart a process that is not alive, send no requests to one that is not ready. */
export function probes(ctx: AppContext): Router {
  const router = Router({ caseSensitive: true });
  router.get('/livez', (_req, res) => {
    const alive = !ctx.database.isExhausted(EXHAUSTED_MS);
    res.status(alive ? 200 : 503).json({ status: alive ? 'ok' : 'error' });
  });
  router.get('/readyz', async (_req, res) => {
    const [problem, late] = await Promise.all([whyNotReady(ctx), lateParts(ctx)]);
    if (problem) return void res.status(503).json({ status: 'error', ...problem });
    res.json({ status: 'ok', ...(late.length > 0 ? { late } : {}) });
  });
  return router;
}
