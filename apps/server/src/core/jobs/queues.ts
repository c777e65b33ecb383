import { randomUUID } from 'node:crypto';
import { getConstructionPlans, type PgBoss } from 'pg-boss';
import type { Database } from '../db/database.ts';
import { type Sql, sqlOver } from '../db/sql.ts';
import { query, statement } from '../db/statement.ts';
import type { JobDefinition } from './job.ts';

/** Fails unless the queue has been installed. */
export const QUEUE_SCHEMA = statement`select from pgboss.version`;

/** The tables of the installed queue, and their version. */
export function installedQueue() {
  const text = getConstructionPlans('pgboss');
  const [, version] = /INTO pgboss\.version\(version\) VALUES \('(\d+)'\)/.exec(text) ?? [];
  return { text, version: Number(version) };
}

/** Indexes of ours on the library's table of jobs, which keeps a million of them. */
const JOB_INDEXES = {
  guildhall_job_by_state: '(name, state, created_on, id)',
  guildhall_job_completed: `(name, completed_on) where state = 'completed'`,
  guildhall_job_error: `(name, (coalesce(completed_on, started_on)) desc nulls last)
    where state in ('retry', 'failed') and output is not null`,
};

const VALID = query({ name: 'text' })`
  select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
  where i.indrelid = 'pgboss.job_common'::regclass and i.indisvalid`;

/** The names of those that are not there, or that a killed migration has left half done. */
export async function missingJobIndexes(sql: Sql): Promise<string[]> {
  const valid = new Set((await sql.many(VALID)).map(({ name }) => name));
  return Object.keys(JOB_INDEXES).filter((name) => !valid.has(name));
}

/** Creates those that are missing, while jobs run. They are no migrations, because the library's tables come after those. */
export async function createJobIndexes(database: Database): Promise<void> {
  const missing = new Set(await missingJobIndexes(sqlOver(database)));
  const connection = await database.connect();
  try {
    for (const [name, definition] of Object.entries(JOB_INDEXES)) {
      if (!missing.has(name)) continue;
      await connection.query({ text: `drop index concurrently if exists pgboss.${name}` });
      await connection.query({ text: `create index concurrently ${name} on pgboss.job_common ${definition}` });
    }
  } finally {
    connection.release();
  }
}

/** Creates the queues. Part of a deployment step and idempotent; both roles need them before they send or work. */
export async function createQueues(boss: PgBoss, definitions: JobDefinition[]): Promise<void> {
  const existing = new Set((await boss.getQueues()).map((queue) => queue.name));
  for (const { name, queue } of definitions) {
    const { policy, ...updatable } = queue;
    if (existing.has(name)) await boss.updateQueue(name, updatable);
    else await boss.createQueue(name, queue);
  }
}

/** The database name of worker connections, by which worker processes are counted. */
export const WORKER_NAME = 'guildhall-worker';

/** Unique to this process. */
export const queueConnectionName = (isWorker: boolean) =>
  isWorker ? `${WORKER_NAME}-${randomUUID().slice(0, 13)}` : 'guildhall-web';
