/** Gives a running job back for later, without counting the attempt: nothing went wrong, there was only nothing to be had. */
import type { JobWithMetadata } from 'pg-boss';
import type { Sql } from './sql.ts';

/** Without a start the queue counts no attempt when it takes the job again. Key, priority and place among others stay. */
const POSTPONE = `
  update pgboss.job set state = 'created', started_on = null, heartbeat_on = null,
    start_after = now() + greatest($4::float8, 1000) * interval '1 ms'
  where name = $1 and id = $2 and state = 'active' and retry_count = $3`;

export async function postponeJob(sql: Sql, job: JobWithMetadata<object>, ms: number): Promise<void> {
  await sql(POSTPONE, [job.name, job.id, job.retryCount, ms]);
}
