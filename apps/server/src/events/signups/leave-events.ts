import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { EVENT_ROW, type EventRow } from '../event/event.access.ts';
import { tellParticipation } from '../event/tell-changes.ts';
import { promote } from './promote.ts';

const LOCK = `${EVENT_ROW}
  where e.created_by_id = $1 or e.id in (select p.event_id from participation p where p.user_id = $1)
  order by e.id for no key update`;
/** What the person has signed up to while this waited for others is not locked: it goes with their row. */
const LEAVE = `
  delete from participation where user_id = $1 and event_id = any($2::uuid[]) returning event_id as "eventId"`;

/**
 * A person who is erased leaves all events, and those who wait move up. Comes before a row of the person is locked, as
 * everywhere; and so that none of their events has to be waited for afterwards, those they made are locked too.
 */
export async function leaveEvents(ctx: AppContext, tx: UnitOfWork, userId: string): Promise<void> {
  const events = await tx.sql<EventRow>(LOCK, [userId]);
  const leaving = await tx.sql<{ eventId: string }>(LEAVE, [userId, events.map(({ id }) => id)]);
  const left = new Set(leaving.map(({ eventId }) => eventId));
  await promote(ctx, tx, [...left], 'Somebody withdrew.');
  for (const event of events) if (left.has(event.id)) tellParticipation(ctx, tx, event);
}
