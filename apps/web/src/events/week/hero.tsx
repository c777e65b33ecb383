import type { MyEventView } from '@guildhall/contracts/event.ts';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { serviceTime } from '../../api/service-time.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { useFormat } from '../../i18n/format.ts';
import { guildRef, useCurrentGuild } from '../../routes/current-guild.ts';
import { buttonClass } from '../../ui/button.tsx';
import { RoleSlots } from '../../ui/role-slots.tsx';
import { Empty } from '../../ui/states.tsx';
import { AnswerControl } from '../signups/answer-control.tsx';
import { Faces } from '../signups/faces.tsx';
import { signupsWords } from '../signups/signups.words.ts';
import hall from './hall.svg?url';
import styles from './week.module.css';
import { useThisWeekData } from './week.queries.ts';
import { weekWords } from './week.words.ts';

/** The next event, answered with one tap. */
export function Hero() {
  const words = weekWords.use();
  const { next } = useThisWeekData();
  const guild = useCurrentGuild();
  if (next) return <Next event={next} />;
  const toEvents = guild && (
    <Link to="/g/$guild/events" params={{ guild: guildRef(guild) }} className={buttonClass()}>
      {words.toEvents}
    </Link>
  );
  return (
    <div className={styles.quiet}>
      <Empty icon="moon" title={words.noEvent} action={toEvents}>
        {words.noEventHint}
      </Empty>
    </div>
  );
}

function Next({ event }: { event: MyEventView }) {
  const words = weekWords.use();
  const { days } = signupsWords.use();
  const { time } = coreWords.use();
  const format = useFormat();
  const now = useMinute();
  const [start, end] = [new Date(event.startsAt), new Date(event.endsAt)];
  const begun = start.getTime() <= now;
  const differs = format.dayAndTime(start) !== format.dayAndTime(start, event.timeZone);
  const clock = event.timeZone === event.guildTimeZone ? time.guildTime : time.eventTime;
  const guildClock = clock({ time: format.time(start, event.timeZone), zone: format.zoneName(event.timeZone) });
  const deadline = event.signupDeadline ? new Date(event.signupDeadline) : undefined;
  const facts = [
    event.journalInstance?.name,
    event.organization.name,
    event.createdBy && words.ledBy({ name: event.createdBy.displayName }),
  ].filter(Boolean);
  return (
    <>
      <Picture key={event.imageUrl} url={event.imageUrl} />
      <div className={styles.heroIn}>
        <p className="row">
          <span className="tag ember">{begun ? words.running : words.nextEvent}</span>
          {!begun && <b className="small">{words.startsIn({ span: format.span(start.getTime() - now) })}</b>}
        </p>
        <h2>
          <Link to="/events/$event" params={{ event: event.id }}>
            {event.title}
          </Link>
        </h2>
        <p className="muted">{facts.join(' · ')}</p>
        <p className={styles.when}>
          <time dateTime={event.startsAt} title={format.full(start)}>
            <b>{words.at({ day: format.day(start), from: format.time(start), to: format.time(end) })}</b>
          </time>
          <span className="muted">
            {[differs && guildClock, deadline && words.answerBy({ when: format.dayAndTime(deadline) })]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </p>
        {event.slots.length > 0 ? (
          <RoleSlots
            places={event.slots.map(({ roleKey, signedUp, max }) => ({ role: roleKey, taken: signedUp, places: max }))}
          />
        ) : (
          <p className="small">{days.people({ count: event.counts.signedUp })}</p>
        )}
        <Faces event={event} />
        <div className={styles.answer}>
          <AnswerControl event={event} large />
        </div>
      </div>
    </>
  );
}

/** Our own picture of a hall if there is none, or it fails to load. */
function Picture({ url }: { url: string | null }) {
  const [broken, setBroken] = useState(false);
  return <img className={styles.picture} src={url && !broken ? url : hall} alt="" onError={() => setBroken(true)} />;
}

function useMinute(): number {
  const [now, setNow] = useState(serviceTime);
  useEffect(() => {
    const timer = setInterval(() => setNow(serviceTime()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
