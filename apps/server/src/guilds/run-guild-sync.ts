/** The frame of a guild's syncs besides its roster: each type runs by itself, so that none fails another. */
import type { GuildSyncType, SyncResult } from '@guildhall/contracts/guild.ts';
import { AppError } from '../core/errors.ts';
import { platformFailure } from '../core/platform/platform-failure.ts';
import type { AppContext } from '../core/services/context.ts';
import { fetchGuild } from './fetch-guild.ts';
import type { Asking } from './guild-name.ts';
import { endLease, takeLease } from './guild-sync-lease.ts';
import { syncAchievements } from './sync-achievements.ts';
import { syncCrest } from './sync-crest.ts';
import { syncDetails } from './sync-details.ts';
import { placeOfGuild, type SyncedGuild } from './synced-guild.ts';

type Run = Asking & { onDemand: boolean };
export type GuildSyncResults = Partial<Record<GuildSyncType, SyncResult>>;

/** The outcome of each type. A type interrupted by the signal is `queued`: the caller continues it later. */
export async function runGuildSync(
  ctx: AppContext,
  guild: SyncedGuild,
  types: readonly GuildSyncType[],
  run: Run,
): Promise<GuildSyncResults> {
  const { priority, signal } = run;
  const asking = { priority, signal };
  // Two of the types are read from the same document.
  let fetched: ReturnType<typeof fetchGuild> | undefined;
  const document = () => {
    fetched ??= fetchGuild(ctx, guild, asking);
    return fetched;
  };
  const work: Record<GuildSyncType, () => Promise<void>> = {
    details: async () => syncDetails(ctx, guild, await document()),
    crest: async () => syncCrest(ctx, guild, await document(), asking),
    achievements: () => syncAchievements(ctx, guild, asking),
  };
  const results = types.map(async (type) => [type, await attempt(ctx, guild, type, run, work[type])] as const);
  return Object.fromEntries(await Promise.all(results));
}

async function attempt(
  ctx: AppContext,
  guild: SyncedGuild,
  type: GuildSyncType,
  { onDemand, signal }: Run,
  work: () => Promise<void>,
): Promise<SyncResult> {
  const { organizationId } = guild;
  const subject = { organizationId, type, onDemand };
  const place = placeOfGuild(guild);
  try {
    await takeLease(ctx.sql, subject);
  } catch (error) {
    return failed(ctx, type, error, place);
  }
  try {
    await work();
    await endLease(ctx.sql, subject, true);
    return { status: 'completed' };
  } catch (error) {
    await endLease(ctx.sql, subject, false);
    if (signal.aborted) return { status: 'queued' };
    return failed(ctx, type, error, place);
  }
}

/** Reports a refusal or a failure of the platform in its own words; logs anything else as an internal error. */
export function failed(
  { log }: Pick<AppContext, 'log'>,
  type: string,
  error: unknown,
  place: { guild?: string } = {},
): SyncResult {
  if (error instanceof AppError && error.reason) {
    const { reason, message, retryAfterSeconds } = error;
    return { status: 'failed', reason, message, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
  }
  const failure = platformFailure(error);
  if (failure) {
    log.warn({ err: error, type, ...place }, 'guild sync failed');
    return { status: 'failed', reason: failure.reason, message: failure.message };
  }
  log.error({ err: error, type, ...place }, 'guild sync failed');
  return { status: 'failed', reason: 'internal', message: 'Something went wrong on our side. Try again later.' };
}
