/** Measures the database CPU time of a statement. */
import type pg from 'pg';
import { expect } from 'vitest';
import { slowness } from './slowness.ts';

/** With a name it is prepared, and from the sixth run on planned without its values. */
type Statement = { name?: string; text: string; values: unknown[] };

const RUNS = 12;
const PATIENCE_MS = 30_000;

/**
 * CPU milliseconds of the fastest of several runs, as reported by the database: on a busy machine, wall-clock time
 * includes other work. Other work also takes caches and half of a core, so it retries for a while until a run is below
 * `limitMs`, which grows on a machine that is slow throughout; a statement that is too slow exceeds it every time.
 */
export async function processorMs(client: pg.Client, statement: Statement, limitMs: number): Promise<number> {
  const times: number[] = [];
  const note = ({ message = '', detail = '' }: { message?: string | undefined; detail?: string | undefined }) => {
    const [, user, system] = /([\d.]+) s user, ([\d.]+) s system, [\d.]+ s elapsed/.exec(detail) ?? [];
    if (message.startsWith('EXECUTOR')) times.push((Number(user) + Number(system)) * 1_000);
  };
  client.on('notice', note);
  await client.query('set client_min_messages = log; set log_executor_stats = on');
  const best = () => Math.min(...times) / machine;
  let machine = 1;
  const started = performance.now();
  for (let run = 0; run < RUNS || (best() >= limitMs && performance.now() - started < PATIENCE_MS); run += 1) {
    await client.query(statement);
    if (run % RUNS > 0 || run === 0) continue;
    // Reports its own cost as well.
    client.off('notice', note);
    machine = await slowness(client);
    client.on('notice', note);
  }
  await client.query('reset log_executor_stats; reset client_min_messages');
  client.off('notice', note);
  expect(times.length).toBeGreaterThanOrEqual(RUNS);
  return best();
}
