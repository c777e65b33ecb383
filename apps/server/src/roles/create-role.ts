import type { RoleView } from '@guildhall/contracts/organization.ts';
import { type CreateRoleInput, MAX_ROLES } from '@guildhall/contracts/role.ts';
import type { Actor } from '../core/actor.ts';
import { query } from '../core/db/statement.ts';
import { conflict } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { lockRoles, refuseUnheld } from '../rights/role-authority.ts';
import { writeAudit } from '../rights/write-audit.ts';
import { nameTaken } from './role-name.ts';
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
    await writeAudit(tx, {
      organizationId,
      action: 'role_created',
      actorId: actor.userId,
      details: { roleId: created.id, name, permissions },
    });
    return findRole(sql, organizationId, created.id);
  });
}
