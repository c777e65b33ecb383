import { useQueries, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { may } from '../../api/ability.tsx';
import { useViewer } from '../../api/session.ts';
import { useFormat } from '../../i18n/format.ts';
import { guildRef } from '../../shell/current-guild.ts';
import { Icon } from '../../ui/icon.tsx';
import { Section } from '../../ui/states.tsx';
import { waitsForAnswer } from '../signup/answer-control.tsx';
import styles from './week.module.css';
import { myGuilds, newsworthy, rightsIn, transfersOf, upcomingEvents, waitingPictures } from './week.queries.ts';
import { weekWords } from './week.words.ts';

const MOST = 4;

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
  const transfers = useTransfers();
  const isAdmin = useViewer()?.isAdmin ?? false;
  const pictures = useQuery({ ...waitingPictures(), enabled: isAdmin }).data?.pagination.total ?? 0;
  const others = transfers.length + Number(pictures > 0);
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
        {transfers.map(({ guild, count }) => (
          <li key={guild.id}>
            <span className="mark">
              <Icon name="roster" />
            </span>
            <div className="grow">
              <p className="strong clip">{words.transfers(count)}</p>
              <small className="clip">{guild.name}</small>
            </div>
            <Link className="link" to="/g/$guild/roster" params={{ guild: guildRef(guild) }}>
              {words.decide}
            </Link>
          </li>
        ))}
        {pictures > 0 && (
          <li>
            <span className="mark">
              <Icon name="flag" />
            </span>
            <p className="strong grow clip">{words.pictures(pictures)}</p>
          </li>
        )}
      </ul>
      <p className="fresh">
        <Icon name={waiting.length > MOST ? 'clock' : 'check'} size="s" />
        <span>
          {waiting.length > MOST
            ? words.more(waiting.length - MOST)
            : waiting.length + others > 0
              ? words.restAnswered
              : words.allAnswered}
        </span>
      </p>
    </>
  );
}

/** Waits for nothing: what officers have to decide comes when it is known. */
function useTransfers() {
  const guilds = newsworthy(useQuery(myGuilds()).data ?? []);
  const rights = useQueries({ queries: guilds.map(({ id }) => rightsIn(id)) });
  const officerOf = guilds.filter((_, index) => {
    const guild = rights[index]?.data;
    return guild?.source === 'synced' && may(guild.abilityRules, 'update', 'Roster');
  });
  const found = useQueries({ queries: officerOf.map(({ id }) => transfersOf(id)) });
  return officerOf.flatMap((guild, index) => {
    const count = found[index]?.data?.pagination.total ?? 0;
    return count > 0 ? [{ guild, count }] : [];
  });
}
