import type { Actor } from '../../core/actor.ts';
import type { AppContext } from '../../core/services/context.ts';
import { writeAdminLog } from '../../identity/people/admin-log.ts';
import { readReportsJob } from './nights.jobs.ts';

/** Lets an administrator read reports ahead of schedule. */
export const queueReports = (ctx: AppContext, actor: Actor) =>
  ctx.transact(async (tx) => {
    const queued = (await tx.enqueue(readReportsJob, {})) !== null;
    await writeAdminLog(tx.sql, actor, { action: 'reports_queued', details: { queued } });
    return { queued };
  });
