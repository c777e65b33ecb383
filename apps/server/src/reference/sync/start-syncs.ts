import type { SyncTrigger } from '@guildhall/contracts/sync-session.ts';
import type { Actor } from '../../core/actor.ts';
import { query } from '../../core/db/statement.ts';
import { conflict } from '../../core/errors.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { startSyncSession } from '../../core/syncs/sync-session.ts';
import { writeAdminLog } from '../../identity/people/admin-log.ts';
import { catalogueSyncJob, journalSyncJob } from '../game-data/reference.jobs.ts';

/** Starts a journal sync for an administrator. One at a time. */
export async function startJournalSync(ctx: AppContext, actor: Actor): Promise<{ sessionId: string }> {
  return ctx.transact(async (tx) => {
    const sessionId = await queueJournalSync(tx, 'admin', actor.userId);
    if (!sessionId) throw conflict('journal_sync_in_progress', 'The journal is already being synced.');
    await writeAdminLog(tx.sql, actor, { action: 'journal_sync_started', details: { sessionId } });
    return { sessionId };
  });
}

/** An administrator asks for a sync of the catalogue. Its job opens a session when it runs. */
export async function startCatalogueSync(ctx: AppContext, actor: Actor): Promise<void> {
  await ctx.transact(async (tx) => {
    const queued = await tx.enqueue(catalogueSyncJob, {});
    if (!queued) throw conflict('sync_in_progress', 'A sync of the catalogue is already waiting or running.');
    await writeAdminLog(tx.sql, actor, { action: 'catalogue_sync_started' });
  });
}

const MISSING = query({ journal: 'bool', catalogue: 'bool' })`
  select not exists (select from journal_expansion) as "journal", not exists (select from profession) as "catalogue"`;

/** Syncs at once, so that a new installation need not wait a week to know the game. */
export async function queueFirstSyncs(ctx: AppContext): Promise<void> {
  await ctx.transact(async (tx) => {
    const missing = await tx.sql.one(MISSING);
    if (missing.journal) await queueJournalSync(tx, 'schedule', null);
    if (missing.catalogue) await tx.enqueue(catalogueSyncJob, {});
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
