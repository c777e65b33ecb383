import {
  type DiscordRoleChoicesView,
  DiscordRoleProblem,
  DiscordRoleRest,
  type DiscordRoleRuleView,
  type DiscordRolesInput,
  type DiscordRolesView,
  type HeldRemovalsView,
} from '@guildhall/contracts/discord-roles.ts';
import { roleProblem } from '@guildhall/discord/permissions.ts';
import { askDiscord } from '../../chat/ask-discord.ts';
import { chatSettings } from '../../chat/chat-server.access.ts';
import type { Actor } from '../../core/actor.ts';
import { instantOf, type Sql } from '../../core/db/sql.ts';
import { json, object, query, text } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { digestOf } from './preview-rule.ts';
import { rolesOfServer } from './role-problems.ts';
import { noSuchRule, roleMapper, roleReader } from './role-rule.access.ts';
import { restOf } from './role-wishes.ts';

export async function getDiscordRoles(ctx: AppContext, actor: Actor, { id }: DiscordRolesInput) {
  const { organizationId } = await roleReader(ctx, actor, id);
  return discordRoles(ctx.sql, organizationId);
}

const SERVER = "o.settings #>> '{chat,serverId}'";
const STATE = query({
  settings: json<unknown>(),
  rest: text(DiscordRoleRest.options).orNull,
  ranAt: 'instant?',
  failure: text(['bot_removed', 'unavailable', 'unauthorized']).orNull,
})`
  select o.settings, ${restOf(SERVER)} as rest, s.ran_at as "ranAt", s.failure
  from organization o left join discord_role_sync s on s.server_id = ${SERVER}
  where o.id = $1`;

export async function discordRoles(sql: Sql, organizationId: string): Promise<DiscordRolesView> {
  const state = await sql.maybe(STATE, [organizationId]);
  if (!state) throw noSuchRule();
  return {
    serverId: chatSettings(state.settings).serverId,
    rest: state.rest,
    rules: await rulesOf(sql, organizationId),
    held: await heldRemovals(sql, organizationId),
    lastRunAt: instantOf(state.ranAt),
    failure: state.failure,
  };
}

const RULES = query({
  id: 'uuid',
  source: json<{
    kind: 'members' | 'rank' | 'role';
    upTo: number | null;
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
})`
  select r.id, jsonb_build_object('kind', case when r.rank_to is not null then 'rank' when r.role_id is not null then 'role'
      else 'members' end, 'upTo', r.rank_to, 'roleId', r.role_id, 'name', coalesce(named.name, ranked.name)) as source,
    jsonb_build_object('id', r.discord_role_id, 'name', r.discord_role_name, 'color', r.discord_role_color)
      as "discordRole",
    r.enabled_at is not null as enabled, r.problem, g.given, g.had, g.taken, g.absent
  from discord_role_rule r
  left join role named on named.id = r.role_id
  left join role ranked on ranked.organization_id = r.organization_id and ranked.game_rank = r.rank_to
  cross join lateral (
    select count(*) filter (where state in ('giving', 'given'))::int as given,
      count(*) filter (where state = 'had')::int as had, count(*) filter (where state = 'taken')::int as taken,
      count(*) filter (where state = 'absent')::int as absent
    from discord_role_grant g
    where g.server_id = r.server_id and g.discord_role_id = r.discord_role_id and g.organization_id = r.organization_id
  ) g
  where r.organization_id = $1 and ($2::uuid is null or r.id = $2)
  order by r.rank_to nulls last, r.role_id nulls last, r.id`;

const rulesOf = (sql: Sql, organizationId: string, ruleId: string | null = null) =>
  sql.many(RULES, [organizationId, ruleId]);

/** Throws NOT_FOUND. */
export async function findRule(sql: Sql, organizationId: string, ruleId: string): Promise<DiscordRoleRuleView> {
  const [rule] = await rulesOf(sql, organizationId, ruleId);
  if (!rule) throw noSuchRule();
  return rule;
}

const HELD = query({
  discordUserId: 'text',
  discordRoleId: 'text',
  since: 'instant!',
  id: 'uuid?',
  displayName: 'text?',
})`
  select g.discord_user_id as "discordUserId", g.discord_role_id as "discordRoleId", g.held_at as since, u.id,
    u.display_name as "displayName"
  from discord_role_grant g
  left join account a on a.provider_id = 'discord' and a.account_id = g.discord_user_id
  left join person u on u.id = a.user_id
  where g.organization_id = $1 and g.held_at is not null and g.released_at is null
  order by g.discord_user_id, g.discord_role_id`;

const SHOWN = 200;

export async function heldRemovals(sql: Sql, organizationId: string): Promise<HeldRemovalsView | null> {
  const held = await sql.many(HELD, [organizationId]);
  const [first] = held;
  if (!first) return null;
  const people = held.flatMap(({ id, displayName, discordRoleId }) =>
    id === null || displayName === null ? [] : [{ id, displayName, discordRoleId }],
  );
  return {
    total: held.length,
    since: held.map(({ since }) => instantOf(since)).sort()[0] ?? instantOf(first.since),
    people: people.slice(0, SHOWN),
    digest: digestOf(held.map(({ discordUserId, discordRoleId }) => `${discordUserId}:${discordRoleId}`)),
  };
}

/** The roles of the chat server, asked for now. */
export async function listRoleChoices(
  ctx: AppContext,
  actor: Actor,
  { id }: DiscordRolesInput,
): Promise<DiscordRoleChoicesView> {
  const { bot, serverId } = await roleMapper(ctx, actor, id, { changes: false });
  const server = await askDiscord(ctx, () => rolesOfServer(bot, serverId));
  const roles = server.roles
    .filter((role) => role.id !== serverId)
    .sort((one, other) => other.position - one.position)
    .map((role) => ({ id: role.id, name: role.name, color: role.color, problem: roleProblem(server, role.id) }));
  return { roles };
}
