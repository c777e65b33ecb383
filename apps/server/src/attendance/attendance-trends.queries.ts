import type { AttendanceTrendsInput, AttendanceTrendsView } from '@guildhall/contracts/attendance.ts';
import { Temporal } from 'temporal-polyfill';
import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/context.ts';
import { AppError, forbidden } from '../core/errors.ts';
import { guildTimeZone } from '../events/guild-time-zone.ts';
import { organizationAccess } from '../organizations/organization.access.ts';
import { rateOf } from './attendance.presenter.ts';
import { attendanceHistory, points, WHOEVER_WAS_MEMBER } from './attendance-history.ts';
import { instantOfDay } from './since.ts';

/** `$4` the first instant of each bucket, in order. Buckets without events come from the list, not from here. */
export const TRENDS = `
  ${attendanceHistory(WHOEVER_WAS_MEMBER)},
  slice as materialized (
    select width_bucket(e.starts_at, $4::timestamptz[]) as bucket, e.version, bit_or(e.mark) as mark
    from counting e group by 1, 2
  ),
  share as (
    select s.bucket, h.user_id, sum(bit_count(h.there & s.mark)) as there, sum(bit_count(h.counted & s.mark)) as counted,
      sum(${points('s.mark')}) as points
    from slice s join rule r on r.version = s.version cross join history h group by 1, 2
  )
  select s.bucket, sum(bit_count(s.mark))::int as events, max(people.attendees) as attendees,
    max(people.attendances) as attendances, max(people.counted) as counted, max(people.points) as points
  from slice s left join (
    select bucket, count(*) filter (where there > 0)::int as attendees, sum(there)::int as attendances,
      sum(counted)::int as counted, sum(points)::int as points
    from share group by bucket
  ) people on people.bucket = s.bucket
  group by s.bucket`;

type TrendRow = {
  bucket: number;
  events: number;
  attendees: number | null;
  attendances: number | null;
  counted: number | null;
  points: number | null;
};

/** Over time, of everybody who was a member then. For members. */
export async function attendanceTrends(
  { sql }: AppContext,
  actor: Actor,
  input: AttendanceTrendsInput,
): Promise<AttendanceTrendsView> {
  const access = await organizationAccess(sql, actor, input.id);
  if (!access.isMember && !actor.isAdmin) throw forbidden('Only members see how reliably people come.');
  const { organizationId } = access;
  const timeZone = await guildTimeZone(sql, organizationId);
  const now = Temporal.Now.zonedDateTimeISO(timeZone);
  const since = sinceOf(input, now);
  const starts = bucketStarts(since, now, input.bucket);
  const instants = starts.map(({ epochMilliseconds }) => new Date(epochMilliseconds));
  const from = new Date(since.epochMilliseconds);
  const rows = await sql<TrendRow>(TRENDS, [organizationId, from, input.eventType ?? null, instants]);
  const byBucket = new Map(rows.map((row) => [row.bucket, row]));
  const buckets = starts.map((start, index) => {
    const row = byBucket.get(index + 1);
    const counted = row?.counted ?? 0;
    return {
      start: new Date(start.epochMilliseconds).toISOString(),
      startDate: start.toPlainDate().toString(),
      events: row?.events ?? 0,
      attendees: row?.attendees ?? 0,
      attendances: row?.attendances ?? 0,
      counted,
      averageRate: rateOf(row?.points ?? 0, counted),
    };
  });
  return { bucket: input.bucket, since: from.toISOString(), timeZone, buckets };
}

const DEFAULT_DAYS = 90;
const LONGEST_YEARS = 10;

function sinceOf({ since }: AttendanceTrendsInput, now: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  if (since === undefined) return now.subtract({ days: DEFAULT_DAYS });
  const instant = Temporal.Instant.fromEpochMilliseconds(instantOfDay(since, now.timeZoneId).getTime());
  const zoned = instant.toZonedDateTimeISO(now.timeZoneId);
  const isFuture = Temporal.ZonedDateTime.compare(zoned, now) > 0;
  const isAncient = Temporal.ZonedDateTime.compare(zoned, now.subtract({ years: LONGEST_YEARS })) < 0;
  if (!isFuture && !isAncient) return zoned;
  const message = isFuture ? 'must not be in the future' : `must not be more than ${LONGEST_YEARS} years ago`;
  throw new AppError('BAD_REQUEST', 'invalid_input', `since ${message}.`, { issues: [{ path: 'since', message }] });
}

/** Midnights, by the calendar of the zone: a week is not always 168 hours. */
export function bucketStarts(
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
