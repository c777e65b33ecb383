import type { AttendanceStatsInput, MemberAttendance } from '@guildhall/contracts/attendance.ts';
import type { Actor } from '../core/actor.ts';
import { notFound } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { guildTimeZone } from '../events/event/guild-time-zone.ts';
import { IN_GUILD } from '../events/signups/bring-character.ts';
import { classRef } from '../reference/names.ts';
import { organizationAccess } from '../rights/organization.access.ts';
import { abilityFor, authorize } from '../rights/organization.rules.ts';
import { presentMemberAttendance, type StatsRow } from './attendance.presenter.ts';
import { explainAttendance } from './attendance-explained.queries.ts';
import { ATTENDANCE_HISTORY, lessThanFull } from './attendance-history.ts';
import { sinceInstant } from './since.ts';

/** `streak` counts attended events since the last counted miss. The latest event is the rightmost bit. */
export const STATS = `
  ${ATTENDANCE_HISTORY}
  select u.id as "userId", u.display_name as "displayName",
    (select jsonb_build_object('id', c.id, 'name', c.name, 'class', ${classRef('c.class_id')}) from character c
      join organization o on o.id = $1
      where c.user_id = u.id and c.archived_at is null and (c.is_main or ${IN_GUILD})
      order by c.is_main desc, c.verified_at is not null desc, c.level desc, c.id limit 1) as "mainCharacter",
    coalesce(bit_count(h.counted), 0)::int as "eventsCounted", coalesce(bit_count(h.present), 0)::int as present,
    coalesce(bit_count(h.late), 0)::int as late, coalesce(bit_count(h.benched), 0)::int as benched,
    coalesce(bit_count(h.excused | h.absent | h.removed), 0)::int as excused, coalesce(bit_count(h.declined), 0)::int as declined,
    coalesce(bit_count(h.no_show & h.counted), 0)::int as "noShow",
    coalesce(bit_count(h.counted & ~ (h.there | h.no_show)), 0)::int as missed,
    coalesce(100 * bit_count(h.there) - (select sum(${lessThanFull('h.late & r.mark', 'h.benched & r.mark')}) from rule r),
      0)::int as points,
    coalesce(bit_count(case last.miss when 0 then h.there else
      substring(h.there from line.length - last.miss + 2) end), 0)::int as streak,
    case when last.there > 0 then line.starts[line.length - last.there + 1] end as "lastAttendedAt",
    coalesce(bit_count(h.counted), 0) < (select too_few_events from policy order by version desc limit 1) as "tooLittleData"
  from membership m join app_user u on u.id = m.user_id cross join line
  left join history h on h.user_id = m.user_id
  left join lateral (
    select strpos(reverse((h.counted & ~ h.there)::text), '1') as miss, strpos(reverse(h.there::text), '1') as there
  ) last on true
  where m.organization_id = $1 and m.left_at is null and ($4::uuid is null or m.user_id = $4)
  order by lower(u.display_name), u.id`;

/** Attendance by person. Officers see everybody; members see their own numbers and the events behind them. */
export async function attendanceStats(
  { sql }: AppContext,
  actor: Actor,
  input: AttendanceStatsInput,
): Promise<MemberAttendance[]> {
  const access = await organizationAccess(sql, actor, input.id);
  if (!(access.isMember && input.explain === actor.userId)) {
    authorize(abilityFor(actor, access), 'read', 'OfficerData');
  }
  const { organizationId } = access;
  const { explain = null, eventType = null } = input;
  const since = input.since && sinceInstant(input.since, await guildTimeZone(sql, organizationId));
  const values = [organizationId, since ? new Date(since.epochMilliseconds) : null, eventType, explain] as const;
  const rows = await sql<StatsRow>(STATS, values);
  if (explain === null) return rows.map((row) => presentMemberAttendance(row));
  const [row] = rows;
  if (!row) throw notFound('member_not_found', 'There is no such member.');
  return [{ ...presentMemberAttendance(row), rows: await explainAttendance(sql, values) }];
}
