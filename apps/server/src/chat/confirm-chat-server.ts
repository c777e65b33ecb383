import type { ChatServerView, ConfirmChatServerInput } from '@guildhall/contracts/chat.ts';
import type { Actor } from '../core/actor.ts';
import { instantOf } from '../core/db/sql.ts';
import { AppError, conflict } from '../core/errors.ts';
import type { Changing } from '../core/jobs/unit-of-work.ts';
import type { AppContext } from '../core/services/context.ts';
import { lockedAccess } from '../rights/lock-organization.ts';
import { type OrganizationAccess, refuseArchived } from '../rights/organization.access.ts';
import { abilityFor, authorize } from '../rights/organization.rules.ts';
import { writeAudit } from '../rights/write-audit.ts';
import { askDiscord } from './ask-discord.ts';
import { chatMember, managesChatServer, memberAccess } from './chat-server.access.ts';

const CONFIRM = `
  insert into chat_server_proof (organization_id, server_id, confirmed_by_id, confirmed_at, checked_at)
  values ($1, $2, $3, now(), now())
  on conflict (organization_id) do update set server_id = excluded.server_id, confirmed_by_id = excluded.confirmed_by_id,
    confirmed_at = excluded.confirmed_at, checked_at = excluded.checked_at
  returning server_id as "serverId", confirmed_at as "confirmedAt"`;

/**
 * Links a guild with a chat server, on the word of somebody who manages both. Throws FORBIDDEN for anybody who does
 * not, CONFLICT when the settings have changed to another server or the guild is archived.
 */
export async function confirmChatServer(
  ctx: AppContext,
  actor: Actor,
  input: ConfirmChatServerInput,
): Promise<ChatServerView> {
  const access = await memberAccess(ctx, actor, input.id);
  refuseOthers(actor, access);
  const { bot, serverId, chatUserId } = await chatMember(ctx, actor, access);
  if (serverId !== input.serverId) {
    throw conflict(
      'chat_server_changed',
      'The settings of this guild name another chat server. Confirm that one, or change the settings first.',
    );
  }
  await ctx.limits.take('chatplatform', actor.userId);
  if (!(await askDiscord(ctx, () => managesChatServer(bot, serverId, chatUserId)))) {
    throw new AppError(
      'FORBIDDEN',
      'not_chat_server_manager',
      'You do not manage this chat server. Ask somebody who does to confirm it.',
    );
  }
  const { organizationId } = access;
  return ctx.transact(async (tx) => {
    // Checked again, because rights may be lost while the platform takes its time to answer.
    refuseOthers(actor, await lockedAccess(tx.sql, actor, organizationId));
    return confirmServer(tx, actor, { organizationId, serverId });
  });
}

/** On the word of somebody of whom it is known that they manage both. */
export async function confirmServer(
  tx: Changing,
  actor: Actor,
  { organizationId, serverId }: { organizationId: string; serverId: string },
): Promise<ChatServerView> {
    const [row] = await tx.sql<ChatServerView>(CONFIRM, [organizationId, serverId, actor.userId]);
    if (!row) throw new Error('An upsert gave no row');
    await writeAudit(tx, {
      organizationId,
      action: 'chat_server_confirmed',
      actorId: actor.userId,
      details: { serverId },
    });
    return { serverId: row.serverId, confirmedAt: instantOf(row.confirmedAt) };
}

/** Throws FORBIDDEN for people who may not change the organization, CONFLICT when it is archived. */
export function refuseOthers(actor: Actor, access: OrganizationAccess): void {
  authorize(abilityFor(actor, access), 'update', 'Organization');
  refuseArchived(access);
}
