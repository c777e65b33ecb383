import type { ChatServerInput, InChatServerView } from '@guildhall/contracts/chat.ts';
import type { Actor } from '../../core/actor.ts';
import { badRequest, conflict } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { refuseArchived } from '../../membership/rights/organization.access.ts';
import { chatInviteCode, INVITE_MINUTES } from './chat-invite.ts';
import { askDiscord, type ChatMember, chatMember, memberAccess, requireConfirmedServer } from './chat-server.access.ts';

/** Whether the caller's linked account is in the guild's chat server. Not being able to tell is an error, not a no. */
export async function isInChatServer(
  ctx: AppContext,
  actor: Actor,
  { id }: ChatServerInput,
): Promise<InChatServerView> {
  const member = await chatMember(ctx, actor, await memberAccess(ctx, actor, id));
  await ctx.limits.take('chatplatform', actor.userId);
  await requireConfirmedServer(ctx, member);
  const found = await askDiscord(ctx, () => member.bot.member(member.serverId, member.chatUserId));
  return { inChatServer: found !== null };
}

/** Gives the caller a single-use invite to the guild's chat server, repeating it while it is valid. */
export async function createServerInvite(ctx: AppContext, actor: Actor, { id }: ChatServerInput) {
  const access = await memberAccess(ctx, actor, id);
  refuseArchived(access);
  const member = await chatMember(ctx, actor, access);
  const { bot, serverId, chatUserId, inviteChannelId } = member;
  if (!inviteChannelId)
    throw badRequest(
      'invite_channel_not_configured',
      'This guild has no channel for invites in its settings. An officer has to choose one.',
    );
  await ctx.limits.take('chatplatform', actor.userId);
  await requireConfirmedServer(ctx, member);
  if (await askDiscord(ctx, () => bot.member(serverId, chatUserId))) {
    throw conflict('already_in_chat_server', 'You are already in the chat server, so you need no invite.');
  }
  const code = await chatInviteCode(ctx, {
    userId: actor.userId,
    organizationId: access.organizationId,
    target: `${serverId}/${inviteChannelId}`,
    exists: (known) => askDiscord(ctx, () => bot.inviteExists(known)),
    make: async () => {
      await ctx.limits.take('chatInvite', actor.userId);
      return makeInvite(ctx, member, inviteChannelId);
    },
  });
  return { inviteUrl: `https://discord.gg/${code}` };
}

/** Only into the confirmed server: a channel of another one would let strangers into that. */
async function makeInvite(ctx: AppContext, member: ChatMember, channelId: string): Promise<string> {
  const { bot, serverId, organizationName } = member;
  if ((await askDiscord(ctx, () => bot.serverOfChannel(channelId))) !== serverId) {
    throw badRequest(
      'invite_channel_not_configured',
      'The channel for invites is not in this guild’s chat server. An officer has to choose another one.',
    );
  }
  const reason = `For a member of ${organizationName}`.slice(0, 200);
  const terms = { maxAgeSeconds: INVITE_MINUTES * 60, maxUses: 1, reason };
  return askDiscord(ctx, () => bot.createInvite(channelId, terms));
}
