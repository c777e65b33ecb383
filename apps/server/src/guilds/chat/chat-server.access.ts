/** Decides who may ask about which chat server. */

import { Snowflake } from '@guildhall/contracts/chat.ts';
import type { ErrorReason } from '@guildhall/contracts/errors.ts';
import type { DiscordBot } from '@guildhall/discord/bot.ts';
import { DiscordError, type DiscordRefusal } from '@guildhall/discord/errors.ts';
import { managesServer } from '@guildhall/discord/permissions.ts';
import { z } from 'zod';
import type { Actor } from '../../core/actor.ts';
import { json, query, statement } from '../../core/db/statement.ts';
import { AppError, badRequest, forbidden } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { type OrganizationAccess, organizationAccess } from '../../membership/rights/organization.access.ts';

type Proof = { serverId: string; checkedLongAgo: boolean; confirmerId: string | null };

/** A member of an organization with their chat account and the server named in the settings. */
export type ChatMember = {
  bot: DiscordBot;
  access: OrganizationAccess;
  organizationName: string;
  chatUserId: string;
  serverId: string;
  inviteChannelId: string | null;
  proof: Proof | null;
};

const MEMBER = query({ name: 'text', settings: json<unknown>(), chatUserId: 'text?', proof: json<Proof>().orNull })`
  select o.name, o.settings, a.account_id as "chatUserId",
    case when p.id is not null then jsonb_build_object('serverId', p.server_id, 'confirmerId', c.account_id,
      'checkedLongAgo', p.checked_at < now() - interval '1 day') end as proof
  from organization o
  left join account a on a.user_id = $2 and a.provider_id = 'discord'
  left join chat_server_proof p on p.organization_id = o.id
  left join account c on c.user_id = p.confirmed_by_id and c.provider_id = 'discord'
  where o.id = $1`;

/** The access of a member. Throws NOT_FOUND, and FORBIDDEN for all others, administrators included. */
export async function memberAccess({ sql }: AppContext, actor: Actor, ref: string): Promise<OrganizationAccess> {
  const access = await organizationAccess(sql, actor, ref);
  if (!access.isMember) throw forbidden('Only members of this guild can do this.', 'not_a_member');
  return access;
}

/** Throws FORBIDDEN for a member without a linked account, BAD_REQUEST while something is not configured. */
export async function chatMember(ctx: AppContext, actor: Actor, access: OrganizationAccess): Promise<ChatMember> {
  const row = await ctx.sql.maybe(MEMBER, [access.organizationId, actor.userId]);
  const { serverId, inviteChannelId } = chatSettings(row?.settings);
  if (!row?.chatUserId) throw notLinked();
  const { chatUserId, name, proof } = row;
  if (!ctx.discordBot) throw noBot();
  if (!serverId)
    throw badRequest(
      'chat_server_not_configured',
      'This guild has no chat server. An officer has to connect one in the settings.',
    );
  return { bot: ctx.discordBot, access, organizationName: name, chatUserId, serverId, inviteChannelId, proof };
}

const CHECKED = statement`
  update chat_server_proof set checked_at = now() where organization_id = $1 and server_id = $2
    and checked_at < now() - interval '1 day'`;

/**
 * Throws BAD_REQUEST unless a member who manages the server has connected it with this guild. Rechecks once a day that
 * this person still manages it.
 */
export async function requireConfirmedServer(ctx: AppContext, member: ChatMember): Promise<void> {
  const { bot, access, serverId, proof } = member;
  if (proof?.serverId !== serverId || proof.confirmerId === null) throw notConfirmed();
  if (!proof.checkedLongAgo) return;
  const { confirmerId } = proof;
  if (!(await askDiscord(ctx, () => managesChatServer(bot, serverId, confirmerId)))) throw notConfirmed();
  await ctx.sql.run(CHECKED, [access.organizationId, serverId]);
}

/** Whether the platform currently lists the account as owner or manager of the server. */
export async function managesChatServer(bot: DiscordBot, serverId: string, chatUserId: string): Promise<boolean> {
  const member = await bot.member(serverId, chatUserId);
  return member !== null && managesServer(await bot.server(serverId), member);
}

export const notLinked = () =>
  forbidden('Link your chat-platform account in your profile first.', 'chatplatform_not_linked');

export const noBot = () =>
  badRequest(
    'chatplatform_not_configured',
    'This installation has no bot on the chat platform. Its operator has to set one up.',
  );

const notConfirmed = () =>
  badRequest(
    'chat_server_not_confirmed',
    'No manager of the chat server confirms it any more. A person who manages both the guild and the chat server has to connect it again.',
  );

const Settings = z.object({
  chat: z.object({ serverId: Snowflake.nullable().catch(null), inviteChannelId: Snowflake.nullable().catch(null) }),
});

/** Reads the chat server out of an organization's settings. Ignores values that are not ids. */
export function chatSettings(settings: unknown) {
  const parsed = Settings.safeParse(settings);
  return parsed.success ? parsed.data.chat : { serverId: null, inviteChannelId: null };
}

/** Refusals that an officer of the guild can act on. */
const ADVICE = new Map<DiscordRefusal | null, [reason: ErrorReason, message: string]>([
  ['unknown_channel', ['channel_not_found', 'The channel no longer exists. An officer has to choose another one.']],
  ['unknown_server', ['bot_removed', 'The bot is not in the chat server of this guild. An officer has to invite it.']],
  [
    'too_many_invites',
    ['chatplatform_unavailable', 'The chat server has reached its limit of invites. An officer has to remove some.'],
  ],
  [
    'missing_access',
    [
      'bot_lacks_permission',
      'The bot may not see the chat server or the channel of this guild. An officer has to let it in.',
    ],
  ],
  [
    'missing_permissions',
    [
      'bot_lacks_permission',
      'The bot may not create invites or send messages in the channel. An officer has to allow it.',
    ],
  ],
]);

const REFUSED =
  'The chat platform refuses this. An officer has to look at the permissions of the bot, or its operator at the log.';

/**
 * Asks the platform. A question that fails is SERVICE_UNAVAILABLE, never an answer: `chatplatform_unavailable`, or with
 * `named` the reason that an officer can mend.
 */
export async function askDiscord<T>(
  { log }: Pick<AppContext, 'log'>,
  question: () => Promise<T>,
  { named = false } = {},
): Promise<T> {
  try {
    return await question();
  } catch (error) {
    if (!(error instanceof DiscordError)) throw error;
    log.warn({ err: error }, 'the chat platform did not say');
    const [reason, message = error.scope === 'for_now' ? undefined : REFUSED] = ADVICE.get(refusalOf(error)) ?? [];
    throw discordUnavailable(message, error.retryAfterMs, named ? reason : undefined);
  }
}

/** Discord hides a server as a whole only from a bot that is not in it. */
const refusalOf = ({ refusal, path }: DiscordError) =>
  refusal === 'missing_access' && path.startsWith('/guilds/') ? 'unknown_server' : refusal;

export function discordUnavailable(
  message = 'The chat platform does not answer at the moment. Try again later.',
  retryAfterMs?: number,
  reason: ErrorReason = 'chatplatform_unavailable',
): AppError {
  const retry = retryAfterMs === undefined ? {} : { retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)) };
  return new AppError('SERVICE_UNAVAILABLE', reason, message, retry);
}
