import type { MyEventView } from '@guildhall/contracts/event.ts';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { gameLocale } from '../../i18n/language.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Pips } from '../../ui/pips.tsx';
import { SectionBoundary, Skeleton } from '../../ui/states.tsx';
import { AnswerControl, waitsForAnswer } from '../signup/answer-control.tsx';
import { myCharacters } from '../signup/signup.queries.ts';
import { addDays, awayOn, dayOf, mondayOf, resetOf, weekFrom } from './days.ts';
import styles from './week.module.css';
import { eventsOfWeek, myAbsences } from './week.queries.ts';
import { weekWords } from './week.words.ts';

type Props = { monday: string; timeZone: string };

/** Seven days over all guilds; on the phone a list. */
export function WeekDays({ monday, timeZone }: Props) {
  const words = weekWords.use();
  const format = useFormat();
  const isThis = mondayOf(dayOf(new Date(), timeZone)) === monday;
  return (
    <section aria-labelledby="week">
      <div className={styles.weekHead}>
        <h2 id="week">{isThis ? words.thisWeek : words.weekOf}</h2>
        <span className="muted small">{format.days(monday, addDays(monday, 6))}</span>
        <span className="end row">
          <Turn to={addDays(monday, -7)} icon="left" label={words.before} />
          <Link to="/" search={{}} className={buttonClass('plain', true)} resetScroll={false}>
            {words.today}
          </Link>
          <Turn to={addDays(monday, 7)} icon="right" label={words.after} />
        </span>
      </div>
      <div className="card">
        <SectionBoundary key={monday}>
          <Suspense fallback={<Skeleton height={196} />}>
            <Days monday={monday} timeZone={timeZone} />
          </Suspense>
        </SectionBoundary>
      </div>
    </section>
  );
}

function Turn({ to, icon, label }: { to: string; icon: 'left' | 'right'; label: string }) {
  return (
    <Link
      to="/"
      search={{ week: to }}
      className={buttonClass('ghost', false, 'sq')}
      aria-label={label}
      title={label}
      resetScroll={false}
    >
      <Icon name={icon} />
    </Link>
  );
}

function Days({ monday, timeZone }: Props) {
  const words = weekWords.use();
  const format = useFormat();
  const { events, holidays } = useSuspenseQuery(eventsOfWeek(monday, timeZone)).data;
  // Bands beside the events, which stand without them.
  const absences = useQuery(myAbsences()).data ?? [];
  const region = useQuery(myCharacters()).data?.find(({ gameVersion }) => gameVersion === 'retail')?.region;
  const reset = region && resetOf(monday, region);
  const today = dayOf(new Date(), timeZone);
  const locale = gameLocale();
  return (
    <ol className={styles.days}>
      {weekFrom(monday).map((day) => {
        const here = events.filter(({ startsAt }) => dayOf(new Date(startsAt), timeZone) === day);
        const festive = holidays.filter(({ startsAt, endsAt }) => startsAt <= day && day <= endsAt);
        const resets = reset && dayOf(reset, timeZone) === day ? reset : undefined;
        const away = awayOn(absences, day);
        const isEmpty = here.length === 0 && !resets && !away;
        const state = day < today ? styles.past : day === today ? styles.today : '';
        return (
          <li key={day} className={`${styles.day} ${state}`} data-empty={isEmpty || undefined}>
            <h3>
              <span>{format.weekday(day)}</span> <b>{Number(day.slice(-2))}</b>
              {day === today && <em>{words.today}</em>}
            </h3>
            {away && (
              <p className={`${styles.band} ${styles.away}`}>
                <Icon name="moon" size="s" />
                <span className="clip">{words.away}</span>
              </p>
            )}
            {festive.map(({ id, names }) => (
              <p key={id} className={`${styles.band} ${styles.festive}`}>
                <span className="clip">{names[locale] ?? names.en_US}</span>
              </p>
            ))}
            {resets && (
              <p className={`${styles.band} ${styles.reset}`}>
                <Icon name="refresh" size="s" />
                <span className="clip">{words.reset(format.time(resets))}</span>
              </p>
            )}
            {here.map((event) => (
              <EventOfDay key={event.id} event={event} />
            ))}
            {isEmpty && <p className={styles.none}>{words.nothing}</p>}
          </li>
        );
      })}
    </ol>
  );
}

function EventOfDay({ event }: { event: MyEventView }) {
  const words = weekWords.use();
  const format = useFormat();
  const start = new Date(event.startsAt);
  const kind = event.status === 'cancelled' ? styles.cancelled : waitsForAnswer(event) ? styles.ask : '';
  return (
    <article className={`${styles.event} ${kind}`} aria-label={event.title}>
      <p className={styles.line}>
        <time dateTime={event.startsAt} title={format.full(start)}>
          {format.time(start)}
        </time>
        <span className="clip">{event.organization.name}</span>
      </p>
      <Link to="/events/$event" params={{ event: event.id }} className={styles.title}>
        {event.title}
      </Link>
      {event.slots.length > 0 ? (
        <Pips
          tight
          places={event.slots.map(({ roleKey, signedUp, max }) => ({ role: roleKey, taken: signedUp, places: max }))}
        />
      ) : (
        <p className="muted small">{words.people(event.counts.signedUp)}</p>
      )}
      <AnswerControl event={event} />
    </article>
  );
}
