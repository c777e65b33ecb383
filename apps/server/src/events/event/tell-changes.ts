import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import type { EventRow } from './event.access.ts';

type Told = Pick<EventRow, 'id' | 'organizationId' | 'unpublished'>;

/** The people who may edit unpublished content of these events, and therefore may know about it. */
const EDITORS = `
  with unpublished as (select id, organization_id, scope, created_by_id from event where id = any($1::uuid[]))
  select u.id as "eventId", h.user_id as "userId" from unpublished u
  join held_role h on h.organization_id = u.organization_id and h.organization_id = any($2::uuid[])
    and (h.is_founder or 'canManageEvents' = any(h.permissions))
  union
  select u.id, u.created_by_id from unpublished u
  join current_member m on m.organization_id = u.organization_id and m.organization_id = any($2::uuid[])
    and m.user_id = u.created_by_id
  where u.scope = 'group'`;

/**
 * After the commit, notifies everybody who may see these events: the members, or for unpublished events those who may
 * edit them. Call it while the events still exist.
 */
export async function tellEvents(ctx: AppContext, tx: UnitOfWork, events: Told[]): Promise<void> {
  const hidden = events.filter(({ unpublished }) => unpublished);
  const editors = hidden.length > 0 ? await editorsOf(tx, hidden) : [];
  for (const { id: eventId, organizationId, unpublished } of events) {
    const rooms = unpublished
      ? editors.filter((editor) => editor.eventId === eventId).map(({ userId }) => `user:${userId}`)
      : [`organization:${organizationId}`];
    if (rooms.length === 0) continue;
    tx.afterCommit(() => ctx.realtime.publishChange(rooms, 'event.changed', { organizationId, eventId }));
  }
}

function editorsOf({ sql }: UnitOfWork, events: Told[]): Promise<{ eventId: string; userId: string }[]> {
  return sql(EDITORS, [events.map(({ id }) => id), events.map(({ organizationId }) => organizationId)]);
}

/** One person's answer may move others, so the message only names the event whose participations to reload. */
export function tellParticipation(ctx: AppContext, tx: UnitOfWork, { id: eventId, organizationId }: Told): void {
  const rooms = [`organization:${organizationId}`];
  tx.afterCommit(() => ctx.realtime.publishChange(rooms, 'participation.changed', { organizationId, eventId }));
}
