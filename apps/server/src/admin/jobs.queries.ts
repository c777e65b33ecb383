import {
  JobState,
  type JobsHealthView,
  type JobView,
  type QueueJobsInput,
  type QueueJobsView,
} from '@guildhall/contracts/admin.ts';
import { paginationOf } from '@guildhall/contracts/page.ts';
import { byName } from '../core/db/by-name.ts';
import { columns, json, query, type RowOf, statement, text } from '../core/db/statement.ts';
import { notFound } from '../core/errors.ts';
import { isBackground } from '../core/jobs/job.ts';
import { WORKER_NAME } from '../core/jobs/queues.ts';
import type { AppContext } from '../core/services/context.ts';
import { namesIn } from './names.queries.ts';

/** The error text of a failed job, in any of the shapes in which a job may report it. */
const MESSAGE = `coalesce(j.output ->> 'message', j.output #>> '{value,message}', j.output ->> 'value', 'no message')`;

/** Answered by indexes: the table keeps all jobs of a week (`createJobIndexes`). None of ours is blocked. */
export const QUEUES = query({
  active: 'int',
  failed: 'int',
  name: 'text',
  queued: 'int',
  deferred: 'int',
  completed24h: 'int',
  oldestQueuedSeconds: 'int?',
  errorJobId: 'uuid?',
  errorMessage: 'text?',
  errorAt: 'instant?',
})`
  select q.name, w.queued, w.deferred, w.oldest as "oldestQueuedSeconds",
    (select count(*)::int from pgboss.job j where j.name = q.name and j.state = 'active') as active,
    (select count(*)::int from pgboss.job j where j.name = q.name and j.state = 'failed') as failed,
    (select count(*)::int from pgboss.job j
      where j.name = q.name and j.state = 'completed' and j.completed_on > now() - interval '24 hours') as "completed24h",
    e.id as "errorJobId", e.message as "errorMessage", e.at as "errorAt"
  from pgboss.queue q
  cross join lateral (
    select count(*) filter (where j.start_after <= now())::int as queued,
      count(*) filter (where j.start_after > now())::int as deferred,
      extract(epoch from now() - min(j.start_after) filter (where j.start_after <= now()))::int as oldest
    from pgboss.job j where j.name = q.name and j.state < 'active' and not j.blocked
  ) w
  left join lateral (
    select j.id, ${MESSAGE} as message, coalesce(j.completed_on, j.started_on, j.created_on) as at from pgboss.job j
    where j.name = q.name and j.state in ('retry', 'failed') and j.output is not null
    order by coalesce(j.completed_on, j.started_on) desc nulls last limit 1
  ) e on true
  order by ${byName('q.name')}`;

/** Every worker process gives its connections a name of its own. */
const WORKERS = query({ workers: 'int' })`
  select count(distinct application_name)::int as workers from pg_stat_activity
  where datname = current_database() and application_name like '${WORKER_NAME}-%'`;

const TOO_LONG_SECONDS = 300;

/** The state of the queues, over all processes. */
export async function jobsHealth({ sql }: AppContext): Promise<JobsHealthView> {
  const [rows, working] = await Promise.all([sql.many(QUEUES), sql.one(WORKERS)]);
  const workers = working.workers;
  const queues = rows.map(({ errorJobId, errorMessage, errorAt, ...row }) => ({
    ...row,
    background: isBackground(row.name),
    workers,
    lastError: errorJobId === null ? null : { jobId: errorJobId, message: errorMessage ?? '', at: errorAt ?? '' },
  }));
  const waitsTooLong = queues.some(
    ({ background, oldestQueuedSeconds }) => !background && (oldestQueuedSeconds ?? 0) > TOO_LONG_SECONDS,
  );
  return { healthy: workers > 0 && !waitsTooLong, workers, queues };
}

const JobRow = columns({
  id: 'uuid',
  startsAt: 'instant',
  createdAt: 'instant',
  state: text(JobState.options),
  attempts: 'int',
  startedAt: 'instant?',
  finishedAt: 'instant?',
  error: 'text?',
  payload: json<Record<string, unknown>>().orNull,
});
type JobRow = RowOf<typeof JobRow>;

/** A sync tells its outcome in its session, which has the id of the job unless the payload names it. */
const OF_SYNC = `(select s.error_message from sync_session s
  where s.id in (j.id, (j.data ->> 'sessionId')::uuid) and s.job_id = j.id and s.status in ('failed', 'held'))`;

const JOB = `
  j.id, j.state, j.data as payload, j.retry_count + (j.state <> 'created')::int as attempts,
  j.created_on as "createdAt", j.start_after as "startsAt", j.started_on as "startedAt",
  j.completed_on as "finishedAt", case when j.state in ('failed', 'retry') then ${MESSAGE} else ${OF_SYNC} end as error`;

const ONE = query(JobRow)`select ${JOB} from pgboss.job j where j.name = $1 and j.id = $2`;

/** `$2` states. The newest of each are the next entries of an index. */
export const PAGE = query(JobRow)`
  select ${JOB} from (
    select f.id from unnest($2::pgboss.job_state[]) as s(state) cross join lateral (
      select n.created_on, n.id from pgboss.job n where n.name = $1 and n.state = s.state
      order by n.created_on desc, n.id desc limit $3::int + $4::int
    ) f order by f.created_on desc, f.id desc limit $3 offset $4
  ) page join pgboss.job j on j.name = $1 and j.id = page.id
  order by j.created_on desc, j.id desc`;

export const COUNT = query({ total: 'int' })`
  select (select count(*)::int from pgboss.job j where j.name = $1 and j.state = any($2::pgboss.job_state[])) as total
  from pgboss.queue q where q.name = $1`;

export async function listJobs({ sql }: AppContext, input: QueueJobsInput): Promise<QueueJobsView> {
  const { queue, state, page, pageSize } = input;
  const states = state ? [state] : JobState.options;
  const [rows, count] = await Promise.all([
    sql.many(PAGE, [queue, states, pageSize, (page - 1) * pageSize]),
    sql.maybe(COUNT, [queue, states]),
  ]);
  if (!count) throw noQueue();
  const found = rows.map(presentJob);
  const names = await namesIn(
    sql,
    found.map(({ payload }) => payload),
  );
  return { jobs: found, names, pagination: paginationOf(page, pageSize, count.total) };
}

const QUEUE = statement`select from pgboss.queue where name = $1`;

/** Throws NOT_FOUND for a name that no queue has. */
export async function requireQueue({ sql }: AppContext, queue: string): Promise<void> {
  if ((await sql.run(QUEUE, [queue])) === 0) throw noQueue();
}

const noQueue = () => notFound('queue_not_found', 'There is no queue of this name. GET /admin/jobs lists them.');

export async function findJob({ sql }: AppContext, queue: string, jobId: string): Promise<JobView> {
  const row = await sql.maybe(ONE, [queue, jobId]);
  if (!row) throw notFound('job_not_found', 'There is no job with this id in this queue.');
  return presentJob(row);
}

const presentJob = (row: JobRow): JobView => ({ ...row, payload: row.payload ?? {} });
