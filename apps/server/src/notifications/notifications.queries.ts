import {
  NotificationKind,
  type NotificationsInput,
  type NotificationsView,
  type NotificationView,
  type UnreadView,
} from '@guildhall/contracts/notification.ts';
import type { Actor } from '../core/actor.ts';
import { instantOf } from '../core/db/sql.ts';
import { json, object, query, type RowOf, text } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import type { NotificationDetails } from './notify.ts';

type Row = RowOf<typeof PAGE>;

/** An event that is gone is told of, but not led to. */
const PAGE = query({
  id: 'uuid',
  createdAt: 'instant',
  organization: object({ id: 'uuid', alias: 'text?', name: 'text' }).orNull,
  kind: text(NotificationKind.options),
  readAt: 'instant?',
  details: json<NotificationDetails>(),
  eventExists: 'bool',
})`
  select n.id, n.kind, n.details, n.created_at as "createdAt", n.read_at as "readAt",
    case when o.id is not null then jsonb_build_object('id', o.id, 'alias', o.alias, 'name', o.name) end as organization,
    exists (select from event e where e.id = (n.details ->> 'eventId')::uuid) as "eventExists"
  from notification n left join organization o on o.id = n.organization_id
  where n.user_id = $1 and ($2::uuid is null or n.id < $2) and (not $3::boolean or n.read_at is null)
  order by n.id desc limit $4`;

const UNREAD = query({
  unread: 'int',
})`select count(*)::int as unread from notification where user_id = $1 and read_at is null`;

/** The inbox, newest first. */
export async function listNotifications(
  ctx: AppContext,
  actor: Actor,
  { before, unread: onlyUnread = false, pageSize }: NotificationsInput,
): Promise<NotificationsView> {
  const [rows, { unread }] = await Promise.all([
    ctx.sql.many(PAGE, [actor.userId, before ?? null, onlyUnread, pageSize + 1]),
    countUnread(ctx, actor),
  ]);
  const shown = rows.slice(0, pageSize);
  const next = rows.length > pageSize ? (shown.at(-1)?.id ?? null) : null;
  return { notifications: shown.map(present), unread, next };
}

export async function countUnread({ sql }: AppContext, actor: Actor): Promise<UnreadView> {
  const row = await sql.one(UNREAD, [actor.userId]);
  return row ?? { unread: 0 };
}

function present({ details, eventExists, createdAt, readAt, ...row }: Row): NotificationView {
  const { eventId, title, count, startsAt, previousStartsAt, purpose, reason } = details;
  return {
    ...row,
    eventId: eventExists ? (eventId ?? null) : null,
    title: title ?? null,
    count: count ?? 1,
    startsAt: startsAt ?? null,
    previousStartsAt: previousStartsAt ?? null,
    purpose: purpose ?? null,
    reason: reason ?? null,
    createdAt: instantOf(createdAt),
    readAt: instantOf(readAt),
  };
}
