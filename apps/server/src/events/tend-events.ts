import type { AppContext } from '../core/context.ts';
import type { JobRun } from '../core/job.ts';
import { completeEvents } from './complete-events.ts';
import { orderReminders } from './order-reminders.ts';
import { settleParticipations } from './settle-participations.ts';

/** What becomes of events by itself. Each part may run twice, and a failing one does not keep the others from running. */
export async function tendEvents(ctx: AppContext, _payload: object, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
  const failures: unknown[] = [];
  for (const part of [completeEvents, settleParticipations, orderReminders]) {
    if (signal.aborted) return;
    try {
      await part(ctx);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Not everything about events could be done');
}
