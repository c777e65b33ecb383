import type { EventView } from '@guildhall/contracts/event.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { may } from '../../api/ability.tsx';
import { serviceTime } from '../../api/service-time.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { useFormat } from '../../i18n/format.ts';
import { guildQuery } from '../../routes/current-guild.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Empty, SectionBoundary, Skeleton } from '../../ui/states.tsx';
import { EventCard } from '../event/event-card.tsx';
import styles from '../event/events.module.css';
import { agendaQuery, type CalendarView } from '../event/events.queries.ts';
import { eventsWords } from '../event/events.words.ts';
import { waitsForAnswer } from '../signups/answer-control.tsx';
import { addDays, addMonths, dayOf, mondayOf } from '../signups/days.ts';
import { signupsWords } from '../signups/signups.words.ts';
import { SubscribeDialog } from './subscribe-dialog.tsx';

const AnswerSeriesOf = lazyPart(() => import('./answer-series-of.tsx'), 'AnswerSeriesOf');
const Calendar = lazyPart(() => import('./calendar.tsx'), 'Calendar');
const VIEWS = ['agenda', 'week', 'month'] as const;

const route = getRouteApi('/shell/app/g/$guild/events');

export function AgendaPage() {
  const words = eventsWords.use();
  const { shell } = coreWords.use();
  const format = useFormat();
  const { guild: ref } = route.useParams();
  const { view, day, when, unanswered } = route.useSearch();
  const shownDay = day ?? dayOf(new Date(serviceTime()), format.timeZone);
  const navigate = route.useNavigate();
  const { data: guild } = useSuspenseQuery(guildQuery(ref));
  const [subscribing, setSubscribing] = useState(false);
  return (
    <>
      <PageHead
        title={shell.events}
        lead={`${guild.name} · ${words.agenda.lead({ zone: format.zoneName(format.timeZone) })}`}
        actions={
          <>
            <Button icon="events" onClick={() => setSubscribing(true)}>
              {words.agenda.subscribe}
            </Button>
            {may(guild.abilityRules, 'create', 'Event') && (
              <Link to="/g/$guild/events/new" params={{ guild: ref }} className={buttonClass('primary')}>
                <Icon name="plus" />
                {words.agenda.newEvent}
              </Link>
            )}
          </>
        }
      />
      <div className={styles.filters}>
        <nav className={styles.choice} aria-label={words.calendar.view}>
          {VIEWS.map((one) => (
            <Link
              key={one}
              from="/g/$guild/events"
              to="."
              search={{ view: one === 'agenda' ? undefined : one, unanswered, day }}
              activeOptions={{ explicitUndefined: true }}
            >
              {words.calendar.views[one]}
            </Link>
          ))}
        </nav>
        {view ? (
          <Turn view={view} day={shownDay} />
        ) : (
          <nav className={styles.choice} aria-label={words.agenda.when}>
            <Link
              from="/g/$guild/events"
              to="."
              search={{ when: undefined, unanswered }}
              activeOptions={{ explicitUndefined: true }}
            >
              {words.agenda.upcoming}
            </Link>
            <Link from="/g/$guild/events" to="." search={{ when: 'past' }}>
              {words.agenda.past}
            </Link>
          </nav>
        )}
        {(view || !when) && (
          <button
            type="button"
            className="chip"
            aria-pressed={unanswered ?? false}
            onClick={() =>
              void navigate({ search: { view, day, unanswered: unanswered ? undefined : true }, replace: true })
            }
          >
            {unanswered && <Icon name="check" size="s" />}
            {words.agenda.unanswered}
          </button>
        )}
      </div>
      <SectionBoundary>
        <Suspense fallback={<Skeleton height={320} />}>
          {view ? (
            <Calendar guild={ref} view={view} day={shownDay} unanswered={unanswered ?? false} />
          ) : (
            <Agenda guild={ref} />
          )}
        </Suspense>
      </SectionBoundary>
      {subscribing && <SubscribeDialog guild={guild.id} onClose={() => setSubscribing(false)} />}
    </>
  );
}

/** Links to the previous, the current and the next week or month. */
function Turn({ view, day }: { view: CalendarView; day: string }) {
  const { calendar } = eventsWords.use();
  const { days } = signupsWords.use();
  const format = useFormat();
  const { unanswered } = route.useSearch();
  const by = (count: number) => (view === 'week' ? addDays(mondayOf(day), count * 7) : addMonths(day, count));
  const monday = mondayOf(day);
  const to = (next: string | undefined) =>
    ({ from: '/g/$guild/events', to: '.', search: { view, day: next, unanswered }, resetScroll: false }) as const;
  return (
    <div className={styles.turn}>
      <Link {...to(by(-1))} className={buttonClass('ghost', false, 'sq')} aria-label={calendar.earlier}>
        <Icon name="left" />
      </Link>
      <h2 aria-live="polite">{view === 'week' ? format.days(monday, addDays(monday, 6)) : format.month(day)}</h2>
      <Link {...to(by(1))} className={buttonClass('ghost', false, 'sq')} aria-label={calendar.later}>
        <Icon name="right" />
      </Link>
      <Link {...to(undefined)} className={buttonClass('plain', true)}>
        {days.today}
      </Link>
    </div>
  );
}

function Agenda({ guild }: { guild: string }) {
  const words = eventsWords.use();
  const { when, unanswered, page = 1 } = route.useSearch();
  const { data } = useSuspenseQuery(agendaQuery(guild, when ?? 'upcoming', page));
  const events = unanswered ? data.events.filter(waitsForAnswer) : data.events;
  const { totalPages } = data.pagination;
  const days = useDays(events);
  const asking = firstOfSeries(events);
  if (events.length === 0) return <NoEvents filtered={data.events.length > 0} past={when === 'past'} />;
  return (
    <>
      {days.map(({ key, label, today, events: ofDay }) => (
        <section key={key} className={styles.day} aria-labelledby={`day-${key}`}>
          <h2 id={`day-${key}`} className={today ? styles.today : undefined}>
            {label}
          </h2>
          <ul className={styles.cards}>
            {ofDay.map((event) => (
              <EventCard key={event.id} event={event}>
                {asking.has(event.id) && (
                  <Suspense>
                    <AnswerSeriesOf event={event} />
                  </Suspense>
                )}
              </EventCard>
            ))}
          </ul>
        </section>
      ))}
      {totalPages > 1 && (
        <nav className="row between" aria-label={words.agenda.when}>
          {page > 1 ? (
            <Link from="/g/$guild/events" to="." search={{ when, page: page - 1 }} className={buttonClass()}>
              {words.agenda.earlier}
            </Link>
          ) : (
            <span />
          )}
          {page < totalPages && (
            <Link from="/g/$guild/events" to="." search={{ when, page: page + 1 }} className={buttonClass()}>
              {words.agenda.later}
            </Link>
          )}
        </nav>
      )}
    </>
  );
}

/** The first event of each series of which several wait for an answer. */
function firstOfSeries(events: readonly EventView[]): Set<string> {
  const waiting = events.filter((event) => event.recurringSeriesId !== null && waitsForAnswer(event));
  const series = Map.groupBy(waiting, ({ recurringSeriesId }) => recurringSeriesId);
  return new Set([...series.values()].flatMap(([first, ...others]) => (first && others.length > 0 ? [first.id] : [])));
}

function NoEvents({ filtered, past }: { filtered: boolean; past: boolean }) {
  const { agenda } = eventsWords.use();
  return (
    <div className="card">
      {filtered ? (
        <Empty icon="check" title={agenda.allAnswered}>
          {agenda.allAnsweredHint}
        </Empty>
      ) : (
        <Empty icon="events" title={past ? agenda.nonePast : agenda.noneTitle}>
          {past ? undefined : agenda.none}
        </Empty>
      )}
    </div>
  );
}

type Day = { key: string; label: string; today: boolean; events: EventView[] };

/** Days of the viewer's calendar. */
function useDays(events: readonly EventView[]): Day[] {
  const { agenda } = eventsWords.use();
  const format = useFormat();
  const keyOf = (at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: format.timeZone }).format(at);
  const today = keyOf(new Date(serviceTime()));
  const tomorrow = keyOf(new Date(serviceTime() + 86_400_000));
  const days = new Map<string, Day>();
  for (const event of events) {
    const start = new Date(event.startsAt);
    const key = keyOf(start);
    const near = key === today ? agenda.today : key === tomorrow ? agenda.tomorrow : undefined;
    const label = near ? `${near} · ${format.day(start)}` : format.day(start);
    const day = days.get(key) ?? { key, label, today: key === today, events: [] };
    day.events.push(event);
    days.set(key, day);
  }
  return [...days.values()];
}
