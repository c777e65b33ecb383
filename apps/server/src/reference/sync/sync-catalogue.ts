/**
 * The job behind the catalogue: classes, races, realms, specializations, professions with their recipes, factions. Each
 * part is written as a whole, and only where it changed; the products of recipes are fetched last, in batches. A later
 * attempt continues after what is stored.
 */

import type { JobRun } from '../../core/jobs/job.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { runSync } from '../../core/syncs/run-sync.ts';
import {
  advanceSyncSession,
  type ClaimedSync,
  openSyncSession,
  type SyncEnd,
  type SyncStep,
} from '../../core/syncs/sync-session.ts';
import { type CatalogueStep, runParts } from './catalogue-run.ts';
import { syncFactions } from './sync-factions.ts';
import { syncProfessions } from './sync-professions.ts';
import { syncRecipeDetails } from './sync-recipe-details.ts';
import { REFERENCE_STEPS } from './sync-reference.ts';
import { syncSpecializations } from './sync-specializations.ts';

/** Specializations belong to classes, so those come first. */
const PARTS: CatalogueStep[] = [
  ...REFERENCE_STEPS,
  syncSpecializations,
  syncFactions,
  syncProfessions,
  syncRecipeDetails,
];

export async function syncCatalogue(ctx: AppContext, _payload: object, run: JobRun): Promise<void> {
  const session = { kind: 'catalogue', subjectId: null, trigger: 'schedule' } as const;
  const id = await openSyncSession(ctx.sql, session, run);
  await runSync(ctx, id, run, (sync) => work(ctx, sync, run.signal));
}

async function work(ctx: AppContext, { row, fence }: ClaimedSync, signal: AbortSignal): Promise<SyncEnd> {
  async function step(tx: UnitOfWork, next: SyncStep): Promise<void> {
    const session = await advanceSyncSession(tx.sql, fence, next);
    tx.afterCommit(() => ctx.realtime.publishSync(session));
  }
  // Drop the part that an earlier attempt left undone; it is counted again when its turn comes.
  if (row.total > row.done) await ctx.transact((tx) => step(tx, { total: row.done - row.total }));
  await runParts(ctx, PARTS, signal, { cursor: row.cursor, step });
  return { status: 'completed' };
}
