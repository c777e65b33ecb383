/** The minutely sweep beside many events: it reads what changed and what is due, and a share of the rest. */
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { seedEvents } from '../../../test/many-events.ts';
import { explainPrepared, rowsHandled } from '../../../test/query-plans.ts';
import { watchStatements } from '../../../test/watch-statements.ts';
import { advanceEvents } from './advance-events.ts';

/** 800 events begin within a day and 3,200 later, so that a run looks at less than a third of them. */
const SIZE = { guilds: 200, members: 5, past: 40, ahead: 20 };

const advance = (app: TestApp) => advanceEvents(app.ctx, {}, { signal: new AbortController().signal });

async function crowded() {
  const app = await testApp({ roles: ['web'] });
  const client = new pg.Client({ connectionString: app.config.databaseUrl });
  onTestFinished(async () => {
    await client.end();
    await app[Symbol.asyncDispose]();
  });
  await client.connect();
  await seedEvents(client, SIZE);
  return { app, client };
}

/** Answers that wait for a proof: each person's to the events of the next guild. */
const KEPT = `
  insert into kept_answer (user_id, event_id, status, kept_at)
  select c.user_id, e.id, 'signed_up', now() from crowd c join crowd f on f.m = 1 and f.g = c.g + 1
  join event e on e.organization_id = f.organization_id and e.starts_at > now() + interval '4 days'`;
const SOURCES = `
  insert into log_source (organization_id, host, guild_id, guild_name, realm, confirms_itself)
  select organization_id, 'www', g, 'Crowd', 'crowd', true from crowd where m = 1`;
const REPORTS = `
  insert into log_report (organization_id, event_id, code_key, host, title, starts_at, ends_at, state, confirmed_at)
  select organization_id, id, id::text, 'www', 'Night', starts_at, ends_at, 'complete', case when ends_at < now() - interval '2 days' then now() end
  from event where status = 'completed'`;

/** The answers of a member who belongs to a guild in the middle of the list. */
const STATUSES = `
  select p.status, count(*)::int from participation p join event e on e.id = p.event_id and e.starts_at > now()
  where p.user_id = $1 group by 1 order by 1`;
const ALL = [{ status: 'signed_up', count: SIZE.ahead }];
const NONE = [{ status: 'declined', count: SIZE.ahead }];

test('a minute costs a bounded share, however many answers there are, and each change what it touches', async () => {
  const { app, client } = await crowded();
  await client.query(KEPT);
  for (const statement of [SOURCES, REPORTS, 'vacuum analyze']) await client.query(statement);
  await advance(app);
  using watched = await watchStatements(app);
  const cost = async (counted = /^\s*(select|with)/) => {
    watched.sent();
    await advance(app);
    const asked = watched.sent().map((each): { text?: string; values?: unknown[] } => JSON.parse(each));
    const read = { pages: 0, rows: 0 };
    await client.query('begin');
    for (const { text, values = [] } of asked) {
      if (text === undefined || !counted.test(text)) continue;
      const { pages, nodes } = await explainPrepared(client, { text, values });
      read.pages += pages;
      read.rows += rowsHandled(nodes);
    }
    await client.query('rollback');
    return read;
  };
  const idle = await cost();
  // Some 70 for each of 1,500 events; all would be four times as many.
  expect(idle.rows).toBeLessThanOrEqual(100_000);
  expect(idle.pages).toBeLessThanOrEqual(100_000);

  const { rows } = await client.query(`select user_id as id from crowd where g = 150 and m = 4`);
  const member: string = rows[0].id;
  await client.query('update membership set left_at = now() where user_id = $1', [member]);
  const changed = await cost(/event_look/);
  expect(changed.rows).toBeLessThanOrEqual(500);
  expect(changed.pages).toBeLessThanOrEqual(500);
  expect((await client.query(STATUSES, [member])).rows).toEqual(NONE);
});

/** One for each cause of a lost place; most of the answers are in no share of the run that follows. */
const CAUSES: Record<string, string> = {
  'the membership ended': 'update membership set left_at = now() where user_id = $1',
  'the character left the roster':
    'update roster_entry set left_at = now() where claimed_by_id = (select id from character where user_id = $1)',
  'the claim ended':
    'update roster_entry set claimed_by_id = null where claimed_by_id = (select id from character where user_id = $1)',
  'the character was archived': 'update character set archived_at = now() where user_id = $1',
  'the proof ended': 'update character set verified_at = null where user_id = $1',
  'the character was deleted': 'delete from character where user_id = $1',
  'the person is being erased': 'update app_user set erasing_at = now() where id = $1',
};

test('each cause frees the places in the run that follows, also if it commits late or answers come meanwhile', async () => {
  const { app, client } = await crowded();
  await advance(app);
  const { rows } = await client.query<{ id: string }>(
    'select user_id as id from crowd where g > 100 and m = 4 order by g',
  );
  const people = rows.map(({ id }) => id);
  const next = () => people.shift() ?? '';

  const concerned: [string, string][] = [];
  for (const [cause, statement] of Object.entries(CAUSES)) {
    const person = next();
    concerned.push([cause, person]);
    await client.query(statement, [person]);
  }
  // The transaction of a sync began before the runs, and commits after one of them.
  const sync = new pg.Client({ connectionString: app.config.databaseUrl });
  onTestFinished(() => sync.end());
  await sync.connect();
  const late = next();
  await sync.query('begin');
  await sync.query(CAUSES['the membership ended'] ?? '', [late]);
  // A worker that is down finds the change days later, though triggers and times are those of today.
  const longAgo = next();
  await client.query(`update membership set left_at = now() - interval '9 days' where user_id = $1`, [longAgo]);
  // An answer that was begun while the person was a member commits after the first look.
  const answering = next();
  const [answer] = (
    await client.query(
      `delete from participation where id = (select p.id from participation p join event e on e.id = p.event_id
         where p.user_id = $1 order by e.starts_at desc limit 1) returning *`,
      [answering],
    )
  ).rows;
  await client.query(CAUSES['the membership ended'] ?? '', [answering]);

  await advance(app);
  for (const [cause, person] of [...concerned, ['days ago', longAgo] as const]) {
    expect((await client.query(STATUSES, [person])).rows, cause).toEqual(NONE);
  }
  expect((await client.query(STATUSES, [late])).rows).toEqual(ALL);
  await sync.query('commit');
  await client.query(`insert into participation select * from jsonb_populate_record(null::participation, $1)`, [
    JSON.stringify(answer),
  ]);
  await advance(app);
  expect((await client.query(STATUSES, [late])).rows).toEqual(NONE);
  expect((await client.query(STATUSES, [answering])).rows).toEqual(NONE);
  // Changes that were looked at twice, with a pause between, are forgotten.
  await client.query(`update event_look set seen_at = seen_at - interval '1 minute'`);
  await advance(app);
  await client.query(`update event_look set seen_at = seen_at - interval '1 minute'`);
  await advance(app);
  expect((await client.query('select from event_look')).rowCount).toBe(0);
});

test('reminders of all events are ordered once, in the first run after days, and those of moved ones in the next', async () => {
  const { app, client } = await crowded();
  const ORDERED = `select split_part(m.occasion, ' ', 1) as hours, count(*)::int, count(distinct event_id)::int as events
    from event_mail m where kind = 'reminder' group by 1 order by 1`;
  await advance(app);
  const first = (await client.query(ORDERED)).rows;
  const soon = 4 * SIZE.guilds;
  expect(first).toEqual([{ hours: '24h', count: soon * SIZE.members, events: soon }]);
  await advance(app);
  expect((await client.query(ORDERED)).rows).toEqual(first);
  // Three days pass without a worker.
  await client.query(
    `update sweep_cursor set position = (position::timestamptz - interval '3 days')::text where name ~ '^reminders \\d'`,
  );
  await client.query(`delete from event_mail`);
  await client.query(
    `update sweep_cursor set position = '9999-01-01/00000000-0000-0000-0000-000000000000' where name = 'reminders soon'`,
  );
  await advance(app);
  expect((await client.query(ORDERED)).rows).toEqual(first);

  const moved = `update event set starts_at = now() + interval '20 hours', ends_at = now() + interval '22 hours'
    where id = (select id from event where starts_at > now() + interval '5 days' limit 1) returning id`;
  const { rows } = await client.query(moved);
  await client.query(
    `update sweep_cursor set position = '9999-01-01/00000000-0000-0000-0000-000000000000' where name = 'reminders soon'`,
  );
  await advance(app);
  expect(
    (await client.query("select from event_mail where kind = 'reminder' and event_id = $1", [rows[0].id])).rowCount,
  ).toBe(SIZE.members);
});
