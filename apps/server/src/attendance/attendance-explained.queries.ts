import type { AttendanceRow } from '@guildhall/contracts/attendance.ts';
import type { Sql } from '../core/db/sql.ts';
import { query } from '../core/db/statement.ts';
import { ExplainedRow, presentAttendanceRow } from './attendance.presenter.ts';
import { ATTENDANCE_HISTORY } from './attendance-history.ts';

const MOST = 1_000;

const is = (outcome: string) => `when get_bit(h.${outcome}, e.n - 1) = 1 then '${outcome}'`;

/** Includes events that do not count, because people ask about those most. */
const EXPLAINED = query(ExplainedRow)`
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
  return (await sql.many(EXPLAINED, values)).map(presentAttendanceRow);
}
