import { conflict } from '../../core/errors.ts';
import type { EventRow } from '../event/event.access.ts';
import type { PlannedEvent } from './event-change.ts';

/**
 * Refuses edits of a series that would lead to events in the past, events overlapping one that has taken place, or two
 * events at the same time. `series` is empty when an event is edited alone.
 */
export function refuseCollisions(series: EventRow[], plans: PlannedEvent[]): void {
  if (series.length === 0) return;
  const moved = plans.filter(({ changes }) => 'startsAt' in changes || 'endsAt' in changes).map(({ next }) => next);
  if (moved.some(({ startsAt }) => Date.parse(startsAt) <= Date.now())) {
    throw conflict('event_in_past', 'This would move events of the series into the past.');
  }
  const completed = series.filter(({ status }) => status === 'completed');
  if (moved.some((event) => completed.some((other) => overlap(event, other)))) {
    throw conflict('overlaps_completed_event', 'This would move events of the series across one that is completed.');
  }
  const planned = new Map(plans.map(({ next }) => [next.id, next]));
  const starts = series.map(({ id, startsAt }) => Date.parse(planned.get(id)?.startsAt ?? startsAt));
  if (moved.length > 0 && new Set(starts).size < starts.length) {
    throw conflict(
      'same_start_twice',
      'Two events of the series would begin at the same time. Choose different days or times.',
    );
  }
}

type Span = Pick<EventRow, 'startsAt' | 'endsAt'>;

const overlap = (a: Span, b: Span) =>
  Date.parse(a.startsAt) < Date.parse(b.endsAt) && Date.parse(b.startsAt) < Date.parse(a.endsAt);
