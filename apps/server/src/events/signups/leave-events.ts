import { query, statement } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { EVENT_ROW, EventRow } from '../event/event.access.ts';
import { tellParticipation } from '../event/tell-changes.ts';
import { promote } from './promote.ts';

const BATCH = 50;

const LOCK = query(EventRow)`${EVENT_ROW}
  where e.id in (
    select id from event where created_by_id = $1 union select event_id from participation where user_id = $1
    order by 1 limit ${BATCH})
  order by e.id for no key update`;
const RELEASE = statement`update event set created_by_id = null where created_by_id = $1 and id = any($2::uuid[])`;
const LEAVE = query({ eventId: 'uuid' })`
  delete from participation where user_id = $1 and event_id = any($2::uuid[]) returning event_id as "eventId"`;

/** Withdraws a person who is being erased from all events, and gives their slots to the waitlist. */
export async function leaveEvents({ transact }: AppContext, userId: string): Promise<void> {
  for (let left = BATCH; left === BATCH; ) {
    left = await transact(async (tx) => {
      const events = await tx.sql.many(LOCK, [userId]);
      const ids = events.map(({ id }) => id);
      await tx.sql.run(RELEASE, [userId, ids]);
      const leaving = await tx.sql.many(LEAVE, [userId, ids]);
      const freed = new Set(leaving.map(({ eventId }) => eventId));
      await promote(tx, [...freed], 'Somebody withdrew.');
      for (const event of events) if (freed.has(event.id)) tellParticipation(tx, event);
      return events.length;
    });
  }
}
