import type { SyncSessionView } from '@guildhall/contracts/sync-session.ts';
import type { Actor } from '../core/actor.ts';
import { forbidden, notFound } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { completeSyncSession, findSyncSession } from '../core/syncs/sync-session.ts';
import { writeAdminLog } from '../people/admin-log.ts';

/**
 * Ends a stuck sync, keeping what it has fetched; its job finds nothing to continue. For administrators, and for
 * developers, who may end their own syncs with the simulator.
 */
export async function completeCharacterSync(
  ctx: AppContext,
  actor: Actor,
  sessionId: string,
): Promise<SyncSessionView> {
  const { production, simulator } = ctx.config;
  const mayEndOwn = simulator && !production;
  if (!actor.isAdmin && !mayEndOwn) {
    throw forbidden('Only administrators of this service can end a sync.', 'admin_only');
  }
  return ctx.transact(async ({ sql, afterCommit }) => {
    const session = await findSyncSession(sql, sessionId);
    const visible = session?.kind === 'character' && (actor.isAdmin || session.subjectId === actor.userId);
    if (!visible) throw notFound('sync_session_not_found', 'There is no sync with this id, or it is not yours to see.');
    const completed = await completeSyncSession(sql, sessionId);
    if (!completed) return session;
    const personId = completed.subjectId;
    if (personId !== null && personId !== actor.userId) {
      await writeAdminLog(sql, actor, { action: 'sync_ended', personId, details: { sessionId } });
    }
    afterCommit(() => ctx.realtime.publishSync(completed));
    return completed;
  });
}
