/**
 * What every event that counts was for every person, as SQL: the one definition behind statistics, trends and
 * explanations. Events stand in a line by their start; what they were for a person is a row of bit strings as long as
 * that line, one bit an event. So a member who answered nothing costs nothing, and counting is counting bits.
 *
 * Parameters: `$1` organization, `$2` first instant or null, `$3` kind of event or null.
 */

import { DEFAULT_SETTINGS } from '../rights/effective-settings.ts';

const DEFAULTS = DEFAULT_SETTINGS.attendance;

/** The versions of the policy. Without any, what the settings say holds from the beginning. */
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

/** A bit for each of so many events, for each of so many: more than a guild has in thirty years would not fit. */
const MOST_EVENTS = 5_000;

/** How many events of the line begin before an instant. */
const before = (instant: string) => `width_bucket(${instant} - interval '1 microsecond', line.starts)`;

/**
 * `in_time` is until when one could say no: until sign-ups closed. Of what nobody could know of by then, because it was
 * entered or published later, until it began, or was there to be seen. A `rule` is a version of the policy, with the events that it counts.
 */
const LINE = `
  policy as materialized (${POLICY_VERSIONS}),
  period as materialized (select *, lead(valid_from) over (order by version) as valid_to from policy),
  numbered as materialized (
    select e.id, e.starts_at, row_number() over (order by e.starts_at, e.id)::int as n,
      case when known.since <= closing.at then closing.at else greatest(e.starts_at, known.since) end as in_time,
      v.version, v.late_weight, v.benched_weight, v.count_declined
    from (
      select * from event
      where organization_id = $1 and status = 'completed' and counts_for_attendance
        and ($2::timestamptz is null or starts_at >= $2) and ($3::text is null or type = $3)
      order by starts_at desc, id desc limit ${MOST_EVENTS}
    ) e
    cross join lateral (select greatest(e.created_at, e.published_at) as since) known
    cross join lateral (select e.starts_at - coalesce(e.signup_closes_minutes, 0) * interval '1 minute' as at) closing
    join period v on (v.valid_from is null or e.starts_at >= v.valid_from)
      and (v.valid_to is null or e.starts_at < v.valid_to)
  ),
  line as materialized (
    select coalesce(array_agg(starts_at order by n), '{}') as starts, count(*)::int as length,
      repeat('0', count(*)::int)::varbit as none
    from numbered
  ),
  counting as materialized (select e.*, set_bit(line.none, n - 1, 1) as mark from numbered e, line),
  rule as materialized (
    select version, late_weight, benched_weight, count_declined, bit_or(mark) as mark from counting group by 1, 2, 3, 4
  )`;

/** Who was a member when an event began, and who had said in time that they would be away. */
const PEOPLE = `
  expected as materialized (
    select m.user_id, bit_or((repeat('0', i.first) || repeat('1', i.last - i.first)
      || repeat('0', line.length - i.last))::varbit) as expected
    from membership m cross join line
    cross join lateral (
      select ${before('m.joined_at')} as first,
        case when m.left_at is null then line.length else ${before('m.left_at')} end as last
    ) i
    where m.organization_id = $1 and line.length > 0
    group by m.user_id
  ),
  away as (
    select a.user_id, bit_or(e.mark) as away
    from absence a cross join line
    cross join lateral generate_series(${before('a.starts_at')} + 1, ${before('a.ends_at')}) as day(n)
    join counting e on e.n = day.n and a.created_at <= e.in_time
    where a.user_id in (select user_id from expected) and (a.organization_id is null or a.organization_id = $1)
      and line.length > 0
    group by a.user_id
  ),
  person as materialized (
    select x.user_id, x.expected, coalesce(away.away, line.none) as away
    from expected x cross join line left join away using (user_id)
  )`;

/**
 * Being there goes before everything, also before membership. Then who said no in time, and whose no was accepted. An
 * absence excuses nobody who said yes after it. Whom others took out has said nothing, whenever that was. Who waited for a
 * place until the end was there for it.
 */
const ANSWERS = `
  answer as (
    select x.user_id, e.mark, case
      when p.attendance in ${THERE} or p.attendance = 'excused' then p.attendance
      when p.status not in ('signed_up', 'waitlist') and get_bit(x.away, e.n - 1) = 1 then 'absent'
      when p.status = 'declined' and not p.removed and p.status_since <= e.in_time then 'declined'
      when p.attendance = 'no_show' then 'no_show'
      when p.status = 'declined' and p.removed then 'removed'
      when p.status = 'waitlist' then 'benched'
      when p.status = 'signed_up' then 'believed'
      else 'missed' end as outcome
    from counting e join participation p on p.event_id = e.id join person x on x.user_id = p.user_id
    where get_bit(x.expected, e.n - 1) = 1 or p.attendance in ${THERE}
  ),
  outcome as materialized (select user_id, outcome, bit_or(mark) as marks from answer group by user_id, outcome)`;

const of = (outcome: string) => `coalesce(bit_or(o.marks) filter (where o.outcome = '${outcome}'), line.none)`;

/**
 * Where nobody was recorded as present, who was signed up is believed. `counted` is the denominator; what is in it and
 * not in `there` was missed.
 */
const HISTORY = `
  given as materialized (
    select coalesce((select bit_or(marks) from outcome where outcome = 'present'), line.none) as recorded,
      coalesce((select bit_or(mark) from rule where count_declined), line.none) as strict
    from line
  ),
  answered as (
    select x.user_id, x.expected, ${of('present')} | (${of('believed')} & ~ given.recorded) as present,
      ${of('late')} as late, ${of('benched')} as benched, ${of('no_show')} as no_show, ${of('excused')} as excused,
      ${of('declined')} as declined, ${of('removed')} as removed,
      ${of('absent')} | (x.expected & x.away & ~ coalesce(bit_or(o.marks), line.none)) as absent
    from person x cross join line cross join given left join outcome o on o.user_id = x.user_id
    group by x.user_id, x.expected, x.away, line.none, given.recorded
  ),
  history as materialized (
    select h.*, t.there,
      (h.expected | t.there) & ~ (h.excused | h.absent | h.removed) & ~ (h.declined & ~ given.strict) as counted
    from answered h cross join given cross join lateral (select h.present | h.late | h.benched as there) t
  )`;

/** Ends with `history`, a row for everybody who ever was a member; beside it `counting`, `line`, `rule` and `policy`. */
export const ATTENDANCE_HISTORY = `with ${LINE}, ${PEOPLE}, ${ANSWERS}, ${HISTORY}`;

/** What is short of full points, in hundredths of an event, by `rule r` or what has its weights. */
export const lessThanFull = (late: string, benched: string) =>
  `((100 - r.late_weight) * bit_count(${late}) + (100 - r.benched_weight) * bit_count(${benched}))`;
