import type { GuildMemberView, WithdrawRoleInput } from '@guildhall/contracts/role.ts';
import type { Actor } from '../core/actor.ts';
import { statement } from '../core/db/statement.ts';
import { conflict } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { lockRoles } from '../rights/role-authority.ts';
import { writeAudit } from '../rights/write-audit.ts';
import { grantedRole } from './granted-role.ts';
import { findMember, memberView } from './members.queries.ts';
import { notifyOfRole } from './notify-of-role.ts';

const WITHDRAW = statement`
  delete from role_holder where organization_id = $1 and role_id = $2 and user_id = $3`;
const HOLDERS = statement`select from role_holder where organization_id = $1 and role_id = $2 limit 1`;

/** Withdraws a granted role, except from the last founder. If the member does not hold it, nothing changes. */
export async function withdrawRole(ctx: AppContext, actor: Actor, input: WithdrawRoleInput): Promise<GuildMemberView> {
  const row = await ctx.transact(async (tx) => {
    const { sql } = tx;
    const authority = await lockRoles(sql, actor, input.id);
    const { organizationId } = authority;
    const { id: roleId, name, isFounder } = await grantedRole(sql, authority, input.roleId, input.userId);
    const withdrawn = await sql.run(WITHDRAW, [organizationId, roleId, input.userId]);
    if (withdrawn === 0) return findMember(sql, organizationId, input.userId);
    if (isFounder && (await sql.run(HOLDERS, [organizationId, roleId])) === 0) {
      throw conflict('last_founder', 'This is the last founder. Name another one first.');
    }
    await writeAudit(tx, {
      organizationId,
      action: 'role_withdrawn',
      actorId: actor.userId,
      personId: input.userId,
      details: { roleId, name },
    });
    await notifyOfRole(tx, actor, { kind: 'role_withdrawn', authority, name, userId: input.userId });
    return findMember(sql, organizationId, input.userId);
  });
  return memberView(ctx, row);
}
