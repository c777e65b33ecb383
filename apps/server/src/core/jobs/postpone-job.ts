/** Postpones a running job without counting the attempt: nothing failed, there was only nothing to fetch yet. */
import type { JobWithMetadata } from 'pg-boss';
import type { Sql } from '../db/sql.ts';
import { statement } from '../db/statement.ts';

/**
 * Keeps key, priority and order. Raises the retry limit instead of reusing the attempt's number, so that late writes
 * fenced by this attempt never pass for the next one's.
 */
const POSTPONE = statement`
  update pgboss.job set state = 'retry', heartbeat_on = null, retry_limit = retry_limit + 1,
    start_after = now() + greatest($4::float8, 1000) * interval '1 ms'
  where name = $1 and id = $2 and state = 'active' and retry_count = $3`;

export async function postponeJob(sql: Sql, job: JobWithMetadata<object>, ms: number): Promise<void> {
  await sql.run(POSTPONE, [job.name, job.id, job.retryCount, ms]);
}
