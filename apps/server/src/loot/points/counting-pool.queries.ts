/** The pool whose points count for the candidates of an item, and what raiders have in it. */
import { PointKind } from '@guildhall/contracts/points.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, type RowOf, text } from '../../core/db/statement.ts';
import { PLACED } from './points.queries.ts';

/** `$2` is a team or null. No pool counts where several are as near. */
const COUNTING = query({ id: 'uuid', name: 'text', kind: text(PointKind.options), decimals: 'int' })`
  select id, name, kind, decimals from (
    select p.*, rank() over (order by (p.team_id is null) = ($2::uuid is null) desc) as nearness,
      count(*) over (partition by p.team_id is null) as alike
    from point_pool p left join team t on t.id = p.team_id
    where p.organization_id = $1 and p.archived_at is null and t.archived_at is null
      and ($2::uuid is null or p.team_id is null or p.team_id = $2)) p
  where nearness = 1 and alike = 1`;
export type CountingPool = RowOf<typeof COUNTING>;

export const countingPool = (sql: Sql, organizationId: string, teamId: string | null): Promise<CountingPool | null> =>
  sql.maybe(COUNTING, [organizationId, teamId]);

/** The second parameter says that former raiders count too. */
const POINTS = query({ id: 'uuid', points: 'float!', gp: 'float?', priority: 'float?' })`
  ${PLACED}
  select p.id, p.points::float8 as points, p.gp::float8 as gp, case when p.gp is not null then round(p.priority, 4)::float8 end as priority
  from placed p where p.id = any($3::uuid[])`;

/** Those who are not in the pool are left out. */
export async function readPointsOf(sql: Sql, poolId: string, raiderIds: readonly string[]) {
  const rows = await sql.many(POINTS, [poolId, true, raiderIds]);
  return new Map(rows.map(({ id, ...points }) => [id, points]));
}
