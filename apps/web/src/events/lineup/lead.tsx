import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../../i18n/format.ts';
import { eventQuery } from '../event/events.queries.ts';
import { lineupWords } from './lineup.words.ts';

/** Leads to the event, and says when it is; for officers, how many may be placed. */
export function Lead({ event: id, people }: { event: string; people: number | undefined }) {
  const words = lineupWords.use();
  const format = useFormat();
  const { data: event } = useSuspenseQuery(eventQuery(id));
  return (
    <>
      <Link to="/events/$event" params={{ event: id }} className="link">
        {event.title}
      </Link>
      {` · ${format.dayAndTime(new Date(event.startsAt))}`}
      {people !== undefined && ` · ${words.signedUpFor({ count: people })}`}
    </>
  );
}
