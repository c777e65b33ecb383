/**
 * Which roles people should have on a chat server, beside what is known of those they have. Derived from ranks, roles
 * and memberships in the statement that asks, as rights are, so every cause of a change is seen: a promotion, a link, an
 * erasure.
 */

import type { Sql } from '../../core/db/sql.ts';
import { query, type RowOf, text } from '../../core/db/statement.ts';
import { firstConnectorOf } from '../bindings/discord.jobs.ts';

/** Why the rules of organization `o` do nothing for now, with the server in `server`; null when they do. */
export const whyRulesRest = (server: string) => `
  case when o.archived_at is not null then 'archived'
    when not exists (
      select from chat_server_proof p join account c on c.user_id = p.confirmed_by_id and c.provider_id = 'discord'
      where p.organization_id = o.id and p.server_id = ${server}) or o.settings #>> '{chat,serverId}' is distinct from ${server} then 'server_not_confirmed'
    when o.source <> 'synced' then null
    when o.missing_since is not null then 'guild_missing'
    when exists (select from roster_hold h where h.organization_id = o.id) then 'roster_held'
    when not exists (select from roster_entry e where e.organization_id = o.id and e.left_at is null) then 'roster_empty'
    when (select s.status from sync_session s where s.kind = 'roster' and s.subject_id = o.id
      and s.finished_at is not null order by s.created_at desc limit 1) = 'failed' then 'roster_failed' end`;

/** The people a rule `r` is about. */
export const PEOPLE_OF_RULE = `
  select p.user_id from proven_claim p where p.organization_id = r.organization_id
    and (p.rank = r.rank_to or (p.rank < r.rank_to and not r.only_rank))
  union select h.user_id from held_role h where h.organization_id = r.organization_id and h.role_id = r.role_id
  union select m.user_id from current_member m
    where m.organization_id = r.organization_id and r.rank_to is null and r.role_id is null`;

/**
 * One row a person and role, of those that a rule wishes or that are known. Roles of rules that rest are left out,
 * because nothing is known about them. `$1` is the server, or null for all; `$2` a chat account, or null for all.
 */
const WISHES = `
  with rule as (
    select r.*, r.problem is not null or ${whyRulesRest('r.server_id')} is not null as rests
    from discord_role_rule r join organization o on o.id = r.organization_id
    where r.enabled_at is not null and ($1::text is null or r.server_id = $1)
  ), wish as (
    select distinct on (r.server_id, a.account_id, r.discord_role_id)
      r.server_id, a.account_id as discord_user_id, r.discord_role_id, r.organization_id
    from rule r
    cross join lateral (${PEOPLE_OF_RULE}) m
    join account a on a.user_id = m.user_id and a.provider_id = 'discord'
    where not r.rests and ($2::text is null or a.account_id = $2)
    order by r.server_id, a.account_id, r.discord_role_id, r.id
  ), known as (
    select * from discord_role_grant g
    where ($1::text is null or g.server_id = $1) and ($2::text is null or g.discord_user_id = $2)
  ), one as (
    select server_id, discord_user_id, discord_role_id, w.discord_user_id is not null as wished, g.state,
      coalesce(w.organization_id, g.organization_id) as organization_id, g.look_at, g.blocked_until, g.held_at,
      g.released_at, g.tries, g.refused_code
    from wish w full join known g using (server_id, discord_user_id, discord_role_id)
  )
  select one.*,
    case
      when wished then state is null or look_at <= now() or coalesce(held_at, released_at) is not null
      when state in ('giving', 'given') then (held_at is null or released_at is not null)
        and coalesce(blocked_until <= now(), true)
      else true
    end as due,
    exists (select from account a where a.provider_id = 'discord' and a.account_id = one.discord_user_id) as linked
  from one
  where not exists (
    select from rule r where r.rests and r.server_id = one.server_id and r.discord_role_id = one.discord_role_id)`;

const ROWS = query({
  userId: 'text',
  roleId: 'text',
  organizationId: 'uuid?',
  wished: 'bool',
  state: text(['absent', 'given', 'had', 'taken', 'giving']).orNull,
  due: 'bool',
  linked: 'bool',
  held: 'bool',
  released: 'bool',
  tries: 'int',
  refusedCode: 'int?',
})`
  select discord_user_id as "userId", discord_role_id as "roleId", organization_id as "organizationId", wished, state, due,
    linked, held_at is not null as held, released_at is not null as released, coalesce(tries, 0) as tries,
    refused_code as "refusedCode"
  from (${WISHES}) w order by discord_user_id, discord_role_id`;

export type RoleWish = RowOf<typeof ROWS>;

/** Reads those of a chat server, or of one chat account there. */
export const roleWishes = (sql: Sql, serverId: string, userId: string | null = null) =>
  sql.many(ROWS, [serverId, userId]);

/** Problems that end by themselves, when an officer moves the bot's role or gives it the permission. */
const MENDABLE = `r.problem in ('above_bot', 'bot_lacks_permission')`;

/** The servers where something is to do, except those that the platform wants left alone. */
const DUE_SERVERS = query({ serverId: 'text', personId: 'uuid?' })`
  select due.server_id as "serverId", ${firstConnectorOf('due.server_id')} as "personId"
  from (
    select server_id from (${WISHES}) w where due
    union
    select r.server_id from discord_role_rule r left join discord_role_sync s using (server_id)
    where r.enabled_at is not null and ${MENDABLE} and coalesce(s.ran_at < now() - interval '1 hour', true)
  ) due
  left join discord_role_sync s using (server_id)
  where coalesce(s.resume_at <= now(), true)`;

export const listDueServers = (sql: Sql) => sql.many(DUE_SERVERS, [null, null]);
