import type { RoleView } from '@guildhall/contracts/organization.ts';
import type { GrantRoleInput, GuildMemberView, WithdrawRoleInput } from '@guildhall/contracts/role.ts';
import { raw } from '@mikro-orm/core';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { statement } from '../../core/db/statement.ts';
import { conflict, notFound } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { notify } from '../notifications/notify.ts';
import { lockRoles, type RoleAuthority, refuseRoleAbove } from '../rights/role-authority.ts';
import { RoleHolder } from '../rights/role-holder.entity.ts';
import { writeAudit } from '../rights/write-audit.ts';
import { findMember, memberView } from './members.queries.ts';
import { findRole } from './roles.queries.ts';

const GRANT = statement`
  insert into role_holder (organization_id, role_id, user_id) values ($1, $2, $3) on conflict do nothing`;
const HOLDERS = statement`select from role_holder where organization_id = $1 and role_id = $2 limit 1`;

/**
 * Gives a member a custom role or, in a standalone organization, the founder role; with `handOver` the caller lays it down in
 * the same change. Repeating changes nothing.
 */
export const grantRole = (ctx: AppContext, actor: Actor, input: GrantRoleInput): Promise<GuildMemberView> =>
  changeHolders(ctx, actor, input, { to: input.userId, ...(input.handOver ? { from: actor.userId } : {}) });

/** Withdraws a granted role, except from the last founder. If the member does not hold it, nothing changes. */
export const withdrawRole = (ctx: AppContext, actor: Actor, input: WithdrawRoleInput): Promise<GuildMemberView> =>
  changeHolders(ctx, actor, input, { from: input.userId });

async function changeHolders(
  ctx: AppContext,
  actor: Actor,
  { id, roleId, userId }: WithdrawRoleInput,
  { to, from }: { to?: string; from?: string },
): Promise<GuildMemberView> {
  const row = await ctx.transact(async (tx) => {
    const { sql } = tx;
    const authority = await lockRoles(sql, actor, id);
    const { organizationId } = authority;
    const { name, isFounder } = await grantedRole(sql, authority, roleId, userId);
    const record = async (change: 'role_granted' | 'role_withdrawn', whose: string) => {
      await writeAudit(tx, organizationId, actor, change, { roleId, name }, whose);
      // Members are not told of a role that they gave themselves or laid down.
      if (whose === actor.userId) return;
      await notify(tx, [{ userId: whose, kind: change, organizationId, details: { title: name } }]);
    };
    if (to && (await sql.run(GRANT, [organizationId, roleId, to])) > 0) await record('role_granted', to);
    const held = { organization: organizationId, [raw('role_id')]: roleId };
    if (from && (await tx.em.nativeDelete(RoleHolder, { ...held, user: from })) > 0) {
      if (isFounder && (await sql.run(HOLDERS, [organizationId, roleId])) === 0) {
        throw conflict('last_founder', 'This is the last founder. Name another one first.');
      }
      await record('role_withdrawn', from);
    }
    return findMember(sql, organizationId, userId);
  });
  return memberView(ctx, row);
}

/** Waits for a membership that is about to end, and keeps it from ending before the commit. */
const MEMBER = statement`
  select from membership where organization_id = $1 and user_id = $2 and left_at is null for share`;

/**
 * The role that the caller is about to grant or withdraw. Throws NOT_FOUND for a role or member not in this
 * organization, CONFLICT for a role that the game assigns, FORBIDDEN for a role above the caller.
 */
async function grantedRole(sql: Sql, authority: RoleAuthority, roleId: string, userId: string): Promise<RoleView> {
  const { organizationId, source } = authority;
  const role = await findRole(sql, organizationId, roleId);
  if (role.gameRank !== null)
    throw conflict('rank_role', 'Ranks come from the game. Change the rank of the character there.');
  if (role.isFounder && source === 'synced') {
    throw conflict('founder_role', 'In an in-game guild, the founder role belongs to the guild master, rank 0.');
  }
  refuseRoleAbove(authority, role);
  const member = await sql.run(MEMBER, [organizationId, userId]);
  if (member === 0) throw notFound('member_not_found', 'There is no such member.');
  return role;
}
