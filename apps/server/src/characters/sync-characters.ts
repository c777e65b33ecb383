/** The job behind a character sync: the account's list, then every character's profile; resumable. */
import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import { markNeedsReauth, platformToken } from '../auth/platform-token.ts';
import type { AppContext } from '../core/context.ts';
import { platformFailure } from '../core/platform-failure.ts';
import {
  advanceSyncSession,
  claimSyncSession,
  endSyncSession,
  type SyncEnd,
  type SyncFence,
  SyncFenceLost,
} from '../core/sync-session.ts';
import type { JobRun } from '../core/worker.ts';
import { fetchAccountCharacters, importAccount } from './import-account.ts';
import { claimCharacters, refreshProfiles } from './refresh-profiles.ts';

type Payload = { sessionId: string; userId: string };

const EXPIRED: SyncEnd = {
  status: 'failed',
  reason: 'gameplatform_token_expired',
  message: 'The permission of the game platform has expired. Sign in with it again, then start the sync again.',
};
const INTERNAL: SyncEnd = {
  status: 'failed',
  reason: 'internal',
  message: 'Something went wrong on our side. Your characters stay as they were.',
};

export async function syncCharacters(ctx: AppContext, { sessionId, userId }: Payload, run: JobRun): Promise<void> {
  const claimed = await claimSyncSession(ctx.sql, sessionId, run);
  if (!claimed) return;
  const { fence, row } = claimed;
  try {
    if (row.cursor === null && !(await importListed(ctx, userId, fence, run.signal))) return await end(ctx, fence, EXPIRED);
    await refreshProfiles(ctx, { fence, userId, signal: run.signal }, row.cursor);
    await end(ctx, fence, { status: 'completed' });
  } catch (error) {
    if (error instanceof SyncFenceLost) return;
    if (run.signal.aborted) throw error;
    const failure = platformFailure(error) ?? (run.lastAttempt ? INTERNAL : undefined);
    if (!failure) throw error;
    ctx.log.warn({ err: error, sessionId }, 'character sync failed');
    await end(ctx, fence, failure);
  }
}

/** False when the platform refused the person's token. */
async function importListed(ctx: AppContext, userId: string, fence: SyncFence, signal: AbortSignal): Promise<boolean> {
  const token = await platformToken(ctx.sql, ctx.sealer, userId);
  if (token.state !== 'usable') return false;
  const { region } = ctx.config.battlenet;
  let listed: Awaited<ReturnType<typeof fetchAccountCharacters>>;
  try {
    listed = await fetchAccountCharacters(ctx.battlenet, region, token.token, signal);
  } catch (error) {
    if (!(error instanceof BattlenetError && error.kind === 'unauthorized')) throw error;
    await markNeedsReauth(ctx.sql, userId);
    return false;
  }
  await ctx.transact(async (tx) => {
    const { total, added, removed, characterIds } = await importAccount(tx.sql, userId, region, listed);
    await claimCharacters(tx, characterIds);
    const session = await advanceSyncSession(tx.sql, fence, { total, added, removed, cursor: '' });
    tx.afterCommit(() => ctx.realtime.publishSync(session));
  });
  return true;
}

async function end(ctx: AppContext, fence: SyncFence, how: SyncEnd): Promise<void> {
  ctx.realtime.publishSync(await endSyncSession(ctx.sql, fence, how));
}
