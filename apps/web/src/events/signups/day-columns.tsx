import type { AbsenceView } from '@guildhall/contracts/absence.ts';
import type { EventView, HolidayView } from '@guildhall/contracts/event.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { serviceTime } from '../../api/service-time.ts';
import { useFormat } from '../../i18n/format.ts';
import { gameLocale } from '../../i18n/language.ts';
import { Icon } from '../../ui/icon.tsx';
import { RoleSlots } from '../../ui/role-slots.tsx';
import { AnswerControl, waitsForAnswer } from './answer-control.tsx';
import styles from './days.module.css';
import { awayOn, dayOf, resetOf, weekFrom } from './days.ts';
import { myCharacters } from './signups.queries.ts';
import { signupsWords } from './signups.words.ts';

type Props<E extends EventView> = {
  monday: string;
  timeZone: string;
  events: readonly E[];
  holidays: readonly HolidayView[];
  /** Bands beside the events. */
  absences: readonly AbsenceView[];
  /** Text beside the time of an event. */
  beside(event: E): string;
};

/** The seven days of a week with what is on each; on the phone a list. The page loads `signupsWords` and `myCharacters()`. */
export function DayColumns<E extends EventView>({ monday, timeZone, events, holidays, absences, beside }: Props<E>) {
  const { days: words } = signupsWords.use();
  const format = useFormat();
  const region = useQuery(myCharacters()).data?.find(({ gameVersion }) => gameVersion === 'retail')?.region;
  const reset = region && resetOf(monday, region);
  const today = dayOf(new Date(serviceTime()), timeZone);
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
            {festive.map(({ id, names }) => (
              <p key={id} className={`${styles.band} ${styles.festive}`}>
                <span className="clip">{names[locale] ?? names.en_US}</span>
              </p>
            ))}
            {away && (
              <p className={`${styles.band} ${styles.away}`}>
                <Icon name="moon" size="s" />
                <span className="clip">{words.away}</span>
              </p>
            )}
            {resets && (
              <p className={`${styles.band} ${styles.reset}`}>
                <Icon name="refresh" size="s" />
                <span className="clip">{words.reset({ time: format.time(resets) })}</span>
              </p>
            )}
            {here.map((event) => (
              <EventOfDay key={event.id} event={event} beside={beside(event)} />
            ))}
            {isEmpty && <p className={styles.none}>{words.nothing}</p>}
          </li>
        );
      })}
    </ol>
  );
}

function EventOfDay({ event, beside }: { event: EventView; beside: string }) {
  const { days: words } = signupsWords.use();
  const format = useFormat();
  const start = new Date(event.startsAt);
  const kind = event.status === 'cancelled' ? styles.cancelled : waitsForAnswer(event) ? styles.ask : '';
  return (
    <article className={`${styles.event} ${kind}`} aria-label={event.title}>
      <p className={styles.line}>
        <time dateTime={event.startsAt} title={format.full(start)}>
          {format.time(start)}
        </time>
        <span className="clip">{beside}</span>
      </p>
      <Link to="/events/$event" params={{ event: event.id }} className={styles.title}>
        {event.title}
      </Link>
      {event.slots.length > 0 ? (
        <RoleSlots
          tight
          places={event.slots.map(({ roleKey, signedUp, max }) => ({ role: roleKey, taken: signedUp, places: max }))}
        />
      ) : (
        <p className="muted small">{words.people({ count: event.counts.signedUp })}</p>
      )}
      <AnswerControl event={event} />
    </article>
  );
}
