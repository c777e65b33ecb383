import type {
  Attendance,
  EventLogView,
  EventRole,
  EventView,
  ParticipationStatus,
} from '@guildhall/contracts/event.ts';
import { useQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { coreWords } from '../../i18n/core.words.ts';
import { useFormat } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/language.ts';
import { PersonLink } from '../../routes/person-link.tsx';
import { Button } from '../../ui/button.tsx';
import { ClassName } from '../../ui/game.tsx';
import { RaiderMark } from '../../ui/raider-mark.tsx';
import styles from '../event/events.module.css';
import { eventLogQuery, participationsQuery } from '../event/events.queries.ts';
import { type EventsWords, eventsWords } from '../event/events.words.ts';
import { nameOf } from './participant-name.tsx';
import { sentenceWith } from './sentence-with.tsx';

type Entry = EventLogView['entries'][number];

export function EventLog({ event }: { event: EventView }) {
  const { log: words } = eventsWords.use();
  const format = useFormat();
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(eventLogQuery(event.id));
  const sentence = useSentence(event);
  return (
    <>
      <ol className={styles.log}>
        {data.pages
          .flatMap(({ entries }) => entries)
          .map((entry) => (
            <li key={entry.id}>
              <time dateTime={entry.at} title={format.full(new Date(entry.at))}>
                {format.dayAndTime(new Date(entry.at))}
              </time>
              <p>{sentence(entry)}</p>
            </li>
          ))}
      </ol>
      {hasNextPage && (
        <div className={styles.older}>
          <Button small kind="ghost" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {words.more}
          </Button>
        </div>
      )}
    </>
  );
}

function useSentence(event: EventView): (entry: Entry) => ReactNode {
  const words = eventsWords.use();
  const { roles } = coreWords.use();
  const language = useLanguage();
  const parts = useQuery(participationsQuery(event.id)).data?.participations ?? [];
  const nameFor = (person: Entry['person']): ReactNode => {
    if (!person) return <span className="muted">{words.log.nobody}</span>;
    const part = parts.find(({ user }) => user?.id === person.id);
    const name = part?.character ? (
      <ClassName classId={part.character.class.id}>{nameOf(part)}</ClassName>
    ) : (
      <b>{person.displayName}</b>
    );
    return (
      <PersonLink guild={event.organizationId} person={person.id}>
        {name}
      </PersonLink>
    );
  };
  return (entry) => {
    const actor = nameFor(entry.actor);
    const person = entry.raider ? (
      <>
        <b>{entry.raider.name ?? words.formerRaider}</b> <RaiderMark of={entry.raider} />
      </>
    ) : (
      nameFor(entry.person)
    );
    const told = tell(words, entry, { actor, person, language, role: roleAfter(entry, roles) });
    const why =
      entry.why &&
      (CAUSES[entry.why] ? words.log.causes[CAUSES[entry.why] ?? 'free'] : words.log.why({ text: entry.why }));
    // The service's automatic changes to its own record need no English cause.
    const shown = entry.actor || (entry.why && CAUSES[entry.why]) ? why : null;
    return (
      <>
        {told}
        {shown && <span className="muted"> · {shown}</span>}
      </>
    );
  };
}

type Parts = { actor: ReactNode; person: ReactNode; language: string; role: string | undefined };

function tell(words: EventsWords, entry: Entry, { actor, person, language, role }: Parts): ReactNode {
  const { log } = words;
  const status = pair<ParticipationStatus>(entry.changes.status);
  switch (entry.kind) {
    case 'edited':
      return sentenceWith(log.edited, { actor, fields: fieldsOf(words, entry, language) });
    case 'completed':
      return entry.actor ? sentenceWith(log.completed, { actor }) : log.completedItself;
    case 'created':
    case 'published':
    case 'cancelled':
    case 'reopened':
    case 'image_changed':
      return sentenceWith(log[entry.kind], { actor });
    case 'answered':
      return answered(words, status, person, role);
    case 'added':
      return sentenceWith(log.added, { actor, person });
    case 'promoted':
      return role ? sentenceWith(log.promotedAs, { person, role }) : sentenceWith(log.promoted, { person });
    case 'removed':
      return sentenceWith(log.removed, { actor, person });
    case 'moved': {
      const where = [status?.[1] && log.status[status[1]], role].filter(Boolean).join(', ');
      if (!entry.actor) return sentenceWith(log.movedItself, { person, where });
      return where ? sentenceWith(log.movedTo, { actor, person, where }) : sentenceWith(log.moved, { actor, person });
    }
    case 'attendance': {
      const now = pair<Attendance>(entry.changes.attendance)?.[1];
      return now
        ? sentenceWith(log.attended, { actor, person, how: words.attendance[now] })
        : sentenceWith(log.attendanceTaken, { actor, person });
    }
  }
}

function answered(
  { log }: EventsWords,
  status: Pair<ParticipationStatus> | undefined,
  person: ReactNode,
  role?: string,
) {
  if (status && status[1] === null) return sentenceWith(log.tookBack, { person });
  switch (status?.[1]) {
    case 'signed_up':
      return role ? sentenceWith(log.inAs, { person, role }) : sentenceWith(log.in, { person });
    case 'waitlist':
      return role ? sentenceWith(log.waitsAs, { person, role }) : sentenceWith(log.waits, { person });
    case 'tentative':
      return sentenceWith(log.maybe, { person });
    case 'declined':
      return status[0] === 'signed_up' || status[0] === 'waitlist'
        ? sentenceWith(log.withdrew, { person })
        : sentenceWith(log.no, { person });
    default:
      return sentenceWith(log.changedAnswer, { person });
  }
}

function fieldsOf({ log }: EventsWords, { changes }: Entry, language: string): string {
  const fields: Record<string, string> = log.fields;
  const named = Object.keys(changes).map((field) => fields[field] ?? log.fields.other);
  return new Intl.ListFormat(language).format(new Set(named));
}

type Pair<T> = [T | null, T | null];

/** The old and the new value, as the log keeps them. */
const pair = <T,>(value: unknown): Pair<T> | undefined => (Array.isArray(value) ? (value as Pair<T>) : undefined);

function roleAfter({ changes }: Entry, roles: Record<EventRole, string>): string | undefined {
  const role = pair<EventRole>(changes.roleKey)?.[1] ?? changes.roleKey;
  return typeof role === 'string' && Object.hasOwn(roles, role) ? roles[role as EventRole] : undefined;
}

/** The service writes a small, fixed set of causes in English. */
const CAUSES: Record<string, keyof EventsWords['log']['causes']> = {
  'Somebody withdrew.': 'withdrew',
  'Somebody gave up the place.': 'withdrew',
  'Somebody is away.': 'away',
  'Somebody is back.': 'back',
  'The event takes place again and has room.': 'takesPlace',
  'An officer made room.': 'room',
  'A place became free.': 'free',
  'The event was changed and has room.': 'changed',
};
