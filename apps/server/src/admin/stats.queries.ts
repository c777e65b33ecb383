import type { AdminStatsView, RecentSyncView, SyncStatusView } from '@guildhall/contracts/admin.ts';
import type { SyncKind } from '@guildhall/contracts/sync-session.ts';
import { object, query } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { presentSyncSession, SYNC_COLUMNS, SyncSessionRow } from '../core/syncs/sync-session.ts';

const STATS = query({
  users: object({ total: 'int', active24h: 'int', active7d: 'int', active30d: 'int' }),
  guilds: object({ synced: 'int', standalone: 'int', archived: 'int' }),
  characters: object({ total: 'int', verified: 'int', archived: 'int' }),
  rosterMembers: 'int',
  events: object({ total: 'int', upcoming: 'int', completed: 'int' }),
  signups: object({ total: 'int', upcoming: 'int' }),
  images: object({ shown: 'int', waiting: 'int' }),
  storage: object({ databaseBytes: 'int' }),
})`
  with active as (
    select max(last_used_at) as at from session group by user_id
  )
  select jsonb_build_object('total', (select count(*) from person),
      'active24h', (select count(*) from active where at > now() - interval '24 hours'),
      'active7d', (select count(*) from active where at > now() - interval '7 days'),
      'active30d', (select count(*) from active where at > now() - interval '30 days')) as users,
    (select jsonb_build_object('synced', count(*) filter (where source = 'synced' and archived_at is null),
      'standalone', count(*) filter (where source = 'standalone' and archived_at is null),
      'archived', count(*) filter (where archived_at is not null)) from organization) as guilds,
    (select jsonb_build_object('total', count(*), 'verified', count(*) filter (where verified_at is not null),
      'archived', count(*) filter (where archived_at is not null)) from character) as characters,
    (select count(*)::int from roster_entry where left_at is null) as "rosterMembers",
    (select jsonb_build_object('total', count(*),
      'upcoming', count(*) filter (where status = 'published' and starts_at > now()),
      'completed', count(*) filter (where status = 'completed')) from event) as events,
    (select jsonb_build_object('total', count(*),
      'upcoming', count(*) filter (where e.status = 'published' and e.starts_at > now()))
      from participation p join event e on e.id = p.event_id where p.status <> 'declined') as signups,
    (select jsonb_build_object('shown', count(*) filter (where status = 'approved'),
      'waiting', count(*) filter (where status = 'pending')) from image) as images,
    jsonb_build_object('databaseBytes', pg_database_size(current_database())) as storage`;

const FRESH_MS = 30_000;

/** Usage numbers of the whole service. Counting is expensive, so each answer is cached for half a minute. */
export function adminStats(ctx: AppContext): Promise<AdminStatsView> {
  return ctx.cache.getOrLoad('admin-stats', FRESH_MS, () => ctx.sql.one(STATS));
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
