import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { LineChart } from '../../ui/line-chart.tsx';
import { Empty } from '../../ui/states.tsx';
import styles from './attendance.module.css';
import { attendanceWords } from './attendance.words.ts';
import { type AttendanceSearch, dayBefore, periodOf } from './attendance-search.ts';

const MONTHS_FROM_DAYS = 180;
const YEAR_DAYS = 365;

export const trendQuery = (id: string, search: AttendanceSearch) => {
  const { since, from } = periodOf(search);
  return api.attendance.trends.queryOptions({
    id,
    since: from ?? dayBefore(YEAR_DAYS),
    bucket: since === 'all' || Number(since) >= MONTHS_FROM_DAYS ? 'month' : 'week',
    ...(search.type ? { eventType: search.type } : {}),
  });
};

export function Trend({ guild, search }: { guild: OrganizationView; search: AttendanceSearch }) {
  const words = attendanceWords.use();
  const format = useFormat();
  const { bucket, buckets } = useSuspenseQuery(trendQuery(guild.id, search)).data;
  const percent = (value: number) => `${Math.round(value * 100)} %`;
  const points = buckets.map(({ startDate, averageRate }) => {
    const date = new Date(`${startDate}T12:00Z`);
    return {
      key: startDate,
      label: bucket === 'week' ? format.dayOfMonth(date) : format.shortMonth(date),
      value: averageRate,
    };
  });
  const known = points.filter(({ value }) => value !== null);
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last) return <Empty icon="heat" title={words.noTrend} />;
  const said = words.trendSaid({
    first: first.label,
    from: percent(first.value ?? 0),
    last: last.label,
    to: percent(last.value ?? 0),
  });
  return (
    <div className={styles.trend}>
      <p className="muted small">{words.trendLead}</p>
      <LineChart points={points} said={said} format={percent} />
    </div>
  );
}
