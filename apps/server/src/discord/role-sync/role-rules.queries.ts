import { createHash } from 'node:crypto';
import {
  type DiscordRolePreviewView,
  DiscordRoleProblem,
  DiscordRoleRest,
  type DiscordRoleRuleInput,
  type DiscordRoleRuleView,
  type DiscordRolesInput,
  type DiscordRolesView,
  type HeldRemovalsView,
} from '@guildhall/contracts/discord-roles.ts';
import { causeOf } from '@guildhall/discord/error-codes.ts';
import { roleProblem } from '@guildhall/discord/permissions.ts';
import type { Actor } from '../../core/actor.ts';
import { byName } from '../../core/db/by-name.ts';
import type { Sql } from '../../core/db/sql.ts';
import { json, object, query, type RowOf, text } from '../../core/db/statement.ts';
import { notFound } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { askDiscord, chatSettings } from '../../guilds/chat/chat-server.access.ts';
import { authorizedAccess, noSuchOrganization } from '../../membership/rights/organization.access.ts';
import { ROLE_SYNC_FAILURES } from './discord-role-sync.entity.ts';
import { rolesOfServer } from './role-problems.ts';
import { roleManagerAccess, roleMapperAccess } from './role-rule.access.ts';
import { PEOPLE_OF_RULE, whyRulesRest } from './role-wishes.ts';

export async function getDiscordRoles(ctx: AppContext, actor: Actor, { id }: DiscordRolesInput) {
  const { organizationId } = await authorizedAccess(ctx.sql, actor, id, 'manage', 'Role');
  return discordRoles(ctx.sql, organizationId);
}

const SERVER = "o.settings #>> '{chat,serverId}'";
const STATE = query({
  settings: json<unknown>(),
  rest: text(DiscordRoleRest.options).orNull,
  ranAt: 'instant?',
  failure: text(ROLE_SYNC_FAILURES).orNull,
})`
  select o.settings, ${whyRulesRest(SERVER)} as rest, s.ran_at as "ranAt", s.failure
  from organization o left join discord_role_sync s on s.server_id = ${SERVER}
  where o.id = $1`;

/** Throws NOT_FOUND when the organization was deleted meanwhile. */
export async function discordRoles(sql: Sql, organizationId: string): Promise<DiscordRolesView> {
  const state = await sql.maybe(STATE, [organizationId]);
  if (!state) throw noSuchOrganization();
  return {
    serverId: chatSettings(state.settings).serverId,
    rest: state.rest,
    rules: (await sql.many(RULES, [organizationId, null])).map(presentRule),
    held: await heldRemovals(sql, organizationId),
    lastRunAt: state.ranAt,
    failure: state.failure,
  };
}

const RULES = query({
  id: 'uuid',
  source: json<{
    kind: 'members' | 'rank' | 'role';
    upTo: number | null;
    only: boolean;
    roleId: string | null;
    name: string | null;
  }>(),
  discordRole: object({ id: 'text', name: 'text', color: 'int' }),
  enabled: 'bool',
  problem: text(DiscordRoleProblem.options).orNull,
  given: 'int',
  had: 'int',
  taken: 'int',
  absent: 'int',
  refused: 'int',
  refusedCode: 'int?',
})`
  select r.id, jsonb_build_object('kind', case when r.rank_to is not null then 'rank' when r.role_id is not null then 'role'
      else 'members' end, 'upTo', r.rank_to, 'only', r.only_rank, 'roleId', r.role_id, 'name', coalesce(named.name, ranked.name)) as source,
    jsonb_build_object('id', r.discord_role_id, 'name', r.discord_role_name, 'color', r.discord_role_color)
      as "discordRole",
    r.enabled_at is not null as enabled, r.problem, g.given, g.had, g.taken, g.absent, g.refused,
    g."refusedCode"
  from discord_role_rule r
  left join role named on named.id = r.role_id
  left join role ranked on ranked.organization_id = r.organization_id and ranked.game_rank = r.rank_to
  cross join lateral (
    select count(*) filter (where state in ('giving', 'given'))::int as given,
      count(*) filter (where state = 'had')::int as had, count(*) filter (where state = 'taken')::int as taken,
      count(*) filter (where state = 'absent' and refused_code is null)::int as absent,
      count(refused_code) filter (where state = 'absent')::int as refused,
      mode() within group (order by refused_code) filter (where state = 'absent') as "refusedCode"
    from discord_role_grant g
    where g.server_id = r.server_id and g.discord_role_id = r.discord_role_id and g.organization_id = r.organization_id
  ) g
  where r.organization_id = $1 and ($2::uuid is null or r.id = $2)
  order by r.rank_to nulls last, r.only_rank, r.role_id nulls last, r.id`;

const presentRule = ({ refusedCode, ...rule }: RowOf<typeof RULES>): DiscordRoleRuleView => ({
  ...rule,
  refusedBecause: refusedCode === null ? null : causeOf(refusedCode),
});

/** Throws NOT_FOUND. */
export async function findRule(sql: Sql, organizationId: string, ruleId: string): Promise<DiscordRoleRuleView> {
  const rule = await sql.maybe(RULES, [organizationId, ruleId]);
  if (!rule) throw notFound('discord_role_rule_not_found', 'This organization has no such rule.');
  return presentRule(rule);
}

const GAINS = query({ id: 'uuid', displayName: 'text', linked: 'bool', state: 'text?' })`
  select u.id, u.display_name as "displayName", a.account_id is not null as linked, g.state
  from discord_role_rule r
  cross join lateral (${PEOPLE_OF_RULE}) m
  join person u on u.id = m.user_id
  left join account a on a.user_id = u.id and a.provider_id = 'discord'
  left join discord_role_grant g on g.server_id = r.server_id and g.discord_user_id = a.account_id
    and g.discord_role_id = r.discord_role_id
  where r.organization_id = $1 and r.id = $2
  order by ${byName('u.display_name')}, u.id`;

const LOSSES = query({ id: 'uuid', displayName: 'text' })`
  select u.id, u.display_name as "displayName"
  from discord_role_rule mine
  join discord_role_grant g on g.server_id = mine.server_id and g.discord_role_id = mine.discord_role_id
    and g.organization_id = mine.organization_id and g.state in ('giving', 'given')
  join account a on a.provider_id = 'discord' and a.account_id = g.discord_user_id
  join person u on u.id = a.user_id
  where mine.organization_id = $1 and mine.id = $2 and not exists (
    select from discord_role_rule r
    where r.id <> mine.id and r.enabled_at is not null and r.server_id = mine.server_id
      and r.discord_role_id = mine.discord_role_id
      and exists (select from (${PEOPLE_OF_RULE}) m where m.user_id = u.id))
  order by ${byName('u.display_name')}, u.id`;

/** The longest lists that are shown; digests are of all. */
const SHOWN = { people: 1_000, held: 200 };

export async function previewRule(ctx: AppContext, actor: Actor, { id, ruleId }: DiscordRoleRuleInput) {
  const { organizationId } = await authorizedAccess(ctx.sql, actor, id, 'manage', 'Role');
  return previewOfRule(ctx.sql, organizationId, ruleId);
}

/** Lists the people who get the role when the rule is enabled, and those who lose it when it is disabled. */
export async function previewOfRule(sql: Sql, organizationId: string, ruleId: string): Promise<DiscordRolePreviewView> {
  const { enabled, discordRole } = await findRule(sql, organizationId, ruleId);
  const people = await sql.many(GAINS, [organizationId, ruleId]);
  const linked = people.filter((person) => person.linked);
  const gains = linked
    .filter(({ state }) => state === null || state === 'taken' || state === 'absent')
    .map(({ id, displayName }) => ({ id, displayName }));
  const losses = enabled ? await sql.many(LOSSES, [organizationId, ruleId]) : [];
  return {
    gains: gains.slice(0, SHOWN.people),
    losses: losses.slice(0, SHOWN.people),
    keeps: linked.filter(({ state }) => state === 'had').length,
    notLinked: people.length - linked.length,
    digest: shortDigest([ruleId, discordRole.id, ...gains.map(({ id }) => id).sort()]),
  };
}

export const shortDigest = (parts: string[]) =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 24);

const HELD = query({
  discordUserId: 'text',
  discordRoleId: 'text',
  since: 'instant!',
  id: 'uuid?',
  displayName: 'text?',
})`
  select g.discord_user_id as "discordUserId", g.discord_role_id as "discordRoleId", min(g.held_at) over () as since, u.id,
    u.display_name as "displayName"
  from discord_role_grant g
  left join account a on a.provider_id = 'discord' and a.account_id = g.discord_user_id
  left join person u on u.id = a.user_id
  where g.organization_id = $1 and g.held_at is not null and g.released_at is null
  order by g.discord_user_id, g.discord_role_id`;

export async function heldRemovals(sql: Sql, organizationId: string): Promise<HeldRemovalsView | null> {
  const held = await sql.many(HELD, [organizationId]);
  const [first] = held;
  if (!first) return null;
  const people = held.flatMap(({ id, displayName, discordRoleId }) =>
    id === null || displayName === null ? [] : [{ id, displayName, discordRoleId }],
  );
  return {
    total: held.length,
    since: first.since,
    people: people.slice(0, SHOWN.held),
    digest: shortDigest(held.map(({ discordUserId, discordRoleId }) => `${discordUserId}:${discordRoleId}`)),
  };
}

/** The roles of the chat server, asked for now. */
export async function listRoleChoices(ctx: AppContext, actor: Actor, { id }: DiscordRolesInput) {
  const manager = await roleManagerAccess(ctx, actor, id, { gives: false });
  const { bot, serverId } = await roleMapperAccess(ctx, actor, manager, { gives: false });
  const server = await askDiscord(ctx, () => rolesOfServer(bot, serverId), { named: true });
  const roles = server.roles
    .filter((role) => role.id !== serverId)
    .sort((one, other) => other.position - one.position)
    .map((role) => ({ id: role.id, name: role.name, color: role.color, problem: roleProblem(server, role.id) }));
  return { roles };
}
