/** The database cost of attendance: two hundred members, five hundred raids, sixty answers to each. */
import pg from 'pg';
import { expect, test } from 'vitest';
import { cloneDatabase } from '../../../test/db.ts';
import { processorMs } from '../../../test/processor-ms.ts';
import { ATTENDANCE_MATRIX, ATTENDANCE_STATS } from './attendance-stats.queries.ts';
import { ATTENDANCE_TRENDS } from './attendance-trends.queries.ts';

const STATS_LIMIT_MS = 100;
const MATRIX_LIMIT_MS = 200;
const TRENDS_LIMIT_MS = 50;

/** Another guild of the same size, whose rows must not be read. */
const SEED = [
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
     from organization o, generate_series(1, 500) n cross join lateral (select now() - n * interval '60 hours' as at) t`,
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

test('statistics take under 100 ms in the database, the matrix under 200 ms, weekly trends under 50 ms', async () => {
  await using database = await cloneDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    for (const statement of SEED) await client.query(statement);
    const { rows } = await client.query<{ id: string }>(`select id from organization where name = 'Here'`);
    const stats = {
      name: 'stats',
      text: ATTENDANCE_STATS.text,
      values: [rows[0]?.id, null, null, null, null, 'en_US'],
    };
    expect((await client.query(stats)).rowCount).toBe(200);
    expect(await processorMs(client, stats, STATS_LIMIT_MS)).toBeLessThan(STATS_LIMIT_MS);

    const matrix = {
      name: 'matrix',
      text: ATTENDANCE_MATRIX.text,
      values: [rows[0]?.id, null, null, null, null, 'en_US'],
    };
    expect((await client.query(matrix)).rows[0].events).toHaveLength(500);
    expect(await processorMs(client, matrix, MATRIX_LIMIT_MS)).toBeLessThan(MATRIX_LIMIT_MS);

    const weeks = [...Array(180).keys()].map((week) => new Date(Date.now() - (180 - week) * 7 * 86_400_000));
    const trends = { name: 'trends', text: ATTENDANCE_TRENDS.text, values: [rows[0]?.id, null, null, null, weeks] };
    expect((await client.query(trends)).rowCount).toBeGreaterThan(170);
    expect(await processorMs(client, trends, TRENDS_LIMIT_MS)).toBeLessThan(TRENDS_LIMIT_MS);
  } finally {
    await client.end();
  }
}, 240_000);
