/** Every background job: each definition with the verb that handles it, and what runs on a schedule. */
import { characterSyncJob } from './characters/characters.jobs.ts';
import { syncCharacters } from './characters/sync-characters.ts';
import type { AppContext } from './core/context.ts';
import type { JobDefinition } from './core/job.ts';
import { reconcile, reconcileJob } from './core/reconcile.ts';
import { handled, type HandledJob } from './core/worker.ts';
import { referenceSyncJob } from './reference/reference.jobs.ts';
import { syncReference } from './reference/sync-reference.ts';
import { rosterSyncJob } from './roster/roster.jobs.ts';
import { syncRoster } from './roster/sync-roster.ts';

export const jobs: HandledJob[] = [
  handled(characterSyncJob, syncCharacters),
  handled(reconcileJob, reconcile),
  handled(referenceSyncJob, syncReference),
  handled(rosterSyncJob, syncRoster),
];

/** Cron lines in UTC; a line fires once, however many processes there are. */
const schedules: [JobDefinition, string][] = [
  [reconcileJob, '* * * * *'],
  [referenceSyncJob, '30 5 * * 3'],
];

export async function scheduleJobs(ctx: AppContext): Promise<void> {
  for (const [job, cron] of schedules) await ctx.boss.schedule(job.name, cron, {}, { singletonKey: job.name });
}
