import type { DeleteRoleInput } from '@guildhall/contracts/role.ts';
import type { Actor } from '../core/actor.ts';
import { statement } from '../core/db/statement.ts';
import { violates } from '../core/db/violates.ts';
import { conflict } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { lockRoles, refuseAbove } from '../rights/role-authority.ts';
import { writeAudit } from '../rights/write-audit.ts';
import { findRole } from './roles.queries.ts';

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
    await writeAudit(tx, {
      organizationId,
      action: 'role_deleted',
      actorId: actor.userId,
      details: { roleId: role.id, name: role.name, permissions: role.permissions },
    });
  });
}
