import { AttendanceOutcome, type AttendanceRow, type MemberAttendance } from '@guildhall/contracts/attendance.ts';
import { Attendance, EventType, ParticipationStatus } from '@guildhall/contracts/event.ts';
import { instantOf } from '../core/db/sql.ts';
import { columns, json, type RowOf, text } from '../core/db/statement.ts';

export const StatsRow = columns({
  userId: 'uuid',
  displayName: 'text',
  mainCharacter: json<MemberAttendance['mainCharacter']>(),
  eventsCounted: 'int',
  present: 'int',
  late: 'int',
  benched: 'int',
  excused: 'int',
  declined: 'int',
  noShow: 'int',
  missed: 'int',
  streak: 'int',
  lastAttendedAt: 'instant?',
  tooLittleData: 'bool',
  /** Hundredths of an event. */
  points: 'int',
});
export type StatsRow = RowOf<typeof StatsRow>;

export function presentMemberAttendance(row: StatsRow): MemberAttendance {
  const { userId, displayName, points, lastAttendedAt, eventsCounted } = row;
  return {
    user: { id: userId, displayName },
    mainCharacter: row.mainCharacter,
    eventsCounted,
    present: row.present,
    late: row.late,
    benched: row.benched,
    excused: row.excused,
    declined: row.declined,
    noShow: row.noShow,
    missed: row.missed,
    rate: rateOf(points, eventsCounted),
    streak: row.streak,
    lastAttendedAt: instantOf(lastAttendedAt),
    tooLittleData: row.tooLittleData,
  };
}

/** Rounds to four decimals: a percentage with two. */
export function rateOf(points: number, counted: number): number | null {
  return counted === 0 ? null : Math.round((points * 100) / counted) / 10_000;
}

export const ExplainedRow = columns({
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
  lateWeight: 'int',
  benchedWeight: 'int',
});
export type ExplainedRow = RowOf<typeof ExplainedRow>;

export function presentAttendanceRow(row: ExplainedRow): AttendanceRow {
  const { outcome, counted, attendance, status, lateWeight, benchedWeight, ...shown } = row;
  const percent = { present: 100, late: lateWeight, benched: benchedWeight }[outcome as string] ?? 0;
  return {
    eventId: shown.eventId,
    title: shown.title,
    type: shown.type,
    startsAt: instantOf(shown.startsAt),
    outcome,
    counted,
    weight: counted ? percent / 100 : null,
    why: whyOf(row),
    status,
    statusSince: instantOf(shown.statusSince),
    attendance,
    policyVersion: shown.policyVersion,
  };
}

const WHY: Record<AttendanceOutcome, string> = {
  present: 'Was there.',
  late: 'Came late.',
  benched: 'Was there for it and not needed.',
  no_show: 'Recorded as not having come.',
  missed: 'Did not answer.',
  excused: 'Excused by an officer: not counted.',
  absent: 'Had said in time to be away: not counted.',
  removed: 'Taken out by an officer, or by the service because they could no longer come: not counted.',
  declined: 'Declined in time: not counted.',
  not_a_member: 'Was no member when it began: not counted.',
  does_not_count: 'This event does not count for attendance.',
  not_completed: 'This event is not completed yet.',
};

function whyOf({ outcome, counted, attendance, status }: ExplainedRow): string {
  if (outcome === 'present' && attendance === null) return 'Was signed up, and nobody was recorded as present.';
  if (outcome === 'benched' && attendance === null) return 'Waited for a place until the end.';
  if (outcome === 'declined' && counted) return 'Declined in time, which counts as missed by the policy of the guild.';
  if (outcome !== 'missed' || status === null) return WHY[outcome];
  if (status === 'declined') return 'Declined after sign-ups had closed.';
  if (status === 'tentative') return 'Might have come, and was not recorded.';
  return 'Was signed up, and not recorded when others were.';
}
