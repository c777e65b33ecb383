import type { AttendanceTrendsInput } from '@guildhall/contracts/attendance.ts';
import { Temporal } from 'temporal-polyfill';
import type { Actor } from '../../core/actor.ts';
import { query } from '../../core/db/statement.ts';
import { forbidden } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { organizationAccess } from '../../membership/rights/organization.access.ts';
import { guildTimeZone } from '../event/event-times.ts';
import { ATTENDANCE_HISTORY, lostPoints } from './attendance-history.ts';
import { attendanceRate, sinceInstant } from './attendance-stats.queries.ts';

const within = (bits: string) => `substring(${bits} from r.first for r.size)`;

/**
 * `$5` holds the first instant of each bucket, in order. The events of a bucket, and those in it that one version of the
 * policy applies to, are contiguous in `line`. Counts are cast to integer before summing: PostgreSQL sums bigints as
 * numerics, which costs several times as much.
 */
export const ATTENDANCE_TRENDS = query({
  events: 'int',
  attendees: 'int',
  attendances: 'int',
  counted: 'int',
  lessPoints: 'int',
})`
  ${ATTENDANCE_HISTORY},
  placed as materialized (select e.*, width_bucket(e.starts_at, $5::timestamptz[]) as bucket from counting e),
  bucket as (select bucket, min(n) as first, count(*)::int as size from placed group by 1),
  expected_there as (
    select r.bucket, sum(bit_count(${within('h.counted')})::int) as counted from bucket r cross join history h group by 1
  ),
  were_there as (
    select bucket, count(*) filter (where times > 0) as attendees, sum(times) as attendances from (
      select r.bucket, bit_count(${within('h.there')})::int as times from bucket r cross join history h
      where bit_count(h.there) > 0 offset 0
    ) each_one group by 1
  ),
  less as (
    select r.bucket, sum((${lostPoints(within('h.late'), within('h.benched'))})::int) as points
    from (
      select bucket, min(n) as first, count(*)::int as size, late_weight, benched_weight
      from placed group by bucket, version, late_weight, benched_weight
    ) r cross join history h
    where (r.late_weight < 100 or r.benched_weight < 100) and bit_count(h.late | h.benched) > 0
    group by 1
  )
  select coalesce(size, 0) as events, coalesce(attendees, 0)::int as attendees,
    coalesce(attendances, 0)::int as attendances, coalesce(counted, 0)::int as counted, coalesce(points, 0)::int as "lessPoints"
  from generate_series(1, cardinality($5::timestamptz[])) as all_of(bucket) left join bucket using (bucket)
  left join expected_there using (bucket) left join were_there using (bucket) left join less using (bucket)
  order by bucket`;

/** Attendance over time, over all who were members then. For members. */
export async function attendanceTrends({ sql }: AppContext, actor: Actor, input: AttendanceTrendsInput) {
  const access = await organizationAccess(sql, actor, input.id);
  if (!access.isMember && !actor.isAdmin) throw forbidden('Only members can see attendance. Ask for an invite first.');
  const { organizationId } = access;
  const timeZone = await guildTimeZone(sql, organizationId);
  const now = Temporal.Now.zonedDateTimeISO(timeZone);
  const since = input.since === undefined ? now.subtract({ days: DEFAULT_DAYS }) : sinceInstant(input.since, timeZone);
  const starts = bucketStarts(since, now, input.bucket);
  const instants = starts.map(({ epochMilliseconds }) => new Date(epochMilliseconds));
  const from = new Date(since.epochMilliseconds);
  const rows = await sql.many(ATTENDANCE_TRENDS, [
    organizationId,
    from,
    input.eventType ?? null,
    input.teamId ?? null,
    instants,
  ]);
  const buckets = rows.map(({ lessPoints, ...row }, index) => {
    const start = starts[index] ?? since;
    return {
      ...row,
      start: new Date(start.epochMilliseconds).toISOString(),
      startDate: start.toPlainDate().toString(),
      averageRate: attendanceRate(row.attendances * 100 - lessPoints, row.counted),
    };
  });
  return { bucket: input.bucket, since: from.toISOString(), timeZone, buckets };
}

const DEFAULT_DAYS = 90;
/** Buckets begin at midnight on the calendar of the zone: a week is not always 168 hours. */
function bucketStarts(
  since: Temporal.ZonedDateTime,
  until: Temporal.ZonedDateTime,
  bucket: AttendanceTrendsInput['bucket'],
): Temporal.ZonedDateTime[] {
  const day = since.toPlainDate();
  const first = bucket === 'week' ? day.subtract({ days: day.dayOfWeek - 1 }) : day.with({ day: 1 });
  const starts: Temporal.ZonedDateTime[] = [];
  for (let number = 0; ; number += 1) {
    const date = first.add(bucket === 'week' ? { weeks: number } : { months: number });
    const start = date.toZonedDateTime(since.timeZoneId);
    if (Temporal.ZonedDateTime.compare(start, until) > 0) return starts;
    starts.push(start);
  }
}
