import type { RecentSyncView, SyncStatusView } from '@guildhall/contracts/admin.ts';
import type { SyncKind } from '@guildhall/contracts/sync-session.ts';
import { query } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { presentSyncSession, SYNC_COLUMNS, SyncSessionRow } from '../core/syncs/sync-session.ts';

const RECENT = query({ ...SyncSessionRow, subjectName: 'text?' })`
  select ${SYNC_COLUMNS}, (select o.name from organization o where o.id = subject_id) as "subjectName"
  from sync_session where kind = $1 order by created_at desc, id desc limit 25`;

/** The latest syncs of guild rosters, of the journal and of the catalogue, newest first. */
export async function syncStatus(ctx: AppContext): Promise<SyncStatusView> {
  const recent = async (kind: SyncKind): Promise<RecentSyncView[]> => {
    const rows = await ctx.sql.many(RECENT, [kind]);
    return rows.map((row) => ({ ...presentSyncSession(row), subjectName: row.subjectName }));
  };
  const [rosters, journal, catalogue] = await Promise.all([recent('roster'), recent('journal'), recent('catalogue')]);
  return { rosters, journal, catalogue };
}
