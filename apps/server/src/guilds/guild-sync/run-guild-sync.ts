/** The frame of a guild's syncs besides its roster: each type runs by itself, so that none fails another. */
import type { Answer } from '@guildhall/battlenet/client.ts';
import type { Guild } from '@guildhall/battlenet/schemas/guild.ts';
import type { GuildSyncType, SyncResult } from '@guildhall/contracts/guild.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query } from '../../core/db/statement.ts';
import { AppError, conflict, tooSoon } from '../../core/errors.ts';
import { createLease } from '../../core/jobs/lease.ts';
import { platformFailure } from '../../core/platform/platform-failure.ts';
import type { AppContext } from '../../core/services/context.ts';
import { syncAchievements } from './sync-achievements.ts';
import { syncCrest } from './sync-crest.ts';
import { refuseOlder, syncDetails } from './sync-details.ts';
import { type Asking, askUnderGuildName, placeOfGuild, type SyncedGuild } from './synced-guild.ts';

type Run = Asking & { onDemand: boolean };
export type GuildSyncResults = Partial<Record<GuildSyncType, SyncResult>>;

/** The outcome of each type. A type interrupted by the signal is `queued`: the caller continues it later. */
export async function runGuildSync(
  ctx: AppContext,
  guild: SyncedGuild,
  types: readonly GuildSyncType[],
  { onDemand, ...asking }: Run,
): Promise<GuildSyncResults> {
  // Two of the types are read from the same document.
  let fetched: Promise<Answer<Guild> & { named: SyncedGuild }> | undefined;
  const document = () => {
    fetched ??= askUnderGuildName(ctx, guild, asking, ctx.battlenet.guild, (data) => data).then(async (answer) => {
      await refuseOlder(ctx, guild, answer);
      return answer;
    });
    return fetched;
  };
  const work: Record<GuildSyncType, () => Promise<void>> = {
    details: async () => {
      const { named, ...answer } = await document();
      await syncDetails(ctx, named, answer);
    },
    crest: async () => syncCrest(ctx, guild, await document(), asking),
    achievements: () => syncAchievements(ctx, guild, asking),
  };
  const attempt = async (type: GuildSyncType): Promise<SyncResult> => {
    const subject = { organizationId: guild.organizationId, type, onDemand };
    const key = [guild.organizationId, type];
    let token: string | null = null;
    try {
      token = await takeLease(ctx.sql, subject);
      await work[type]();
      await succeed(ctx.sql, key, token, [onDemand]);
      return { status: 'completed' };
    } catch (error) {
      if (token) await lease.release(ctx.sql, key, token);
      if (token && asking.signal.aborted) return { status: 'queued' };
      return failedSyncResult(ctx, type, error, placeOfGuild(guild));
    }
  };
  return Object.fromEntries(await Promise.all(types.map(async (type) => [type, await attempt(type)] as const)));
}

/** Reports a refusal or a failure of the platform in its own words; logs anything else as an internal error. */
export function failedSyncResult(
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

const COOLDOWN_SECONDS = 60;

/** One row per guild and type. The lease outlasts any sync. */
const lease = createLease({
  table: 'guild_sync',
  key: ['organization_id', 'type'],
  until: 'leased_until',
  seconds: 120,
  where: `not ($3 and coalesce(l.demanded_at, '-infinity') > now() - ${COOLDOWN_SECONDS} * interval '1 second')`,
});
const succeed = lease.releasing('synced_at = now(), demanded_at = case when $4 then now() else demanded_at end');

const REFUSED = query({ underWay: 'bool?', seconds: 'int?' })`
  select leased_until > now() as "underWay",
    ceil(extract(epoch from demanded_at + ${COOLDOWN_SECONDS} * interval '1 second' - now()))::int as seconds
  from guild_sync where organization_id = $1 and type = $2`;

type Subject = { organizationId: string; type: GuildSyncType; onDemand: boolean };

/** Throws CONFLICT while another sync runs, and TOO_MANY_REQUESTS for a person within a minute of a success. */
async function takeLease(sql: Sql, { organizationId, type, onDemand }: Subject): Promise<string> {
  const token = await lease.acquire(sql, [organizationId, type], [onDemand]);
  if (token) return token;
  const row = await sql.maybe(REFUSED, [organizationId, type]);
  const seconds = row?.seconds ?? 0;
  if (!row?.underWay && seconds > 0) throw tooSoon('This was synced less than a minute ago.', seconds);
  // Also where another has made the row and is about to lease it.
  throw conflict('sync_in_progress', 'This is already being synced.');
}
