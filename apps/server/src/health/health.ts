import type { HealthView } from '@guildhall/contracts/health.ts';
import { withPatience } from '../core/db/database.ts';
import { statement } from '../core/db/statement.ts';
import { QUEUE_SCHEMA } from '../core/jobs/queues.ts';
import type { AppContext } from '../core/services/context.ts';

const LIMIT_MS = 700;
/** Then the connection is given up too; otherwise a caller that checks every second would soon hold all of them. */
const PATIENCE_MS = 1_000;

type Component = { status: string; message?: string; responseMs?: number };

const ANYTHING = statement`select`;

const database = (ctx: AppContext) =>
  withPatience(PATIENCE_MS, () => probe(async () => void (await ctx.sql.run(ANYTHING))));

/** Whether requests can be served: the cache does not matter, because without it they are only slower. */
export const isReady = async (ctx: AppContext): Promise<boolean> => isUp(await database(ctx));

/** The state of every component, within a second even when one of them hangs. Only the database makes it unhealthy. */
export async function checkHealth(ctx: AppContext): Promise<HealthView> {
  const ask = <T>(work: () => T) => withPatience(PATIENCE_MS, work);
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
    const slow = error instanceof Error && error.message === 'timeout';
    return { status: 'down', message: slow ? 'no answer in time' : 'not reachable' };
  } finally {
    clearTimeout(timer);
  }
}
