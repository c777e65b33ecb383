/** Gives a running job back for later, without counting the attempt: nothing went wrong, there was only nothing to be had. */
import type { JobWithMetadata } from 'pg-boss';
import type { Sql } from '../db/sql.ts';

/**
 * Key, priority and place among others stay. The attempt keeps its number, and there may be one more: so what is still
 * said in the name of this attempt never meets the next, as it would if both had the same.
 */
const POSTPONE = `
  update pgboss.job set state = 'retry', heartbeat_on = null, retry_limit = retry_limit + 1,
    start_after = now() + greatest($4::float8, 1000) * interval '1 ms'
  where name = $1 and id = $2 and state = 'active' and retry_count = $3`;

export async function postponeJob(sql: Sql, job: JobWithMetadata<object>, ms: number): Promise<void> {
  await sql(POSTPONE, [job.name, job.id, job.retryCount, ms]);
}
