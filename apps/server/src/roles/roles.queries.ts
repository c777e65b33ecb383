import type { RoleView } from '@guildhall/contracts/organization.ts';
import { notFound } from '../core/errors.ts';
import type { Sql } from '../core/sql.ts';

const ROLES = (which: string) => `
  with ranked as (
    select e.rank, count(*)::int as members, count(c.verified_at)::int as proven from roster_entry e
    left join character c on c.id = e.claimed_by_id
    where e.organization_id = $1 and e.left_at is null group by e.rank
  )
  select r.id, r.name, r.game_rank as "gameRank", r.is_founder as "isFounder", r.permissions,
    coalesce(case when r.is_founder then k.proven else k.members end, 0)
      + (select count(*) from role_holder h where h.organization_id = $1 and h.role_id = r.id)::int as "memberCount"
  from role r left join ranked k on k.rank = r.game_rank or r.is_founder and k.rank = 0
  where r.organization_id = $1 ${which} order by r.is_founder desc, r.game_rank nulls last, lower(r.name)`;

/** Of the organization $1, in the order in which they are shown. */
export const ALL_ROLES = ROLES('');
const ONE = ROLES('and r.id = $2');

/** The founder role, the ranks from the highest on, then what else there is by name. The right to see them is the caller's business. */
export function listRoles(sql: Sql, organizationId: string): Promise<RoleView[]> {
  return sql<RoleView>(ALL_ROLES, [organizationId]);
}

/** Throws NOT_FOUND, also for a role of another organization. */
export async function findRole(sql: Sql, organizationId: string, roleId: string): Promise<RoleView> {
  const [role] = await sql<RoleView>(ONE, [organizationId, roleId]);
  if (!role) throw notFound('role_not_found', 'There is no such role.');
  return role;
}
