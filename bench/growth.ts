/**
 * Compares a service with ten guilds and one with many, on one database server: the requests of members and administrators,
 * each job that runs by the clock, and a worker that has nothing to do. `GUILDS=10000 pnpm bench growth` takes some ten gigabytes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { startSimulator } from '@guildhall/simulator/server.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import pg from 'pg';
import { createContext } from '../apps/server/src/app/compose.ts';
import { jobs, scheduledJobs } from '../apps/server/src/app/jobs.ts';
import { simulatedPlatforms } from '../apps/server/src/app/simulated-platforms.ts';
import { readConfig } from '../apps/server/src/core/config.ts';
import { withDeadline } from '../apps/server/src/core/db/database.ts';
import type { AppContext } from '../apps/server/src/core/services/context.ts';
import { uuidv7 } from '../apps/server/src/core/uuid.ts';
import { OF_PLATFORMS, ofGuild, seedManyGuilds } from '../apps/server/test/many-guilds.ts';
import type { Bench } from './bench.ts';
import { freePort, startChild } from './child.ts';
import { copyOf, scratchDatabase, scratchFolder } from './scratch-database.ts';
import { ALLOCATOR, FLAGS, startService } from './service.ts';
import { median } from './statistics.ts';

const part = 'growth';
const FEW = 10;
/** A job of the old days took minutes. */
const PATIENCE_MS = 300_000;
/** The time that each size is given in turn, so that both meet the same machine. */
const ROUNDS = 40;

type Size = { guilds: number; url: string; ctx: AppContext };

export async function measureGrowth({ stack, profileFolder, say, record, size }: Bench): Promise<void> {
  const folder = await scratchFolder(stack);
  // Counts the milliseconds of each statement.
  const server = await scratchDatabase(stack, folder, ['shared_preload_libraries=pg_stat_statements']);
  const many = size(Number(process.env.GUILDS ?? 1_000), 20);
  const simulator = await startSimulator({ world: createWorld() });
  stack.defer(() => simulator.close());

  const open = async (guilds: number): Promise<Size> => {
    say(`${part}: seeding ${guilds.toLocaleString('en-US')} guilds …`);
    const url = await copyOf(server, `guilds_${guilds}`);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('create extension if not exists pg_stat_statements');
    // One guild in twenty has something due in this moment.
    await seedManyGuilds(client, guilds, { busy: Math.max(5, guilds / 20) });
    await client.end();
    const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder, DATABASE_URL: url, LOG_LEVEL: 'warn' });
    const ctx = await createContext({ ...simulatedPlatforms(config, simulator), roles: new Set() });
    stack.use(ctx);
    return { guilds, url, ctx };
  };
  const sizes = { few: await open(FEW), many: await open(many) };

  await compareRequests(sizes, async ({ url }) => (await startService(stack, url, folder, profileFolder)).origin, {
    ...{ record, rounds: size(ROUNDS, 1) },
  });

  const ofClock = scheduledJobs.filter((job) => !OF_PLATFORMS.includes(job));
  const firstRuns = new Map<string, string>();
  // The first run of each job does what the seed left to do; the second is what a minute or night costs.
  for (const name of ofClock) {
    const first = await runJob(sizes.many, name);
    firstRuns.set(name, `${first.ms.toFixed(0)} ms the first time${first.problem}`);
    await runJob(sizes.few, name);
  }
  for (const name of ofClock) {
    const [few, { ms, problem }] = [await runJob(sizes.few, name), await runJob(sizes.many, name)];
    const note = `${few.ms.toFixed(0)} ms beside ${FEW}, ${firstRuns.get(name)}${problem}`;
    // A job that fails at once is not fast.
    const value = problem === '' ? ms : PATIENCE_MS;
    record([{ part, measure: name, value, unit: 'ms', target: { atMost: 1_000 }, note }]);
  }
  const seconds = size(60, 1);
  const idle = await idleWorker(sizes.many, folder, seconds);
  record([
    {
      part,
      measure: 'statements of an idle worker in a minute',
      value: (idle * 60) / seconds / 1_000,
      unit: 's',
      target: { atMost: 2 },
    },
  ]);
}

/** Runs the job as a worker does. */
async function runJob({ ctx }: Size, name: string): Promise<{ ms: number; problem: string }> {
  const job = jobs.find(({ definition }) => definition.name === name);
  if (!job) throw new Error(`There is no job ${name}`);
  const run = { jobId: uuidv7(), attempt: 0, lastAttempt: false, signal: new AbortController().signal, refusals: {} };
  const startedAt = performance.now();
  const problem = await withDeadline(PATIENCE_MS, () => job.handle(ctx, {}, run)).then(
    () => '',
    (error: unknown) => `, failed: ${error instanceof AggregateError ? error.errors.join('; ') : error}`,
  );
  return { ms: performance.now() - startedAt, problem };
}

type Requests = Pick<Bench, 'record'> & { rounds: number };

async function compareRequests(
  sizes: Record<'few' | 'many', Size>,
  serve: (size: Size) => Promise<string>,
  { record, rounds }: Requests,
): Promise<void> {
  const ask = async (size: Size) => {
    const { guildId, leaderId, eventId } = ofGuild(2);
    await size.ctx.database.query({ text: 'update app_user set is_admin = true where id = $1', values: [leaderId] });
    const { token } = await size.ctx.sessions.create(leaderId);
    const origin = await serve(size);
    return async (path: string) => {
      const startedAt = performance.now();
      const answer = await fetch(origin + path.replace('{guild}', guildId).replace('{event}', eventId), {
        headers: { Authorization: `Bearer ${token}` },
      });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
      return performance.now() - startedAt;
    };
  };
  const [few, many] = [await ask(sizes.few), await ask(sizes.many)];
  for (const [path, target] of [
    ...MEMBERS.map((path) => [path, 'x'] as const),
    ...ADMINS.map((path) => [path, 'ms'] as const),
  ]) {
    const [ofFew, ofMany]: [number[], number[]] = [[], []];
    let problem = '';
    for (let round = 0; round < rounds && problem === ''; round++) {
      try {
        ofFew.push(await few(`/api/v1${path}`));
        ofMany.push(await many(`/api/v1${path}`));
      } catch (error) {
        problem = String(error);
      }
    }
    const [before, after] = [median(ofFew), median(ofMany)];
    if (problem) record([{ part, measure: path, value: 0, unit: '', target: { atLeast: 1 }, note: problem }]);
    else if (target === 'x')
      record([
        {
          part,
          measure: path,
          value: after / before,
          unit: 'x',
          target: { atMost: 1.3 },
          note: `${after.toFixed(1)} ms`,
        },
      ]);
    else
      record([
        {
          part,
          measure: path,
          value: after,
          unit: 'ms',
          target: { atMost: 100 },
          note: `${before.toFixed(1)} ms beside ${FEW}`,
        },
      ]);
  }
}

/** Requests of a member and officer of one guild. */
const MEMBERS = [
  '/auth/me',
  '/auth/me/notifications',
  '/auth/me/events',
  '/organizations/mine',
  '/organizations',
  '/organizations/{guild}',
  '/organizations/{guild}/roster',
  '/organizations/{guild}/roster/history',
  '/organizations/{guild}/composition',
  '/organizations/{guild}/members',
  '/organizations/{guild}/raiders',
  '/organizations/{guild}/events',
  '/organizations/{guild}/attendance-stats',
  '/organizations/{guild}/attendance-matrix',
  '/organizations/{guild}/crafters?search=blade',
  '/organizations/{guild}/changes',
  '/organizations/{guild}/audit-log',
  '/organizations/{guild}/discord/roles',
  '/events/{event}',
  '/events/{event}/participations',
  '/events/{event}/log',
  '/characters',
];

const ADMINS = [
  '/admin/users?q=abc',
  '/admin/users',
  '/admin/jobs',
  '/admin/jobs/send-event-mail',
  '/admin/sync-status',
  '/admin/stats',
];

/** Milliseconds that the database spends on the statements of a worker while nothing is due. */
async function idleWorker({ url, ctx }: Size, folder: string, seconds: number): Promise<number> {
  const environment = {
    ...{ NODE_ENV: 'test', ROLES: 'worker', SIMULATOR: 'off', DATA_DIR: folder, DATABASE_URL: url, LOG_LEVEL: 'error' },
    ...{ PORT: String(await freePort()), ...ALLOCATOR },
  };
  await using worker = startChild('apps/server/src/main.ts', [], { flags: FLAGS, environment });
  await sleep(seconds > 1 ? 20_000 : 2_000);
  const spent = async () => {
    const { rows } = await ctx.database.query<{ ms: number }>({ text: SPENT });
    return rows[0]?.ms ?? 0;
  };
  const before = await spent();
  await sleep(seconds * 1_000);
  const after = await spent();
  await worker.stop();
  return after - before;
}

const SPENT = `select sum(total_exec_time)::float8 as ms from pg_stat_statements s join pg_database d on d.oid = s.dbid
  where d.datname = current_database() and s.query not like '%pg_stat_statements%'`;
