import { query } from '../../core/db/statement.ts';
import { defineSweep, EVERY_MINUTE, type JobRun } from '../../core/jobs/job.ts';
import { sweepOf } from '../../core/jobs/sweep-parts.ts';
import type { AppContext } from '../../core/services/context.ts';
import { EVENT_ROW, EventRow } from '../event/event.access.ts';
import { publishEventChanges, writeEventLog } from '../event/publish-changes.ts';
import { confirmNights } from '../signups/confirm-night.ts';
import { freeLostSlots } from '../signups/free-slots.ts';
import { queueKeptAnswers } from '../signups/keep-answer.ts';
import { scheduleReminders } from '../signups/schedule-reminders.ts';
import { SET_STATUS } from './change-status.ts';

/** Periodic work on events. */
export const advanceEventsJob = defineSweep('advance-events', EVERY_MINUTE);

/** Each part may run twice. People notice reminders first. */
const advance = sweepOf<AppContext>({
  sweep: 'advance-events',
  parts: {
    reminders: scheduleReminders,
    places: freeLostSlots,
    completion: completeEvents,
    'kept-answers': queueKeptAnswers,
    'log-nights': confirmNights,
  },
  lateAfterSeconds: 300,
  failure: 'Not everything about events could be done',
});

export const advanceEvents = (ctx: AppContext, _payload: object, { signal }: Pick<JobRun, 'signal'>): Promise<void> =>
  advance(ctx, signal);

const BATCH = 200;

/** Skips events that a change holds right now; they come next time. */
const OVER = query(EventRow)`${EVENT_ROW}
  where e.status = 'published' and e.ends_at < now() - interval '6 hours'
  order by e.ends_at limit ${BATCH} for no key update skip locked`;

/** Completes events six hours after their end. */
async function completeEvents(ctx: AppContext, signal: AbortSignal): Promise<void> {
  for (let done = BATCH; done === BATCH; ) {
    signal.throwIfAborted();
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
      await publishEventChanges(tx, events);
      return events.length;
    });
  }
}
