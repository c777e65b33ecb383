/** Attendance as a file, for a client that prefers it to JSON. */
import { AttendanceStatsInput, type MemberAttendance } from '@guildhall/contracts/attendance.ts';
import { sendCsv } from '../../core/http/csv.ts';
import type { AppContext } from '../../core/services/context.ts';
import { textRoute } from '../../identity/sessions/require-actor.ts';
import { attendanceStats } from './attendance-stats.queries.ts';

export const ATTENDANCE_CSV_EXAMPLE = `person,main character,class,rate,events counted,present,late,benched,excused,declined,no show,missed,streak,last attended,account
Ysolde,Brynhild,Warrior,0.9,10,7,1,1,2,1,0,1,4,2026-11-18T19:00:00.000Z,yes
`;

export const attendanceCsvRoutes = (ctx: AppContext) =>
  textRoute(ctx, '/organizations/:id/attendance-stats', AttendanceStatsInput, async (actor, input, res) =>
    sendCsv(res, 'attendance', [HEAD, ...(await attendanceStats(ctx, actor, input)).map(rowOf)]),
  );

const HEAD = ATTENDANCE_CSV_EXAMPLE.slice(0, ATTENDANCE_CSV_EXAMPLE.indexOf('\n')).split(',');

const rowOf = (member: MemberAttendance) => [
  member.user?.displayName ?? member.raider?.name,
  member.mainCharacter?.name,
  member.mainCharacter?.class.name,
  member.rate,
  member.eventsCounted,
  member.present,
  member.late,
  member.benched,
  member.excused,
  member.declined,
  member.noShow,
  member.missed,
  member.streak,
  member.lastAttendedAt,
  accountOf(member.raider),
];

function accountOf(raider: MemberAttendance['raider']): string {
  if (!raider || raider.hasAccount) return 'yes';
  if (raider.notProven) return 'not proven';
  return raider.kind === 'guest' ? 'guest' : 'no';
}
