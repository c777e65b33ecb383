import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Section } from '../../ui/states.tsx';
import { waitsForAnswer } from '../signup/answer-control.tsx';
import styles from './week.module.css';
import { upcomingEvents } from './week.queries.ts';
import { weekWords } from './week.words.ts';

const MOST = 4;
/** CASL is too heavy for the first load. */
const ForOfficers = lazy(() => import('./for-officers.tsx').then((module) => ({ default: module.ForOfficers })));

export function NeedsYou() {
  const words = weekWords.use();
  return (
    <Section title={words.needsYou} className={styles.needs ?? ''}>
      <Open />
    </Section>
  );
}

function Open() {
  const words = weekWords.use();
  const format = useFormat();
  const waiting = useSuspenseQuery(upcomingEvents()).data.events.filter(waitsForAnswer);
  return (
    <>
      <ul className="list">
        {waiting.slice(0, MOST).map((event) => (
          <li key={event.id}>
            <span className="mark hot">
              <Icon name="events" />
            </span>
            <div className="grow">
              <p className="strong clip">{event.title}</p>
              <small className="clip">
                {format.dayAndTime(new Date(event.startsAt))} · {event.organization.name}
              </small>
              {event.signupDeadline && (
                <small className="clip">{words.answerBy(format.dayAndTime(new Date(event.signupDeadline)))}</small>
              )}
            </div>
            <Link
              className="link"
              to="/events/$event"
              params={{ event: event.id }}
              aria-label={`${words.answer}: ${event.title}`}
            >
              {words.answer}
            </Link>
          </li>
        ))}
        <Suspense>
          <ForOfficers />
        </Suspense>
      </ul>
      <p className="fresh">
        <Icon name={waiting.length > MOST ? 'clock' : 'check'} size="s" />
        <span>
          {waiting.length > MOST
            ? words.more(waiting.length - MOST)
            : waiting.length > 0
              ? words.restAnswered
              : words.allAnswered}
        </span>
      </p>
    </>
  );
}
