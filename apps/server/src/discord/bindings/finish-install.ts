import type { OrganizationSettings } from '@guildhall/contracts/organization-settings.ts';
import { managesChatServer, memberAccess } from '../../chat/chat-server.access.ts';
import { confirmServer, refuseOthers } from '../../chat/confirm-chat-server.ts';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/errors.ts';
import { hashToken } from '../../core/secrets.ts';
import type { AppContext } from '../../core/services/context.ts';
import { lockedAccess } from '../../rights/lock-organization.ts';
import { writeAudit } from '../../rights/write-audit.ts';
import type { ReturnedFromProvider } from '../../sign-in/finish-sign-in.ts';
import { tendDiscordJob } from './discord.jobs.ts';
import { lookAtServer } from './look-at-server.ts';

/** Deletion makes it single-use. Bound to the browser and the person who started. */
const CONSUME_STATE = `
  delete from oauth_state where state_hash = $1 and browser_hash = $2 and provider_id = 'discord' and expires_at > now()
    and installs_for_id is not null
  returning installs_for_id as "organizationId", link_to_user_id as "userId"`;

const LINKED = `select 1 from account where user_id = $1 and provider_id = 'discord' and account_id = $2`;

/** Shown on the settings page. */
type InstallError =
  | 'access_denied'
  | 'provider_unavailable'
  | 'other_chat_account'
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
  const [started] = await ctx.sql<{ organizationId: string; userId: string }>(CONSUME_STATE, [
    hashToken(state),
    ctx.sign(browserToken),
  ]);
  if (!started) return null;
  const { organizationId, userId } = started;
  const page = `/g/${organizationId}/settings/chat`;
  if (actor?.userId !== userId) return `${page}?error=state_mismatch`;
  const error = code ? await connect(ctx, actor, organizationId, code) : 'access_denied';
  return error ? `${page}?error=${error}` : page;
}

async function connect(
  ctx: AppContext,
  actor: Actor,
  organizationId: string,
  code: string,
): Promise<InstallError | null> {
  const { discordBot: bot, oauth } = ctx;
  if (!bot || !oauth.discord) return 'provider_unavailable';
  try {
    refuseOthers(actor, await memberAccess(ctx, actor, organizationId));
    const { identity, installedIn: serverId } = await oauth.discord.identify(code);
    const linked = await ctx.sql(LINKED, [actor.userId, identity.accountId]);
    if (linked.length === 0) return 'other_chat_account';
    if (!serverId) return 'provider_unavailable';
    if (!(await managesChatServer(bot, serverId, identity.accountId))) return 'not_chat_server_manager';
    await write(ctx, actor, organizationId, serverId);
    await lookAtServer(ctx, serverId);
    return null;
  } catch (error) {
    if (error instanceof AppError) return 'not_allowed';
    ctx.log.warn({ err: error }, 'the chat platform did not say what was installed');
    return 'provider_unavailable';
  }
}

const SETTINGS = 'select settings from organization where id = $1';
const SAVE = 'update organization set settings = $2 where id = $1';

async function write(ctx: AppContext, actor: Actor, organizationId: string, serverId: string): Promise<void> {
  await ctx.transact(async (tx) => {
    const { sql } = tx;
    // Checked again, because rights may be lost while the platform takes its time to answer.
    refuseOthers(actor, await lockedAccess(sql, actor, organizationId));
    const [row] = await sql<{ settings: OrganizationSettings }>(SETTINGS, [organizationId]);
    const settings = row?.settings ?? {};
    if (settings.chat?.serverId !== serverId) {
      // Channels of another server are none of this one.
      await sql(SAVE, [organizationId, JSON.stringify({ ...settings, chat: { serverId } })]);
      await writeAudit(tx, {
        organizationId,
        action: 'settings_changed',
        actorId: actor.userId,
        details: { changed: ['chat.serverId'] },
      });
    }
    await confirmServer(tx, actor, { organizationId, serverId });
    await tx.enqueue(tendDiscordJob, {});
  });
}
