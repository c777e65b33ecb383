/** What a statement costs the processor of the database. */
import type pg from 'pg';
import { expect } from 'vitest';
import { slowness } from './slowness.ts';

/** With a name it is prepared, and planned without its values from the sixth time on. */
type Statement = { name?: string; text: string; values: unknown[] };

const RUNS = 12;
const PATIENCE_MS = 30_000;

/**
 * Milliseconds of processor that the quickest of some runs took, as the database itself says: on a machine that does
 * other things too, the clock on the wall is theirs as well. Because they take caches and half of a core, it tries on for
 * a while until one is under `limitMs`, and a machine that is slow throughout is allowed to be; what is too slow is so
 * every time.
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
    // Which says what it took as well.
    client.off('notice', note);
    machine = await slowness(client);
    client.on('notice', note);
  }
  await client.query('reset log_executor_stats; reset client_min_messages');
  client.off('notice', note);
  expect(times.length).toBeGreaterThanOrEqual(RUNS);
  return best();
}
