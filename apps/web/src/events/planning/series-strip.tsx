import type { EventView, SeriesView } from '@guildhall/contracts/event.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { serviceTime } from '../../api/service-time.ts';
import { useFormat } from '../../i18n/format.ts';
import { oneOf } from '../../routes/search-params.ts';
import { Icon } from '../../ui/icon.tsx';
import { Options } from '../../ui/select.tsx';
import { seriesEventsQuery } from '../event/events.queries.ts';
import { eventFormWords } from '../event-form/event-form.words.ts';
import { EXTENTS, type Extent } from '../event-form/extents.ts';
import { AnswerSeries } from '../signups/answer-series.tsx';
import { planningWords } from './planning.words.ts';
import styles from './series-strip.module.css';

type Each = SeriesView['events'][number];
type Props = {
  event: EventView /** The part that an officer's changes cover. */;
  apply: string | undefined;
  mayEdit: boolean;
};

/** The other dates of the series: one tap away, answered at once, and changed together. */
export function SeriesStrip({ event, apply, mayEdit }: Props) {
  const { series: words } = planningWords.use();
  const { events } = useSuspenseQuery(seriesEventsQuery(event.id)).data;
  const unanswered = events.filter(({ open, mine }) => open && mine === null).length;
  const place = events.findIndex(({ id }) => id === event.id) + 1;
  return (
    <section className={`card ${styles.strip}`} aria-label={words.title}>
      <p className={styles.label}>
        <Icon name="refresh" size="s" />
        <span>
          <b>{isWeekly(events) ? words.weekly : words.title}</b>
          <small>{words.nth({ place, all: events.length })}</small>
        </span>
      </p>
      <Dates events={events} current={event.id} />
      {unanswered > 1 && <AnswerSeries event={event} count={unanswered} />}
      {mayEdit && <AppliesTo apply={oneOf(apply, EXTENTS) ?? 'this'} />}
    </section>
  );
}

function Dates({ events, current }: { events: readonly Each[]; current: string }) {
  const list = useRef<HTMLOListElement>(null);
  // Shows the open event among many; only the list itself scrolls.
  useEffect(() => {
    const shown = list.current?.querySelector<HTMLElement>(`[data-event="${current}"]`);
    if (list.current && shown) list.current.scrollLeft = shown.offsetLeft - list.current.clientWidth / 3;
  }, [current]);
  return (
    <ol ref={list} className={styles.dates}>
      {events.map((one) => (
        <li key={one.id} data-event={one.id}>
          <EventDate one={one} isCurrent={one.id === current} />
        </li>
      ))}
    </ol>
  );
}

function EventDate({ one, isCurrent }: { one: Each; isCurrent: boolean }) {
  const { series: words } = planningWords.use();
  const format = useFormat();
  const { id, startsAt, status, signedUp, slots, mine, open } = one;
  const past = Date.parse(startsAt) < serviceTime();
  return (
    <Link
      to="/events/$event"
      params={{ event: id }}
      className={past ? styles.past : ''}
      aria-current={isCurrent ? 'date' : undefined}
      title={format.dayAndTime(new Date(startsAt))}
    >
      <b>{format.dayOfMonth(new Date(startsAt))}</b>
      <small className={open && mine === null ? styles.asks : undefined}>
        {mine === 'signed_up' && <Icon name="check" size="s" />}
        {status === 'cancelled' || status === 'draft' ? (
          words[status]
        ) : (
          <>
            <span aria-hidden="true">{slots > 0 ? `${signedUp}/${slots}` : signedUp}</span>
            <span className="sr">
              {slots > 0 ? words.filled({ taken: signedUp, slots }) : words.going({ count: signedUp })}
            </span>
          </>
        )}
      </small>
    </Link>
  );
}

function AppliesTo({ apply }: { apply: Extent }) {
  const { series: words } = planningWords.use();
  const { series: form } = eventFormWords.use();
  const navigate = useNavigate({ from: '/events/$event' });
  return (
    <label className={styles.extent}>
      <span className="muted">{words.appliesTo}</span>
      <select
        className="input"
        value={apply}
        onChange={({ target: { value } }) =>
          void navigate({
            to: '.',
            search: (now) => ({ ...now, apply: value === 'this' ? undefined : value }),
            replace: true,
            resetScroll: false,
          })
        }
      >
        <Options of={EXTENTS.map((one) => [one, form.extents[one]])} />
      </select>
    </label>
  );
}

const DAY_MS = 86_400_000;

/** By the local day, because a week with a change of the clocks has another length. */
const isWeekly = (events: readonly Each[]) => {
  const days = events.map(({ localStart }) => Date.parse(`${localStart.slice(0, 10)}T12:00Z`) / DAY_MS);
  return days.length > 1 && days.every((day, at) => at === 0 || day - (days[at - 1] ?? 0) === 7);
};
