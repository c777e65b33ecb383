import { query } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { catalogueSyncJob } from '../reference/reference.jobs.ts';
import { queueJournalSync } from './start-journal-sync.ts';

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
