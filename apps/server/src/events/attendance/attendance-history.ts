/**
 * How each event that counts turned out for each person, as SQL: the one definition behind statistics, trends and
 * explanations. Events are numbered by their start, and each outcome of a person is a bit string with one bit per
 * event. A member who answered nothing therefore costs nothing, and counting events is counting bits.
 *
 * Parameters: `$1` organization, `$2` first instant or null, `$3` kind of event or null, `$4` team or null.
 */

import { DEFAULT_SETTINGS } from '../../membership/rights/organization.access.ts';

const DEFAULTS = DEFAULT_SETTINGS.attendance;

/** The versions of the policy. Without any, the settings apply from the beginning. */
export const POLICY_VERSIONS = `
  select version, valid_from, late_weight, benched_weight, count_declined, too_few_events, changed_by_id
  from attendance_policy where organization_id = $1
  union all
  select 1, null, coalesce((a ->> 'lateWeight')::int, ${DEFAULTS.lateWeight}),
    coalesce((a ->> 'benchedWeight')::int, ${DEFAULTS.benchedWeight}),
    coalesce((a ->> 'countDeclined')::boolean, ${DEFAULTS.countDeclined}),
    coalesce((a ->> 'tooFewEvents')::int, ${DEFAULTS.tooFewEvents}), null
  from (select settings -> 'attendance' as a from organization where id = $1) s
  where not exists (select from attendance_policy where organization_id = $1)`;

const THERE = `('present', 'late', 'benched')`;

/** Bounds the bit strings. More events than a guild holds in thirty years. */
const MOST_EVENTS = 5_000;

/** The number of events in `line` that begin before an instant. */
const before = (instant: string) => `width_bucket(${instant} - interval '1 microsecond', line.starts)`;

/**
 * `in_time` is the deadline for declining: the time sign-ups closed. An event entered or published later than that
 * allows declining until it began or became visible, whichever is later. A `rule` is a version of the policy with the
 * events it applies to.
 */
const LINE = `
  policy as materialized (${POLICY_VERSIONS}),
  period as materialized (select *, lead(valid_from) over (order by version) as valid_to from policy),
  numbered as materialized (
    select e.id, e.starts_at, e.team_id, row_number() over (order by e.starts_at, e.id)::int as n,
      case when known.since <= closing.at then closing.at else greatest(e.starts_at, known.since) end as in_time,
      v.version, v.late_weight, v.benched_weight, v.count_declined
    from (
      select * from event
      where organization_id = $1 and status = 'completed' and counts_for_attendance
        and ($2::timestamptz is null or starts_at >= $2) and ($3::text is null or type = $3)
        and ($4::uuid is null or team_id = $4)
      order by starts_at desc, id desc limit ${MOST_EVENTS}
    ) e
    cross join lateral (select greatest(e.created_at, e.published_at) as since) known
    cross join lateral (select e.starts_at - coalesce(e.signup_closes_minutes, 0) * interval '1 minute' as at) closing
    join period v on (v.valid_from is null or e.starts_at >= v.valid_from)
      and (v.valid_to is null or e.starts_at < v.valid_to)
  ),
  line as materialized (
    select coalesce(array_agg(starts_at order by n), '{}') as starts,
      coalesce(array_agg(in_time order by n), '{}') as in_times, count(*)::int as length,
      repeat('0', count(*)::int)::varbit as none
    from numbered
  ),
  counting as materialized (select e.*, set_bit(line.none, n - 1, 1) as mark from numbered e, line),
  rule as materialized (
    select version, late_weight, benched_weight, count_declined, bit_or(mark) as mark from counting group by 1, 2, 3, 4
  )`;

/**
 * `expected` marks events that began while the person was a member; those of a team only if they belonged to it then, or
 * answered without declining; `away`, those with an absence entered in time: found by their places in `line`, as a join
 * with the events goes through all absences for each event once PostgreSQL plans it without the parameters. Nothing
 * says since when a raider without an account belongs to the guild: only events that have a row of theirs are expected,
 * and stay so when a person proves to be the raider ("since" is when that person joined).
 */
const PEOPLE = `
  teamed as materialized (
    select coalesce(bit_or(e.mark) filter (where e.team_id is not null), line.none) as marks
    from line left join counting e on true group by line.none
  ),
  in_team as materialized (
    select who, bit_or(mark) as marks from (
      select r.user_id as who, e.mark from counting e
      join team_member m on m.team_id = e.team_id and m.status <> 'social' and m.since <= e.starts_at
        and (m.until is null or m.until > e.starts_at)
      join raider r on r.id = m.raider_id and r.user_id is not null
      union all
      select p.user_id, e.mark from counting e
      join participation p on p.event_id = e.id and p.user_id is not null and p.status <> 'declined'
      where e.team_id is not null
    ) x group by who
  ),
  belonging as materialized (
    select m.user_id as who, min(m.joined_at) as since, bit_or((repeat('0', i.first) || repeat('1', i.last - i.first)
      || repeat('0', line.length - i.last))::varbit) as expected
    from membership m cross join line
    cross join lateral (
      select ${before('m.joined_at')} as first,
        case when m.left_at is null then line.length else ${before('m.left_at')} end as last
    ) i
    where m.organization_id = $1 and line.length > 0
    group by m.user_id
  ),
  expected as materialized (
    select b.who, b.since, b.expected & (~ teamed.marks | coalesce(i.marks, line.none)) as expected
    from belonging b cross join line cross join teamed left join in_team i using (who)
  ),
  away as (
    select a.user_id as who, bit_or(set_bit(line.none, e.n - 1, 1)) as away
    from (
      select * from absence
      where user_id in (select who from expected) and (organization_id is null or organization_id = $1) offset 0
    ) a cross join line
    cross join lateral generate_series(${before('a.starts_at')} + 1, ${before('a.ends_at')}) as e(n)
    where a.created_at <= line.in_times[e.n]
    group by a.user_id
  ),
  candidate as materialized (
    select x.who, x.since, x.expected, coalesce(away.away, line.none) as away
    from expected x cross join line left join away using (who)
    union all
    select p.raider_id, null, bit_or(e.mark), bit_and(line.none)
    from counting e cross join line join participation p on p.event_id = e.id and p.user_id is null
    group by p.raider_id
  )`;

/**
 * Having been there takes precedence over everything, membership included. Next come members who declined in time,
 * took their answer back in time or were excused. An absence does not excuse a member who accepted after entering it. Participants whom an officer removed have not
 * declined, whenever that happened. Participants still waitlisted at the end were available ("benched").
 */
const ANSWERS = `
  answer as (
    select x.who, e.mark, case
      when p.attendance in ${THERE} or p.attendance = 'excused' then p.attendance
      when p.status not in ('signed_up', 'waitlist') and get_bit(x.away, e.n - 1) = 1 then 'absent'
      when p.status = 'declined' and not p.removed and p.status_since <= e.in_time or w.at <= e.in_time then 'declined'
      when p.attendance = 'no_show' then 'no_show'
      when p.status = 'declined' and p.removed then 'removed'
      when p.status = 'waitlist' then 'benched'
      when p.status = 'signed_up' then 'believed'
      else 'missed' end as outcome
    from counting e join participation p on p.event_id = e.id join candidate x on x.who = coalesce(p.user_id, p.raider_id)
    left join withdrawn_answer w on w.event_id = p.event_id and w.user_id = p.user_id
    where get_bit(x.expected, e.n - 1) = 1 or p.attendance in ${THERE} or p.created_at < x.since
    union all
    select x.who, e.mark, case when get_bit(x.away, e.n - 1) = 1 then 'absent' else 'declined' end
    from counting e join withdrawn_answer w on w.event_id = e.id and w.at <= e.in_time
    join candidate x on x.who = w.user_id and get_bit(x.expected, e.n - 1) = 1
    where not exists (select from participation p where p.event_id = e.id and p.user_id = w.user_id)
  ),
  outcome as materialized (select who, outcome, bit_or(mark) as marks from answer group by who, outcome)`;

const of = (outcome: string) => `coalesce(bit_or(o.marks) filter (where o.outcome = '${outcome}'), line.none)`;

/**
 * If no one was recorded as present, signed-up participants count as present. `counted` is the denominator; events in
 * `counted` but not in `there` were missed.
 */
const HISTORY = `
  given as materialized (
    select coalesce((select bit_or(marks) from outcome where outcome = 'present'), line.none) as recorded,
      coalesce((select bit_or(mark) from rule where count_declined), line.none) as strict
    from line
  ),
  answered as (
    select x.who, x.expected | coalesce(bit_or(o.marks), line.none) as expected, ${of('present')} | (${of('believed')} & ~ given.recorded) as present,
      ${of('late')} as late, ${of('benched')} as benched, ${of('no_show')} as no_show, ${of('excused')} as excused,
      ${of('declined')} as declined, ${of('removed')} as removed,
      ${of('absent')} | (x.expected & x.away & ~ coalesce(bit_or(o.marks), line.none)) as absent
    from candidate x cross join line cross join given left join outcome o on o.who = x.who
    group by x.who, x.expected, x.away, line.none, given.recorded
  ),
  history as materialized (
    select h.*, t.there,
      (h.expected | t.there) & ~ (h.excused | h.absent | h.removed) & ~ (h.declined & ~ given.strict) as counted
    from answered h cross join given cross join lateral (select h.present | h.late | h.benched as there) t
  )`;

/** Yields `history`, a row for each person who ever was a member or has a row as a raider without an account (`who`), alongside `counting`, `line`, `rule` and `policy`. */
export const ATTENDANCE_HISTORY = `with ${LINE}, ${PEOPLE}, ${ANSWERS}, ${HISTORY}`;

/** Points lost to lateness and benching, in hundredths of an event. Needs the weights in scope as `r`. */
export const lostPoints = (late: string, benched: string) =>
  `((100 - r.late_weight) * bit_count(${late}) + (100 - r.benched_weight) * bit_count(${benched}))`;
