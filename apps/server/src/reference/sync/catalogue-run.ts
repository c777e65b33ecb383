/** One run over the catalogue, part by part: things stored together are counted together, and never stored twice. */

import type { Sql } from '../../core/db/sql.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import { platformFailure } from '../../core/platform/platform-failure.ts';
import type { AppContext } from '../../core/services/context.ts';
import type { SyncStep } from '../../core/syncs/sync-session.ts';
import { createDocuments } from './documents.ts';
import { changesIn, type RowChanges, type WrittenRow } from './write-rows.ts';

export type CatalogueRun = ReturnType<typeof createRun>;

/** Records progress, in the transaction of the work it covers. */
type Progress = { cursor: string | null; step(tx: UnitOfWork, step: SyncStep): Promise<void> };

/** Without a session no client watches, and nothing is resumed. */
const UNWATCHED: Progress = { cursor: null, step: async () => {} };

export type CatalogueStep = (ctx: AppContext, run: CatalogueRun) => Promise<void>;

/** Tries every part, even when the platform fails another; throws the first failure at the end. */
export async function runParts(
  ctx: AppContext,
  parts: CatalogueStep[],
  signal: AbortSignal | undefined,
  progress: Progress = UNWATCHED,
): Promise<void> {
  const run = createRun(ctx, signal, progress);
  const failures: unknown[] = [];
  for (const part of parts) {
    try {
      await part(ctx, run);
    } catch (error) {
      if (!platformFailure(error)) throw error;
      ctx.log.warn({ err: error }, 'part of the catalogue left out');
      failures.push(error);
    }
  }
  run.documents.noteMissing();
  if (failures.length > 0) throw failures[0];
}

function createRun(ctx: AppContext, signal: AbortSignal | undefined, { cursor, step }: Progress) {
  const documents = createDocuments(ctx, signal);
  const stored = new Set(cursor?.split(' '));
  return {
    documents,
    signal,
    /** Announces this many more things to store. */
    expect: (things: number) => ctx.transact((tx) => step(tx, { total: things })),
    /** Whether an earlier attempt has stored the part with this name. */
    isStored: (name: string) => stored.has(name),
    /** Writes in one transaction with the progress. A `name` keeps the next attempt from repeating it. */
    store(
      { name, things, failed = 0 }: { name?: string; things: number; failed?: number },
      write: (sql: Sql) => Promise<WrittenRow[][]>,
    ): Promise<RowChanges> {
      const missing = failed + documents.takeMissing();
      if (name) stored.add(name);
      return ctx.transact(async (tx) => {
        const changes = changesIn(...(await write(tx.sql)));
        await step(tx, { done: things, failed: missing, ...changes, cursor: [...stored].join(' ') });
        return changes;
      });
    },
  };
}
