/** For tests that let one thing meet another on purpose. */
import type { FaultRule, Faults } from '@guildhall/simulator/faults.ts';
import pg from 'pg';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { eventually } from './guild.ts';

/** Only of this test's database: others of the same server wait for locks of their own. */
const WAITING = `
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Until a statement waits for a lock that somebody else holds. */
export async function untilWaiting({ ctx }: Pick<TestApp, 'ctx'>): Promise<void> {
  await eventually(async () => expect((await ctx.sql(WAITING)).length).toBeGreaterThan(0));
}

type Erasable = 'app_user' | 'organization' | 'event' | 'character';

/**
 * What a request comes to that reads while something is there, and writes when it is gone: the erasure is done before the
 * request is let in, and committed once the request waits for it.
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
    // A refusal is for the caller, who hears of it below.
    answer.catch(() => {});
    await untilWaiting(app);
    await erasure.query('commit');
    return await answer;
  } finally {
    await erasure.end();
  }
}

/** What must not be there, whoever was gone. */
export const unexpectedErrors = ({ logged }: Pick<TestApp, 'logged'>) =>
  logged.filter((line) => line.includes('unexpected error') || line.includes('deadlock'));

/** Keeps requests without an answer until it is called; then they get the right one, and later ones at once. */
export function hold(faults: Faults, match: FaultRule['match']): () => void {
  const { promise: until, resolve } = Promise.withResolvers<void>();
  const remove = faults.add({ match, fault: { kind: 'hang', until } });
  return () => {
    remove();
    resolve();
  };
}
