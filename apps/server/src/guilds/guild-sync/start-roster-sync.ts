import type { SyncTrigger } from '@guildhall/contracts/sync-session.ts';
import type { Actor } from '../../core/actor.ts';
import { statement } from '../../core/db/statement.ts';
import { badRequest, conflict, tooSoon } from '../../core/errors.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { startSyncSession, syncCooldown } from '../../core/syncs/sync-session.ts';
import { changeableRoster } from '../../membership/rights/organization.access.ts';
import { rosterSyncJob } from './guilds.jobs.ts';

const COOLDOWN_SECONDS = 60;
const LINKED = statement`select from account where user_id = $1 and provider_id = 'battlenet'`;

/** Starts a roster sync for a person: one at a time per guild, and after a success at most one a minute. */
export async function startRosterSync(
  ctx: AppContext,
  actor: Actor,
  input: { id: string },
): Promise<{ sessionId: string }> {
  return ctx.transact(async (tx) => {
    const organizationId = await changeableRoster(tx.sql, actor, input.id, 'sync');
    if ((await tx.sql.run(LINKED, [actor.userId])) === 0) {
      throw badRequest('gameplatform_not_linked', 'Link your game-platform account in your profile first.');
    }
    const seconds = await syncCooldown(tx.sql, 'roster', organizationId, COOLDOWN_SECONDS);
    if (seconds > 0) {
      const message = 'This roster was synced less than a minute ago. Wait as many seconds as Retry-After says.';
      throw tooSoon(message, seconds);
    }
    const sessionId = await queueRosterSync(tx, organizationId, 'user', actor.userId);
    if (!sessionId)
      throw conflict('roster_sync_in_progress', 'A roster sync of this guild is already running. Wait for it to end.');
    return { sessionId };
  });
}

/** Queues a roster sync in the caller's transaction. Null when one is already queued or running. */
export function queueRosterSync(
  tx: UnitOfWork,
  organizationId: string,
  trigger: SyncTrigger,
  requestedBy: string | null,
): Promise<string | null> {
  return startSyncSession(tx, {
    kind: 'roster',
    subjectId: organizationId,
    trigger,
    requestedBy,
    job: rosterSyncJob,
    payload: (id) => ({ sessionId: id, organizationId }),
    // A waiting person takes precedence over the sweep.
    options: { priority: trigger === 'user' ? 1 : 0 },
  });
}
