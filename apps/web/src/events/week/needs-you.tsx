import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useViewer } from '../../api/session.ts';
import { useFormat } from '../../i18n/format.ts';
import { guildRef } from '../../routes/current-guild.ts';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Section } from '../../ui/states.tsx';
import { waitsForAnswer } from '../signups/answer-control.tsx';
import styles from './week.module.css';
import { useThisWeekData, waitingPictures } from './week.queries.ts';
import { weekWords } from './week.words.ts';

const MOST = 4;

const AnswerSeries = lazyPart(() => import('../signups/answer-series.tsx'), 'AnswerSeries');

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
  const waiting = useThisWeekData().unanswered.filter(waitsForAnswer);
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
                <small className="clip">
                  {words.answerBy({ when: format.dayAndTime(new Date(event.signupDeadline)) })}
                </small>
              )}
              {event.inSeries > 1 && (
                <div className={styles.atOnce}>
                  <small className="muted">{words.inSeries({ count: event.inSeries })}</small>
                  <Suspense>
                    <AnswerSeries event={event} count={event.inSeries} />
                  </Suspense>
                </div>
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
        <Decisions />
      </ul>
      <p className="fresh">
        <Icon name={waiting.length > MOST ? 'clock' : 'check'} size="s" />
        <span>
          {waiting.length > MOST
            ? words.more({ count: waiting.length - MOST })
            : waiting.length > 0
              ? words.restAnswered
              : words.allAnswered}
        </span>
      </p>
    </>
  );
}

/** Rows for decisions that officers and administrators have to make. */
function Decisions() {
  const words = weekWords.use();
  const { organizations, transfers } = useThisWeekData();
  const isAdmin = useViewer()?.isAdmin ?? false;
  const pictures = useQuery({ ...waitingPictures(), enabled: isAdmin }).data?.pagination.total ?? 0;
  const guilds = organizations.map((guild) => ({
    guild,
    count: transfers.find(({ organizationId }) => organizationId === guild.id)?.count ?? 0,
  }));
  return (
    <>
      {guilds
        .filter(({ count }) => count > 0)
        .map(({ guild, count }) => (
          <li key={guild.id}>
            <span className="mark">
              <Icon name="roster" />
            </span>
            <div className="grow">
              <p className="strong clip">{words.transfers({ count })}</p>
              <small className="clip">{guild.name}</small>
            </div>
            <Link className="link" to="/g/$guild/roster/transfers" params={{ guild: guildRef(guild) }}>
              {words.decide}
            </Link>
          </li>
        ))}
      {pictures > 0 && (
        <li>
          <span className="mark">
            <Icon name="flag" />
          </span>
          <p className="strong grow clip">{words.pictures({ count: pictures })}</p>
          <Link className="link" to="/admin/{-$tab}/{-$queue}" params={{ tab: 'moderation' }}>
            {words.decide}
          </Link>
        </li>
      )}
    </>
  );
}
