import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { serviceTime } from '../../api/service-time.ts';
import { useFormat } from '../../i18n/format.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SectionBoundary, Skeleton } from '../../ui/states.tsx';
import { DayColumns } from '../signups/day-columns.tsx';
import { addDays, dayOf, mondayOf } from '../signups/days.ts';
import { signupsWords } from '../signups/signups.words.ts';
import styles from './week.module.css';
import { useThisWeekData, weekOf } from './week.queries.ts';
import { weekWords } from './week.words.ts';

type Props = { monday: string; timeZone: string };

/** Seven days across all guilds; a list on the phone. */
export function WeekDays({ monday, timeZone }: Props) {
  const words = weekWords.use();
  const { days } = signupsWords.use();
  const format = useFormat();
  const isThis = mondayOf(dayOf(new Date(serviceTime()), timeZone)) === monday;
  return (
    <section aria-labelledby="week">
      <div className={styles.weekHead}>
        <h2 id="week">{isThis ? words.thisWeek : words.weekOf}</h2>
        <span className="muted small">{format.days(monday, addDays(monday, 6))}</span>
        <span className="end row">
          <Turn to={addDays(monday, -7)} icon="left" label={words.before} />
          <Link to="/" search={{}} className={buttonClass('plain', true)} resetScroll={false}>
            {days.today}
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
  const { absences } = useThisWeekData();
  const { events, holidays } = useSuspenseQuery(weekOf(monday, timeZone)).data;
  return (
    <DayColumns
      monday={monday}
      timeZone={timeZone}
      events={events}
      holidays={holidays}
      absences={absences}
      beside={({ organization }) => organization.name}
    />
  );
}
