import { AttendanceOutcome, type AttendanceRow } from '@guildhall/contracts/attendance.ts';
import { Attendance, EventType, ParticipationStatus } from '@guildhall/contracts/event.ts';
import type { Sql } from '../core/db/sql.ts';
import { query, type RowOf, text } from '../core/db/statement.ts';
import { ATTENDANCE_HISTORY } from './attendance-history.ts';

const MOST = 1_000;

const is = (outcome: string) => `when get_bit(h.${outcome}, e.n - 1) = 1 then '${outcome}'`;

/** Includes events that do not count, because people ask about those most. */
const EXPLAINED = query({
  title: 'text',
  attendance: text(Attendance.options).orNull,
  startsAt: 'instant',
  status: text(ParticipationStatus.options).orNull,
  eventId: 'uuid',
  statusSince: 'instant?',
  type: text(EventType.options),
  outcome: text(AttendanceOutcome.options),
  counted: 'bool',
  policyVersion: 'int',
  lateWeight: 'int?',
  benchedWeight: 'int?',
})`
  ${ATTENDANCE_HISTORY}
  select v.id as "eventId", v.title, v.type, v.starts_at as "startsAt", p.status, p.status_since as "statusSince",
    p.attendance, case
      when e.n is null then case v.status when 'completed' then 'does_not_count' else 'not_completed' end
      when h.user_id is null or get_bit(h.expected | h.there, e.n - 1) = 0 then 'not_a_member'
      ${['present', 'late', 'benched', 'no_show', 'excused', 'absent', 'removed', 'declined'].map(is).join('\n')}
      else 'missed' end as outcome,
    coalesce(get_bit(h.counted, e.n - 1) = 1, false) as counted,
    e.late_weight as "lateWeight", e.benched_weight as "benchedWeight",
    coalesce(e.version, (select max(version) from policy)) as "policyVersion"
  from event v left join counting e on e.id = v.id left join history h on h.user_id = $4
  left join participation p on p.event_id = v.id and p.user_id = $4
  where v.organization_id = $1 and (v.status = 'completed' or v.status = 'published' and v.starts_at <= now())
    and ($2::timestamptz is null or v.starts_at >= $2) and ($3::text is null or v.type = $3)
  order by v.starts_at desc, v.id desc limit ${MOST}`;

/** How each event counted for one person, and why. `values` are those of the statistics; `$4` is the person. */
export async function explainAttendance(sql: Sql, values: readonly unknown[]): Promise<AttendanceRow[]> {
  return (await sql.many(EXPLAINED, values)).map(presentRow);
}

function presentRow({ lateWeight, benchedWeight, ...row }: RowOf<typeof EXPLAINED>): AttendanceRow {
  const percent = { present: 100, late: lateWeight, benched: benchedWeight }[row.outcome as string] ?? 0;
  return {
    ...row,
    weight: row.counted ? percent / 100 : null,
    why: whyOf(row),
  };
}

const WHY: Record<AttendanceOutcome, string> = {
  present: 'Was there.',
  late: 'Came late.',
  benched: 'Was there but not needed.',
  no_show: 'Recorded as a no-show.',
  missed: 'Did not answer.',
  excused: 'Excused by an officer: not counted.',
  absent: 'Announced an absence in time: not counted.',
  removed: 'Removed by an officer, or by the service because they could no longer come: not counted.',
  declined: 'Declined in time: not counted.',
  not_a_member: 'Was not a member at the time: not counted.',
  does_not_count: 'This event does not count for attendance.',
  not_completed: 'This event is not completed yet.',
};

function whyOf({ outcome, counted, attendance, status }: Omit<AttendanceRow, 'why' | 'weight'>): string {
  if (outcome === 'present' && attendance === null) return 'Was signed up; nobody was recorded as present.';
  if (outcome === 'benched' && attendance === null) return 'Was on the waitlist until the end.';
  if (outcome === 'declined' && status !== 'declined') {
    return `Took the answer back in time${counted ? ', which this guild counts as missed.' : ': not counted.'}`;
  }
  if (outcome === 'declined' && counted) return 'Declined in time, which this guild counts as missed.';
  if (outcome !== 'missed' || status === null) return WHY[outcome];
  if (status === 'declined') return 'Declined after sign-ups closed.';
  if (status === 'tentative') return 'Said maybe, and was not recorded.';
  return 'Was signed up, but not recorded when others were.';
}
