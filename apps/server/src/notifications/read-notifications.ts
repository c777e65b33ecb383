import type { UnreadView } from '@guildhall/contracts/notification.ts';
import type { Actor } from '../core/actor.ts';
import { statement } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { countUnread } from './notifications.queries.ts';

const READ_ONE = statement`update notification set read_at = now() where user_id = $1 and id = $2 and read_at is null`;
const READ_ALL = statement`update notification set read_at = now() where user_id = $1 and read_at is null`;

/** One of somebody else is answered like an unknown one: with silence. */
export async function readNotification(ctx: AppContext, actor: Actor, id: string): Promise<UnreadView> {
  await ctx.sql.run(READ_ONE, [actor.userId, id]);
  return countUnread(ctx, actor);
}

export async function readAllNotifications(ctx: AppContext, actor: Actor): Promise<UnreadView> {
  await ctx.sql.run(READ_ALL, [actor.userId]);
  return { unread: 0 };
}
