import type { ChatServerInput, InChatServerView } from '@guildhall/contracts/chat.ts';
import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/services/context.ts';
import { askDiscord } from './ask-discord.ts';
import { chatMember, memberAccess, requireConfirmedServer } from './chat-server.access.ts';

/** Whether the caller's linked account is in the guild's chat server. Not being able to tell is an error, not a no. */
export async function inChatServer(ctx: AppContext, actor: Actor, { id }: ChatServerInput): Promise<InChatServerView> {
  const member = await chatMember(ctx, actor, await memberAccess(ctx, actor, id));
  await ctx.limits.take('chatplatform', actor.userId);
  await requireConfirmedServer(ctx, member);
  const found = await askDiscord(ctx, () => member.bot.member(member.serverId, member.chatUserId));
  return { inChatServer: found !== null };
}
