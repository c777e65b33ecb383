import type { SyncSessionView } from '@guildhall/contracts/sync-session.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query } from '../../core/db/statement.ts';
import { AppError, conflict, forbidden, notFound, tooSoon } from '../../core/errors.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { completeSyncSession, findSyncSession, startSyncSession, syncCooldown } from '../../core/syncs/sync-session.ts';
import { writeAdminLog } from '../../identity/people/admin-log.ts';
import { lockPerson } from '../../identity/people/lock-person.ts';
import { platformToken } from '../../identity/sessions/platform-token.ts';
import { characterSyncJob } from './characters.jobs.ts';

const COOLDOWN_SECONDS = 60;

/** Starts a sync of the characters on the person's game-platform account. One at a time. */
export async function startCharacterSync(ctx: AppContext, actor: Actor): Promise<{ sessionId: string }> {
  await requirePlatformToken(ctx, actor);
  return ctx.transact(async (tx) => {
    // No foreign key ties a sync to its person, so the lock keeps a person who is being erased from starting one.
    await lockPerson(tx.sql, actor.userId);
    const seconds = await syncCooldown(tx.sql, 'character', actor.userId, COOLDOWN_SECONDS);
    if (seconds > 0) {
      const message = 'Your characters were synced less than a minute ago. Wait as many seconds as Retry-After says.';
      throw tooSoon(message, seconds);
    }
    const started = await beginCharacterSync(tx, actor.userId, 'user');
    const adopted = started === null ? await tx.sql.maybe(ADOPT, [actor.userId]) : null;
    const sessionId = started ?? adopted?.sessionId;
    if (!sessionId)
      throw conflict(
        'character_sync_in_progress',
        'Your characters are already being synced. Wait for that sync to end.',
      );
    return { sessionId };
  });
}

/** The sync that a sign-in has started does what the person asks for, so it becomes theirs. */
const ADOPT = query({ sessionId: 'uuid' })`
  update sync_session set trigger = 'user'
  where kind = 'character' and subject_id = $1 and trigger = 'sign_in' and status in ('queued', 'running')
  returning id as "sessionId"`;

/** Null when one is running already. Requires the lock of the person, or a person whom no other transaction knows yet. */
export const beginCharacterSync = (tx: UnitOfWork, userId: string, trigger: 'user' | 'sign_in') =>
  startSyncSession(tx, {
    kind: 'character',
    subjectId: userId,
    trigger,
    requestedBy: userId,
    job: characterSyncJob,
    payload: (sessionId) => ({ sessionId, userId }),
  });

/** Throws CONFLICT or UNAUTHORIZED when the person has no game-platform token that can be used or renewed. */
export async function requirePlatformToken({ sql, sealer }: AppContext, { userId }: Actor): Promise<void> {
  const token = await platformToken(sql, sealer, userId);
  if (token.state === 'not_linked' || token.state === 'needs_reauth') throw refusalWithoutToken(token);
}

export const PERMISSION_MISSING =
  'Battle.net does not list your characters, because the permission “WoW profile” was not given there. Sign in with it again and give it.';

export function refusalWithoutToken(
  token: { state: 'not_linked' } | { state: 'permission_missing' } | { state: 'needs_reauth'; refused: boolean },
): AppError {
  if (token.state === 'not_linked')
    return conflict('gameplatform_not_linked', 'Link your game-platform account in your profile first.');
  if (token.state === 'permission_missing') return conflict('gameplatform_permission_missing', PERMISSION_MISSING);
  if (token.refused) {
    const message = 'The game platform refused to renew its permission. Sign in with it again.';
    return new AppError('UNAUTHORIZED', 'relink_required', message);
  }
  const message = 'The permission of the game platform has expired. Sign in with it again.';
  return conflict('gameplatform_token_expired', message);
}

/**
 * Ends a stuck sync, keeping what it has fetched; its job finds nothing to continue. For administrators, and for
 * developers, who may end their own syncs with the simulator.
 */
export async function completeCharacterSync(ctx: AppContext, actor: Actor, sessionId: string) {
  const { production, simulator } = ctx.config;
  const mayEndOwn = simulator && !production;
  if (!actor.isAdmin && !mayEndOwn) {
    throw forbidden('Only administrators of this service can end a sync.', 'admin_only');
  }
  return ctx.transact(async ({ sql, afterCommit }) => {
    const session = await findCharacterSync(sql, actor, sessionId);
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

/** Administrators see those of all. Throws NOT_FOUND. */
export async function findCharacterSync(sql: Sql, actor: Actor, sessionId: string): Promise<SyncSessionView> {
  const session = await findSyncSession(sql, sessionId);
  const visible = session?.kind === 'character' && (actor.isAdmin || session.subjectId === actor.userId);
  if (!visible) throw notFound('sync_session_not_found', 'There is no sync with this id, or you may not see it.');
  return session;
}
