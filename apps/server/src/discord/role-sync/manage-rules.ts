import {
  type CreateDiscordRoleRuleInput,
  type DisableDiscordRoleRuleInput,
  type DiscordRoleRuleInput,
  type DiscordRoleRuleView,
  type EnableDiscordRoleRuleInput,
  MAX_DISCORD_ROLE_RULES,
  type ReleaseDiscordRolesInput,
} from '@guildhall/contracts/discord-roles.ts';
import type { Actor } from '../../core/actor.ts';
import { now } from '../../core/db/columns.ts';
import { query, statement } from '../../core/db/statement.ts';
import { conflict, notFound } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { lockedAccessTo } from '../../membership/rights/organization.access.ts';
import { writeAudit } from '../../membership/rights/write-audit.ts';
import { DiscordRoleRule } from './discord-role-rule.entity.ts';
import { DiscordRoleSync } from './discord-role-sync.entity.ts';
import { queueRoleSync } from './queue-role-sync.ts';
import { allowedRole, roleManagerAccess, roleMapperAccess } from './role-rule.access.ts';
import { discordRoles, findRule, heldRemovals, previewOfRule } from './role-rules.queries.ts';

const COUNT = query({ total: 'int' })`select count(*)::int as total from discord_role_rule where organization_id = $1`;
const ROLE = statement`select from role where organization_id = $1 and id = $2`;
const CREATE = query({ id: 'uuid' })`
  insert into discord_role_rule
    (organization_id, server_id, rank_to, only_rank, role_id, discord_role_id, discord_role_name, discord_role_color, made_by_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning id`;

/** The rule is off at first: no member gets a role before an officer has seen who would. */
export async function createRule(
  ctx: AppContext,
  actor: Actor,
  { id, source, discordRoleId }: CreateDiscordRoleRuleInput,
): Promise<DiscordRoleRuleView> {
  const manager = await roleManagerAccess(ctx, actor, id, { gives: true });
  const member = await roleMapperAccess(ctx, actor, manager, { gives: true });
  const { name, color } = await allowedRole(ctx, member, discordRoleId);
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const { organizationId } = await lockedAccessTo(sql, actor, id, 'manage', 'Role');
    const rules = await sql.one(COUNT, [organizationId]);
    if (rules.total >= MAX_DISCORD_ROLE_RULES)
      throw conflict(
        'too_many_discord_role_rules',
        `An organization can have at most ${MAX_DISCORD_ROLE_RULES} of these rules. Delete one first.`,
      );
    const roleId = source.kind === 'role' ? source.roleId : null;
    if (roleId !== null && (await sql.run(ROLE, [organizationId, roleId])) === 0)
      throw notFound('role_not_found', 'This organization has no such role.');
    const rankTo = source.kind === 'rank' ? source.upTo : null;
    const onlyRank = source.kind === 'rank' && source.only;
    const values = [
      organizationId,
      member.serverId,
      rankTo,
      onlyRank,
      roleId,
      discordRoleId,
      name,
      color,
      actor.userId,
    ];
    const created = await sql.maybe(CREATE, values);
    if (!created) throw conflict('discord_role_rule_exists', 'This rule already exists. Enable that one.');
    await writeAudit(tx, organizationId, actor, 'discord_role_rule_created', { ruleId: created.id, name });
    return findRule(sql, organizationId, created.id);
  });
}

/** The grants `g` of a rule `r`. */
const GRANTS_OF_RULE = `
  discord_role_rule r
  where r.id = $1 and g.server_id = r.server_id and g.discord_role_id = r.discord_role_id
    and g.organization_id = r.organization_id`;

/** People from whom an officer took the role get it again, because now it was asked for. */
const ASK_AGAIN = statement`delete from discord_role_grant g using ${GRANTS_OF_RULE}
  and (g.state = 'taken' or g.state = 'absent' and g.refused_code is not null)`;

/** Gives the role to the people whom the preview showed, or refuses when they have become others. */
export async function enableRule(ctx: AppContext, actor: Actor, { id, ruleId, digest }: EnableDiscordRoleRuleInput) {
  const manager = await roleManagerAccess(ctx, actor, id, { gives: true });
  const rule = await findRule(ctx.sql, manager.organizationId, ruleId);
  const member = await roleMapperAccess(ctx, actor, manager, { gives: true });
  const { serverId } = member;
  const { name, color } = await allowedRole(ctx, member, rule.discordRole.id);
  return ctx.transact(async (tx) => {
    const { em, sql } = tx;
    const { organizationId } = await lockedAccessTo(sql, actor, id, 'manage', 'Role');
    const preview = await previewOfRule(sql, organizationId, ruleId);
    const current = await em.findOne(DiscordRoleRule, { id: ruleId, organization: organizationId, serverId });
    if (!current)
      throw conflict('chat_server_changed', 'This rule belongs to another chat server. Delete it and make a new one.');
    if (preview.digest !== digest)
      throw conflict(
        'discord_role_preview_changed',
        'The preview has changed. Look at it again, then enable the rule.',
      );
    current.enabledAt ??= now();
    em.assign(current, { problem: null, discordRoleName: name, discordRoleColor: color });
    await sql.run(ASK_AGAIN, [ruleId]);
    await em.nativeUpdate(DiscordRoleSync, { serverId }, { resumeAt: null });
    const details = { ruleId, name, count: preview.gains.length };
    await writeAudit(tx, organizationId, actor, 'discord_role_rule_enabled', details);
    await queueRoleSync(tx, serverId);
    return findRule(sql, organizationId, ruleId);
  });
}

/** An officer asks for it, so the brake does not hold it. */
const TAKE_BACK = statement`update discord_role_grant g set released_at = now() from ${GRANTS_OF_RULE}`;

/** Without its grants, the roles are no longer ours to take. Another rule for the same role still needs them. */
const FORGET = statement`
  delete from discord_role_grant g using ${GRANTS_OF_RULE}
    and not exists (select from discord_role_rule other where other.enabled_at is not null
      and other.server_id = r.server_id and other.discord_role_id = r.discord_role_id)`;

/** Ends a rule, with or without taking back what it gave. */
export async function disableRule(
  ctx: AppContext,
  actor: Actor,
  { id, ruleId, takeBack }: DisableDiscordRoleRuleInput,
): Promise<DiscordRoleRuleView> {
  return ctx.transact(async (tx) => {
    const { em, sql } = tx;
    const { organizationId } = await lockedAccessTo(sql, actor, id, 'manage', 'Role');
    const { discordRole } = await findRule(sql, organizationId, ruleId);
    const rule = await em.findOneOrFail(DiscordRoleRule, ruleId);
    em.assign(rule, { enabledAt: null, problem: null });
    await sql.run(takeBack ? TAKE_BACK : FORGET, [ruleId]);
    const details = { ruleId, name: discordRole.name, takeBack };
    await writeAudit(tx, organizationId, actor, 'discord_role_rule_disabled', details);
    if (takeBack) await queueRoleSync(tx, rule.serverId);
    return findRule(sql, organizationId, ruleId);
  });
}

/** Only a rule that is off: whether to take back what it gave is decided by disabling it. */
export async function deleteRule(ctx: AppContext, actor: Actor, { id, ruleId }: DiscordRoleRuleInput): Promise<void> {
  await ctx.transact(async (tx) => {
    const { sql } = tx;
    const { organizationId } = await lockedAccessTo(sql, actor, id, 'manage', 'Role');
    const { enabled, discordRole } = await findRule(sql, organizationId, ruleId);
    if (enabled) throw conflict('discord_role_rule_enabled', 'This rule is on. Disable it first.');
    await tx.em.nativeDelete(DiscordRoleRule, { id: ruleId });
    await writeAudit(tx, organizationId, actor, 'discord_role_rule_deleted', { ruleId, name: discordRole.name });
  });
}

const RELEASE = query({ serverId: 'text' })`
  update discord_role_grant set released_at = now() where organization_id = $1 and held_at is not null
    and released_at is null
  returning server_id as "serverId"`;

/** Takes the roles that the brake holds, if they are still those that the officer has seen. */
export async function releaseHeldRoles(ctx: AppContext, actor: Actor, { id, digest }: ReleaseDiscordRolesInput) {
  return ctx.transact(async (tx) => {
    const { organizationId } = await lockedAccessTo(tx.sql, actor, id, 'manage', 'Role');
    const held = await heldRemovals(tx.sql, organizationId);
    if (held?.digest !== digest)
      throw conflict(
        'discord_role_preview_changed',
        'Other roles are held now. Look at them again, then release them.',
      );
    const released = await tx.sql.many(RELEASE, [organizationId]);
    await writeAudit(tx, organizationId, actor, 'discord_roles_released', { count: released.length });
    for (const serverId of new Set(released.map((row) => row.serverId))) await queueRoleSync(tx, serverId);
    return discordRoles(tx.sql, organizationId);
  });
}
