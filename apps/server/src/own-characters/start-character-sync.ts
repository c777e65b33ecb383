import type { Actor } from '../core/actor.ts';
import { AppError, conflict } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { startSyncSession, syncCooldown } from '../core/syncs/sync-session.ts';
import { lockPerson } from '../people/lock-person.ts';
import { characterSyncJob } from './characters.jobs.ts';
import { requireToken } from './require-token.ts';

const COOLDOWN_SECONDS = 60;

/** Starts a sync of the characters on the person's game-platform account. One at a time. */
export async function startCharacterSync(ctx: AppContext, actor: Actor): Promise<{ sessionId: string }> {
  await requireToken(ctx, actor);
  return ctx.transact(async (tx) => {
    // No foreign key ties a sync to its person, so the lock keeps somebody who is being erased from starting one.
    await lockPerson(tx.sql, actor.userId);
    const seconds = await syncCooldown(tx.sql, 'character', actor.userId, COOLDOWN_SECONDS);
    if (seconds > 0) {
      throw new AppError(
        'TOO_MANY_REQUESTS',
        'sync_cooldown',
        'Your characters were synced less than a minute ago. Wait as many seconds as Retry-After says.',
        {
          retryAfterSeconds: seconds,
        },
      );
    }
    const sessionId = await startSyncSession(tx, {
      kind: 'character',
      subjectId: actor.userId,
      trigger: 'user',
      requestedBy: actor.userId,
      job: characterSyncJob,
      payload: (id) => ({ sessionId: id, userId: actor.userId }),
    });
    if (!sessionId)
      throw conflict(
        'character_sync_in_progress',
        'Your characters are already being synced. Wait for that sync to end.',
      );
    return { sessionId };
  });
}
