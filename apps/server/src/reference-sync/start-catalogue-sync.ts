import type { Actor } from '../core/actor.ts';
import { conflict } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { writeAdminLog } from '../people/admin-log.ts';
import { catalogueSyncJob } from '../reference/reference.jobs.ts';

/** An administrator asks for a sync of the catalogue. Its job opens a session when it runs. */
export async function startCatalogueSync(ctx: AppContext, actor: Actor): Promise<void> {
  await ctx.transact(async (tx) => {
    const queued = await tx.enqueue(catalogueSyncJob, {});
    if (!queued) throw conflict('sync_in_progress', 'A sync of the catalogue is already waiting or running.');
    await writeAdminLog(tx.sql, actor, { action: 'catalogue_sync_started' });
  });
}
