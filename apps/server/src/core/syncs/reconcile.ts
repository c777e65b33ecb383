import { defineSweep, EVERY_MINUTE } from '../jobs/job.ts';
import type { AppContext } from '../services/context.ts';
import { reconcileSyncSessions } from './sync-session.ts';

export const reconcileJob = defineSweep('reconcile-sync-sessions', { ...EVERY_MINUTE, expireInSeconds: 60 });

/** Ends sessions whose job was lost for good, so that they do not run for ever. */
export async function reconcile(ctx: AppContext): Promise<void> {
  for (const session of await reconcileSyncSessions(ctx.sql)) {
    ctx.log.warn({ sessionId: session.id, kind: session.kind }, 'sync session without a job');
    ctx.realtime.publishSync(session);
  }
}
