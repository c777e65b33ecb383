import {
  type AttendanceMatrixInput,
  type AttendanceMatrixView,
  AttendanceOutcome,
  type AttendanceRow,
  type AttendanceStatsInput,
  type MemberAttendance,
} from '@guildhall/contracts/attendance.ts';
import { Attendance, EventType, ParticipationStatus } from '@guildhall/contracts/event.ts';
import { Temporal } from 'temporal-polyfill';
import type { Actor } from '../../core/actor.ts';
import { byName } from '../../core/db/by-name.ts';
import type { Sql } from '../../core/db/sql.ts';
import { columns, json, jsonInstant, object, query, type RowOf, text } from '../../core/db/statement.ts';
import { badRequest, notFound } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { RaiderColumn, raiderRef, seesProof } from '../../membership/characters/raider-ref.ts';
import {
  abilityFor,
  authorize,
  type OrganizationAccess,
  organizationAccess,
} from '../../membership/rights/organization.access.ts';
import { classRef } from '../../reference/game-data/playable.ts';
import { guildTimeZone } from '../event/event-times.ts';
import { IN_GUILD } from '../signups/choose-character.ts';
import { ATTENDANCE_HISTORY, lostPoints } from './attendance-history.ts';

const StatsRow = columns({
  user: object({ id: 'uuid', displayName: 'text' }).orNull,
  raider: RaiderColumn.orNull,
  mainCharacter: json<NonNullable<MemberAttendance['mainCharacter']>>().orNull,
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

/** `$6` is the language. `streak` counts since the last counted miss. The latest event is the rightmost bit. */
const statsWith = (columns: string) => `
  ${ATTENDANCE_HISTORY}, listed as (
    select u.id as who, u.id, u.display_name, u.display_name as name, r.id as raider_id,
      case when r.id is not null then ${raiderRef('$7')} end as raider
    from membership m join person u on u.id = m.user_id left join raider r on r.organization_id = $1 and r.user_id = u.id
    where m.organization_id = $1 and m.left_at is null and ($5::uuid is null or m.user_id = $5)
    union all
    select r.id, null, null, r.name, r.id, ${raiderRef('$7', { name: 'r.name' })} from raider r
    where r.organization_id = $1 and r.user_id is null and r.name is not null and r.archived_at is null
      and r.id in (select who from history) and ($5::uuid is null or r.id = $5)
  )
  select case when u.id is not null then jsonb_build_object('id', u.id, 'displayName', u.display_name) end as "user",
    u.raider,
    (select jsonb_build_object('id', c.id, 'name', c.name, 'class', ${classRef('c.class_id', '$6')}) from character c
      join organization o on o.id = $1
      left join lateral (
        select count(*) as times from participation used join event of on of.id = used.event_id
        where used.character_id = c.id and used.status = 'signed_up' and of.organization_id = $1) played on true
      where c.user_id = u.id and c.archived_at is null and (c.is_main or ${IN_GUILD})
      order by played.times desc, c.is_main desc, c.verified_at is not null desc, c.level desc, c.id limit 1) as "mainCharacter",
    coalesce(bit_count(h.counted), 0)::int as "eventsCounted", coalesce(bit_count(h.present), 0)::int as present,
    coalesce(bit_count(h.late), 0)::int as late, coalesce(bit_count(h.benched), 0)::int as benched,
    coalesce(bit_count(h.excused | h.absent | h.removed), 0)::int as excused, coalesce(bit_count(h.declined), 0)::int as declined,
    coalesce(bit_count(h.no_show & h.counted), 0)::int as "noShow",
    coalesce(bit_count(h.counted & ~ (h.there | h.no_show)), 0)::int as missed,
    coalesce(100 * bit_count(h.there) - (select sum(${lostPoints('h.late & r.mark', 'h.benched & r.mark')}) from rule r),
      0)::int as points,
    coalesce(bit_count(case last.miss when 0 then h.there else
      substring(h.there from line.length - last.miss + 2) end), 0)::int as streak,
    case when last.there > 0 then line.starts[line.length - last.there + 1] end as "lastAttendedAt",
    coalesce(bit_count(h.counted), 0) < (select too_few_events from policy order by version desc limit 1) as "tooLittleData"
    ${columns}
  from listed u cross join line
  left join history h on h.who = u.who
  left join lateral (
    select strpos(reverse((h.counted & ~ h.there)::text), '1') as miss, strpos(reverse(h.there::text), '1') as there
  ) last on true
  where $4::uuid is null or $5::uuid is not null or bit_count(h.counted | h.there) > 0 or exists (
    select from team_member m where m.team_id = $4 and m.raider_id = u.raider_id and m.until is null)
  order by ${byName('u.name')}, u.who`;

export const ATTENDANCE_STATS = query(StatsRow)(statsWith(''));

const MOST_COLUMNS = 500;
const LETTERS = {
  P: 'present',
  L: 'late',
  B: 'benched',
  N: 'no_show',
  E: 'excused',
  A: 'absent',
  R: 'removed',
  D: 'declined',
} as const;
type Letter = keyof typeof LETTERS;

/** Beside the numbers the bits of each outcome; the first row has the events that they stand for. */
export const ATTENDANCE_MATRIX = query({
  ...StatsRow,
  rank: json<AttendanceMatrixView['members'][number]['rank']>().orNull,
  events: json<AttendanceMatrixView['events']>().orNull,
  expected: 'text?',
  marks: json<Record<Letter, string>>().orNull,
})(
  statsWith(`, case when row_number() over (order by ${byName('u.name')}, u.who) = 1 then (
      select jsonb_agg(jsonb_build_object('id', v.id, 'title', v.title, 'type', v.type, 'startsAt', ${jsonInstant('v.starts_at')}) order by e.n)
      from counting e join event v on v.id = e.id where e.n > line.length - ${MOST_COLUMNS}) end as events,
    (select jsonb_build_object('rank', e.rank, 'name', coalesce(r.name, 'Rank ' || e.rank))
      from roster_entry e join character c on c.id = e.claimed_by_id and c.verified_at is not null
      left join role r on r.organization_id = e.organization_id and r.game_rank = e.rank
      where e.organization_id = $1 and e.left_at is null and c.user_id = u.id order by e.rank limit 1) as rank,
    right((h.expected | h.there)::text, ${MOST_COLUMNS}) as expected,
    case when h.who is not null then jsonb_build_object(${Object.entries(LETTERS)
      .map(([letter, outcome]) => `'${letter}', right(h.${outcome}::text, ${MOST_COLUMNS})`)
      .join(', ')}) end as marks`),
);

/** People by events. For officers; a member gets their own row alone. */
export async function attendanceMatrix({ sql }: AppContext, actor: Actor, input: AttendanceMatrixInput) {
  const access = await organizationAccess(sql, actor, input.id);
  const ability = abilityFor(actor, access);
  const ownOnly = access.isMember && !ability.can('read', 'OfficerData');
  if (!ownOnly) authorize(ability, 'read', 'OfficerData');
  const values = await valuesOf(sql, access, input, ownOnly ? actor.userId : null);
  const rows = await sql.many(ATTENDANCE_MATRIX, [...values, input.locale, seesProof(actor, access)]);
  const events = rows[0]?.events ?? [];
  return {
    events,
    members: rows.map(({ events: _all, expected, marks, ...row }) => ({
      ...presentMember(row),
      outcomes: outcomesOf(expected, marks, events.length),
    })),
  };
}

/** An expected person without any other outcome counts as missed. */
function outcomesOf(expected: string | null, marks: Record<Letter, string> | null, length: number): string {
  if (expected === null) return '-'.repeat(length);
  const letters: string[] = [...expected].map((bit) => (bit === '1' ? 'M' : '-'));
  for (const [letter, bits] of Object.entries(marks ?? {})) {
    for (let at = bits.indexOf('1'); at >= 0; at = bits.indexOf('1', at + 1)) letters[at] = letter;
  }
  return letters.join('');
}

async function valuesOf(
  sql: Sql,
  { organizationId }: OrganizationAccess,
  { since, eventType, teamId }: AttendanceMatrixInput,
  userId: string | null,
): Promise<[string, Date | null, string | null, string | null, string | null]> {
  const from = since && sinceInstant(since, await guildTimeZone(sql, organizationId));
  return [organizationId, from ? new Date(from.epochMilliseconds) : null, eventType ?? null, teamId ?? null, userId];
}

/** Attendance by person. Officers see all members; members see their own numbers and the events behind them. */
export async function attendanceStats({ sql }: AppContext, actor: Actor, input: AttendanceStatsInput) {
  const access = await organizationAccess(sql, actor, input.id);
  if (!(access.isMember && input.explain === actor.userId)) {
    authorize(abilityFor(actor, access), 'read', 'OfficerData');
  }
  const { explain = null } = input;
  const values = await valuesOf(sql, access, input, explain);
  const rows = await sql.many(ATTENDANCE_STATS, [...values, input.locale, seesProof(actor, access)]);
  if (explain === null) return rows.map(presentMember);
  const [row] = rows;
  if (!row) throw notFound('member_not_found', 'There is no such member.');
  return [{ ...presentMember(row), rows: await explainAttendance(sql, values) }];
}

const RATES = query({ who: 'uuid', eventsCounted: 'int', points: 'int', tooLittleData: 'bool' })`
  ${ATTENDANCE_HISTORY}
  select h.who, bit_count(h.counted)::int as "eventsCounted",
    (100 * bit_count(h.there) - coalesce((select sum(${lostPoints('h.late & r.mark', 'h.benched & r.mark')}) from rule r), 0))::int as points,
    bit_count(h.counted) < (select too_few_events from policy order by version desc limit 1) as "tooLittleData"
  from history h`;

/** Rates since an instant, by the person or, without an account, the raider. Without rights: the caller looks after them. */
export async function attendanceRates(sql: Sql, organizationId: string, since: Date, teamId: string | null) {
  const rows = await sql.many(RATES, [organizationId, since, null, teamId]);
  return new Map(
    rows.map(({ who, points, eventsCounted, tooLittleData }) => [
      who,
      { rate: attendanceRate(points, eventsCounted), eventsCounted, tooLittleData },
    ]),
  );
}

const presentMember = <Row extends RowOf<typeof StatsRow>>({ points, ...row }: Row) => ({
  ...row,
  rate: attendanceRate(points, row.eventsCounted),
});

/** Rounds to four decimals: a percentage with two. */
export function attendanceRate(points: number, counted: number): number | null {
  return counted === 0 ? null : Math.round((points * 100) / counted) / 10_000;
}

const LONGEST_YEARS = 10;

/** A date means midnight in the zone, an instant itself. Throws BAD_REQUEST for the future and the distant past. */
export function sinceInstant(since: string, timeZone: string): Temporal.ZonedDateTime {
  const zoned =
    since.length > 10
      ? Temporal.Instant.from(since).toZonedDateTimeISO(timeZone)
      : Temporal.PlainDate.from(since).toZonedDateTime(timeZone);
  const now = Temporal.Now.zonedDateTimeISO(timeZone);
  const isFuture = Temporal.ZonedDateTime.compare(zoned, now) > 0;
  const isAncient = Temporal.ZonedDateTime.compare(zoned, now.subtract({ years: LONGEST_YEARS })) < 0;
  if (!isFuture && !isAncient) return zoned;
  const message = isFuture ? 'must not be in the future' : `must not be more than ${LONGEST_YEARS} years ago`;
  throw badRequest('invalid_input', `since ${message}.`, { issues: [{ path: 'since', message }] });
}

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
      when h.who is null or get_bit(h.expected | h.there, e.n - 1) = 0 then 'not_a_member'
      ${['present', 'late', 'benched', 'no_show', 'excused', 'absent', 'removed', 'declined'].map(is).join('\n')}
      else 'missed' end as outcome,
    coalesce(get_bit(h.counted, e.n - 1) = 1, false) as counted,
    e.late_weight as "lateWeight", e.benched_weight as "benchedWeight",
    coalesce(e.version, (select max(version) from policy)) as "policyVersion"
  from event v left join counting e on e.id = v.id left join history h on h.who = $5
  left join participation p on p.event_id = v.id and (p.user_id = $5 or p.user_id is null and p.raider_id = $5)
  where v.organization_id = $1 and (v.status = 'completed' or v.status = 'published' and v.starts_at <= now())
    and (p.id is not null or not exists (select from raider r where r.id = $5))
    and ($2::timestamptz is null or v.starts_at >= $2) and ($3::text is null or v.type = $3) and ($4::uuid is null or v.team_id = $4)
  order by v.starts_at desc, v.id desc limit ${MOST}`;

/** How each event counted for one person, and why. `values` are those of the statistics; `$5` is the person. */
async function explainAttendance(sql: Sql, values: readonly unknown[]): Promise<AttendanceRow[]> {
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
  not_a_member: 'Was not a member at the time, or not in the team of the event: not counted.',
  does_not_count: 'This event does not count for attendance.',
  not_completed: 'This event is not completed yet.',
};

function whyOf({ outcome, counted, attendance, status }: Omit<AttendanceRow, 'why' | 'weight'>): string {
  if (outcome === 'present' && attendance === null) return 'Was signed up; no attendance was recorded.';
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
