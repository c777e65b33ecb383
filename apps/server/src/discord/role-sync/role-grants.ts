/** Writes what is known of people's roles. */
import { now } from '../../core/db/columns.ts';
import type { Sql } from '../../core/db/sql.ts';
import { statement } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { DiscordRoleGrant, type GrantState } from './discord-role-grant.entity.ts';
import type { RoleWish } from './role-wishes.ts';

/** Members are looked at again after a day; people who are not on the server may join at any time. */
const NEXT_LOOK: Record<GrantState, string> = {
  giving: '0 seconds',
  given: '20 hours',
  had: '20 hours',
  taken: '20 hours',
  absent: '1 hour',
};

const PUT = statement`
  insert into discord_role_grant (server_id, discord_user_id, discord_role_id, organization_id, state, look_at)
  select $1, $2, $3, (select id from organization where id = $4), $5, now() + $6::interval
  on conflict (server_id, discord_user_id, discord_role_id)
    do update set state = excluded.state, look_at = excluded.look_at, blocked_until = null,
      organization_id = coalesce(excluded.organization_id, discord_role_grant.organization_id)`;

const FORGET = statement`
  delete from discord_role_grant g
  using jsonb_to_recordset($2::jsonb) as f("userId" text, "roleId" text, state text)
  where g.server_id = $1 and g.discord_user_id = f."userId" and g.discord_role_id = f."roleId" and g.state = f.state`;

const HOLD = statement`
  update discord_role_grant g set held_at = case when $3 then now() end, released_at = null
  from jsonb_to_recordset($2::jsonb) as f("userId" text, "roleId" text)
  where g.server_id = $1 and g.discord_user_id = f."userId" and g.discord_role_id = f."roleId"`;

export async function putGrant(sql: Sql, serverId: string, wish: RoleWish, state: GrantState): Promise<void> {
  await sql.run(PUT, [serverId, wish.userId, wish.roleId, wish.organizationId, state, NEXT_LOOK[state]]);
}

export async function forgetGrants(sql: Sql, serverId: string, wishes: RoleWish[]): Promise<void> {
  if (wishes.length > 0) await sql.run(FORGET, [serverId, JSON.stringify(wishes)]);
}

/** Not asked for again before tomorrow. */
export async function blockGrant(
  { transact }: AppContext,
  serverId: string,
  { userId, roleId }: RoleWish,
): Promise<void> {
  const grant = { serverId, discordUserId: userId, discordRoleId: roleId };
  await transact(({ em }) => em.nativeUpdate(DiscordRoleGrant, grant, { blockedUntil: now('1 day') }));
}

export async function holdGrants(sql: Sql, serverId: string, wishes: RoleWish[], held: boolean): Promise<void> {
  if (wishes.length > 0) await sql.run(HOLD, [serverId, JSON.stringify(wishes), held]);
}
