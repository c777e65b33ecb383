import type { JobRun } from '../../core/jobs/job.ts';
import type { AppContext } from '../../core/services/context.ts';
import { freeSlots } from '../signups/free-slots.ts';
import { orderReminders } from '../signups/order-reminders.ts';
import { completeEvents } from './complete-events.ts';

/** Periodic work on events. Each part may run twice, and one failing part does not stop the others. */
export async function advanceEvents(
  ctx: AppContext,
  _payload: object,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const part of [completeEvents, freeSlots, orderReminders]) {
    if (signal.aborted) return;
    try {
      await part(ctx);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Not everything about events could be done');
}
