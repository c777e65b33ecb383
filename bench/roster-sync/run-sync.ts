/** Runs one roster sync in a worker of its own and measures its cost. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Simulator } from '@guildhall/simulator/server.ts';
import { createContext } from '../../apps/server/src/app/compose.ts';
import { jobs } from '../../apps/server/src/app/jobs.ts';
import type { Config } from '../../apps/server/src/core/config.ts';
import { startWorker } from '../../apps/server/src/core/jobs/worker.ts';
import { refusedForMs } from '../../apps/server/src/core/platform/platform-failure.ts';
import { findSyncSession } from '../../apps/server/src/core/syncs/sync-session.ts';
import { queueRosterSync } from '../../apps/server/src/guilds/guild-sync/start-roster-sync.ts';
import { type RowWrites, rowWrites } from './row-writes.ts';
import { recordStatements, type Statement } from './statement-recorder.ts';

export type SyncCost = {
  progress: { total: number; added: number; updated: number };
  /** Up to and including the commit that makes the roster readable. */
  phaseOne: Statement[];
  phaseTwo: Statement[];
  rosterRequests: number;
  profileRequests: { count: number; answered304: number; perSecond: number; peak: number };
  /** Writes to `roster_entry`. */
  entryWrites: RowWrites;
};

export const PROFILES = '/profile/wow/character/*';
const ROSTERS = '/data/wow/guild/*/roster';
const LIMIT_MS = 120_000;

export async function runSync(config: Config, simulator: Simulator, organizationId: string): Promise<SyncCost> {
  const url = config.databaseUrl ?? '';
  const before = await rowWrites(url, 'roster_entry');
  simulator.requests.clear();
  const { statements, progress } = await syncOnce(config, organizationId);
  // The worker's connections are closed by now, so the statistics are complete.
  const after = await rowWrites(url, 'roster_entry');

  const firstCommit = statements.findIndex(({ text }) => /^commit/i.test(text));
  const profiles = simulator.requests.perSecond({ path: PROFILES });
  return {
    progress,
    phaseOne: statements.slice(0, firstCommit + 1),
    phaseTwo: statements.slice(firstCommit + 1),
    rosterRequests: simulator.requests.count({ path: ROSTERS }),
    profileRequests: {
      count: simulator.requests.count({ path: PROFILES }),
      answered304: simulator.requests.count({ path: PROFILES, status: 304 }),
      perSecond: profiles.mean,
      peak: profiles.peak,
    },
    entryWrites: {
      inserted: after.inserted - before.inserted,
      updated: after.updated - before.updated,
      deleted: after.deleted - before.deleted,
    },
  };
}

async function syncOnce(config: Config, organizationId: string) {
  await using stack = new AsyncDisposableStack();
  const ctx = stack.use(await createContext(config));
  const recorder = await recordStatements(stack, ctx.database.pool);
  const watched = jobs.map(({ definition, handle }) => ({
    definition,
    handle: (...parameters: Parameters<typeof handle>) => recorder.during(() => handle(...parameters)),
  }));
  stack.use(await startWorker(ctx, watched, refusedForMs));
  const sessionId = await ctx.transact((tx) => queueRosterSync(tx, organizationId, 'schedule', null));
  if (!sessionId) throw new Error('A sync is already under way');

  for (const startedAt = Date.now(); Date.now() - startedAt < LIMIT_MS; await sleep(100)) {
    const session = await findSyncSession(ctx.sql, sessionId);
    if (session?.status === 'completed') return { statements: recorder.statements, progress: session.progress };
    if (session?.error) throw new Error(`The sync ended as ${session.status}: ${session.error.message}`);
  }
  throw new Error('The sync takes too long');
}
