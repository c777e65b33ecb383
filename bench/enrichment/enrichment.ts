/** A thousand characters enriched by one worker at the pace of the platform budget, and the memory it takes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startSimulator } from '@guildhall/simulator/server.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { createContext } from '../../apps/server/src/app/compose.ts';
import { PLATFORM_LIMITS, readConfig } from '../../apps/server/src/core/config.ts';
import { query } from '../../apps/server/src/core/db/statement.ts';
import type { AppContext } from '../../apps/server/src/core/services/context.ts';
import type { Bench } from '../bench.ts';
import { type Child, freePort, residentMegabytes, startChild } from '../child.ts';
import { scratchDatabase, scratchFolder } from '../scratch-database.ts';
import { ALLOCATOR, FLAGS } from '../service.ts';
import { achievementsOfMany } from './achievements-of-many.ts';
import { queueAllCharacters } from './queue-all.ts';

const part = 'enrichment';
const LIMIT_MS = 900_000;
/** Response time of a distant platform. */
const LATENCY_MS = 100;
const DOCUMENTS = '/profile/wow/character/*';

const STORED = query({ enriched: 'int', sections: 'int' })`
  select (select count(*) from character where enriched_at is not null)::int as enriched,
    (select count(*) from character_section)::int as sections`;

export async function measureEnrichment({ stack, say, record, size }: Bench): Promise<void> {
  const [people, count] = [size(20, 2), size(1_000, 10)];
  const folder = await scratchFolder(stack);
  const databaseUrl = await scratchDatabase(stack, folder);
  // No guilds, because a roster sync would request profiles too.
  const simulator = await startSimulator({ world: createWorld({ guildSizes: [] }) });
  stack.defer(() => simulator.close());
  simulator.faults.add({ match: DOCUMENTS, fault: { kind: 'latency', ms: LATENCY_MS } });
  // The largest document, as large as that of a character played for years.
  simulator.faults.serve('/profile/wow/character/*/achievements', achievementsOfMany());
  const environment = {
    NODE_ENV: 'test',
    ...ALLOCATOR,
    ROLES: 'worker',
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'warn',
    PORT: String(await freePort()),
    BATTLENET_CLIENT_ID: 'guildhall',
    BATTLENET_CLIENT_SECRET: 'simulated',
    BATTLENET_API_URL: simulator.battlenetApiUrl,
    BATTLENET_OAUTH_URL: simulator.battlenetOauthUrl,
  };
  const ctx = stack.use(await createContext({ ...readConfig(environment), roles: new Set() }));
  const { world } = simulator;
  const characters = Array.from({ length: count }, () => world.createCharacter('highmere', { level: 80 }));
  await queueAllCharacters(ctx, characters, people);

  say(`enrichment: ${count} characters of ${people} people, about ${Math.ceil(count / 150)} minutes …`);
  const startedAt = performance.now();
  const worker = stack.use(startChild('apps/server/src/main.ts', [], { flags: FLAGS, environment }));
  const peakMb = await watch(ctx, worker);
  const seconds = (performance.now() - startedAt) / 1000;
  await worker.stop();

  const stored = await ctx.sql.one(STORED);
  const rate = simulator.requests.perSecond({ path: DOCUMENTS });
  record([
    {
      part,
      measure: 'characters enriched',
      value: stored.enriched,
      unit: '',
      target: { atLeast: count },
      note: `${stored.sections} sections in ${Math.round(seconds)} s`,
    },
    {
      part,
      measure: 'requests a second',
      value: rate.mean,
      unit: 'req/s',
      target: { atLeast: PLATFORM_LIMITS.perSecond * 0.9 },
      note: `answers after ${LATENCY_MS} ms; the budget is ${PLATFORM_LIMITS.perSecond}`,
    },
    { part, measure: 'most requests in a second', value: rate.peak, unit: 'req/s', target: { atMost: 100 } },
    {
      part,
      measure: 'most memory of the worker',
      value: peakMb,
      unit: 'MB',
      target: { atMost: 300 },
      note: 'RSS of its process',
    },
  ]);
}

const LEFT = query({
  count: 'int',
})`select count(*)::int as count from pgboss.job where name = 'enrich-character' and state <= 'active'`;

/** Waits until the queue is empty and returns the peak memory. */
async function watch(ctx: AppContext, worker: Child): Promise<number> {
  let peak = 0;
  for (const startedAt = Date.now(); Date.now() - startedAt < LIMIT_MS; await sleep(1000)) {
    peak = Math.max(peak, await residentMegabytes(worker.pid));
    const left = await ctx.sql.one(LEFT);
    if (left.count === 0) return peak;
  }
  throw new Error('The enrichment takes too long');
}
