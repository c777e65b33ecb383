import { query } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { EVENT_ROW, EventRow } from '../event/event.access.ts';
import { tellEvents, writeEventLog } from '../event/tell-changes.ts';
import { SET_STATUS } from './change-status.ts';

const BATCH = 200;

/** Skips events that somebody is changing right now; they come next time. */
const OVER = query(EventRow)`${EVENT_ROW}
  where e.status = 'published' and e.ends_at < now() - interval '6 hours'
  order by e.ends_at limit ${BATCH} for no key update skip locked`;

/** Completes events six hours after their end. */
export async function completeEvents(ctx: AppContext): Promise<void> {
  for (let done = BATCH; done === BATCH; ) {
    done = await ctx.transact(async (tx) => {
      const events = await tx.sql.many(OVER);
      await tx.sql.run(SET_STATUS, [events.map(({ id }) => id), 'completed']);
      await writeEventLog(
        tx.sql,
        events.map(({ id }) => ({
          eventId: id,
          kind: 'completed',
          actorId: null,
          changes: { status: ['published', 'completed'] },
          why: 'Six hours after its end.',
        })),
      );
      await tellEvents(tx, events);
      return events.length;
    });
  }
}
