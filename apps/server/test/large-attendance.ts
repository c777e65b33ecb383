/** Two guilds of two hundred members with five hundred raids each, and sixty answers to each raid. */
import type pg from 'pg';
import { ATTENDANCE_MATRIX, ATTENDANCE_STATS } from '../src/events/attendance/attendance-stats.queries.ts';
import { ATTENDANCE_TRENDS } from '../src/events/attendance/attendance-trends.queries.ts';

/** Another guild of the same size, whose rows must not be read. */
const statements = (raids: number) => [
  `insert into organization (name, source) values ('Here', 'standalone'), ('There', 'standalone')`,
  `insert into app_user (display_name) select 'Person ' || n from generate_series(1, 400) n`,
  `create temporary table place as
     select o.id as organization_id, u.id as user_id, row_number() over (partition by o.id order by u.id)::int as n
     from organization o join (select id, row_number() over (order by id) % 2 = 0 as here from app_user) u
       on u.here = (o.name = 'Here')`,
  `insert into membership (organization_id, user_id, joined_at)
     select organization_id, user_id, now() - n * interval '7 days' from place`,
  `insert into event (organization_id, title, type, scope, status, starts_at, ends_at, local_start, time_zone, created_at,
     signup_closes_minutes)
     select o.id, 'Raid ' || n, 'raid', 'guild', 'completed', at, at + interval '3 hours', '', 'UTC', at - interval '7 days', 60
     from organization o, generate_series(1, ${raids}) n cross join lateral (select now() - n * interval '60 hours' as at) t`,
  `insert into participation (event_id, user_id, status, status_since, ticket, attendance)
     select e.id, p.user_id, case when kind > 2 then 'signed_up' else 'declined' end, e.starts_at - interval '2 hours',
       case when kind > 2 then p.n end,
       (array[null, 'no_show', 'present', 'present', 'present', 'present', 'late', 'benched', 'excused', null])[kind]
     from event e join place p on p.organization_id = e.organization_id and p.n <= 60
     cross join lateral (select 1 + (p.n + extract(epoch from e.starts_at)::bigint / 216000) % 10 as kind) k`,
  `insert into absence (user_id, from_day, to_day, time_zone, starts_at, ends_at, created_at)
     select user_id, now(), now(), 'UTC', now() - times * interval '90 days', now() - times * interval '90 days' + interval '7 days', now() - interval '2000 days'
     from place, generate_series(1, 10) times where n > 40`,
  `insert into attendance_policy (organization_id, version, valid_from, late_weight, benched_weight, count_declined, too_few_events)
     select id, v, case when v > 1 then now() - interval '1500 days' / v end, 100 - v, 100, v > 2, 4
     from organization, generate_series(1, 3) v`,
  'vacuum analyze',
];

/** Writes everything in a few statements, and returns the id of one guild. */
export async function seedAttendance(client: pg.Client, raids = 500): Promise<string> {
  for (const statement of statements(raids)) await client.query(statement);
  const { rows } = await client.query<{ id: string }>(`select id from organization where name = 'Here'`);
  return rows[0]?.id ?? '';
}

/** The statistics, the matrix and the weekly trends of a guild, over all its raids. */
export function attendanceStatements(guildId: string) {
  const weeks = Array.from({ length: 180 }, (_, week) => new Date(Date.now() - (180 - week) * 7 * 86_400_000));
  return {
    stats: { text: ATTENDANCE_STATS.text, values: [guildId, null, null, null, null, 'en_US', true] },
    matrix: { text: ATTENDANCE_MATRIX.text, values: [guildId, null, null, null, null, 'en_US', true] },
    trends: { text: ATTENDANCE_TRENDS.text, values: [guildId, null, null, null, weeks] },
  };
}
