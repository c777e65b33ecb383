/** Whether the roles of enabled rules may still be given: a role that became dangerous stops its rules. */
import type { DiscordBot } from '@guildhall/discord/bot.ts';
import { roleProblem } from '@guildhall/discord/permissions.ts';
import { query } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { notifyHolders } from '../../membership/notifications/notify.ts';
import { writeAudit } from '../../membership/rights/write-audit.ts';

/** The roles of a server as the bot sees them. */
export async function rolesOfServer(bot: DiscordBot, serverId: string, signal?: AbortSignal) {
  const roles = await bot.roles(serverId, signal);
  const self = await bot.member(serverId, await bot.selfId(signal), signal);
  return { serverId, roles, botRoles: self?.roles ?? [] };
}

/** A problem that only a person can judge stays until an officer enables the rule again. */
const NOTE = query({ organizationId: 'uuid', ruleId: 'uuid', problem: 'text?', name: 'text', stopped: 'bool' })`
  with seen as (
    select * from jsonb_to_recordset($2::jsonb) as s("roleId" text, name text, color int, problem text)
  ), stopped as (
    select r.id from discord_role_rule r join seen s on s."roleId" = r.discord_role_id
    where r.server_id = $1 and r.enabled_at is not null and r.problem is null and s.problem is not null
  )
  update discord_role_rule r set
    problem = case when r.problem in ('missing', 'everyone', 'managed', 'dangerous') then r.problem else s.problem end,
    discord_role_name = coalesce(s.name, r.discord_role_name), discord_role_color = coalesce(s.color, r.discord_role_color)
  from seen s
  where r.server_id = $1 and r.enabled_at is not null and r.discord_role_id = s."roleId"
  returning r.organization_id as "organizationId", r.id as "ruleId", r.problem, r.discord_role_name as name,
    r.id in (select id from stopped) as stopped`;

const RULES = query({ roleId: 'text' })`select distinct discord_role_id as "roleId" from discord_role_rule
  where server_id = $1 and enabled_at is not null`;

/** Asks the platform; tells and logs what it stops. */
export async function checkRoles(ctx: AppContext, bot: DiscordBot, serverId: string, signal: AbortSignal) {
  const server = await rolesOfServer(bot, serverId, signal);
  const rules = await ctx.sql.many(RULES, [serverId]);
  const seen = rules.map(({ roleId }) => {
    const { name, color } = server.roles.find(({ id }) => id === roleId) ?? {};
    return { roleId, name, color, problem: roleProblem(server, roleId) };
  });
  await ctx.transact(async (tx) => {
    const noted = await tx.sql.many(NOTE, [serverId, JSON.stringify(seen)]);
    for (const { organizationId, ruleId, problem, name } of noted.filter(({ stopped }) => stopped)) {
      await writeAudit(tx, organizationId, null, 'discord_role_rule_stopped', { ruleId, name, because: problem });
      const news = { kind: 'discord_role_stopped', organizationId, details: { title: name } } as const;
      await notifyHolders(tx, 'canManageRoles', news);
    }
  });
}
