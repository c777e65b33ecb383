import { DiscordRefusalCause } from '@guildhall/contracts/discord-posts.ts';
import { ErrorReason } from '@guildhall/contracts/errors.ts';
import { EventRole, ParticipationStatus } from '@guildhall/contracts/event.ts';
import { ImagePurpose } from '@guildhall/contracts/image.ts';
import {
  NotificationKind,
  type NotificationsInput,
  type NotificationsView,
  type UnreadView,
} from '@guildhall/contracts/notification.ts';
import type { Actor } from '../../core/actor.ts';
import { object, query, statement, text } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';

/** An event that is gone is told of, but not led to. */
const PAGE = query({
  id: 'uuid',
  createdAt: 'instant',
  organization: object({ id: 'uuid', alias: 'text?', name: 'text' }).orNull,
  kind: text(NotificationKind.options),
  readAt: 'instant?',
  eventId: 'uuid?',
  title: 'text?',
  count: 'int',
  of: 'int?',
  startsAt: 'text?',
  previousStartsAt: 'text?',
  status: text(ParticipationStatus.options).orNull,
  roleKey: text(EventRole.options).orNull,
  purpose: text(ImagePurpose.options).orNull,
  reason: 'text?',
  cause: text(DiscordRefusalCause.options).orNull,
  refusal: text(ErrorReason.options).orNull,
})`
  select n.id, n.kind, n.created_at as "createdAt", n.read_at as "readAt",
    case when o.id is not null then jsonb_build_object('id', o.id, 'alias', o.alias, 'name', o.name) end as organization,
    e.id as "eventId", n.details ->> 'title' as title, coalesce((n.details ->> 'count')::int, 1) as count,
    (n.details ->> 'of')::int as of,
    n.details ->> 'startsAt' as "startsAt", n.details ->> 'previousStartsAt' as "previousStartsAt",
    n.details ->> 'status' as status, n.details ->> 'roleKey' as "roleKey",
    n.details ->> 'purpose' as purpose, n.details ->> 'reason' as reason, n.details ->> 'cause' as cause,
    n.details ->> 'refusal' as refusal
  from notification n left join organization o on o.id = n.organization_id
  left join event e on e.id = (n.details ->> 'eventId')::uuid
  where n.user_id = $1 and ($2::uuid is null or n.id < $2) and (not $3::boolean or n.read_at is null)
  order by n.id desc limit $4`;

/** The inbox, newest first. */
export async function listNotifications(
  ctx: AppContext,
  actor: Actor,
  { before, unread: onlyUnread = false, pageSize }: NotificationsInput,
): Promise<NotificationsView> {
  const [rows, { unread }] = await Promise.all([
    ctx.sql.many(PAGE, [actor.userId, before, onlyUnread, pageSize + 1]),
    countUnread(ctx, actor),
  ]);
  const notifications = rows.slice(0, pageSize);
  const next = rows.length > pageSize ? (notifications.at(-1)?.id ?? null) : null;
  return { notifications, unread, next };
}

const UNREAD = query({ unread: 'int' })`
  select count(*)::int as unread from notification where user_id = $1 and read_at is null`;

export const countUnread = ({ sql }: AppContext, { userId }: Actor): Promise<UnreadView> => sql.one(UNREAD, [userId]);

const READ = statement`
  update notification set read_at = now() where user_id = $1 and ($2::uuid is null or id = $2) and read_at is null`;

/** One notification, or all. One of another person is answered like an unknown one: with silence. */
export async function readNotifications(ctx: AppContext, actor: Actor, id: string | null): Promise<UnreadView> {
  await ctx.sql.run(READ, [actor.userId, id]);
  return countUnread(ctx, actor);
}
