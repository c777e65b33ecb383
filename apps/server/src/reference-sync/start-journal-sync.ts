import type { SyncTrigger } from '@guildhall/contracts/sync-session.ts';
import type { Actor } from '../core/actor.ts';
import { conflict } from '../core/errors.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import type { AppContext } from '../core/services/context.ts';
import { startSyncSession } from '../core/syncs/sync-session.ts';
import { writeAdminLog } from '../people/admin-log.ts';
import { journalSyncJob } from '../reference/reference.jobs.ts';

/** Starts a journal sync for an administrator. One at a time. */
export async function startJournalSync(ctx: AppContext, actor: Actor): Promise<{ sessionId: string }> {
  return ctx.transact(async (tx) => {
    const sessionId = await queueJournalSync(tx, 'admin', actor.userId);
    if (!sessionId) throw conflict('journal_sync_in_progress', 'The journal is already being synced.');
    await writeAdminLog(tx.sql, actor, { action: 'journal_sync_started', details: { sessionId } });
    return { sessionId };
  });
}

/** Queues a journal sync in the caller's transaction. Null when one is already queued or running. */
export function queueJournalSync(
  tx: UnitOfWork,
  trigger: SyncTrigger,
  requestedBy: string | null,
): Promise<string | null> {
  return startSyncSession(tx, {
    kind: 'journal',
    subjectId: null,
    trigger,
    requestedBy,
    job: journalSyncJob,
    payload: (sessionId) => ({ sessionId }),
  });
}
