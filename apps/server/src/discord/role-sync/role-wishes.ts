/**
 * Which roles people should have on a chat server, beside what is known of those they have. Derived from ranks, roles
 * and memberships in the statement that asks, as rights are, so every cause of a change is seen: a promotion, a link, an
 * erasure.
 */

import type { Sql } from '../../core/db/sql.ts';
import { query, type RowOf, statement, text } from '../../core/db/statement.ts';
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
 * because nothing is known about them. `$1` are the servers; `$2` a chat account, or null for all.
 */
const WISHES = `
  rule as (
    select r.*, y.why, r.problem is not null or y.why is not null as rests
    from discord_role_rule r join organization o on o.id = r.organization_id
    cross join lateral (select ${whyRulesRest('r.server_id')} as why offset 0) y
    where r.enabled_at is not null and r.server_id = any($1)
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
    where g.server_id = any($1) and ($2::text is null or g.discord_user_id = $2)
  ), one as (
    select server_id, discord_user_id, discord_role_id, w.discord_user_id is not null as wished, g.state,
      coalesce(w.organization_id, g.organization_id) as organization_id, g.look_at, g.blocked_until, g.held_at,
      g.released_at, g.tries, g.refused_code
    from wish w full join known g using (server_id, discord_user_id, discord_role_id)
  ), wishes as (
    select one.*,
      case
        when wished then state is null or look_at <= now() or coalesce(held_at, released_at) is not null
        when state in ('giving', 'given') then (held_at is null or released_at is not null)
          and coalesce(blocked_until <= now(), true)
        else true
      end as due
    from one
    where not exists (
      select from rule r where r.rests and r.server_id = one.server_id and r.discord_role_id = one.discord_role_id)
  )`;

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
  with ${WISHES}
  select discord_user_id as "userId", discord_role_id as "roleId", organization_id as "organizationId", wished, state, due,
    exists (select from account a where a.provider_id = 'discord' and a.account_id = w.discord_user_id) as linked,
    held_at is not null as held, released_at is not null as released, coalesce(tries, 0) as tries,
    refused_code as "refusedCode"
  from wishes w order by discord_user_id, discord_role_id`;

export type RoleWish = RowOf<typeof ROWS>;

/** Reads those of a chat server, or of one chat account there. */
export const roleWishes = (sql: Sql, serverId: string, userId: string | null = null) =>
  sql.many(ROWS, [[serverId], userId]);

/** Problems that end by themselves, when an officer moves the bot's role or gives it the permission. */
const MENDABLE = `r.problem in ('above_bot', 'bot_lacks_permission')`;

/** Changes that may give people other ranks, roles or memberships, or may let rules rest or work. */
const OF_WISHES = `'roster.changed', 'membership.changed', 'rights.changed', 'organization.changed'`;

/**
 * Makes due the servers of organizations with such changes since the last time, those that lost or got their first
 * enabled rule of an organization, and those in `discord_role_due`. Nothing is known of changes that were deleted unread.
 */
export const MARK = statement`
  with ruled as (
    select distinct r.server_id, r.organization_id, coalesce(s.last_seq, 0) as seq
    from discord_role_rule r left join change_stream s on s.id = r.organization_id
    where r.enabled_at is not null
  ), moved as (
    select server_id, organization_id, r.seq, k.seq as seen
    from ruled r full join discord_role_stream k using (server_id, organization_id)
    where r.seq is distinct from k.seq
  ), followed as (
    insert into discord_role_stream (server_id, organization_id, seq)
    select server_id, organization_id, seq from moved where seq is not null
    on conflict (server_id, organization_id) do update set seq = excluded.seq
  ), left_off as (
    delete from discord_role_stream k using moved m
    where m.seq is null and k.server_id = m.server_id and k.organization_id = m.organization_id
  ), told as (
    delete from discord_role_due returning server_id
  ), due as (
    select server_id from told
    union select m.server_id from moved m
    where m.seen is null or m.seq is null
      or not exists (select from change c where c.stream_id = m.organization_id and c.seq = m.seen + 1)
      or exists (
        select from change c where c.stream_id = m.organization_id and c.seq > m.seen and c.type in (${OF_WISHES}))
  )
  insert into discord_role_sync as s (server_id, look_at) select server_id, now() from due order by 1
  on conflict (server_id) do update set look_at = least(s.look_at, excluded.look_at)`;

/** So many servers that are due are looked at each time, the longest due first. */
const DUE_AT_ONCE = 1_000;
/** So many others, those not looked at for longest: no change announces what was written by hand. */
const OTHERS_AT_ONCE = 200;

/** Servers that the platform wants left alone wait. */
const MAY_RUN = `coalesce(resume_at <= now(), true)`;

export const PICK = query({ serverId: 'text' })`
  select server_id as "serverId" from (
    (select server_id from discord_role_sync where look_at <= now() and ${MAY_RUN} order by look_at limit ${DUE_AT_ONCE})
    union
    (select server_id from discord_role_sync where ${MAY_RUN} order by looked_at limit ${OTHERS_AT_ONCE})
  ) s`;

/**
 * The servers among `$1` where something is to do, which stay due. The others are looked at when the next look or
 * pause of a person ends; while rules rest for a reason whose end no change announces, in a minute. A server that became
 * due meanwhile stays so.
 */
export const LOOK = query({ serverId: 'text', personId: 'uuid?' })`
  with before as (
    select server_id, look_at, ran_at from discord_role_sync where server_id = any($1)
  ), ${WISHES}, mendable as (
    select r.server_id, coalesce(b.ran_at, '-infinity') + interval '1 hour' as at
    from discord_role_rule r join before b using (server_id) where r.enabled_at is not null and ${MENDABLE}
  ), due as (
    select server_id from wishes where due
    union select server_id from mendable where at < now()
  ), next as (
    select server_id, min(at) as at from (
      select server_id, now() as at from due
      union all select server_id, at from mendable
      union all select server_id, look_at from known where look_at > now()
      union all select server_id, blocked_until from known where blocked_until > now()
      union all select server_id, now() + interval '1 minute' from rule where why not in ('archived', 'server_not_confirmed')
    ) n group by server_id
  ), looked as (
    update discord_role_sync s set looked_at = now(), look_at = n.at
    from before b left join next n using (server_id)
    where b.server_id = s.server_id and b.look_at is not distinct from s.look_at
  )
  select server_id as "serverId", ${firstConnectorOf('due.server_id')} as "personId" from due order by 1`;

/** The servers where something is to do, except those that the platform wants left alone. */
export async function findDueServers(sql: Sql) {
  await sql.run(MARK);
  const picked = await sql.many(PICK);
  return sql.many(LOOK, [picked.map(({ serverId }) => serverId), null]);
}
