import type { AppContext } from '../core/context.ts';
import type { UnitOfWork } from '../core/unit-of-work.ts';
import type { EventRow } from './event.access.ts';

type Told = Pick<EventRow, 'id' | 'organizationId' | 'status'>;

/** Who may edit a draft of this organization, and so may know of it. */
const EDITORS = `
  select distinct user_id as "userId" from (
    select c.user_id from role r
    join roster_entry e on e.organization_id = r.organization_id and e.left_at is null
      and (e.rank = r.game_rank or r.is_founder and e.rank = 0)
    join character c on c.id = e.claimed_by_id and c.verified_at is not null
    where r.organization_id = $1 and (r.is_founder or 'canManageEvents' = any(r.permissions))
    union all
    select h.user_id from role r
    join role_holder h on h.role_id = r.id
    join membership m on m.organization_id = r.organization_id and m.user_id = h.user_id and m.left_at is null
    where r.organization_id = $1 and (r.is_founder or 'canManageEvents' = any(r.permissions))
    union all
    select created_by_id from event where id = $2 and scope = 'group' and created_by_id is not null
  ) editors`;

/** After the commit, those who may see an event hear that it changed: of a draft, those who may edit it. */
export async function tellEvent(ctx: AppContext, tx: UnitOfWork, event: Told): Promise<void> {
  const { id: eventId, organizationId } = event;
  const editors =
    event.status === 'draft' ? await tx.sql<{ userId: string }>(EDITORS, [organizationId, eventId]) : null;
  const rooms = editors ? editors.map(({ userId }) => `user:${userId}`) : [`organization:${organizationId}`];
  if (rooms.length === 0) return;
  tx.afterCommit(() => ctx.realtime.publishChange(rooms, 'event.changed', { organizationId, eventId }));
}

/** One person's answer may move others, so the message names the event whose participations are to be read again. */
export function tellParticipation(ctx: AppContext, tx: UnitOfWork, { id: eventId, organizationId }: Told): void {
  const rooms = [`organization:${organizationId}`];
  tx.afterCommit(() => ctx.realtime.publishChange(rooms, 'participation.changed', { organizationId, eventId }));
}
