import type { HealthView } from '@guildhall/contracts/health.ts';
import { withDeadline } from '../../core/db/database.ts';
import { expectSchema, OtherSchema } from '../../core/db/schema-version.ts';
import { QUEUE_SCHEMA } from '../../core/jobs/queues.ts';
import { SWEEP_PARTS } from '../../core/jobs/sweep-parts.ts';
import type { AppContext } from '../../core/services/context.ts';

const LIMIT_MS = 700;
/** Then the connection is given up too; otherwise a caller that checks every second would soon hold all of them. */
const PATIENCE_MS = 1_000;

type Component = { status: string; message?: string; responseMs?: number; sentence?: string };

const database = (ctx: AppContext) => withDeadline(PATIENCE_MS, () => probe(() => expectSchema(ctx.sql)));

type Unready = { reason: 'stopping' | 'database_unavailable' | 'other_schema'; message: string };

/** Why requests cannot be served, or null. The cache does not matter, because without it they are only slower. */
export async function whyNotReady(ctx: AppContext): Promise<Unready | null> {
  if (ctx.stopping.signal.aborted) return { reason: 'stopping', message: 'This process is stopping.' };
  const db = await database(ctx);
  if (isUp(db)) return null;
  if (db.sentence) return { reason: 'other_schema', message: db.sentence };
  return { reason: 'database_unavailable', message: 'The database does not answer.' };
}

export type LatePart = { sweep: string; part: string; lateSeconds: number };

/** The parts of sweeps that are late. They do not matter for requests, so that no answer in time means none. */
export async function lateParts(ctx: AppContext): Promise<LatePart[]> {
  let late: LatePart[] = [];
  await withDeadline(PATIENCE_MS, () =>
    probe(async () => {
      const parts = await ctx.sql.many(SWEEP_PARTS);
      late = parts
        .filter(({ lateSeconds }) => lateSeconds > 0)
        .map(({ sweep, part, lateSeconds }) => ({ sweep, part, lateSeconds: Math.round(lateSeconds) }));
    }),
  );
  return late;
}

/** The state of every component, within a second even when one of them hangs. Only the database makes it unhealthy. */
export async function checkHealth(ctx: AppContext): Promise<HealthView> {
  const ask = <T>(work: () => T) => withDeadline(PATIENCE_MS, work);
  const [db, cache, queue, storage] = await Promise.all([
    database(ctx),
    probe(() => refuse(ctx.cache.check())),
    ask(() => probe(async () => void (await ctx.sql.run(QUEUE_SCHEMA)))),
    probe(() => refuse(ctx.storage.check())),
  ]);
  const details = { database: db, cache, queue, storage };
  const pick = (keep: (component: Component) => boolean) =>
    Object.fromEntries(Object.entries(details).filter(([, component]) => keep(component)));
  return {
    status: isUp(db) ? 'ok' : 'error',
    version: ctx.config.version,
    info: pick(isUp),
    error: pick((component) => !isUp(component)),
    details,
  };
}

const isUp = ({ status }: Component) => status === 'up';

async function refuse(check: Promise<string | null>): Promise<void> {
  const problem = await check;
  if (problem !== null) throw new Error(problem);
}

/** Reports that a component is down but never its error, which could name hosts or users. */
async function probe(check: () => Promise<void>): Promise<Component> {
  const started = performance.now();
  const { promise, reject } = Promise.withResolvers<never>();
  // Process answers that arrived while this process was busy before giving up.
  const timer = setTimeout(() => setImmediate(() => reject(new Error('timeout'))), LIMIT_MS);
  try {
    await Promise.race([check(), promise]);
    return { status: 'up', responseMs: Math.round((performance.now() - started) * 10) / 10 };
  } catch (error) {
    if (error instanceof OtherSchema) {
      return { status: 'down', message: 'has the schema of another version', sentence: error.message };
    }
    const slow = error instanceof Error && error.message === 'timeout';
    return { status: 'down', message: slow ? 'no answer in time' : 'not reachable' };
  } finally {
    clearTimeout(timer);
  }
}
