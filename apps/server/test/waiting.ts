/** For tests that make two operations collide on purpose. */
import type { FaultRule, Faults } from '@guildhall/simulator/faults.ts';
import pg from 'pg';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { eventually } from './guild.ts';

/** Restricted to this test's database: others on the server wait for locks of their own. */
const WAITING = `
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Waits until so many statements wait for another transaction's lock. */
export async function untilWaiting({ ctx }: Pick<TestApp, 'ctx'>, statements = 1): Promise<void> {
  await eventually(async () => expect((await ctx.sql(WAITING)).length).toBeGreaterThanOrEqual(statements));
}

/** Holds an event as another transaction would, so that answers wait. */
export const lockEvent = (app: Pick<TestApp, 'config'>, id: string) =>
  holdRows(app, 'select from event where id = $1 for update', id);

/** Holds the slots of an event as another transaction would, so that answers wait before their commit. */
export const lockSlots = (app: Pick<TestApp, 'config'>, eventId: string) =>
  holdRows(app, 'select from event_slot where event_id = $1 for update', eventId);

/** Holds the answers of a raider as another transaction would, so that a change which moves them waits. */
export const lockAnswers = (app: Pick<TestApp, 'config'>, raiderId: string) =>
  holdRows(app, 'select from participation where raider_id = $1 for update', raiderId);

/** Holds rows by a statement that takes an id, or changes one until `release`. */
export async function holdRows({ config }: Pick<TestApp, 'config'>, lock: string, id: string) {
  const client = new pg.Client({ connectionString: config.databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query(lock, [id]);
  const release = () => client.query('commit');
  return { release, [Symbol.asyncDispose]: () => client.end() };
}

type Erasable = 'app_user' | 'organization' | 'event' | 'character';

/**
 * Makes a request collide with an erasure: the erasure has run before the request starts, and commits once the request
 * waits for it. The request reads while something exists and writes after it is gone.
 */
export async function whileErasing<T>(
  app: Pick<TestApp, 'ctx' | 'config'>,
  table: Erasable,
  id: string,
  request: () => PromiseLike<T>,
): Promise<T> {
  const erasure = new pg.Client({ connectionString: app.config.databaseUrl });
  await erasure.connect();
  try {
    await erasure.query('begin');
    await erasure.query(`delete from ${table} where id = $1`, [id]);
    const answer = Promise.resolve(request());
    // The rejection is for the caller, who awaits it below.
    answer.catch(() => {});
    await untilWaiting(app);
    await erasure.query('commit');
    return await answer;
  } finally {
    await erasure.end();
  }
}

/** Log lines that must not occur, whatever was deleted. */
export const unexpectedErrors = ({ logged }: Pick<TestApp, 'logged'>) =>
  logged.filter((line) => line.includes('unexpected error') || line.includes('deadlock'));

/**
 * Holds matching requests back until the returned function is called; then they, and later ones, get the correct
 * response.
 */
export function hold(faults: Faults, match: FaultRule['match']): () => void {
  const { promise: until, resolve } = Promise.withResolvers<void>();
  const remove = faults.add({ match, fault: { kind: 'hang', until } });
  return () => {
    remove();
    resolve();
  };
}
