/** Decides who may manage what an organization posts on Discord, and where. */
import type { DiscordBot } from '@guildhall/discord/bot.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { json, query } from '../../core/db/statement.ts';
import { badRequest, notFound } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { askDiscord, chatSettings, noBot } from '../../guilds/chat/chat-server.access.ts';
import {
  authorizedAccess,
  type OrganizationAccess,
  refuseArchived,
} from '../../membership/rights/organization.access.ts';
import { checkServer } from './check-server.ts';

/** The organization, for a caller who may change it. Throws NOT_FOUND, FORBIDDEN, CONFLICT when it is archived. */
export async function accessToChangeDiscord(sql: Sql, actor: Actor, ref: string): Promise<OrganizationAccess> {
  const access = await authorizedAccess(sql, actor, ref, 'update', 'Organization');
  refuseArchived(access);
  return access;
}

const SERVER = query({ settings: json<unknown>(), provenId: 'text?' })`
  select o.settings, p.server_id as "provenId" from organization o
  left join chat_server_proof p on p.organization_id = o.id where o.id = $1`;

/** The server of the settings, and whether a member who manages both vouches for it. */
export async function connectedServerOf(sql: Sql, organizationId: string) {
  const row = await sql.maybe(SERVER, [organizationId]);
  const { serverId } = chatSettings(row?.settings);
  return { serverId, isConfirmed: serverId !== null && row?.provenId === serverId };
}

/** Throws BAD_REQUEST unless the bot may act in a confirmed server. */
export async function requireServer(
  { sql, discordBot: bot }: Pick<AppContext, 'sql' | 'discordBot'>,
  organizationId: string,
): Promise<{ bot: DiscordBot; serverId: string }> {
  if (!bot) throw noBot();
  const { serverId, isConfirmed } = await connectedServerOf(sql, organizationId);
  if (serverId === null)
    throw badRequest('chat_server_not_configured', 'This guild has no chat server yet. Connect one first.');
  if (!isConfirmed)
    throw badRequest(
      'chat_server_not_confirmed',
      'No manager of the chat server confirms it any more. Connect it again.',
    );
  return { bot, serverId };
}

/** Looks at the confirmed server of an organization now. */
export async function checkServerNow(ctx: AppContext, { userId }: Actor, organizationId: string) {
  const { serverId } = await requireServer(ctx, organizationId);
  await ctx.limits.take('chatplatform', userId);
  return { serverId, look: await askDiscord(ctx, () => checkServer(ctx, serverId), { named: true }) };
}

export const botRemoved = () => badRequest('bot_removed', 'The bot is not in the chat server. Install it again.');

export const noBinding = () =>
  notFound('binding_not_found', 'This channel is not bound here. Reload the list of channels.');
