/** Events of a week or a month, in the viewer's zone, with the holidays of the game. */

import type { AbsenceView } from '@guildhall/contracts/absence.ts';
import type { EventView, HolidayView } from '@guildhall/contracts/event.ts';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { serviceTime } from '../../api/service-time.ts';
import { useFormat } from '../../i18n/format.ts';
import { gameLocale } from '../../i18n/language.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { useMedia } from '../../ui/media.ts';
import { EventCard } from '../event/event-card.tsx';
import eventStyles from '../event/events.module.css';
import { type CalendarView, calendarQuery } from '../event/events.queries.ts';
import { eventsWords } from '../event/events.words.ts';
import { waitsForAnswer } from '../signups/answer-control.tsx';
import { DayColumns } from '../signups/day-columns.tsx';
import { awayOn, dayOf, mondayOf, weekFrom, weeksOfMonth } from '../signups/days.ts';
import { myAbsences } from '../signups/signups.queries.ts';
import { signupsWords } from '../signups/signups.words.ts';
import styles from './calendar.module.css';

const route = getRouteApi('/shell/app/g/$guild/events');
/** More would push the other weeks off the screen; the rest is a click away. */
const MOST_A_DAY = 3;

type Props = { guild: string; view: CalendarView; day: string; unanswered: boolean };

export function Calendar({ guild, view, day, unanswered }: Props) {
  const words = eventsWords.use();
  const { timeZone } = useFormat();
  const { data } = useSuspenseQuery(calendarQuery(guild, view, day, timeZone));
  // Absences are bands beside the events; the calendar does not wait for them.
  const absences = useQuery(myAbsences()).data ?? [];
  const events = unanswered ? data.events.filter(waitsForAnswer) : data.events;
  const missing = data.pagination.total - data.events.length;
  return (
    <>
      {view === 'week' ? (
        <div className="card">
          <DayColumns
            monday={mondayOf(day)}
            timeZone={timeZone}
            events={events}
            holidays={data.holidays}
            absences={absences}
            beside={({ type }) => words.types[type]}
          />
        </div>
      ) : (
        <Month day={day} events={events} holidays={data.holidays} absences={absences} />
      )}
      {missing > 0 && <p className="muted small">{words.calendar.more({ count: missing })}</p>}
    </>
  );
}

type MonthProps = {
  day: string;
  events: readonly EventView[];
  holidays: readonly HolidayView[];
  absences: readonly AbsenceView[];
};

function Month({ day, events, holidays, absences }: MonthProps) {
  const format = useFormat();
  const words = eventsWords.use();
  const { days } = signupsWords.use();
  const small = useMedia('(max-width: 767px)');
  const weeks = weeksOfMonth(day);
  const today = dayOf(new Date(serviceTime()), format.timeZone);
  const on = (one: string) => events.filter(({ startsAt }) => dayOf(new Date(startsAt), format.timeZone) === one);
  const look = (one: string) =>
    [
      one.slice(0, 7) === day.slice(0, 7) ? '' : styles.other,
      one === today ? styles.today : '',
      awayOn(absences, one) ? styles.away : '',
    ].join(' ');
  const chosen = on(day);
  return (
    <>
      <div className="card">
        <table className={styles.month}>
          <caption className="sr">{format.month(day)}</caption>
          <thead>
            <tr>
              {weekFrom(weeks[0] ?? day).map((one) => (
                <th key={one} scope="col">
                  {format.weekday(one)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((monday) => {
              const lanes = lanesOf(holidays, monday);
              return (
                <tr key={monday}>
                  {weekFrom(monday).map((one) => (
                    <td key={one} className={look(one)}>
                      {small ? (
                        <Dots day={one} chosen={one === day} events={on(one)} festive={lanes.some(within(one))} />
                      ) : (
                        <>
                          <p className={styles.number}>
                            <time dateTime={one}>{Number(one.slice(-2))}</time>
                            {awayOn(absences, one) && <span className={styles.awayWord}>{days.away}</span>}
                          </p>
                          <Stripes day={one} monday={monday} lanes={lanes} />
                          <Chips day={one} events={on(one)} />
                        </>
                      )}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {small && (
        <section className={eventStyles.day} aria-labelledby="chosen-day">
          <h2 id="chosen-day">{format.day(new Date(`${day}T12:00Z`))}</h2>
          {chosen.length > 0 ? (
            <ul className={eventStyles.cards}>
              {chosen.map((event) => (
                <EventCard key={event.id} event={event} />
              ))}
            </ul>
          ) : (
            <p className="muted small">{days.nothing}</p>
          )}
          {holidays.filter(within(day)).map(({ id, names }) => (
            <p key={id} className={styles.holiday}>
              {names[gameLocale()] ?? names.en_US} <span className="muted">{words.calendar.holiday}</span>
            </p>
          ))}
        </section>
      )}
    </>
  );
}

const within =
  (day: string) =>
  ({ startsAt, endsAt }: HolidayView): boolean =>
    startsAt <= day && day <= endsAt;

/** Computed per week, so that each holiday keeps its line from day to day. */
const lanesOf = (holidays: readonly HolidayView[], monday: string): HolidayView[] =>
  holidays.filter(({ startsAt, endsAt }) => startsAt <= (weekFrom(monday)[6] ?? monday) && endsAt >= monday);

function Stripes({ day, monday, lanes }: { day: string; monday: string; lanes: readonly HolidayView[] }) {
  const locale = gameLocale();
  return lanes.map((holiday) => {
    const { id, names, startsAt } = holiday;
    if (!within(day)(holiday)) return <p key={id} className={styles.gap} />;
    const name = names[locale] ?? names.en_US;
    const begins = day === startsAt || day === monday;
    return (
      <p key={id} className={styles.stripe} title={name}>
        <span className={begins ? 'clip' : 'sr'}>{name}</span>
      </p>
    );
  });
}

const ANSWERED: Record<NonNullable<EventView['mine']>['status'], IconName> = {
  signed_up: 'check',
  tentative: 'note',
  waitlist: 'clock',
  declined: 'x',
};

function Chips({ day, events }: { day: string; events: readonly EventView[] }) {
  const { calendar } = eventsWords.use();
  const { states } = signupsWords.use();
  const format = useFormat();
  const shown = events.length > MOST_A_DAY ? events.slice(0, MOST_A_DAY - 1) : events;
  if (events.length === 0) return null;
  return (
    <ul className={styles.chips}>
      {shown.map((event) => {
        const { id, title, startsAt, status, mine } = event;
        const state = status === 'cancelled' || status === 'draft' ? status : (mine?.status ?? 'unanswered');
        const look = waitsForAnswer(event) ? styles.asks : (styles[state] ?? '');
        return (
          <li key={id}>
            <Link to="/events/$event" params={{ event: id }} className={`${styles.chip} ${look}`} title={title}>
              {mine && status !== 'cancelled' && <Icon name={ANSWERED[mine.status]} size="s" />}
              <time dateTime={startsAt}>{format.time(new Date(startsAt))}</time>
              <span className="clip">{title}</span>
              <span className="sr">, {states[state]}</span>
            </Link>
          </li>
        );
      })}
      {shown.length < events.length && (
        <li>
          <Link
            from="/g/$guild/events"
            to="."
            search={(before) => ({ ...before, view: 'week', day })}
            className={`${styles.chip} ${styles.more}`}
          >
            {calendar.more({ count: events.length - shown.length })}
          </Link>
        </li>
      )}
    </ul>
  );
}

const MOST_DOTS = 3;

/** On the phone, people choose a day, and its events are listed below the month. */
function Dots({
  day,
  chosen,
  events,
  festive,
}: {
  day: string;
  chosen: boolean;
  events: readonly EventView[];
  festive: boolean;
}) {
  const { calendar } = eventsWords.use();
  const format = useFormat();
  const navigate = route.useNavigate();
  return (
    <button
      type="button"
      className={`${styles.pick} ${festive ? styles.festive : ''}`}
      aria-pressed={chosen}
      aria-label={calendar.dayWith({ day: format.day(new Date(`${day}T12:00Z`)), events: events.length })}
      onClick={() => void navigate({ search: (before) => ({ ...before, day }), replace: true, resetScroll: false })}
    >
      {Number(day.slice(-2))}
      <span className={styles.dots}>
        {events.slice(0, MOST_DOTS).map((event) => (
          <i key={event.id} className={waitsForAnswer(event) ? styles.asks : undefined} />
        ))}
      </span>
    </button>
  );
}
