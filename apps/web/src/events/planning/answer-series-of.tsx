import type { EventView } from '@guildhall/contracts/event.ts';
import { useQuery } from '@tanstack/react-query';
import { seriesEventsQuery } from '../event/events.queries.ts';
import { AnswerSeries } from '../signups/answer-series.tsx';

/** “In for all 6” beside one event of a list. The list may end before the series does, so this reads how many there are. */
export function AnswerSeriesOf({ event }: { event: EventView }) {
  const events = useQuery(seriesEventsQuery(event.id)).data?.events ?? [];
  const unanswered = events.filter(({ open, mine }) => open && mine === null).length;
  return unanswered > 1 && <AnswerSeries event={event} count={unanswered} />;
}
