import type { DiscordRoleRuleView, EnableDiscordRoleRuleInput } from '@guildhall/contracts/discord-roles.ts';
import type { Actor } from '../../core/actor.ts';
import { statement } from '../../core/db/statement.ts';
import { conflict } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { writeAudit } from '../../rights/write-audit.ts';
import { previewOfRule } from './preview-rule.ts';
import { allowedRole, lockRoleManager, refuseStrangers, roleMapper } from './role-rule.access.ts';
import { findRule } from './role-rules.queries.ts';
import { syncDiscordRolesJob } from './role-sync.jobs.ts';

const ENABLE = statement`
  update discord_role_rule set enabled_at = coalesce(enabled_at, now()), problem = null, discord_role_name = $3,
    discord_role_color = $4
  where organization_id = $1 and id = $2`;

/** People from whom somebody took the role get it again, because now it was asked for. */
const ASK_AGAIN = statement`
  delete from discord_role_grant g using discord_role_rule r
  where r.id = $1 and g.server_id = r.server_id and g.discord_role_id = r.discord_role_id
    and g.organization_id = r.organization_id and g.state = 'taken'`;

const RESUME = statement`update discord_role_sync set resume_at = null where server_id = $1`;

/** Gives the role to the people whom the preview showed, or refuses when they have become others. */
export async function enableRule(
  ctx: AppContext,
  actor: Actor,
  { id, ruleId, digest }: EnableDiscordRoleRuleInput,
): Promise<DiscordRoleRuleView> {
  const member = await roleMapper(ctx, actor, id, { changes: true });
  const rule = await findRule(ctx.sql, member.access.organizationId, ruleId);
  await refuseStrangers(ctx, member);
  const role = await allowedRole(ctx, member, rule.discordRole.id);
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const { organizationId } = await lockRoleManager(sql, actor, id);
    const preview = await previewOfRule(sql, organizationId, ruleId);
    if (preview.serverId !== member.serverId)
      throw conflict('chat_server_changed', 'This rule is of another chat server. Delete it, and make one anew.');
    if (preview.digest !== digest)
      throw conflict(
        'discord_role_preview_changed',
        'The preview has changed. Look at it again, then enable the rule.',
      );
    await sql.run(ENABLE, [organizationId, ruleId, role.name, role.color]);
    await sql.run(ASK_AGAIN, [ruleId]);
    await sql.run(RESUME, [member.serverId]);
    await writeAudit(tx, {
      organizationId,
      action: 'discord_role_rule_enabled',
      actorId: actor.userId,
      details: { ruleId, name: role.name, count: preview.gains.length },
    });
    await tx.enqueue(syncDiscordRolesJob, { serverId: member.serverId });
    return findRule(sql, organizationId, ruleId);
  });
}
