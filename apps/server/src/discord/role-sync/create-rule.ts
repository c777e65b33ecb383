import {
  type CreateDiscordRoleRuleInput,
  type DiscordRoleRuleView,
  MAX_DISCORD_ROLE_RULES,
} from '@guildhall/contracts/discord-roles.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, statement } from '../../core/db/statement.ts';
import { conflict, notFound } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { writeAudit } from '../../rights/write-audit.ts';
import { allowedRole, lockRoleManager, refuseStrangers, roleMapper } from './role-rule.access.ts';
import { findRule } from './role-rules.queries.ts';

const COUNT = query({ total: 'int' })`select count(*)::int as total from discord_role_rule where organization_id = $1`;
const ROLE = statement`select from role where organization_id = $1 and id = $2`;
const CREATE = query({ id: 'uuid' })`
  insert into discord_role_rule
    (organization_id, server_id, rank_to, role_id, discord_role_id, discord_role_name, discord_role_color, made_by_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning id`;

/** The rule is off at first: nobody gets a role before somebody has seen who would. */
export async function createRule(
  ctx: AppContext,
  actor: Actor,
  { id, source, discordRoleId }: CreateDiscordRoleRuleInput,
): Promise<DiscordRoleRuleView> {
  const member = await roleMapper(ctx, actor, id, { changes: true });
  await refuseStrangers(ctx, member);
  const role = await allowedRole(ctx, member, discordRoleId);
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const { organizationId } = await lockRoleManager(sql, actor, id);
    await refuseTooMany(sql, organizationId);
    const roleId = source.kind === 'role' ? source.roleId : null;
    if (roleId !== null && (await sql.run(ROLE, [organizationId, roleId])) === 0)
      throw notFound('role_not_found', 'This organization has no such role.');
    const created = await sql.maybe(CREATE, [
      organizationId,
      member.serverId,
      source.kind === 'rank' ? source.upTo : null,
      roleId,
      discordRoleId,
      role.name,
      role.color,
      actor.userId,
    ]);
    if (!created) throw conflict('discord_role_rule_exists', 'There is such a rule already. Enable that one.');
    await writeAudit(tx, {
      organizationId,
      action: 'discord_role_rule_created',
      actorId: actor.userId,
      details: { ruleId: created.id, name: role.name },
    });
    return findRule(sql, organizationId, created.id);
  });
}

async function refuseTooMany(sql: Sql, organizationId: string): Promise<void> {
  const rules = await sql.one(COUNT, [organizationId]);
  if (rules.total < MAX_DISCORD_ROLE_RULES) return;
  throw conflict(
    'too_many_discord_role_rules',
    `An organization can have at most ${MAX_DISCORD_ROLE_RULES} of these rules. Delete one first.`,
  );
}
