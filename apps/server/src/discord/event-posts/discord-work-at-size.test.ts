/** The minute's look for work on Discord beside years of events, posts, mentions and mirrors. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { explainPrepared, type PlanNode, rowsRead } from '../../../test/query-plans.ts';
import { DUE as DUE_REPORTS } from '../../events/nights/read-reports.ts';
import { ORDER, WAITING } from './mentions.ts';
import { CLOSED_SINCE, MIRROR, MIRROR_OF_SERVERS } from './schedule-posts.ts';

const GUILDS = 200;
const START = `date_trunc('minute', now()) + interval '90 minutes' + n * interval '1 day'`;

/** Each guild has three events to come, of which the first begins within two hours, and 97 that are over. */
const SEED = [
  `insert into app_user (display_name) select n::text from generate_series(1, ${GUILDS * 5}) n`,
  `insert into account (user_id, provider_id, account_id) select id, 'discord', 'a' || display_name from app_user`,
  `insert into organization (name, alias, source, settings)
   select 'Club ' || n, 'club-' || n, 'standalone', jsonb_build_object('chat', jsonb_build_object('serverId', 's' || n))
   from generate_series(1, ${GUILDS}) n`,
  `insert into membership (organization_id, user_id)
   select o.id, u.id from app_user u join organization o on o.alias = 'club-' || (u.display_name::int % ${GUILDS} + 1)`,
  `insert into chat_server_proof (organization_id, server_id, confirmed_by_id, confirmed_at, checked_at)
   select o.id, o.settings #>> '{chat,serverId}', (select user_id from membership m where m.organization_id = o.id limit 1),
     now(), now() from organization o`,
  `insert into discord_connection (organization_id, server_id) select organization_id, server_id from chat_server_proof`,
  `insert into discord_binding (organization_id, server_id, channel_id, channel_name, detail, lead_days, mention_hours, mirrors)
   select organization_id, server_id, 'c' || server_id, 'raids', 'names', 7, 24, true from chat_server_proof`,
  `insert into event (organization_id, title, type, scope, status, starts_at, ends_at, local_start, time_zone)
   select o.id, 'Raid', 'raid', 'guild', case when n < 0 then 'completed' else 'published' end, at, at + interval '3 hours',
     to_char(at, 'YYYY-MM-DD"T"HH24:MI'), 'UTC'
   from organization o, generate_series(-97, 2) n cross join lateral (select ${START} as at) t`,
  `insert into event_post (event_id, binding_id, channel_id, message_id, wanted, shown, shown_at)
   select e.id, b.id, b.channel_id, e.id::text, 1, 1, now() from event e join discord_binding b using (organization_id)`,
  `insert into event_slot (event_id, role_key, max, position) select id, 'melee', 20, 1 from event where starts_at > now()`,
  `insert into participation (event_id, user_id, role_key, status, ticket, status_since)
   select e.id, m.user_id, 'melee', 'signed_up', row_number() over (partition by e.id), now() - interval '3 days'
   from event e join membership m using (organization_id) where e.starts_at > now()`,
  `insert into event_mention (event_id, user_id, post_id, occasion, message, settled_at)
   select e.id, m.user_id, p.id, '24h ' || to_char(e.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI'), p.id, now()
   from event e join event_post p on p.event_id = e.id join membership m using (organization_id) where e.starts_at < now()`,
  `insert into event_mirror (event_id, server_id, wanted, shown)
   select e.id, b.server_id, 1, 1 from event e join discord_binding b using (organization_id) where e.starts_at > now()`,
  // Mirrors on servers that the guilds have left.
  `insert into event_mirror (event_id, server_id, wanted, shown)
   select e.id, 'left' || n, 1, 1 from event e, generate_series(1, 30) n where e.starts_at > now()`,
  `insert into log_source (organization_id, host, guild_id, guild_name, read_at)
   select id, 'www', 1, 'Club', now() - interval '5 minutes' from organization`,
];

let app: TestApp;
let client: pg.Client;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
  client = new pg.Client({ connectionString: app.config.databaseUrl });
  await client.connect();
  for (const statement of SEED) await client.query(statement);
  await client.query('vacuum analyze');
});
afterAll(async () => {
  await client.end();
  await app[Symbol.asyncDispose]();
});

const most = (nodes: PlanNode[], table: string) =>
  Math.max(0, ...nodes.filter((node) => node['Relation Name'] === table).map(rowsRead));

test('mentions are ordered for the events of the next day alone, and those that wait are found by index', async () => {
  const { nodes } = await explainPrepared(client, { text: ORDER.text, values: [] });
  // There are 20,000 events and posts, and 97,000 mentions that are settled.
  expect(most(nodes, 'event')).toBeLessThanOrEqual(2 * GUILDS);
  expect(most(nodes, 'event_post')).toBeLessThanOrEqual(2 * GUILDS);
  const [ordered] = await app.ctx.sql<{ people: number }>(
    'select count(*)::int as people from event_mention where settled_at is null',
  );
  expect(ordered?.people).toBe(5 * GUILDS);
  await client.query('update event_mention set settled_at = now()');
  await client.query('vacuum analyze event_mention');
  const waiting = await explainPrepared(client, { text: WAITING.text, values: [] });
  expect(most(waiting.nodes, 'event_mention')).toBeLessThanOrEqual(10);
});

test('a change of one guild looks at its mirrors alone, and the minute’s look at some servers counts each guild once', async () => {
  const [club] = await app.ctx.sql<{ id: string }>(`select id from organization where alias = 'club-7'`);
  await app.ctx.sql(
    `update event set status = 'cancelled' where organization_id = $1 and starts_at > now() + interval '2 days'`,
    [club?.id],
  );
  await app.ctx.sql(`delete from event_mirror where server_id = 's8'`);
  await client.query('begin');
  const { nodes } = await explainPrepared(client, { text: MIRROR.text, values: [[club?.id]] });
  await client.query('rollback');
  expect(most(nodes, 'event_mirror')).toBeLessThanOrEqual(150);
  expect(most(nodes, 'event')).toBeLessThanOrEqual(1_000);
  await client.query('begin');
  const { rows } = await client.query<{ id: string; server: string }>(
    `select organization_id as id, server_id as server from discord_connection order by server_id`,
  );
  const share = (servers: typeof rows) => [servers.map(({ id }) => id), servers.map(({ server }) => server)];
  const some = await explainPrepared(client, { text: MIRROR_OF_SERVERS.text, values: share(rows.slice(0, 20)) });
  await client.query('rollback');
  // There are 19,000 mirrors.
  expect(most(some.nodes, 'event_mirror')).toBeLessThanOrEqual(20_000);
  expect(most(some.nodes, 'event')).toBeLessThanOrEqual(20_000);

  await app.ctx.sql(MIRROR_OF_SERVERS.text, share(rows));
  const stale = await app.ctx.sql<{ server: string; count: number }>(
    `select server_id as server, count(*)::int as count from event_mirror where wanted > shown and server_id like 's%' group by 1 order by 1`,
  );
  expect(stale).toEqual([
    { server: 's7', count: 1 },
    { server: 's8', count: 3 },
  ]);
});

test('the reports of a night are looked for once its guild is due, in any time zone', async () => {
  const due = async () => (await client.query(DUE_REPORTS.text)).rows.length;
  const [{ expected } = { expected: 0 }] = await app.ctx.sql<{ expected: number }>(
    `select count(distinct e.organization_id)::int as expected from event e join log_source s using (organization_id)
     where e.status in ('published', 'completed') and e.starts_at > now() - interval '10 days' and (
       e.starts_at <= now() and e.ends_at > now() - interval '2 hours' and s.read_at < now() - interval '10 minutes'
       or noon between now() - interval '1 day' and now() and s.read_at < noon)`.replaceAll(
      /\bnoon\b/g,
      `((((e.ends_at at time zone 'UTC') - interval '6 hours')::date + 1 + time '12:00') at time zone 'UTC')`,
    ),
  );
  expect(await due()).toBe(expected);
  await app.ctx.sql(`update log_source set read_at = now() - interval '3 days'`);
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Berlin']) {
    await app.ctx.sql('update event set time_zone = $1', [zone]);
    expect(await due()).toBe(GUILDS);
  }
});

test('posts whose sign-up has closed are found by their events', async () => {
  await client.query(`update event set starts_at = now() - interval '1 minute', ends_at = now() + interval '1 hour'
    where status = 'published' and starts_at < now() + interval '1 day'`);
  await client.query(`update event_post set shown_at = now() - interval '1 hour'`);
  await client.query('vacuum analyze');
  await client.query('begin');
  const { nodes } = await explainPrepared(client, { text: CLOSED_SINCE.text, values: [] });
  await client.query('rollback');
  expect(most(nodes, 'event_post')).toBeLessThanOrEqual(3 * GUILDS);
  expect(await app.ctx.sql(CLOSED_SINCE.text)).toHaveLength(GUILDS);
  expect(await app.ctx.sql(CLOSED_SINCE.text)).toHaveLength(0);
});
