import type { ChatServerView, ConfirmChatServerInput } from '@guildhall/contracts/chat.ts';
import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/context.ts';
import { AppError, conflict } from '../core/errors.ts';
import { instantOf } from '../core/sql.ts';
import { abilityFor, authorize } from '../organizations/organization.rules.ts';
import { askDiscord } from './ask-discord.ts';
import { chatMember, managesChatServer } from './chat-server.access.ts';

const CONFIRM = `
  insert into chat_server_proof (organization_id, server_id, confirmed_by_id, confirmed_at, checked_at)
  values ($1, $2, $3, now(), now())
  on conflict (organization_id) do update set server_id = excluded.server_id, confirmed_by_id = excluded.confirmed_by_id,
    confirmed_at = excluded.confirmed_at, checked_at = excluded.checked_at
  returning server_id as "serverId", confirmed_at as "confirmedAt"`;

/**
 * Somebody who manages the guild here and the server there says that they belong together. Throws FORBIDDEN for who does
 * not manage both, CONFLICT when the settings have come to name another server.
 */
export async function confirmChatServer(
  ctx: AppContext,
  actor: Actor,
  input: ConfirmChatServerInput,
): Promise<ChatServerView> {
  const { bot, access, serverId, chatUserId } = await chatMember(ctx, actor, input.id);
  authorize(abilityFor(actor, access), 'update', 'Organization');
  if (serverId !== input.serverId) {
    throw conflict('chat_server_changed', 'The settings of this guild name another chat server.');
  }
  await ctx.limits.take('chatplatform', actor.userId);
  if (!(await askDiscord(ctx, () => managesChatServer(bot, serverId, chatUserId)))) {
    throw new AppError('FORBIDDEN', 'not_chat_server_manager', 'Only who manages the chat server can confirm it.');
  }
  const [row] = await ctx.sql<ChatServerView>(CONFIRM, [access.organizationId, serverId, actor.userId]);
  if (!row) throw new Error('An upsert gave no row');
  return { serverId: row.serverId, confirmedAt: instantOf(row.confirmedAt) };
}
