/**
 * The cost of a full journal sync for the platform and the database: 12 expansions, 250 instances, 1,500 encounters.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { startSimulator } from '@guildhall/simulator/server.ts';
import { createContext } from '../apps/server/src/app/compose.ts';
import { jobs } from '../apps/server/src/app/jobs.ts';
import { PLATFORM_LIMITS, readConfig } from '../apps/server/src/core/config.ts';
import { startWorker } from '../apps/server/src/core/jobs/worker.ts';
import { refusedForMs } from '../apps/server/src/core/platform/platform-failure.ts';
import type { AppContext } from '../apps/server/src/core/services/context.ts';
import { findSyncSession } from '../apps/server/src/core/syncs/sync-session.ts';
import { queueJournalSync } from '../apps/server/src/reference/sync/start-syncs.ts';
import type { Bench } from './bench.ts';
import { rowWrites } from './roster-sync/row-writes.ts';
import { scratchDatabase, scratchFolder } from './scratch-database.ts';
import { sum } from './statistics.ts';

const part = 'journal-sync';
/** Response time of a distant platform. */
const LATENCY_MS = 100;
const LIMIT_MS = 180_000;
const JOURNAL = /\/journal-/;
/** One document each, a picture per instance, and the two indexes. */
const REQUESTS = 12 + 2 * 250 + 1_500 + 2;
const KINDS = ['journal_expansion', 'journal_instance', 'journal_encounter'];
const TABLES = KINDS.flatMap((kind) => [kind, `${kind}_locale`]);

export async function measureJournalSync({ stack, say, record, size }: Bench): Promise<void> {
  const folder = await scratchFolder(stack);
  const databaseUrl = await scratchDatabase(stack, folder);
  const simulator = await startSimulator({ journal: size('full', 'small') });
  stack.defer(() => simulator.close());
  simulator.faults.add({ match: JOURNAL, fault: { kind: 'latency', ms: LATENCY_MS } });
  const config = readConfig({
    NODE_ENV: 'test',
    ROLES: 'worker',
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'warn',
    BATTLENET_CLIENT_ID: 'guildhall',
    BATTLENET_CLIENT_SECRET: 'simulated',
    BATTLENET_API_URL: simulator.battlenetApiUrl,
    BATTLENET_OAUTH_URL: simulator.battlenetOauthUrl,
  });

  async function run() {
    const before = await writesIn(databaseUrl);
    simulator.requests.clear();
    const seconds = await syncOnce(await createContext(config));
    const requests = simulator.requests.count({ path: JOURNAL });
    return { seconds, requests, rows: (await writesIn(databaseUrl)) - before };
  }
  say(`journal-sync: ${REQUESTS} requests, each answered after ${LATENCY_MS} ms …`);
  const first = await run();
  say('journal-sync: again, without changes …');
  const second = await run();

  const budget = REQUESTS / PLATFORM_LIMITS.perSecond;
  record([
    { part, measure: 'requests', value: first.requests, unit: '', target: { atMost: REQUESTS }, note: 'six languages' },
    { part, measure: 'duration', value: first.seconds, unit: 's' },
    {
      part,
      measure: "duration / the budget's time",
      value: first.seconds / budget,
      unit: 'x',
      target: { atMost: 1.1 },
      note: `${PLATFORM_LIMITS.perSecond} requests a second, so ${budget.toFixed(1)} s`,
    },
    { part, measure: 'rows written', value: first.rows, unit: '' },
    { part, measure: 'again: requests', value: second.requests, unit: '', target: { atMost: REQUESTS } },
    { part, measure: 'again: duration', value: second.seconds, unit: 's' },
    { part, measure: 'again: rows written', value: second.rows, unit: '', target: { atMost: 0 } },
  ]);
}

/** Seconds from an administrator's request to the end of the sync. */
async function syncOnce(context: AppContext): Promise<number> {
  await using ctx = context;
  await using _worker = await startWorker(ctx, jobs, refusedForMs);
  const startedAt = performance.now();
  const sessionId = await ctx.transact((tx) => queueJournalSync(tx, 'admin', null));
  if (!sessionId) throw new Error('A sync is already under way');
  while (performance.now() - startedAt < LIMIT_MS) {
    const session = await findSyncSession(ctx.sql, sessionId);
    if (session?.status === 'completed') return (performance.now() - startedAt) / 1000;
    if (session?.error) throw new Error(`The sync ended as ${session.status}: ${session.error.message}`);
    await sleep(100);
  }
  throw new Error('The sync takes too long');
}

async function writesIn(databaseUrl: string): Promise<number> {
  const writes = await Promise.all(TABLES.map((table) => rowWrites(databaseUrl, table)));
  return sum(writes.map(({ inserted, updated, deleted }) => inserted + updated + deleted));
}
