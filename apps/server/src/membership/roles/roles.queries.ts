import { Permission, type RoleView } from '@guildhall/contracts/organization.ts';
import { type PermissionsView, permissionDescriptions } from '@guildhall/contracts/role.ts';
import type { Actor } from '../../core/actor.ts';
import { byName } from '../../core/db/by-name.ts';
import type { Sql } from '../../core/db/sql.ts';
import { columns, query, texts } from '../../core/db/statement.ts';
import { notFound } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { authorizedAccess } from '../rights/organization.access.ts';

const RoleRow = columns({
  id: 'uuid',
  name: 'text',
  gameRank: 'int?',
  isFounder: 'bool',
  permissions: texts(Permission.options),
  memberCount: 'int',
});

/** Each member with a rank holds its role; only a proved guild master holds the founder role. */
const roles = (which: string) => query(RoleRow)`
  with ranked as (
    select e.rank, count(*)::int as members from roster_entry e
    where e.organization_id = $1 and e.left_at is null group by e.rank
  ), founders as (
    select count(*)::int as members from proven_claim where organization_id = $1 and rank = 0
  )
  select r.id, r.name, r.game_rank as "gameRank", r.is_founder as "isFounder", r.permissions || r.added_permissions as permissions,
    case when r.is_founder then f.members else coalesce(k.members, 0) end
      + (select count(*) from role_holder h where h.organization_id = $1 and h.role_id = r.id)::int as "memberCount"
  from role r cross join founders f left join ranked k on k.rank = r.game_rank
  where r.organization_id = $1 ${which} order by r.is_founder desc, r.game_rank nulls last, ${byName('r.name')}`;

/** The roles of the organization `$1`, in display order. */
export const ALL_ROLES = roles('');
const ONE = roles('and r.id = $2');

/** Lists the founder role, the ranks from the highest down, then custom roles by name. */
export async function listRoles({ sql }: AppContext, actor: Actor, ref: string): Promise<RoleView[]> {
  const { organizationId } = await authorizedAccess(sql, actor, ref, 'read', 'Organization');
  return sql.many(ALL_ROLES, [organizationId]);
}

/** Throws NOT_FOUND, also for a role of another organization. */
export async function findRole(sql: Sql, organizationId: string, roleId: string): Promise<RoleView> {
  const role = await sql.maybe(ONE, [organizationId, roleId]);
  if (!role) throw notFound('role_not_found', 'There is no such role.');
  return role;
}

/** All permissions, and those the caller has in this organization. */
export async function getPermissions({ sql }: AppContext, actor: Actor, ref: string): Promise<PermissionsView> {
  const { isFounder, permissions } = await authorizedAccess(sql, actor, ref, 'read', 'Organization');
  return {
    permissions: Permission.options.map((key) => ({ key, description: permissionDescriptions[key] })),
    own: Permission.options.filter((permission) => actor.isAdmin || permissions.includes(permission)),
    isFounder,
  };
}
