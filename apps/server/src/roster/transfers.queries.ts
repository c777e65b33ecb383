import { paginationOf } from '@guildhall/contracts/page.ts';
import type { TransferListInput, TransferListView, TransferView } from '@guildhall/contracts/roster.ts';
import { instantOf, type Sql } from '../core/db/sql.ts';
import { columns, query, type RowOf, text } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { rosterEntries } from './roster.queries.ts';

const TransferRow = columns({
  id: 'uuid',
  createdAt: 'instant',
  status: text(['pending', 'rejected', 'confirmed']),
  leaverId: 'uuid',
  joinerId: 'uuid',
});
type TransferRow = RowOf<typeof TransferRow>;

const COLUMNS = `t.id, coalesce(t.decision, 'pending') as status, t.created_at as "createdAt", t.leaver_id as "leaverId", t.joiner_id as "joinerId"`;

/** A leaver who has come back under the old identity settles the question. */
const PENDING = `
  from transfer_candidate t join roster_entry leaver on leaver.id = t.leaver_id and leaver.left_at is not null
  where t.organization_id = any($1::uuid[]) and t.decision is null`;

const COUNT = query({ organizationId: 'uuid', count: 'int' })`
  select t.organization_id as "organizationId", count(*)::int as count ${PENDING} group by t.organization_id`;
const PAGE = query(TransferRow)`select ${COLUMNS} ${PENDING} order by t.created_at desc, t.id desc limit $2 offset $3`;

/** Lists the transfers that await an officer's decision, latest first. */
export async function listTransfers(
  ctx: AppContext,
  organizationId: string,
  { page, pageSize }: Omit<TransferListInput, 'id'>,
): Promise<TransferListView> {
  const [[pending], rows] = await Promise.all([
    countTransfers(ctx.sql, [organizationId]),
    ctx.sql.many(PAGE, [[organizationId], pageSize, (page - 1) * pageSize]),
  ]);
  const transfers = await presentTransfers(ctx, rows);
  return { transfers, pagination: paginationOf(page, pageSize, pending?.count ?? 0) };
}

/** Leaves out guilds without any. */
export const countTransfers = (sql: Sql, organizationIds: string[]) => sql.many(COUNT, [organizationIds]);

const FIND = query(TransferRow)`select ${COLUMNS} from transfer_candidate t where t.organization_id = $1 and t.id = $2`;

export function findTransfer(sql: Sql, organizationId: string, id: string): Promise<TransferRow | null> {
  return sql.maybe(FIND, [organizationId, id]);
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
