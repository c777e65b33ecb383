/** One row per guild and type: the lease of a running sync, and the time of the last one. */
import { GuildSyncType } from '@guildhall/contracts/guild.ts';
import type { Sql } from '../core/db/sql.ts';
import { query, statement, text } from '../core/db/statement.ts';
import { AppError, conflict } from '../core/errors.ts';

const COOLDOWN_SECONDS = 60;

/** The lease outlasts any sync, and expires should its holder die. */
const TAKE = statement`
  insert into guild_sync as s (organization_id, type, leased_until) values ($1, $2, now() + interval '2 minutes')
  on conflict (organization_id, type) do update set leased_until = excluded.leased_until
  where coalesce(s.leased_until, '-infinity') < now()
    and not ($3 and coalesce(s.demanded_at, '-infinity') > now() - ${COOLDOWN_SECONDS} * interval '1 second')`;

const REFUSED = query({ underWay: 'bool?', seconds: 'int?' })`
  select leased_until > now() as "underWay",
    ceil(extract(epoch from demanded_at + ${COOLDOWN_SECONDS} * interval '1 second' - now()))::int as seconds
  from guild_sync where organization_id = $1 and type = $2`;

type Subject = { organizationId: string; type: GuildSyncType; onDemand: boolean };

/** Throws CONFLICT while another sync runs, and TOO_MANY_REQUESTS for a person within a minute of a success. */
export async function takeLease(sql: Sql, { organizationId, type, onDemand }: Subject): Promise<void> {
  if ((await sql.run(TAKE, [organizationId, type, onDemand])) > 0) return;
  const row = await sql.maybe(REFUSED, [organizationId, type]);
  if (row?.underWay) throw conflict('sync_in_progress', 'This is being synced already.');
  throw new AppError('TOO_MANY_REQUESTS', 'sync_cooldown', 'This was synced less than a minute ago.', {
    retryAfterSeconds: Math.max(1, row?.seconds ?? 1),
  });
}

const RELEASE = statement`update guild_sync set leased_until = null where organization_id = $1 and type = $2`;
const SUCCEED = statement`
  update guild_sync set leased_until = null, synced_at = now(), demanded_at = case when $3 then now() else demanded_at end
  where organization_id = $1 and type = $2`;

export async function endLease(sql: Sql, { organizationId, type, onDemand }: Subject, succeeded: boolean) {
  if (succeeded) await sql.run(SUCCEED, [organizationId, type, onDemand]);
  else await sql.run(RELEASE, [organizationId, type]);
}

const STALE = query({ type: text(GuildSyncType.options) })`
  select wanted.type from unnest($2::text[]) as wanted(type)
  where not exists (select from guild_sync s where s.organization_id = $1 and s.type = wanted.type
    and s.synced_at > now() - interval '20 hours')`;

/** Those of these types that were last synced about a day ago, or never. */
export async function staleTypes(
  sql: Sql,
  organizationId: string,
  types: readonly GuildSyncType[],
): Promise<GuildSyncType[]> {
  return (await sql.many(STALE, [organizationId, types])).map(({ type }) => type);
}
