/** Decides who may manage what an organization posts on Discord, and where. */
import type { DiscordBot } from '@guildhall/discord/bot.ts';
import { chatSettings } from '../../chat/chat-settings.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { json, query } from '../../core/db/statement.ts';
import { badRequest, notFound } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { lockedAccess } from '../../rights/lock-organization.ts';
import { type OrganizationAccess, organizationAccess, refuseArchived } from '../../rights/organization.access.ts';
import { abilityFor, authorize } from '../../rights/organization.rules.ts';

/** The access of somebody who manages the organization. Throws NOT_FOUND, and FORBIDDEN for others. */
export async function managerAccess(sql: Sql, actor: Actor, ref: string): Promise<OrganizationAccess> {
  const access = await organizationAccess(sql, actor, ref);
  authorize(abilityFor(actor, access), 'update', 'Organization');
  return access;
}

/** The same for a change. Refuses an archived organization. */
export async function changerAccess(sql: Sql, actor: Actor, ref: string): Promise<OrganizationAccess> {
  const access = await organizationAccess(sql, actor, ref);
  refuseOthers(actor, access);
  return access;
}

/** The same under the lock of the organization, so that it stays true until the transaction ends. */
export async function lockedManager(sql: Sql, actor: Actor, ref: string): Promise<OrganizationAccess> {
  const access = await lockedAccess(sql, actor, ref);
  refuseOthers(actor, access);
  return access;
}

/** Throws FORBIDDEN for people who may not change the organization, CONFLICT when it is archived. */
export function refuseOthers(actor: Actor, access: OrganizationAccess): void {
  authorize(abilityFor(actor, access), 'update', 'Organization');
  refuseArchived(access);
}

const SERVER = query({ settings: json<unknown>(), provenId: 'text?' })`
  select o.settings, p.server_id as "provenId" from organization o
  left join chat_server_proof p on p.organization_id = o.id where o.id = $1`;

/** The server of the settings, and whether somebody who manages both vouches for it. */
export async function serverOf(
  sql: Sql,
  organizationId: string,
): Promise<{ serverId: string | null; isConfirmed: boolean }> {
  const row = await sql.maybe(SERVER, [organizationId]);
  const { serverId } = chatSettings(row?.settings);
  return { serverId, isConfirmed: serverId !== null && row?.provenId === serverId };
}

/** Throws BAD_REQUEST unless the bot may act in a confirmed server. */
export async function requireServer(
  { sql, discordBot: bot }: Pick<AppContext, 'sql' | 'discordBot'>,
  organizationId: string,
): Promise<{ bot: DiscordBot; serverId: string }> {
  if (!bot) {
    throw badRequest(
      'chatplatform_not_configured',
      'This installation has no bot on the chat platform. Its operator has to set one up.',
    );
  }
  const { serverId, isConfirmed } = await serverOf(sql, organizationId);
  if (serverId === null)
    throw badRequest('chat_server_not_configured', 'This guild has no chat server yet. Connect one first.');
  if (!isConfirmed)
    throw badRequest(
      'chat_server_not_confirmed',
      'Nobody who manages the chat server vouches for it. Connect it again.',
    );
  return { bot, serverId };
}

export const noBinding = () =>
  notFound('binding_not_found', 'This channel is not bound here. Reload the list of channels.');
