import type { InstallDiscordInput } from '@guildhall/contracts/discord-posts.ts';
import { createEvents, manageRoles, postingPermissions } from '@guildhall/discord/permissions.ts';
import type { Actor } from '../../core/actor.ts';
import { query, statement } from '../../core/db/statement.ts';
import { AppError } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { managesChatServer, memberAccess, noBot, notLinked } from '../../guilds/chat/chat-server.access.ts';
import type { ReturnedFromProvider } from '../../identity/sign-in/finish-sign-in.ts';
import { browserSecret, consumeOAuthState, newOAuthState } from '../../identity/sign-in/new-oauth-state.ts';
import { withWay } from '../../identity/sign-in/start-sign-in.ts';
import {
  abilityFor,
  authorize,
  lockedAccessTo,
  type OrganizationAccess,
  refuseArchived,
} from '../../membership/rights/organization.access.ts';
import { Organization } from '../../membership/rights/organization.entity.ts';
import { writeAudit } from '../../membership/rights/write-audit.ts';
import { removeBindings } from './bind-channel.ts';
import { checkServer } from './check-server.ts';
import { connectedServerOf } from './discord.access.ts';
import { findDiscordWorkJob } from './discord.jobs.ts';

const CREATE_INVITE = 1n << 0n;
const BASE = Object.values(postingPermissions).reduce((sum, bit) => sum | bit, CREATE_INVITE);

const NEEDS = query({ isLinked: 'bool', mirrors: 'bool', givesRoles: 'bool' })`
  select exists (select from account where user_id = $2 and provider_id = 'discord') as "isLinked",
    exists (select from discord_binding where organization_id = $1 and mirrors) as mirrors,
    exists (select from discord_role_rule where organization_id = $1) as "givesRoles"`;

/**
 * The address at which Discord lets a member choose a server that they manage, and add the bot to it. The way back is
 * good once, within ten minutes, for this browser, person and organization. `cookie` is what the browser holds of such ways.
 */
export async function startInstall(
  ctx: AppContext,
  actor: Actor,
  { id, mirrors = false }: InstallDiscordInput,
  cookie: string | undefined,
): Promise<{ url: string; browserToken: string }> {
  const { organizationId } = await installerAccess(ctx, actor, id);
  const provider = ctx.oauth.discord;
  if (!provider?.installationUrl || !ctx.discordBot) throw noBot();
  const needs = await ctx.sql.one(NEEDS, [organizationId, actor.userId]);
  if (!needs.isLinked) throw notLinked();
  await ctx.limits.take('chatplatform', actor.userId);
  const permissions = BASE | (mirrors || needs.mirrors ? createEvents : 0n) | (needs.givesRoles ? manageRoles : 0n);
  const { serverId } = await connectedServerOf(ctx.sql, organizationId);
  const secret = browserSecret(cookie);
  const callbackUrl = settingsOf(organizationId);
  const state = await newOAuthState(ctx, {
    providerId: 'discord',
    browserSecret: secret,
    linkToUserId: actor.userId,
    installsForId: organizationId,
    callbackUrl,
  });
  const { href: url } = provider.installationUrl(state, { permissions, serverId });
  return { url, browserToken: withWay(cookie, secret, { state, callbackUrl }) };
}

const settingsOf = (organizationId: string) => `/g/${organizationId}/settings/chat`;

/** A member who manages the organization. */
async function installerAccess(ctx: AppContext, actor: Actor, ref: string): Promise<OrganizationAccess> {
  const access = await memberAccess(ctx, actor, ref);
  authorize(abilityFor(actor, access), 'update', 'Organization');
  refuseArchived(access);
  return access;
}

const LINKED = statement`select from account where user_id = $1 and provider_id = 'discord' and account_id = $2`;

/** Shown on the settings page. */
type InstallError =
  | 'state_mismatch'
  | 'access_denied'
  | 'provider_unavailable'
  | 'other_chat_account'
  | 'bot_not_added'
  | 'not_chat_server_manager'
  | 'not_allowed';

/**
 * Back from Discord's page: connects the server that Discord names with the organization. Returns where to lead the
 * browser, or null when the way back is not of an installation.
 */
export async function finishInstall(
  ctx: AppContext,
  actor: Actor | null,
  { state, code, browserToken }: ReturnedFromProvider,
): Promise<string | null> {
  if (!state || !browserToken) return null;
  const started = await consumeOAuthState(ctx, { state, browserToken, providerId: 'discord', installs: true });
  if (!started?.installsForId) return null;
  const { installsForId: organizationId, linkToUserId: userId = null } = started;
  const error = await connect(ctx, actor, { organizationId, userId }, code);
  return `${settingsOf(organizationId)}?${error ? `error=${error}` : 'connected=true'}`;
}

type Started = { organizationId: string; userId: string | null };

/** Null when the server is connected. */
async function connect(
  ctx: AppContext,
  actor: Actor | null,
  { organizationId, userId }: Started,
  code: string | undefined,
): Promise<InstallError | null> {
  if (!actor || actor.userId !== userId) return 'state_mismatch';
  if (!code) return 'access_denied';
  const { discordBot: bot, oauth } = ctx;
  if (!bot || !oauth.discord) return 'provider_unavailable';
  try {
    await installerAccess(ctx, actor, organizationId);
    // The address names a server too, but any caller can change an address.
    const { identity, installedIn: serverId } = await oauth.discord.identify(code);
    if ((await ctx.sql.run(LINKED, [actor.userId, identity.accountId])) === 0) return 'other_chat_account';
    if (!serverId) return 'bot_not_added';
    bot.forgetRefusals(serverId);
    if (!(await checkServer(ctx, serverId))) return 'bot_not_added';
    if (!(await managesChatServer(bot, serverId, identity.accountId))) return 'not_chat_server_manager';
    await write(ctx, actor, organizationId, serverId);
    return null;
  } catch (error) {
    if (error instanceof AppError) return 'not_allowed';
    ctx.log.warn({ err: error }, 'the chat platform did not say what was installed');
    return 'provider_unavailable';
  }
}

/** Channels of another server are none of this one. */
const ELSEWHERE = query({ id: 'uuid' })`select id from discord_binding where organization_id = $1 and server_id <> $2`;
const CONFIRM = statement`
  insert into chat_server_proof (organization_id, server_id, confirmed_by_id, confirmed_at, checked_at)
  values ($1, $2, $3, now(), now())
  on conflict (organization_id) do update set server_id = excluded.server_id, confirmed_by_id = excluded.confirmed_by_id,
    confirmed_at = excluded.confirmed_at, checked_at = excluded.checked_at`;

/** Checks rights again, because they may be lost while the platform takes its time to answer. */
async function write(ctx: AppContext, actor: Actor, organizationId: string, serverId: string): Promise<void> {
  await ctx.transact(async (tx) => {
    await lockedAccessTo(tx.sql, actor, organizationId, 'update', 'Organization');
    const organization = await tx.em.findOneOrFail(Organization, organizationId);
    const { settings } = organization;
    if (settings.chat?.serverId !== serverId) organization.settings = { ...settings, chat: { serverId } };
    const elsewhere = await tx.sql.many(ELSEWHERE, [organizationId, serverId]);
    await removeBindings(
      tx.sql,
      elsewhere.map(({ id }) => id),
    );
    await tx.sql.run(CONFIRM, [organizationId, serverId, actor.userId]);
    await writeAudit(tx, organizationId, actor, 'chat_server_confirmed', { serverId });
    await tx.enqueue(findDiscordWorkJob, {});
  });
}
