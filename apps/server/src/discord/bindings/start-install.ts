import type { InstallDiscordInput } from '@guildhall/contracts/discord-posts.ts';
import { createEvents, manageRoles, postingPermissions } from '@guildhall/discord/permissions.ts';
import { memberAccess } from '../../chat/chat-server.access.ts';
import type { Actor } from '../../core/actor.ts';
import { query } from '../../core/db/statement.ts';
import { badRequest, forbidden } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { newOAuthState } from '../../sign-in/new-oauth-state.ts';
import { refuseOthers, serverOf } from './discord.access.ts';

const CREATE_INVITE = 1n << 0n;
const BASE = Object.values(postingPermissions).reduce((sum, bit) => sum | bit, CREATE_INVITE);

const NEEDS = query({ isLinked: 'bool', mirrors: 'bool', givesRoles: 'bool' })`
  select exists (select from account where user_id = $2 and provider_id = 'discord') as "isLinked",
    exists (select from discord_binding where organization_id = $1 and mirrors) as mirrors,
    exists (select from discord_role_rule where organization_id = $1) as "givesRoles"`;

/**
 * The address at which Discord lets somebody choose a server that they manage, and add the bot to it. The way back is
 * good once, within ten minutes, for this browser, person and organization.
 */
export async function startInstall(
  ctx: AppContext,
  actor: Actor,
  { id, mirrors = false }: InstallDiscordInput,
  browserToken: string,
): Promise<{ url: string }> {
  const access = await memberAccess(ctx, actor, id);
  refuseOthers(actor, access);
  const { organizationId } = access;
  const provider = ctx.oauth.discord;
  if (!provider?.installationUrl || !ctx.discordBot) {
    throw badRequest(
      'chatplatform_not_configured',
      'This installation has no bot on the chat platform. Its operator has to set one up.',
    );
  }
  const needs = await ctx.sql.one(NEEDS, [organizationId, actor.userId]);
  if (!needs.isLinked) {
    throw forbidden('Link your chat-platform account in your profile first.', 'chatplatform_not_linked');
  }
  await ctx.limits.take('chatplatform', actor.userId);
  const permissions = BASE | (mirrors || needs.mirrors ? createEvents : 0n) | (needs.givesRoles ? manageRoles : 0n);
  const { serverId } = await serverOf(ctx.sql, organizationId);
  const state = await newOAuthState(ctx, {
    providerId: 'discord',
    browserToken,
    linkToUserId: actor.userId,
    installsForId: organizationId,
    callbackUrl: '/',
  });
  return { url: provider.installationUrl(state, { permissions, serverId }).href };
}
