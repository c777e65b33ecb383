/** The frame of every sync job: from claiming the session to its end, whatever goes wrong. */

import type { SyncSessionView } from '@guildhall/contracts/sync-session.ts';
import type { JobRun } from '../jobs/job.ts';
import { platformFailure } from '../platform/platform-failure.ts';
import type { AppContext } from '../services/context.ts';
import {
  type ClaimedSync,
  claimSyncSession,
  endSyncSession,
  findSyncSession,
  presentSyncSession,
  type SyncEnd,
  SyncFenceLost,
} from './sync-session.ts';

const INTERNAL: SyncEnd = {
  status: 'failed',
  reason: 'internal',
  message: 'Something went wrong on our side. Our data stays as it is; try again later.',
};

/** Runs one attempt at a sync and ends the session with its result. Does nothing when the session is no longer ours. */
export async function runSync(
  ctx: AppContext,
  sessionId: string,
  run: JobRun,
  work: (sync: ClaimedSync, about: (fields: Record<string, unknown>) => void) => Promise<SyncEnd>,
): Promise<void> {
  const sync = await claimSyncSession(ctx.sql, sessionId, run);
  if (!sync) return repeatEnd(ctx, sessionId);
  ctx.realtime.publishSync(presentSyncSession(sync.row));
  let fault: unknown;
  const subject: Record<string, unknown> = {};
  const about = (fields: Record<string, unknown>) => void Object.assign(subject, fields);
  try {
    let cause: unknown;
    const end = await work(sync, about).catch((error) => {
      const failure = failureOf(run, error);
      if (failure === INTERNAL) fault = error;
      cause = error;
      return failure;
    });
    const ended = await endSyncSession(ctx.sql, sync.fence, end);
    ctx.realtime.publishSync(ended);
    summarize(ctx, ended, subject, cause);
  } catch (error) {
    if (!(error instanceof SyncFenceLost)) throw error;
    // Other processes may have published newer states, even the end, so discard what this process has not sent yet.
    ctx.realtime.dropSync(sessionId);
    await repeatEnd(ctx, sessionId);
  }
  // The person has been informed; fail the job as well, for administrators to see and retry.
  if (fault !== undefined) throw fault;
}

/** One line for operators: the kind and subject of the sync, its outcome and reason, and how much it did. */
function summarize(ctx: AppContext, session: SyncSessionView, subject: Record<string, unknown>, cause: unknown): void {
  const { id, kind, status, trigger, subjectId, progress, error, startedAt } = session;
  const ms = startedAt === null ? undefined : Date.now() - Date.parse(startedAt);
  const why = error && { reason: error.reason, why: error.message };
  const fields = { kind, status, ...subject, ...why, trigger, ms, progress, sessionId: id, subjectId };
  if (status === 'completed') ctx.log.info(fields, `${kind} sync completed`);
  else ctx.log.warn({ ...fields, ...(cause === undefined ? {} : { err: cause }) }, `${kind} sync ${status}`);
}

/** The process that ended it may have died before publishing that, or an older state was published since. */
async function repeatEnd(ctx: AppContext, sessionId: string): Promise<void> {
  const session = await findSyncSession(ctx.sql, sessionId);
  if (session?.finishedAt) ctx.realtime.publishSync(session);
}

/** The failure shown to the person. Throws the error when another attempt may succeed. */
function failureOf(run: JobRun, error: unknown): SyncEnd {
  // A stopping worker gives the job back; the next one continues from the cursor.
  if (error instanceof SyncFenceLost || run.signal.aborted) throw error;
  const failure = platformFailure(error) ?? (run.lastAttempt ? INTERNAL : undefined);
  if (!failure) throw error;
  return failure;
}
