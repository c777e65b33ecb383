import { z } from 'zod';
import { defineJob, RELIABLE_QUEUE } from '../jobs/job.ts';
import type { AppContext } from '../services/context.ts';
import { reconcileSyncSessions } from './sync-session.ts';

export const reconcileJob = defineJob({
  name: 'reconcile-sync-sessions',
  payload: z.object({}),
  queue: { ...RELIABLE_QUEUE, policy: 'exclusive', expireInSeconds: 60, retryLimit: 1, deleteAfterSeconds: 3600 },
  concurrency: 1,
  key: () => 'all',
});

/** Ends sessions whose job was lost for good, so that they do not run for ever. */
export async function reconcile(ctx: AppContext): Promise<void> {
  for (const session of await reconcileSyncSessions(ctx.sql)) {
    ctx.log.warn({ sessionId: session.id, kind: session.kind }, 'sync session without a job');
    ctx.realtime.publishSync(session);
  }
}
