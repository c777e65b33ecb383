import type { RoleView } from '@guildhall/contracts/organization.ts';
import {
  type CreateRoleInput,
  type DeleteRoleInput,
  MAX_ROLES,
  type UpdateRoleInput,
} from '@guildhall/contracts/role.ts';
import type { Actor } from '../../core/actor.ts';
import { query } from '../../core/db/statement.ts';
import { violatesConstraint } from '../../core/db/violates.ts';
import { conflict } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { Role } from '../rights/role.entity.ts';
import { lockRoles, refuseRoleAbove, refuseUnheldPermissions } from '../rights/role-authority.ts';
import { writeAudit } from '../rights/write-audit.ts';
import { findRole } from './roles.queries.ts';

const COUNT = query({ total: 'int' })`select count(*)::int as total from role where organization_id = $1`;
const CREATE = query({ id: 'uuid' })`
  insert into role (organization_id, name, permissions) values ($1, $2, $3) on conflict do nothing returning id`;

export async function createRole(ctx: AppContext, actor: Actor, input: CreateRoleInput): Promise<RoleView> {
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const authority = await lockRoles(sql, actor, input.id);
    const { organizationId } = authority;
    const { name, permissions } = input;
    refuseUnheldPermissions(authority, permissions);
    const roles = await sql.one(COUNT, [organizationId]);
    if (roles.total >= MAX_ROLES) {
      throw conflict('too_many_roles', `An organization can have at most ${MAX_ROLES} roles. Delete one first.`);
    }
    const created = await sql.maybe(CREATE, [organizationId, name, permissions]);
    if (!created) throw nameTaken();
    await writeAudit(tx, organizationId, actor, 'role_created', { roleId: created.id, name, permissions });
    return findRole(sql, organizationId, created.id);
  });
}

export async function updateRole(ctx: AppContext, actor: Actor, input: UpdateRoleInput): Promise<RoleView> {
  return ctx.transact(async (tx) => {
    const { em, sql } = tx;
    const authority = await lockRoles(sql, actor, input.id);
    const { organizationId } = authority;
    const role = await findRole(sql, organizationId, input.roleId);
    refuseRoleAbove(authority, role);
    if (role.name === input.name) return role;
    try {
      const row = await em.findOneOrFail(Role, role.id);
      row.name = input.name;
      await em.flush();
    } catch (error) {
      throw violatesConstraint(error, 'role_one_name') ? nameTaken() : error;
    }
    const details = { roleId: role.id, name: { before: role.name, after: input.name } };
    await writeAudit(tx, organizationId, actor, 'role_updated', details);
    return { ...role, name: input.name };
  });
}

/** The index `role_one_name` makes names unique within an organization, ignoring case. */
const nameTaken = () =>
  conflict('role_name_taken', 'Another role of this organization has this name. Choose another one.');

/** Deletes a custom role without holders. The holders' foreign key decides, even against a simultaneous grant. */
export async function deleteRole(ctx: AppContext, actor: Actor, input: DeleteRoleInput): Promise<void> {
  await ctx.transact(async (tx) => {
    const { sql } = tx;
    const authority = await lockRoles(sql, actor, input.id);
    const { organizationId } = authority;
    const role = await findRole(sql, organizationId, input.roleId);
    if (role.isFounder) throw conflict('founder_role', 'The founder role cannot be deleted.');
    if (role.gameRank !== null) throw conflict('rank_role', 'Ranks come from the game and cannot be deleted.');
    refuseRoleAbove(authority, role);
    try {
      await tx.em.nativeDelete(Role, { id: role.id });
    } catch (error) {
      if (!violatesConstraint(error, 'role_holder_organization_id_role_id_foreign')) throw error;
      throw conflict('role_has_members', 'Members still hold this role. Take it away from all of them first.');
    }
    const details = { roleId: role.id, name: role.name, permissions: role.permissions };
    await writeAudit(tx, organizationId, actor, 'role_deleted', details);
  });
}
