import type { DiscordRefusalCause } from '@guildhall/contracts/discord-posts.ts';
import type { ErrorReason } from '@guildhall/contracts/errors.ts';
import type { EventRole, ParticipationStatus } from '@guildhall/contracts/event.ts';
import type { ImagePurpose } from '@guildhall/contracts/image.ts';
import { type NotificationKind, RequestedNotificationKind } from '@guildhall/contracts/notification.ts';
import type { Permission } from '@guildhall/contracts/organization.ts';
import { query } from '../../core/db/statement.ts';
import type { Changing } from '../../core/jobs/unit-of-work.ts';

/** As it was when it happened: names change, and events go. */
export type NotificationDetails = {
  eventId?: string;
  title?: string;
  count?: number;
  /** The number of which `count` is a part. */
  of?: number;
  startsAt?: string;
  previousStartsAt?: string;
  status?: ParticipationStatus;
  roleKey?: EventRole | null;
  purpose?: ImagePurpose;
  reason?: string | null;
  refusal?: ErrorReason;
  /** Why Discord refuses it, and by which code. */
  cause?: DiscordRefusalCause;
  code?: number;
  /** Tells refused tokens of the bot apart, so that each is told of once. */
  tokenDigest?: string;
};

type News = {
  userId: string;
  kind: NotificationKind;
  organizationId?: string | null;
  details?: NotificationDetails;
};

/** People are kept, or found to be gone, before a row refers to them: one of them gone costs the others nothing. */
const NOTIFY = query({ id: 'uuid', personId: 'uuid' })`
  insert into notification (user_id, organization_id, kind, details)
  select u.id, n."organizationId", n.kind, coalesce(n.details, '{}')
  from jsonb_to_recordset($1) as n("userId" uuid, "organizationId" uuid, kind text, details jsonb)
  join person u on u.id = n."userId"
    and case when n.kind = any($2::text[]) then coalesce(u.preferences -> 'requestedNotifications', '[]') @> to_jsonb(n.kind)
      else not coalesce(u.preferences -> 'mutedNotifications', '[]') @> to_jsonb(n.kind) end
  order by u.id
  returning id, user_id as "personId"`;

/**
 * In the transaction of the change that it tells of. No person is told of what they have muted, or have to ask for and did not. Returns the ids of the
 * notices that were written.
 */
export async function notify({ sql, changed }: Changing, news: News[]): Promise<string[]> {
  if (news.length === 0) return [];
  const written = await sql.many(NOTIFY, [JSON.stringify(news), RequestedNotificationKind.options]);
  for (const { id, personId } of written) {
    changed({ type: 'notification.changed', subjectId: id, audience: 'person', personId });
  }
  return written.map(({ id }) => id);
}

const HOLDERS = query({ userId: 'uuid' })`
  select distinct user_id as "userId" from held_role
  where organization_id = $1 and (is_founder or $2 = any(permissions))`;

/** Tells the people who can do something about it: those who hold this permission in the organization. */
export async function notifyHolders(
  tx: Changing,
  permission: Permission,
  news: Omit<News, 'userId'> & { organizationId: string },
): Promise<void> {
  const holders = await tx.sql.many(HOLDERS, [news.organizationId, permission]);
  await notify(
    tx,
    holders.map(({ userId }) => ({ ...news, userId })),
  );
}
