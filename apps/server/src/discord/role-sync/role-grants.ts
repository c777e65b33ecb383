/** Writes what is known of people's roles. */
import { causeOf } from '@guildhall/discord/error-codes.ts';
import type { DiscordError } from '@guildhall/discord/errors.ts';
import { now } from '../../core/db/columns.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, statement } from '../../core/db/statement.ts';
import type { Changing } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import {
  codeOf,
  isNewlyGivenUp,
  oneMore,
  pauseOf,
  tellOfRefused,
  triesBefore,
  verdictOn,
} from '../bindings/refused-items.ts';
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
      refused_code = case when excluded.state = 'giving' then discord_role_grant.refused_code end,
      tries = case when excluded.state = 'giving' then discord_role_grant.tries else 0 end,
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

/** The platform refuses to give this role to this person: nothing is ours, and it is tried again later. */
export async function refuseGrant(
  { transact }: AppContext,
  serverId: string,
  wish: RoleWish,
  error: DiscordError,
): Promise<void> {
  const { userId, roleId, organizationId } = wish;
  const [tries, code] = [triesBefore(error, wish), codeOf(error)];
  await transact(async (tx) => {
    await tx.em.nativeUpdate(
      DiscordRoleGrant,
      { serverId, discordUserId: userId, discordRoleId: roleId },
      { state: 'absent', tries: oneMore(tries), refusedCode: code, lookAt: now(waitOf(error, tries)) },
    );
    await tellIfGivenUp(tx, error, { tries, roleId, organizationId });
  });
}

async function tellIfGivenUp(
  tx: Changing,
  error: DiscordError,
  { tries, roleId, organizationId }: Pick<RoleWish, 'tries' | 'roleId' | 'organizationId'>,
): Promise<void> {
  const code = codeOf(error);
  if (!isNewlyGivenUp(error, tries) || organizationId === null || code === null) return;
  const named = await tx.sql.maybe(NAME, [organizationId, roleId]);
  if (named) await tellOfRefused(tx, 'canManageRoles', { organizationId, title: named.title, code });
}

const NAME = query({ title: 'text' })`
  select discord_role_name as title from discord_role_rule where organization_id = $1 and discord_role_id = $2 limit 1`;

const waitOf = (error: DiscordError, tries: number) =>
  verdictOn(error, tries) === 'give_up' ? '20 hours' : pauseOf(error, tries + 1);

const LATER = statement`
  insert into discord_role_grant (server_id, discord_user_id, discord_role_id, organization_id, state, tries, refused_code, look_at)
  select $1, $2, $3, (select id from organization where id = $4), 'absent', $7, $5, now() + $6::interval
  on conflict (server_id, discord_user_id, discord_role_id) do update set tries = excluded.tries,
    look_at = excluded.look_at, blocked_until = excluded.look_at, refused_code = excluded.refused_code`;

/** The platform does not show this person: the role stays as it is known to be, and they are looked at later. */
export async function lookLater(sql: Sql, serverId: string, wish: RoleWish, error: DiscordError): Promise<void> {
  const { userId, roleId, organizationId } = wish;
  const tries = triesBefore(error, wish);
  const wait = waitOf(error, tries);
  await sql.run(LATER, [serverId, userId, roleId, organizationId, codeOf(error), wait, oneMore(tries)]);
}

/** The role cannot be taken, and stays ours to take: it is not asked for again before the pause is over. */
export async function blockGrant(
  { transact }: AppContext,
  serverId: string,
  wish: RoleWish,
  error: DiscordError,
  pause: string,
): Promise<void> {
  const { userId, roleId, organizationId } = wish;
  const grant = { serverId, discordUserId: userId, discordRoleId: roleId };
  const [tries, code] = [triesBefore(error, wish), codeOf(error)];
  await transact(async (tx) => {
    const changes = { tries: oneMore(tries), refusedCode: code, blockedUntil: now(pause) };
    await tx.em.nativeUpdate(DiscordRoleGrant, grant, changes);
    // One that is gone needs no taking.
    if (causeOf(code ?? 0) !== 'gone') await tellIfGivenUp(tx, error, { tries, roleId, organizationId });
  });
}

export async function holdGrants(sql: Sql, serverId: string, wishes: RoleWish[], held: boolean): Promise<void> {
  if (wishes.length > 0) await sql.run(HOLD, [serverId, JSON.stringify(wishes), held]);
}
