/** How much slower this machine currently is than the one that limits in milliseconds are meant for. */
import type pg from 'pg';

/** Pure CPU work that reads and sends nothing. */
const REFERENCE = 'explain (analyze, timing off, format json) select sum(sqrt(n)) from generate_series(1, 200000) n';

/** Its time on two idle cores. */
const REFERENCE_MS = 28;

/**
 * At least 1. Call it only when something was too slow: the machine may be the reason, and then limits grow with it.
 */
export async function slowness(client: pg.Client): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 5; run += 1) {
    const { rows } = await client.query(REFERENCE);
    best = Math.min(best, rows[0]['QUERY PLAN'][0]['Execution Time']);
  }
  return Math.max(1, best / REFERENCE_MS);
}
