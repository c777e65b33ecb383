import type { RoleView } from '@guildhall/contracts/organization.ts';
import {
  type CreateRoleInput,
  type DeleteRoleInput,
  MAX_ROLES,
  type UpdateRoleInput,
} from '@guildhall/contracts/role.ts';
import type { Actor } from '../core/actor.ts';
import { query, statement } from '../core/db/statement.ts';
import { violates } from '../core/db/violates.ts';
import { conflict } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { lockRoles, refuseAbove, refuseUnheld } from '../rights/role-authority.ts';
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
    refuseUnheld(authority, permissions);
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

const RENAME = statement`update role set name = $3 where organization_id = $1 and id = $2`;

export async function updateRole(ctx: AppContext, actor: Actor, input: UpdateRoleInput): Promise<RoleView> {
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const authority = await lockRoles(sql, actor, input.id);
    const { organizationId } = authority;
    const role = await findRole(sql, organizationId, input.roleId);
    refuseAbove(authority, role);
    if (role.name === input.name) return role;
    try {
      await sql.run(RENAME, [organizationId, role.id, input.name]);
    } catch (error) {
      throw violates(error, 'role_one_name') ? nameTaken() : error;
    }
    const details = { roleId: role.id, name: { before: role.name, after: input.name } };
    await writeAudit(tx, organizationId, actor, 'role_updated', details);
    return { ...role, name: input.name };
  });
}

/** The index `role_one_name` makes names unique within an organization, ignoring case. */
const nameTaken = () =>
  conflict('role_name_taken', 'Another role of this organization has this name. Choose another one.');

const DELETE = statement`delete from role where organization_id = $1 and id = $2`;

/** Deletes a custom role without holders. The holders' foreign key decides, even against a simultaneous grant. */
export async function deleteRole(ctx: AppContext, actor: Actor, input: DeleteRoleInput): Promise<void> {
  await ctx.transact(async (tx) => {
    const { sql } = tx;
    const authority = await lockRoles(sql, actor, input.id);
    const { organizationId } = authority;
    const role = await findRole(sql, organizationId, input.roleId);
    if (role.isFounder) throw conflict('founder_role', 'The founder role cannot be deleted.');
    if (role.gameRank !== null) throw conflict('rank_role', 'Ranks come from the game and cannot be deleted.');
    refuseAbove(authority, role);
    try {
      await sql.run(DELETE, [organizationId, role.id]);
    } catch (error) {
      if (!violates(error, 'role_holder_organization_id_role_id_foreign')) throw error;
      throw conflict('role_has_members', 'Somebody still holds this role. Take it away from all of them first.');
    }
    const details = { roleId: role.id, name: role.name, permissions: role.permissions };
    await writeAudit(tx, organizationId, actor, 'role_deleted', details);
  });
}
