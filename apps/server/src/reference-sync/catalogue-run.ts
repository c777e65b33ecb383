/** One run over the catalogue, part by part: what is stored together is counted together, and not done twice. */

import type { Sql } from '../core/db/sql.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import { platformFailure } from '../core/platform/platform-failure.ts';
import type { AppContext } from '../core/services/context.ts';
import type { SyncStep } from '../core/syncs/sync-session.ts';
import { type Changes, changesIn, type Written } from './changes.ts';
import { createDocuments, type Documents } from './documents.ts';

export type CatalogueRun = {
  documents: Documents;
  signal: AbortSignal | undefined;
  /** So many more things are going to be stored. */
  expect(things: number): Promise<void>;
  /** Whether an earlier attempt has stored what goes by this name. */
  isStored(name: string): boolean;
  /** Writes in one transaction with the progress; by a name where the next attempt shall not do it again. */
  store(
    what: { name?: string; things: number; failed?: number },
    write: (sql: Sql) => Promise<Written[][]>,
  ): Promise<Changes>;
};

/** Where progress is noted, in the transaction of the work that it stands for. */
type Progress = { cursor: string | null; step(tx: UnitOfWork, step: SyncStep): Promise<void> };

/** Without a session nobody watches, and nothing is resumed. */
const UNWATCHED: Progress = { cursor: null, step: async () => {} };

export type Part = (ctx: AppContext, run: CatalogueRun) => Promise<void>;

/** Each part is tried, also where the platform fails another; its first failure is thrown at the end. */
export async function runParts(
  ctx: AppContext,
  parts: Part[],
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

function createRun(ctx: AppContext, signal: AbortSignal | undefined, { cursor, step }: Progress): CatalogueRun {
  const documents = createDocuments(ctx, signal);
  const stored = new Set(cursor?.split(' '));
  return {
    documents,
    signal,
    expect: (things) => ctx.transact((tx) => step(tx, { total: things })),
    isStored: (name) => stored.has(name),
    async store({ name, things, failed = 0 }, write) {
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
