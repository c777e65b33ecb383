import type { ImportRowView } from '@guildhall/contracts/import.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { eventQuery } from '../../events/event/events.queries.ts';
import { useFormat } from '../../i18n/format.ts';
import styles from './imports.module.css';
import { importsWords } from './imports.words.ts';

type Answer = NonNullable<ImportRowView['answer']>;
/** `isNew`: an evening without an event gets one. `count` is null where more of its answers are on the next page. */
type Props = { answer: Answer; isNew: boolean; count: number | null };

/** The head of the answers of one evening: its event here, or what the source calls it. */
export function Evening({ answer: { eventId, evening }, isNew, count }: Props) {
  const { row: words } = importsWords.use();
  const name = useEveningName(evening);
  return (
    <h3 className={styles.evening}>
      {eventId === null ? (
        <span>{isNew && evening.startsAt ? words.newEvent({ evening: name }) : name || words.noEvening}</span>
      ) : (
        <EventName id={eventId} name={name} />
      )}
      {count !== null && <span className="muted small num">{words.answers({ count })}</span>}
    </h3>
  );
}

function useEveningName({ title, startsAt }: Answer['evening']): string {
  const format = useFormat();
  return [title, startsAt && format.dayOfMonth(new Date(startsAt))].filter(Boolean).join(', ');
}

function EventName({ id, name }: { id: string; name: string }) {
  const format = useFormat();
  const { data: event } = useQuery(eventQuery(id));
  if (!event) return <span>{name}</span>;
  return (
    <Link to="/events/$event" params={{ event: id }} className="person-link">
      {event.title}, {format.dayOfMonth(new Date(event.startsAt))}
    </Link>
  );
}
