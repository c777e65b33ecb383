/** What a calendar costs the database when a guild has met for a lifetime. */
import type { EventListView } from '@guildhall/contracts/event.ts';
import { expect, test } from 'vitest';
import { testApp } from '../../test/app.ts';
import { done, eventGuild } from '../../test/events.ts';
import { eventListStatements } from './event.queries.ts';
import { rangeOf } from './event-times.ts';

/** An event every hour into the past, and one every half day in the month that is looked at; 25 people in each of these. */
const EVENTS = `
  insert into event (organization_id, title, type, scope, status, starts_at, ends_at, local_start, time_zone, created_by_id)
  select $1::uuid, 'Event ' || n, 'raid', 'guild', 'completed', at, at + interval '2 hours', to_char(at, 'YYYY-MM-DD"T"HH24:MI'), 'UTC', $2::uuid
  from generate_series(1, 100000) n cross join lateral (select timestamptz '2027-06-01' - n * interval '1 hour' as at) t
  union all
  select $1::uuid, 'Raid ' || n, 'raid', 'guild', 'published', at, at + interval '2 hours', to_char(at, 'YYYY-MM-DD"T"HH24:MI'), 'UTC', $2::uuid
  from generate_series(0, 59) n cross join lateral (select timestamptz '2027-06-01' + n * interval '12 hours' as at) t`;
const SLOTS = `
  insert into event_slot (event_id, role_key, max, position)
  select id, role, 10, position from event, unnest(array['tank','healer','melee','ranged']) with ordinality r(role, position)
  where starts_at >= '2027-05-20'`;
const PARTS = `
  insert into participation (event_id, user_id, role_key, status, ticket)
  select e.id, u.id, (array['tank','healer','melee','ranged'])[1 + number % 4], 'signed_up', number
  from event e cross join (select id, row_number() over (order by id) as number from app_user) u
  where e.starts_at >= '2027-05-20' and number <= 25`;

type Plan = { 'QUERY PLAN': { 'Execution Time': number }[] };

test('a calendar month beside 100,000 past events takes under 10 ms in the database', async () => {
  await using app = await testApp({ roles: ['web'] });
  const guild = await eventGuild(app, 30);
  const { sql } = app.ctx;
  await sql(EVENTS, [guild.id, guild.officer.userId]);
  await sql(SLOTS);
  await sql(PARTS);
  await sql('vacuum analyze');
  const range = rangeOf('2027-06-01', '2027-06-30', 'UTC');
  const query = {
    range,
    mine: false,
    sortOrder: 'asc',
    page: 1,
    pageSize: 50,
    type: undefined,
    status: undefined,
  } as const;
  const { page } = eventListStatements(guild.officer.userId, guild.id, { ...query, managesEvents: false });
  const times: number[] = [];
  let text = '';
  for (let run = 0; run < 7; run += 1) {
    const [plan] = await sql<Plan>(`explain (analyze, format json) ${page.text}`, page.values);
    times.push(plan?.['QUERY PLAN'][0]?.['Execution Time'] ?? Number.POSITIVE_INFINITY);
    text = JSON.stringify(plan);
  }
  expect(text).toContain('event_by_start');
  expect(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]).toBeLessThan(10);
  const view = await done<EventListView>(
    guild.officer.call('GET', `/guilds/${guild.id}/events?startDate=2027-06-01&endDate=2027-06-30`),
  );
  expect([view.events.length, view.events[1]?.counts.signedUp]).toEqual([61, 25]);
}, 120_000);
