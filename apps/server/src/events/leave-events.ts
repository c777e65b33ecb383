import type { AppContext } from '../core/context.ts';
import type { UnitOfWork } from '../core/unit-of-work.ts';
import { EVENT_ROW, type EventRow } from './event.access.ts';
import { promote } from './promote.ts';
import { tellParticipation } from './tell-changes.ts';

const LOCK = `${EVENT_ROW}
  where e.id in (select p.event_id from participation p where p.user_id = $1) order by e.id for no key update`;
const LEAVE = 'delete from participation where user_id = $1';

/**
 * A person who is erased leaves all events, and those who wait move up. Comes before a row of the person is locked:
 * whoever signs up takes the same order.
 */
export async function leaveEvents(ctx: AppContext, tx: UnitOfWork, userId: string): Promise<void> {
  const events = await tx.sql<EventRow>(LOCK, [userId]);
  await tx.sql(LEAVE, [userId]);
  await promote(
    tx,
    events.map(({ id }) => id),
    'Somebody withdrew.',
  );
  for (const event of events) tellParticipation(ctx, tx, event);
}
