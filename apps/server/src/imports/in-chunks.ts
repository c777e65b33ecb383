import { setTimeout as sleep } from 'node:timers/promises';
import type { JobRun } from '../core/jobs/job.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import type { AppContext } from '../core/services/context.ts';

/** At most a quarter of a processor and of the database's time: members who answer meanwhile come first. */
const RESTS = 3;
const LONGEST_REST_MS = 1_000;

/** Runs a transaction for some rows after the other until one returns false, and rests after each. */
export async function inChunks(
  ctx: AppContext,
  { signal }: JobRun,
  chunk: (tx: UnitOfWork) => Promise<boolean>,
): Promise<void> {
  for (;;) {
    const startedAt = performance.now();
    if (!(await ctx.transact(chunk))) return;
    signal.throwIfAborted();
    const rest = Math.min(RESTS * (performance.now() - startedAt), LONGEST_REST_MS);
    await sleep(rest, undefined, { signal });
  }
}
