/** Decides who may map roles: people who manage roles here and, to give any, the chat server too. */

import type { DiscordRoleProblem } from '@guildhall/contracts/discord-roles.ts';
import { roleProblem } from '@guildhall/discord/permissions.ts';
import type { Actor } from '../../core/actor.ts';
import { conflict, forbidden } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import {
  askDiscord,
  type ChatMember,
  chatMember,
  managesChatServer,
  memberAccess,
  requireConfirmedServer,
} from '../../guilds/chat/chat-server.access.ts';
import {
  abilityFor,
  authorize,
  type OrganizationAccess,
  refuseArchived,
} from '../../membership/rights/organization.access.ts';
import { rolesOfServer } from './role-problems.ts';

/** A member who manages roles here. To give any, the organization must not be archived. */
export async function roleManagerAccess(ctx: AppContext, actor: Actor, ref: string, { gives }: { gives: boolean }) {
  const access = await memberAccess(ctx, actor, ref);
  authorize(abilityFor(actor, access), 'manage', 'Role');
  if (gives) refuseArchived(access);
  return access;
}

/**
 * The same with the confirmed chat server, which the platform is asked about. To give any role, the caller manages the
 * server at this moment: otherwise a caller could make themselves an officer there.
 */
export async function roleMapperAccess(
  ctx: AppContext,
  actor: Actor,
  manager: OrganizationAccess,
  { gives }: { gives: boolean },
): Promise<ChatMember> {
  const member = await chatMember(ctx, actor, manager);
  await ctx.limits.take('chatplatform', actor.userId);
  await requireConfirmedServer(ctx, member);
  if (gives) await refuseStrangers(ctx, member);
  return member;
}

async function refuseStrangers(ctx: AppContext, { bot, serverId, chatUserId }: ChatMember): Promise<void> {
  if (await askDiscord(ctx, () => managesChatServer(bot, serverId, chatUserId), { named: true })) return;
  throw forbidden(
    'You do not manage this chat server. Ask an officer who manages both to do it.',
    'not_chat_server_manager',
  );
}

const PROBLEMS: Record<DiscordRoleProblem, string> = {
  missing: 'The chat server has no such role. Choose another one.',
  everyone: 'All members of the chat server have this role. Choose another one.',
  managed: 'This role belongs to a bot or an integration, which alone gives it. Choose another one.',
  dangerous:
    'This role may manage the server or its members, or mention everyone. Take that permission from the role, or choose another one.',
  above_bot: 'This role is at or above the bot’s highest role. Move the bot’s role above it.',
  bot_lacks_permission: 'The bot may not manage roles on the chat server. Give it that permission.',
};

/** Throws CONFLICT when the bot must not or cannot give the role. */
export async function allowedRole(ctx: AppContext, { bot, serverId }: ChatMember, discordRoleId: string) {
  const server = await askDiscord(ctx, () => rolesOfServer(bot, serverId), { named: true });
  const problem = roleProblem(server, discordRoleId);
  const role = server.roles.find(({ id }) => id === discordRoleId);
  if (problem || !role) throw conflict('discord_role_refused', PROBLEMS[problem ?? 'missing']);
  return role;
}
