/**
 * Handles jobs that a transaction did not queue because the same one was already there. That one might begin before the
 * commit and miss what the transaction is about to change.
 */
import type { PgBoss } from 'pg-boss';
import type { Sql } from '../db/sql.ts';
import { statement } from '../db/statement.ts';
import { type JobDefinition, type JobPayload, jobKey, type SendOptions, sendJob } from './job.ts';

/** Matches the queue's own index on the keys of unfinished jobs. Workers skip locked jobs. */
const HOLD_BACK = statement`
  select from pgboss.job where name = $1 and coalesce(singleton_key, '') = any($2) and policy = 'exclusive'
    and state <= 'active' and state <> 'active'
  order by id for update`;

/** Keeps waiting jobs with these keys from starting before the commit. Returns how many there are. */
export async function holdBackJobs(sql: Sql, queue: string, keys: (string | undefined)[]): Promise<number> {
  return await sql.run(HOLD_BACK, [queue, keys.filter((key) => key !== undefined)]);
}

/** Holds back a waiting job. If one is running, queues another under a key of its own; that one may be running as well. */
export async function runAfterCommit<D extends JobDefinition>(
  sql: Sql,
  boss: PgBoss,
  job: D,
  payload: JobPayload<D>,
  options: SendOptions,
): Promise<void> {
  for (let key = jobKey(job, payload); ; key = `${key} again`) {
    if ((await holdBackJobs(sql, job.name, [key])) > 0) return;
    if ((await sendJob(boss, job, payload, options, `${key} again`)) !== null) return;
  }
}
