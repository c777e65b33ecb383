import { createHash } from 'node:crypto';
import type { DiscordRolePreviewView, DiscordRoleRuleInput } from '@guildhall/contracts/discord-roles.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, type RowOf } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { noSuchRule, roleReader } from './role-rule.access.ts';
import { PEOPLE_OF_RULE } from './role-wishes.ts';

const RULE = query({ serverId: 'text', discordRoleId: 'text', enabled: 'bool' })`
  select server_id as "serverId", discord_role_id as "discordRoleId", enabled_at is not null as enabled
  from discord_role_rule where organization_id = $1 and id = $2`;

const GAINS = query({ id: 'uuid', displayName: 'text', linked: 'bool', state: 'text?' })`
  select u.id, u.display_name as "displayName", a.account_id is not null as linked, g.state
  from discord_role_rule r
  cross join lateral (${PEOPLE_OF_RULE}) m
  join app_user u on u.id = m.user_id
  left join account a on a.user_id = u.id and a.provider_id = 'discord'
  left join discord_role_grant g on g.server_id = r.server_id and g.discord_user_id = a.account_id
    and g.discord_role_id = r.discord_role_id
  where r.organization_id = $1 and r.id = $2
  order by lower(u.display_name), u.id`;

const LOSSES = query({ id: 'uuid', displayName: 'text' })`
  select u.id, u.display_name as "displayName"
  from discord_role_rule mine
  join discord_role_grant g on g.server_id = mine.server_id and g.discord_role_id = mine.discord_role_id
    and g.organization_id = mine.organization_id and g.state in ('giving', 'given')
  join account a on a.provider_id = 'discord' and a.account_id = g.discord_user_id
  join app_user u on u.id = a.user_id
  where mine.organization_id = $1 and mine.id = $2 and not exists (
    select from discord_role_rule r
    where r.id <> mine.id and r.enabled_at is not null and r.server_id = mine.server_id
      and r.discord_role_id = mine.discord_role_id
      and exists (select from (${PEOPLE_OF_RULE}) m where m.user_id = u.id))
  order by lower(u.display_name), u.id`;

type Person = RowOf<typeof LOSSES>;

/** The longest list that is shown; the digest is of all. */
const SHOWN = 1_000;

export async function previewRule(
  ctx: AppContext,
  actor: Actor,
  { id, ruleId }: DiscordRoleRuleInput,
): Promise<DiscordRolePreviewView> {
  const { organizationId } = await roleReader(ctx, actor, id);
  const { serverId: _, ...preview } = await previewOfRule(ctx.sql, organizationId, ruleId);
  return preview;
}

/** Lists the people who get the role when the rule is enabled, and those who lose it when it is disabled. */
export async function previewOfRule(
  sql: Sql,
  organizationId: string,
  ruleId: string,
): Promise<DiscordRolePreviewView & { serverId: string }> {
  const rule = await sql.maybe(RULE, [organizationId, ruleId]);
  if (!rule) throw noSuchRule();
  const people = await sql.many(GAINS, [organizationId, ruleId]);
  const linked = people.filter((person) => person.linked);
  const gains = linked.filter(({ state }) => state === null || state === 'taken' || state === 'absent').map(named);
  const losses = rule.enabled ? await sql.many(LOSSES, [organizationId, ruleId]) : [];
  return {
    serverId: rule.serverId,
    gains: gains.slice(0, SHOWN),
    losses: losses.slice(0, SHOWN),
    keeps: linked.filter(({ state }) => state === 'had').length,
    notLinked: people.length - linked.length,
    digest: digestOf([ruleId, rule.discordRoleId, ...gains.map(({ id }) => id).sort()]),
  };
}

const named = ({ id, displayName }: Person) => ({ id, displayName });

export const digestOf = (parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 24);
