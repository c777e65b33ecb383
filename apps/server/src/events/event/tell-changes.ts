import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import type { EventRow } from './event.access.ts';

type Told = Pick<EventRow, 'id' | 'organizationId' | 'unpublished'>;

/** Who may edit what is not published of these events, and so may know of it. */
const EDITORS = `
  with unpublished as (select id, organization_id, scope, created_by_id from event where id = any($1::uuid[]))
  select distinct u.id as "eventId", c.user_id as "userId" from unpublished u
  join role r on r.organization_id = u.organization_id and (r.is_founder or 'canManageEvents' = any(r.permissions))
  join roster_entry e on e.organization_id = r.organization_id and e.left_at is null
    and (e.rank = r.game_rank or r.is_founder and e.rank = 0)
  join character c on c.id = e.claimed_by_id and c.verified_at is not null
  union
  select u.id, h.user_id from unpublished u
  join role r on r.organization_id = u.organization_id and (r.is_founder or 'canManageEvents' = any(r.permissions))
  join role_holder h on h.role_id = r.id
  join membership m on m.organization_id = r.organization_id and m.user_id = h.user_id and m.left_at is null
  union
  select u.id, u.created_by_id from unpublished u
  join membership m on m.organization_id = u.organization_id and m.user_id = u.created_by_id and m.left_at is null
  where u.scope = 'group'`;

/**
 * After the commit, those who may see an event hear that it changed: its members, or those who may edit what is not
 * published. To be called while the events are still there.
 */
export async function tellEvents(ctx: AppContext, tx: UnitOfWork, events: Told[]): Promise<void> {
  const hidden = events.filter(({ unpublished }) => unpublished).map(({ id }) => id);
  const editors = hidden.length > 0 ? await tx.sql<{ eventId: string; userId: string }>(EDITORS, [hidden]) : [];
  for (const { id: eventId, organizationId, unpublished } of events) {
    const rooms = unpublished
      ? editors.filter((editor) => editor.eventId === eventId).map(({ userId }) => `user:${userId}`)
      : [`organization:${organizationId}`];
    if (rooms.length === 0) continue;
    tx.afterCommit(() => ctx.realtime.publishChange(rooms, 'event.changed', { organizationId, eventId }));
  }
}

/** One person's answer may move others, so the message names the event whose participations are to be read again. */
export function tellParticipation(ctx: AppContext, tx: UnitOfWork, { id: eventId, organizationId }: Told): void {
  const rooms = [`organization:${organizationId}`];
  tx.afterCommit(() => ctx.realtime.publishChange(rooms, 'participation.changed', { organizationId, eventId }));
}
