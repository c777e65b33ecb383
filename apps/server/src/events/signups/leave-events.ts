import { query } from '../../core/db/statement.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import { EVENT_ROW, EventRow } from '../event/event.access.ts';
import { tellParticipation } from '../event/tell-changes.ts';
import { promote } from './promote.ts';

const LOCK = query(EventRow)`${EVENT_ROW}
  where e.created_by_id = $1 or e.id in (select p.event_id from participation p where p.user_id = $1)
  order by e.id for no key update`;
/** Leaves out sign-ups made while this waited for locks: they disappear with the user's row. */
const LEAVE = query({ eventId: 'uuid' })`
  delete from participation where user_id = $1 and event_id = any($2::uuid[]) returning event_id as "eventId"`;

/**
 * Withdraws a person who is being erased from all events, and gives their slots to the waitlist. Runs before a row of
 * the person is locked, as everywhere. Also locks the events they created, so that deleting the person need not wait
 * for any of their events.
 */
export async function leaveEvents(tx: UnitOfWork, userId: string): Promise<void> {
  const events = await tx.sql.many(LOCK, [userId]);
  const leaving = await tx.sql.many(LEAVE, [userId, events.map(({ id }) => id)]);
  const left = new Set(leaving.map(({ eventId }) => eventId));
  await promote(tx, [...left], 'Somebody withdrew.');
  for (const event of events) if (left.has(event.id)) tellParticipation(tx, event);
}
