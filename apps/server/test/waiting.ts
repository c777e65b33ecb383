/** For tests that let one thing meet another on purpose. */
import type { FaultRule, Faults } from '@guildhall/simulator/faults.ts';
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

/** Keeps requests without an answer until it is called; then they get the right one, and later ones at once. */
export function hold(faults: Faults, match: FaultRule['match']): () => void {
  const { promise: until, resolve } = Promise.withResolvers<void>();
  const remove = faults.add({ match, fault: { kind: 'hang', until } });
  return () => {
    remove();
    resolve();
  };
}
