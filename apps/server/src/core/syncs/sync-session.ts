/**
 * Sync sessions: the row through which a background sync is started once, watched, resumed and ended. Job id and
 * attempt fence every write of a running sync, so that a late attempt changes nothing.
 */
import {
  type JournalParts,
  SyncKind,
  SyncReason,
  type SyncSessionView,
  SyncStatus,
  SyncTrigger,
} from '@guildhall/contracts/sync-session.ts';
import type { Sql } from '../db/sql.ts';
import { columns, json, type Query, query, type RowOf, statement, text } from '../db/statement.ts';
import { violatesConstraint } from '../db/violates.ts';
import type { JobDefinition, JobPayload, JobRun, SendOptions } from '../jobs/job.ts';
import type { UnitOfWork } from '../jobs/unit-of-work.ts';
import { uuidv7 } from '../uuid.ts';

export const SyncSessionRow = columns({
  id: 'uuid',
  createdAt: 'instant',
  status: text(SyncStatus.options),
  kind: text(SyncKind.options),
  subjectId: 'uuid?',
  startedAt: 'instant?',
  finishedAt: 'instant?',
  trigger: text(SyncTrigger.options),
  total: 'int',
  done: 'int',
  added: 'int',
  updated: 'int',
  removed: 'int',
  failed: 'int',
  parts: json<JournalParts>().orNull,
  errorReason: text(SyncReason.options).orNull,
  errorMessage: 'text?',
  cursor: 'text?',
});
export type SyncSessionRow = RowOf<typeof SyncSessionRow>;

export const SYNC_COLUMNS = `id, kind, status, trigger, subject_id as "subjectId", total, done, added, updated, removed, failed, parts,
  error_reason as "errorReason", error_message as "errorMessage", cursor,
  created_at as "createdAt", started_at as "startedAt", finished_at as "finishedAt"`;

const NOTHING_YET = { total: 0, done: 0 };
/** For a journal sync that does not yet know how much there is. */
const NO_PARTS: JournalParts = { expansions: NOTHING_YET, instances: NOTHING_YET, encounters: NOTHING_YET };

export function presentSyncSession({ parts, errorReason, errorMessage, cursor: _, ...row }: SyncSessionRow) {
  const { total, done, added, updated, removed, failed, ...session } = row;
  const counts = { total, done, added, updated, removed, failed };
  const view: SyncSessionView = {
    ...session,
    progress: { ...counts, ...(parts ?? (row.kind === 'journal' ? NO_PARTS : {})) },
    error: errorReason ? { reason: errorReason, message: errorMessage ?? '' } : null,
  };
  return view;
}

async function foundSession(sql: Sql, one: Query<SyncSessionRow>, values?: unknown[]): Promise<SyncSessionView | null> {
  const row = await sql.maybe(one, values);
  return row && presentSyncSession(row);
}

type Start<D extends JobDefinition> = {
  kind: SyncKind;
  subjectId: string | null;
  trigger: SyncTrigger;
  requestedBy: string | null;
  job: D;
  payload: (sessionId: string) => JobPayload<D>;
  options?: Pick<SendOptions, 'priority'>;
};

const INSERT = statement`
  insert into sync_session (id, kind, subject_id, trigger, requested_by, job_id)
  values ($1, $2, $3, $4, $5, $6) on conflict do nothing`;

/** Starts a sync and its job in the caller's transaction. Null when one of this kind and subject is active. */
export async function startSyncSession<D extends JobDefinition>(
  tx: UnitOfWork,
  start: Start<D>,
): Promise<string | null> {
  const sessionId = uuidv7();
  const jobId = uuidv7();
  const { kind, subjectId, trigger, requestedBy } = start;
  const begun = await tx.sql.run(INSERT, [sessionId, kind, subjectId, trigger, requestedBy, jobId]);
  if (begun === 0) return null;
  await tx.enqueue(start.job, start.payload(sessionId), { ...start.options, id: jobId });
  return sessionId;
}

/**
 * Opens the session of a job that was queued without one, because no person waits for it. When another sync of the subject
 * is running, it creates none, and there is no session to claim.
 */
export async function openSyncSession(
  sql: Sql,
  { kind, subjectId, trigger }: Pick<Start<JobDefinition>, 'kind' | 'subjectId' | 'trigger'>,
  { jobId }: JobRun,
): Promise<string> {
  await sql.run(INSERT, [jobId, kind, subjectId, trigger, null, jobId]);
  return jobId;
}

export type SyncFence = { sessionId: string; jobId: string; attempt: number };

/** Another attempt holds the session now, or it has ended: stop without reporting anything. */
export class SyncFenceLost extends Error {}

/**
 * A later attempt of the same job, requested by an administrator, may resume a session that failed through a fault of
 * ours; not while another sync of the same subject is active, which does the same work.
 */
const CLAIM = query(SyncSessionRow)`
  update sync_session s set status = 'running', attempt = $3, started_at = coalesce(started_at, now()), finished_at = null,
    error_reason = null, error_message = null
  where id = $1 and job_id = $2 and (
    attempt <= $3 and status in ('queued', 'running')
    or attempt < $3 and status = 'failed' and error_reason in ('internal', 'interrupted') and not exists (
      select from sync_session o where o.kind = s.kind and o.subject_id is not distinct from s.subject_id
        and o.status in ('queued', 'running'))
  ) returning ${SYNC_COLUMNS}`;

/** A session held by an attempt, as it was when claimed. */
export type ClaimedSync = { row: SyncSessionRow; fence: SyncFence };

/**
 * Claims a session for this attempt of its job. Undefined when it has ended or belongs to a newer attempt. Runs as a
 * statement of its own, outside any transaction.
 */
export async function claimSyncSession(sql: Sql, sessionId: string, run: JobRun): Promise<ClaimedSync | undefined> {
  const { jobId, attempt } = run;
  const [row] = await sql.many(CLAIM, [sessionId, jobId, attempt]).catch((error) => {
    // Another sync of the subject was just being started, invisible to the statement.
    if (violatesConstraint(error, 'sync_session_one_active')) return [];
    throw error;
  });
  return row && { row, fence: { sessionId, jobId, attempt } };
}

export type SyncStep = Partial<Record<'total' | 'done' | 'added' | 'updated' | 'removed' | 'failed', number>> & {
  /** Their values after the step. */
  parts?: JournalParts;
  cursor?: string;
};

const ADVANCE = query(SyncSessionRow)`
  update sync_session set total = total + $4, done = done + $5, added = added + $6, updated = updated + $7,
    removed = removed + $8, failed = failed + $9, cursor = coalesce($10, cursor), parts = coalesce($11::jsonb, parts)
  where id = $1 and job_id = $2 and attempt = $3 and status = 'running' returning ${SYNC_COLUMNS}`;

/** Adds to the progress and moves the cursor. Throws SyncFenceLost, which rolls the caller's writes back. */
export function advanceSyncSession(sql: Sql, fence: SyncFence, step: SyncStep): Promise<SyncSessionView> {
  const { total = 0, done = 0, added = 0, updated = 0, removed = 0, failed = 0, cursor = null } = step;
  const parts = step.parts ? JSON.stringify(step.parts) : null;
  return heldSession(sql, ADVANCE, fence, [total, done, added, updated, removed, failed, cursor, parts]);
}

async function heldSession(sql: Sql, change: Query<SyncSessionRow>, fence: SyncFence, values: unknown[]) {
  const session = await foundSession(sql, change, [fence.sessionId, fence.jobId, fence.attempt, ...values]);
  if (!session) throw new SyncFenceLost();
  return session;
}

/** The outcome of a sync; `message` is written for the person who waits. */
export type SyncEnd =
  | { status: 'completed' }
  | { status: 'held' | 'failed'; reason: SyncReason; message: string }
  /** Completed except for the part that `reason` names. */
  | { status: 'completed'; reason: SyncReason; message: string };

const END = query(SyncSessionRow)`
  update sync_session set status = $4, error_reason = $5, error_message = $6, finished_at = now()
  where id = $1 and job_id = $2 and attempt = $3 and status = 'running' returning ${SYNC_COLUMNS}`;

export function endSyncSession(sql: Sql, fence: SyncFence, end: SyncEnd): Promise<SyncSessionView> {
  const { reason, message } = 'reason' in end ? end : { reason: null, message: null };
  return heldSession(sql, END, fence, [end.status, reason, message]);
}

const COMPLETE = query(SyncSessionRow)`
  update sync_session set status = 'completed', finished_at = now()
  where id = $1 and status in ('queued', 'running') returning ${SYNC_COLUMNS}`;

/** Ends a session without its job, whose attempt thereby loses the fence. Null when it has ended already. */
export const completeSyncSession = (sql: Sql, sessionId: string) => foundSession(sql, COMPLETE, [sessionId]);

const FIND = query(SyncSessionRow)`select ${SYNC_COLUMNS} from sync_session where id = $1`;

export const findSyncSession = (sql: Sql, sessionId: string) => foundSession(sql, FIND, [sessionId]);

const NEWEST = query(SyncSessionRow)`
  select ${SYNC_COLUMNS} from sync_session where subject_id = $1 and kind = $2 order by created_at desc, id desc limit 1`;
const NEWEST_JOURNAL = query(SyncSessionRow)`
  select ${SYNC_COLUMNS} from sync_session where subject_id is null and kind = 'journal'
  order by created_at desc, id desc limit 1`;

/** The most recent session of a subject, ended or not. */
export const newestSyncSession = (sql: Sql, kind: SyncKind, subjectId: string) =>
  foundSession(sql, NEWEST, [subjectId, kind]);

/** The most recent sync of the journal, which all organizations share. */
export const newestJournalSync = (sql: Sql) => foundSession(sql, NEWEST_JOURNAL);

const CURRENT = query(SyncSessionRow)`
  select distinct on (kind, subject_id) ${SYNC_COLUMNS} from sync_session
  where (subject_id = any($1) or $2 and subject_id is null) and created_at > now() - interval '1 day'
    and (finished_at is null or finished_at > now() - interval '5 minutes')
  order by kind, subject_id, created_at desc, id desc`;

/** For each subject, and for syncs without one, the session that is running or has just ended. */
export async function currentSyncSessions(sql: Sql, subjectIds: string[], ofGame: boolean): Promise<SyncSessionView[]> {
  return (await sql.many(CURRENT, [subjectIds, ofGame])).map(presentSyncSession);
}

const COOLDOWN = query({ seconds: 'int' })`
  select ceil(extract(epoch from finished_at + $3 * interval '1 second' - now()))::int as "seconds" from sync_session
  where subject_id = $1 and kind = $2 and created_at > now() - interval '1 day' and trigger = 'user'
    and status = 'completed' and finished_at > now() - $3 * interval '1 second' order by finished_at desc limit 1`;

/** Seconds until a person may start the next one, zero when they may now; only a successful sync starts a cooldown. */
export async function syncCooldown(sql: Sql, kind: SyncKind, subjectId: string, seconds: number): Promise<number> {
  const row = await sql.maybe(COOLDOWN, [subjectId, kind, seconds]);
  return row?.seconds ?? 0;
}

const RECONCILE = query(SyncSessionRow)`
  update sync_session s set status = 'failed', error_reason = 'interrupted', finished_at = now(),
    error_message = 'The sync was interrupted and could not be resumed. Start it again.'
  where status in ('queued', 'running') and created_at < now() - interval '30 seconds'
    and not exists (select from pgboss.job j where j.id = s.job_id and j.state in ('created', 'retry', 'active'))
  returning ${SYNC_COLUMNS}`;

/** Ends the sessions whose job is gone, so that none stays `running` for ever. */
export async function reconcileSyncSessions(sql: Sql): Promise<SyncSessionView[]> {
  return (await sql.many(RECONCILE)).map(presentSyncSession);
}
