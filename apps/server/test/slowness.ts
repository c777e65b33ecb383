/** How much slower this machine is, now, than the one for which limits in milliseconds are meant. */
import type pg from 'pg';

/** Work for the processor alone: nothing is read or sent. */
const REFERENCE = 'explain (analyze, timing off, format json) select sum(sqrt(n)) from generate_series(1, 200000) n';

/** What it takes on two quiet cores. */
const REFERENCE_MS = 28;

/** At least 1. Only asked when something was too slow: then the machine may be, and limits with it. */
export async function slowness(client: pg.Client): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 5; run += 1) {
    const { rows } = await client.query(REFERENCE);
    best = Math.min(best, rows[0]['QUERY PLAN'][0]['Execution Time']);
  }
  return Math.max(1, best / REFERENCE_MS);
}
