import type {
  AttendanceMatrixInput,
  AttendanceMatrixView,
  AttendanceStatsInput,
  MemberAttendance,
} from '@guildhall/contracts/attendance.ts';
import { Temporal } from 'temporal-polyfill';
import type { Actor } from '../core/actor.ts';
import { byName } from '../core/db/by-name.ts';
import type { Sql } from '../core/db/sql.ts';
import { columns, json, jsonInstant, object, query, type RowOf } from '../core/db/statement.ts';
import { badRequest, notFound } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { guildTimeZone } from '../events/event/event-times.ts';
import { IN_GUILD } from '../events/signups/participating-character.ts';
import { classRef } from '../reference/names.ts';
import { type OrganizationAccess, organizationAccess } from '../rights/organization.access.ts';
import { abilityFor, authorize } from '../rights/organization.rules.ts';
import { explainAttendance } from './attendance-explained.queries.ts';
import { ATTENDANCE_HISTORY, lessThanFull } from './attendance-history.ts';

const StatsRow = columns({
  user: object({ id: 'uuid', displayName: 'text' }),
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

/** `$5` is the language. `streak` counts since the last counted miss. The latest event is the rightmost bit. */
const statsWith = (columns: string) => `
  ${ATTENDANCE_HISTORY}
  select jsonb_build_object('id', u.id, 'displayName', u.display_name) as "user",
    (select jsonb_build_object('id', c.id, 'name', c.name, 'class', ${classRef('c.class_id', '$5')}) from character c
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
    ${columns}
  from membership m join person u on u.id = m.user_id cross join line
  left join history h on h.user_id = m.user_id
  left join lateral (
    select strpos(reverse((h.counted & ~ h.there)::text), '1') as miss, strpos(reverse(h.there::text), '1') as there
  ) last on true
  where m.organization_id = $1 and m.left_at is null and ($4::uuid is null or m.user_id = $4)
  order by ${byName('u.display_name')}, u.id`;

export const STATS = query(StatsRow)(statsWith(''));

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
export const MATRIX = query({
  ...StatsRow,
  rank: json<AttendanceMatrixView['members'][number]['rank']>().orNull,
  events: json<AttendanceMatrixView['events']>().orNull,
  expected: 'text?',
  marks: json<Record<Letter, string>>().orNull,
})(
  statsWith(`, case when row_number() over (order by ${byName('u.display_name')}, u.id) = 1 then (
      select jsonb_agg(jsonb_build_object('id', v.id, 'title', v.title, 'type', v.type, 'startsAt', ${jsonInstant('v.starts_at')}) order by e.n)
      from counting e join event v on v.id = e.id where e.n > line.length - ${MOST_COLUMNS}) end as events,
    (select jsonb_build_object('rank', e.rank, 'name', coalesce(r.name, 'Rank ' || e.rank))
      from roster_entry e join character c on c.id = e.claimed_by_id and c.verified_at is not null
      left join role r on r.organization_id = e.organization_id and r.game_rank = e.rank
      where e.organization_id = $1 and e.left_at is null and c.user_id = u.id order by e.rank limit 1) as rank,
    right((h.expected | h.there)::text, ${MOST_COLUMNS}) as expected,
    case when h.user_id is not null then jsonb_build_object(${Object.entries(LETTERS)
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
  const rows = await sql.many(MATRIX, [...values, input.locale]);
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
  { since, eventType }: AttendanceMatrixInput,
  userId: string | null,
): Promise<[string, Date | null, string | null, string | null]> {
  const from = since && sinceInstant(since, await guildTimeZone(sql, organizationId));
  return [organizationId, from ? new Date(from.epochMilliseconds) : null, eventType ?? null, userId];
}

/** Attendance by person. Officers see everybody; members see their own numbers and the events behind them. */
export async function attendanceStats({ sql }: AppContext, actor: Actor, input: AttendanceStatsInput) {
  const access = await organizationAccess(sql, actor, input.id);
  if (!(access.isMember && input.explain === actor.userId)) {
    authorize(abilityFor(actor, access), 'read', 'OfficerData');
  }
  const { explain = null } = input;
  const values = await valuesOf(sql, access, input, explain);
  const rows = await sql.many(STATS, [...values, input.locale]);
  if (explain === null) return rows.map(presentMember);
  const [row] = rows;
  if (!row) throw notFound('member_not_found', 'There is no such member.');
  return [{ ...presentMember(row), rows: await explainAttendance(sql, values) }];
}

const presentMember = <Row extends RowOf<typeof StatsRow>>({ points, ...row }: Row) => ({
  ...row,
  rate: rateOf(points, row.eventsCounted),
});

/** Rounds to four decimals: a percentage with two. */
export function rateOf(points: number, counted: number): number | null {
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
