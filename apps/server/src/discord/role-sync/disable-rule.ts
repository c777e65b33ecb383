import type {
  DisableDiscordRoleRuleInput,
  DiscordRoleRuleInput,
  DiscordRoleRuleView,
} from '@guildhall/contracts/discord-roles.ts';
import type { Actor } from '../../core/actor.ts';
import { query, statement } from '../../core/db/statement.ts';
import { conflict } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { writeAudit } from '../../rights/write-audit.ts';
import { lockRoleManager } from './role-rule.access.ts';
import { findRule } from './role-rules.queries.ts';
import { syncDiscordRolesJob } from './role-sync.jobs.ts';

const DISABLE = query({ serverId: 'text' })`
  update discord_role_rule set enabled_at = null, problem = null where organization_id = $1 and id = $2
  returning server_id as "serverId"`;

const GRANTS_OF_RULE = `
  from discord_role_rule r
  where r.id = $1 and g.server_id = r.server_id and g.discord_role_id = r.discord_role_id
    and g.organization_id = r.organization_id`;

/** An officer asks for it, so the brake does not hold it. */
const RELEASE = statement`update discord_role_grant g set released_at = now() ${GRANTS_OF_RULE}`;

/** Without its grants, the roles are no longer ours to take. Another rule for the same role still needs them. */
const FORGET = statement`
  delete from discord_role_grant g using discord_role_rule r
  where r.id = $1 and g.server_id = r.server_id and g.discord_role_id = r.discord_role_id
    and g.organization_id = r.organization_id
    and not exists (select from discord_role_rule other where other.enabled_at is not null
      and other.server_id = r.server_id and other.discord_role_id = r.discord_role_id)`;

/** Ends a rule, with or without taking back what it gave. */
export async function disableRule(
  ctx: AppContext,
  actor: Actor,
  { id, ruleId, takeBack }: DisableDiscordRoleRuleInput,
): Promise<DiscordRoleRuleView> {
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const { organizationId } = await lockRoleManager(sql, actor, id);
    const { discordRole } = await findRule(sql, organizationId, ruleId);
    const off = await sql.maybe(DISABLE, [organizationId, ruleId]);
    await sql.run(takeBack ? RELEASE : FORGET, [ruleId]);
    await writeAudit(tx, {
      organizationId,
      action: 'discord_role_rule_disabled',
      actorId: actor.userId,
      details: { ruleId, name: discordRole.name, takeBack },
    });
    if (off && takeBack) await tx.enqueue(syncDiscordRolesJob, { serverId: off.serverId });
    return findRule(sql, organizationId, ruleId);
  });
}

const DELETE = statement`delete from discord_role_rule where organization_id = $1 and id = $2`;

/** Only a rule that is off: whether to take back what it gave is decided by disabling it. */
export async function deleteRule(ctx: AppContext, actor: Actor, { id, ruleId }: DiscordRoleRuleInput): Promise<void> {
  await ctx.transact(async (tx) => {
    const { sql } = tx;
    const { organizationId } = await lockRoleManager(sql, actor, id);
    const { enabled, discordRole } = await findRule(sql, organizationId, ruleId);
    if (enabled) throw conflict('discord_role_rule_enabled', 'This rule is on. Disable it first.');
    await sql.run(DELETE, [organizationId, ruleId]);
    await writeAudit(tx, {
      organizationId,
      action: 'discord_role_rule_deleted',
      actorId: actor.userId,
      details: { ruleId, name: discordRole.name },
    });
  });
}
