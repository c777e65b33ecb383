/** Recomputes attendance the slow and plain way: person by person, event by event. */
import type { AttendanceOutcome, MemberAttendance } from '@guildhall/contracts/attendance.ts';
import type { Attendance, EventType, ParticipationStatus } from '@guildhall/contracts/event.ts';

/** All times are hours on one clock. */
export type PlainEvent = {
  id: string;
  type: EventType;
  status: 'published' | 'cancelled' | 'completed';
  counts: boolean;
  start: number;
  closes: number;
  entered: number;
  published: number | null;
};
export type PlainAnswer = {
  person: number;
  event: number;
  status: ParticipationStatus;
  since: number;
  /** True if an officer declined on the person's behalf. */
  removed: boolean;
  attendance: Attendance | null;
};
export type PlainAbsence = { person: number; from: number; to: number; entered: number; elsewhere: boolean };
export type PlainPolicy = { from: number; late: number; benched: number; countDeclined: boolean; tooFew: number };
export type PlainHistory = {
  events: PlainEvent[];
  /** From when to when each person was a member; null while they still are. */
  memberships: [number, number | null][][];
  answers: PlainAnswer[];
  absences: PlainAbsence[];
  policies: PlainPolicy[];
};
export type PlainRow = { event: PlainEvent; outcome: AttendanceOutcome; percent: number | null };

const DEFAULT: PlainPolicy = {
  from: Number.NEGATIVE_INFINITY,
  late: 100,
  benched: 100,
  countDeclined: false,
  tooFew: 4,
};

/** The outcome of each event for the person, earliest first. */
export function plainRows(history: PlainHistory, person: number): PlainRow[] {
  const order = history.events.toSorted((a, b) => a.start - b.start || (a.id < b.id ? -1 : 1));
  return order.flatMap((event) => {
    if (event.status === 'cancelled') return [];
    const policy = history.policies.findLast(({ from }) => from <= event.start) ?? DEFAULT;
    const outcome = outcomeOf(history, person, event);
    const percents: Partial<Record<AttendanceOutcome, number>> = {
      present: 100,
      late: policy.late,
      benched: policy.benched,
      no_show: 0,
      missed: 0,
      ...(policy.countDeclined ? { declined: 0 } : {}),
    };
    return [{ event, outcome, percent: percents[outcome] ?? null }];
  });
}

function outcomeOf(history: PlainHistory, person: number, event: PlainEvent): AttendanceOutcome {
  if (event.status !== 'completed') return 'not_completed';
  if (!event.counts) return 'does_not_count';
  const answers = history.answers.filter((answer) => history.events[answer.event] === event);
  const mine = answers.find((answer) => answer.person === person);
  const recorded = mine?.attendance;
  if (recorded === 'present' || recorded === 'late' || recorded === 'benched') return recorded;
  const isMember = (history.memberships[person] ?? []).some(
    ([from, to]) => from <= event.start && (to === null || event.start < to),
  );
  if (!isMember) return 'not_a_member';
  if (recorded === 'excused') return 'excused';
  const known = Math.max(event.entered, event.published ?? event.entered);
  const deadline = known <= event.start - event.closes ? event.start - event.closes : Math.max(event.start, known);
  const saidYes = mine?.status === 'signed_up' || mine?.status === 'waitlist';
  const isAway = history.absences.some(
    (absence) =>
      absence.person === person &&
      !absence.elsewhere &&
      absence.from <= event.start &&
      event.start < absence.to &&
      absence.entered <= deadline,
  );
  if (isAway && !saidYes) return 'absent';
  if (mine?.status === 'declined' && !mine.removed && mine.since <= deadline) return 'declined';
  if (recorded === 'no_show') return 'no_show';
  if (mine?.status === 'declined' && mine.removed) return 'removed';
  if (mine?.status === 'waitlist') return 'benched';
  if (mine?.status === 'signed_up' && !answers.some(({ attendance }) => attendance === 'present')) return 'present';
  return 'missed';
}

const isThere = ({ outcome }: PlainRow) => outcome === 'present' || outcome === 'late' || outcome === 'benched';

export type PlainNumbers = Omit<MemberAttendance, 'user' | 'raider' | 'mainCharacter' | 'lastAttendedAt' | 'rows'> & {
  lastAttended: number | null;
};

export function plainNumbers(history: PlainHistory, person: number): PlainNumbers {
  const rows = plainRows(history, person);
  const times = (...outcomes: AttendanceOutcome[]) => rows.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const counted = rows.filter(({ percent }) => percent !== null);
  const sum = counted.reduce((total, { percent }) => total + (percent ?? 0), 0);
  const lastMiss = counted.findLastIndex((row) => !isThere(row));
  const tooFew = history.policies.at(-1)?.tooFew ?? DEFAULT.tooFew;
  const countedDeclines = counted.filter(({ outcome }) => outcome === 'declined').length;
  return {
    eventsCounted: counted.length,
    present: times('present'),
    late: times('late'),
    benched: times('benched'),
    excused: times('excused', 'absent', 'removed'),
    declined: times('declined'),
    noShow: times('no_show'),
    missed: times('missed') + countedDeclines,
    rate: counted.length === 0 ? null : Math.round((sum * 100) / counted.length) / 10_000,
    streak: counted.length - lastMiss - 1,
    lastAttended: rows.findLast(isThere)?.event.start ?? null,
    tooLittleData: counted.length < tooFew,
  };
}

/** Totals over all people, for the events from one hour up to another. */
export function plainBucket(history: PlainHistory, from: number, to: number) {
  const people = history.memberships.map((_, person) =>
    plainRows(history, person).filter(
      ({ event, outcome }) =>
        event.start >= from && event.start < to && outcome !== 'does_not_count' && outcome !== 'not_completed',
    ),
  );
  const counted = people.flat().filter(({ percent }) => percent !== null);
  const sum = counted.reduce((total, { percent }) => total + (percent ?? 0), 0);
  return {
    events: history.events.filter(
      ({ status, counts, start }) => status === 'completed' && counts && start >= from && start < to,
    ).length,
    attendees: people.filter((rows) => rows.some(isThere)).length,
    attendances: people.flat().filter(isThere).length,
    counted: counted.length,
    averageRate: counted.length === 0 ? null : Math.round((sum * 100) / counted.length) / 10_000,
  };
}
