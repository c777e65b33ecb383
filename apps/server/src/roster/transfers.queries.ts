import { paginationOf } from '@guildhall/contracts/page.ts';
import type { TransferListInput, TransferListView, TransferView } from '@guildhall/contracts/roster.ts';
import { instantOf, type Sql } from '../core/db/sql.ts';
import type { AppContext } from '../core/services/context.ts';
import { rosterEntries } from './roster.queries.ts';

export type TransferRow = Pick<TransferView, 'id' | 'status' | 'createdAt'> & { leaverId: string; joinerId: string };

const COLUMNS = `t.id, coalesce(t.decision, 'pending') as status, t.created_at as "createdAt", t.leaver_id as "leaverId", t.joiner_id as "joinerId"`;

/** A leaver who has come back under the old identity settles the question. */
const PENDING = `
  from transfer_candidate t join roster_entry leaver on leaver.id = t.leaver_id and leaver.left_at is not null
  where t.organization_id = any($1::uuid[]) and t.decision is null`;

const COUNT = `select t.organization_id as "organizationId", count(*)::int as count ${PENDING} group by t.organization_id`;
const PAGE = `select ${COLUMNS} ${PENDING} order by t.created_at desc, t.id desc limit $2 offset $3`;

/** Lists the transfers that await an officer's decision, latest first. */
export async function listTransfers(
  ctx: AppContext,
  organizationId: string,
  { page, pageSize }: Omit<TransferListInput, 'id'>,
): Promise<TransferListView> {
  const [[pending], rows] = await Promise.all([
    countTransfers(ctx.sql, [organizationId]),
    ctx.sql<TransferRow>(PAGE, [[organizationId], pageSize, (page - 1) * pageSize]),
  ]);
  const transfers = await presentTransfers(ctx, rows);
  return { transfers, pagination: paginationOf(page, pageSize, pending?.count ?? 0) };
}

type Pending = { organizationId: string; count: number };

/** Guilds in which none is pending are left out. */
export const countTransfers = (sql: Sql, organizationIds: string[]): Promise<Pending[]> =>
  sql<Pending>(COUNT, [organizationIds]);

const FIND = `select ${COLUMNS} from transfer_candidate t where t.organization_id = $1 and t.id = $2`;

export async function findTransfer(sql: Sql, organizationId: string, id: string): Promise<TransferRow | undefined> {
  const [row] = await sql<TransferRow>(FIND, [organizationId, id]);
  return row;
}

export async function presentTransfers(ctx: AppContext, rows: TransferRow[]): Promise<TransferView[]> {
  const entries = await rosterEntries(
    ctx,
    rows.flatMap(({ leaverId, joinerId }) => [leaverId, joinerId]),
  );
  return rows.flatMap(({ id, status, createdAt, leaverId, joinerId }) => {
    const leaver = entries.get(leaverId);
    const joiner = entries.get(joinerId);
    return leaver && joiner ? [{ id, leaver, joiner, status, createdAt: instantOf(createdAt) }] : [];
  });
}
