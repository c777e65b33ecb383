import { Permission, type RoleView } from '@guildhall/contracts/organization.ts';
import {
  MOST_PREVIEWED,
  type PermissionsPreview,
  type PreviewPermissionsInput,
  type SetRolePermissionsInput,
} from '@guildhall/contracts/role.ts';
import type { Actor } from '../../core/actor.ts';
import { byName } from '../../core/db/by-name.ts';
import { query, texts } from '../../core/db/statement.ts';
import { conflict, notFound } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { authorizedAccess, refuseArchived } from '../rights/organization.access.ts';
import { Role } from '../rights/role.entity.ts';
import {
  lockRoles,
  type RoleAuthority,
  refuseRoleAbove,
  refuseUnheldPermissions,
  roleAuthorityIn,
} from '../rights/role-authority.ts';
import { writeAudit } from '../rights/write-audit.ts';
import { ALL_ROLES, findRole } from './roles.queries.ts';

/** Without these no member could restore anything. */
const FOUNDER_KEEPS: Permission[] = ['canManageGuild', 'canManageRoles'];

/** Throws FORBIDDEN or CONFLICT where the caller may not let this role allow this. */
function refusePermissions(authority: RoleAuthority, role: RoleView, permissions: Permission[]): void {
  refuseRoleAbove(authority, role);
  refuseUnheldPermissions(authority, permissions);
  if (role.isFounder && !FOUNDER_KEEPS.every((permission) => permissions.includes(permission))) {
    throw conflict('founder_keeps_rights', 'The founder role keeps canManageGuild and canManageRoles. Name both.');
  }
}

const isSame = (one: Permission[], other: Permission[]) =>
  one.length === other.length && one.every((permission) => other.includes(permission));

const roleChanged = ({ name }: RoleView) =>
  conflict('role_changed', `The role "${name}" has changed since you read it. Read it again, then decide.`);

/** Changes a role's permissions, for all holders at once. An officer cannot add permissions that they lack. */
export async function setRolePermissions(ctx: AppContext, actor: Actor, input: SetRolePermissionsInput) {
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const authority = await lockRoles(sql, actor, input.id);
    const { organizationId } = authority;
    const role = await findRole(sql, organizationId, input.roleId);
    const { permissions, expectedPermissions } = input;
    refusePermissions(authority, role, permissions);
    if (expectedPermissions && !isSame(expectedPermissions, role.permissions)) throw roleChanged(role);
    if (isSame(permissions, role.permissions)) return role;
    const row = await tx.em.findOneOrFail(Role, role.id);
    tx.em.assign(row, { permissions, addedPermissions: [] });
    const details = { roleId: role.id, name: role.name, permissions: { before: role.permissions, after: permissions } };
    await writeAudit(tx, organizationId, actor, 'role_permissions_changed', details);
    return { ...role, permissions };
  });
}

/** Roles are held as `ORGANIZATION_ACCESS` says of one person, here for all members at once. */
const PREVIEW = query({
  id: 'uuid',
  displayName: 'text',
  avatarUrl: 'text?',
  gains: texts(Permission.options),
  loses: texts(Permission.options),
})`
  with change as (select * from jsonb_to_recordset($2::jsonb) as c("roleId" uuid, permissions text[])),
  held as (
    select c.user_id, r.id from roster_entry e
    join character c on c.id = e.claimed_by_id and c.verified_at is not null
    join role r on r.organization_id = $1 and (r.game_rank = e.rank or e.rank = 0 and r.is_founder)
    where e.organization_id = $1 and e.left_at is null
    union
    select h.user_id, h.role_id from role_holder h
    join membership m on m.organization_id = $1 and m.user_id = h.user_id and m.left_at is null
    where h.organization_id = $1
  ), effect as (
    select h.user_id, p.permission, bool_or(p.permission = any(r.permissions || r.added_permissions)) as before,
      bool_or(p.permission = any(coalesce(c.permissions, r.permissions || r.added_permissions))) as after
    from held h join role r on r.id = h.id left join change c on c."roleId" = r.id cross join unnest($3::text[]) p(permission)
    where h.user_id in (select h.user_id from held h join change c on c."roleId" = h.id)
    group by h.user_id, p.permission
  )
  select u.id, u.display_name as "displayName", u.avatar_url as "avatarUrl",
    coalesce(array_agg(e.permission) filter (where e.after), '{}') as gains,
    coalesce(array_agg(e.permission) filter (where e.before), '{}') as loses
  from effect e join person u on u.id = e.user_id where e.before <> e.after
  group by u.id, u.display_name, u.avatar_url order by ${byName('u.display_name')}, u.id`;

/** The people who would gain or lose permissions if these roles allowed this. Throws the refusals of saving it. */
export async function previewPermissions(
  { sql, pictureUrl }: AppContext,
  actor: Actor,
  { id, changes }: PreviewPermissionsInput,
): Promise<PermissionsPreview> {
  const access = await authorizedAccess(sql, actor, id, 'manage', 'Role');
  refuseArchived(access);
  const { organizationId } = access;
  const [authority, roles] = await Promise.all([
    roleAuthorityIn(sql, actor, access),
    sql.many(ALL_ROLES, [organizationId]),
  ]);
  for (const { roleId, permissions } of changes) {
    const role = roles.find((one) => one.id === roleId);
    if (!role) throw notFound('role_not_found', 'There is no such role.');
    refusePermissions(authority, role, permissions);
  }
  const rows = await sql.many(PREVIEW, [organizationId, JSON.stringify(changes), Permission.options]);
  const inOrder = (some: Permission[]) => Permission.options.filter((permission) => some.includes(permission));
  return {
    permissions: Permission.options
      .map((key) => ({
        key,
        gain: rows.filter(({ gains }) => gains.includes(key)).length,
        lose: rows.filter(({ loses }) => loses.includes(key)).length,
      }))
      .filter(({ gain, lose }) => gain + lose > 0),
    people: rows.slice(0, MOST_PREVIEWED).map(({ id: userId, displayName, avatarUrl, gains, loses }) => ({
      user: { id: userId, displayName, avatarUrl: pictureUrl(avatarUrl) },
      gains: inOrder(gains),
      loses: inOrder(loses),
    })),
    total: rows.length,
  };
}
