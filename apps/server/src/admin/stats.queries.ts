import type { AdminStatsView, RecentSyncView, SyncStatusView } from '@guildhall/contracts/admin.ts';
import type { SyncKind } from '@guildhall/contracts/sync-session.ts';
import { json, query } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { presentSyncSession, SYNC_COLUMNS, SyncSessionRow } from '../core/syncs/sync-session.ts';
import { countUsageJob } from './usage.jobs.ts';

const USERS = query({ total: 'int', active24h: 'int', active7d: 'int', active30d: 'int' })`
  select (select count(*)::int from person) as total,
    count(*) filter (where at > now() - interval '24 hours')::int as "active24h",
    count(*) filter (where at > now() - interval '7 days')::int as "active7d",
    count(*) filter (where at > now() - interval '30 days')::int as "active30d"
  from (select max(last_used_at) as at from session group by user_id) active`;
const GUILDS = query({ synced: 'int', standalone: 'int', archived: 'int' })`
  select count(*) filter (where source = 'synced' and archived_at is null)::int as synced,
    count(*) filter (where source = 'standalone' and archived_at is null)::int as standalone,
    count(*) filter (where archived_at is not null)::int as archived from organization`;
const CHARACTERS = query({ total: 'int', verified: 'int', archived: 'int' })`
  select count(*)::int as total, count(*) filter (where verified_at is not null)::int as verified,
    count(*) filter (where archived_at is not null)::int as archived from character`;
const MEMBERS = query({ rosterMembers: 'int' })`
  select count(*)::int as "rosterMembers" from roster_entry where left_at is null`;
const EVENTS = query({ total: 'int', upcoming: 'int', completed: 'int' })`
  select count(*)::int as total, count(*) filter (where status = 'published' and starts_at > now())::int as upcoming,
    count(*) filter (where status = 'completed')::int as completed from event`;
const SIGNUPS = query({ total: 'int', upcoming: 'int' })`
  select (select count(*)::int from participation where status <> 'declined') as total, (
    select count(*)::int from participation p join event e on e.id = p.event_id
    where p.status <> 'declined' and e.status = 'published' and e.starts_at > now()) as upcoming`;
const IMAGES = query({ shown: 'int', waiting: 'int' })`
  select count(*) filter (where status = 'approved')::int as shown,
    count(*) filter (where status = 'pending')::int as waiting from image`;
const STORAGE = query({ databaseBytes: 'float' })`
  select pg_database_size(current_database())::float8 as "databaseBytes"`;

type Counts = Omit<AdminStatsView, 'countedAt'>;

const KEPT = query({ counts: json<Counts>(), countedAt: 'instant', ms: 'int' })`
  select counts, counted_at as "countedAt", ms from usage_count where id = 1`;
const KEEP = query({ countedAt: 'instant' })`
  insert into usage_count (id, counts, ms) values (1, $1, $2)
  on conflict (id) do update set counts = excluded.counts, ms = excluded.ms, counted_at = now()
  returning counted_at as "countedAt"`;

/** Counts everything, and keeps the numbers. Each part has the patience of a statement. */
export async function countUsage({ sql }: Pick<AppContext, 'sql'>): Promise<AdminStatsView> {
  const started = performance.now();
  const [users, guilds, characters, members, events, signups, images, storage] = await Promise.all([
    sql.one(USERS),
    sql.one(GUILDS),
    sql.one(CHARACTERS),
    sql.one(MEMBERS),
    sql.one(EVENTS),
    sql.one(SIGNUPS),
    sql.one(IMAGES),
    sql.one(STORAGE),
  ]);
  const counts: Counts = { users, guilds, characters, ...members, events, signups, images, storage };
  const { countedAt } = await sql.one(KEEP, [JSON.stringify(counts), Math.round(performance.now() - started)]);
  return { ...counts, countedAt };
}

const FRESH_MS = 30_000;
/** Numbers that take longer are counted by a job. */
const QUICK_MS = 500;
/** An administrator who looks at older ones has them counted anew. */
const OLD_MS = 3600_000;

/** Usage numbers of the whole service, which say of when they are: half a minute old, or older where it takes long to count. */
export function adminStats(ctx: AppContext): Promise<AdminStatsView> {
  return ctx.cache.getOrLoad('admin-stats', FRESH_MS, async () => {
    const kept = await ctx.sql.maybe(KEPT);
    const countLater = () => ctx.transact((tx) => tx.enqueue(countUsageJob, {}));
    if (!kept) {
      try {
        return await countUsage(ctx);
      } catch (error) {
        // A request has less patience than a job.
        await countLater();
        throw error;
      }
    }
    if (kept.ms <= QUICK_MS) return countUsage(ctx);
    if (Date.now() - Date.parse(kept.countedAt) > OLD_MS) await countLater();
    return { ...kept.counts, countedAt: kept.countedAt };
  });
}

export const RECENT = query({ ...SyncSessionRow, subjectName: 'text?' })`
  select ${SYNC_COLUMNS}, (select o.name from organization o where o.id = subject_id) as "subjectName"
  from sync_session where id in (
    (select id from sync_session where kind = $1 order by created_at desc, id desc limit 25)
    union
    (select newest.id from roster_hold h cross join lateral (
       select s.id from sync_session s where s.subject_id = h.organization_id and s.kind = 'roster' and s.status = 'held'
       order by s.created_at desc, s.id desc limit 1
     ) newest where $1 = 'roster' order by h.since desc limit 100)
  ) order by created_at desc, id desc`;

/** The latest syncs of guild rosters, of the journal and of the catalogue, newest first; and every roster that is held. */
export async function syncStatus(ctx: AppContext): Promise<SyncStatusView> {
  const recent = async (kind: SyncKind): Promise<RecentSyncView[]> => {
    const rows = await ctx.sql.many(RECENT, [kind]);
    return rows.map((row) => ({ ...presentSyncSession(row), subjectName: row.subjectName }));
  };
  const [rosters, journal, catalogue] = await Promise.all([recent('roster'), recent('journal'), recent('catalogue')]);
  return { rosters, journal, catalogue };
}
