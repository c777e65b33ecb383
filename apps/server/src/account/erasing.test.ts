/** An erasure in two steps: what others see changes with the answer; a job removes the rest. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { EventView } from '@guildhall/contracts/event.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../test/app.ts';
import { runErasures } from '../../test/erase-people.ts';
import { done, type EventGuild, eventGuild, inHours, joinGuild, type Member, moveBack } from '../../test/events.ts';
import { createPerson } from '../../test/people.ts';
import { everyRow } from '../../test/rows.ts';
import { foundClub, memberOf } from '../../test/standalone.ts';
import type { AppContext } from '../core/services/context.ts';
import { erasePeople } from './erase-people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
});
afterAll(() => app[Symbol.asyncDispose]());

const raid = (hours: number) => ({
  title: 'Raid',
  type: 'raid',
  scope: 'guild',
  startsAt: inHours(hours),
  durationMinutes: 60,
  slots: [{ roleKey: 'healer', max: 1 }],
});

type Left = { guild: EventGuild; leaving: Member; waiting: Member; eventId: string };

/** A person who has a slot, a post, a past raid, an absence, a role and an invite in a guild. */
async function busyPerson(): Promise<Left> {
  const guild = await eventGuild(app);
  const [leaving, waiting] = [await joinGuild(app, guild.id), await joinGuild(app, guild.id)];
  const { sql } = app.ctx;
  await sql(`update app_user set display_name = 'Leaving', shares_with_guilds = true where id = $1`, [leaving.userId]);
  await sql(`update character set name = 'Leavingchar', is_main = true, source = 'synced' where id = $1`, [
    leaving.characterId,
  ]);
  await sql(
    `update role set permissions = '{canManageEvents,canManageContent,canViewOfficerData,canInviteMembers}'
    where organization_id = $1`,
    [guild.id],
  );
  await sql(
    `insert into role_holder (organization_id, role_id, user_id) select organization_id, id, $2 from role where organization_id = $1`,
    [guild.id, leaving.userId],
  );
  await sql(`update membership set joined_at = now() - interval '60 days' where organization_id = $1`, [guild.id]);
  const at = `/organizations/${guild.id}`;
  const own = await done<EventView>(leaving.call('POST', `${at}/events`, raid(48)));
  const past = await done<EventView>(guild.officer.call('POST', `${at}/events`, raid(24)));
  for (const member of [leaving, waiting]) {
    const answer = { characterId: member.characterId, roleKey: 'healer' };
    for (const { id } of [own, past]) await done(member.call('PUT', `/events/${id}/signup`, answer));
  }
  await moveBack(app, past.id, 48);
  await done(guild.officer.call('POST', `/events/${past.id}/complete`));
  await done(leaving.call('POST', `${at}/posts`, { title: 'News', body: 'There are some.' }));
  await done(leaving.call('POST', '/auth/me/absences', { from: '2030-01-01', to: '2030-01-02' }));
  await done(leaving.call('POST', `${at}/invites`, {}));
  await sql(
    `insert into text_version (organization_id, type, version, body, author_id) values ($1, 'rules', 1, 'Be nice', $2)`,
    [guild.id, leaving.userId],
  );
  return { guild, leaving, waiting, eventId: own.id };
}

/** Everything in which an officer meets a person. */
const places = ({ guild, eventId, leaving }: Left) => [
  ...['/members', '/members?search=leav', '/audit-log', '/invites', '/posts', '/text-content'].map(
    (place) => `/organizations/${guild.id}${place}`,
  ),
  ...['/text-content/rules/versions', '/attendance-stats', '/attendance-matrix'].map(
    (place) => `/organizations/${guild.id}${place}`,
  ),
  `/organizations/${guild.id}/events`,
  `/organizations/${guild.id}/absences?from=2030-01-01&to=2030-01-03`,
  `/events/${eventId}`,
  `/events/${eventId}/participations`,
  `/events/${eventId}/log`,
  `/characters/${leaving.characterId}`,
];

test('S-05: a person being erased is neither shown nor counted, even before the job runs', async () => {
  const left = await busyPerson();
  const { guild, leaving, eventId } = left;
  const admin = await createPerson(app, { isAdmin: true });
  const isThere = (text: string) =>
    [leaving.userId, leaving.characterId, 'Leaving'].some((trace) => text.includes(trace));
  const read = async () => {
    const answers = new Map<string, string>();
    for (const place of places(left)) answers.set(place, JSON.stringify((await guild.officer.call('GET', place)).body));
    const users = await admin.request('get', '/api/v1/admin/users?q=leav');
    answers.set('users', JSON.stringify(users.body));
    return answers;
  };
  const before = [...(await read())].filter(([, text]) => isThere(text)).map(([place]) => place);
  expect(before.length).toBeGreaterThan(10);
  expect((await leaving.call('DELETE', '/auth/me')).status).toBe(200);
  expect([...(await read())].filter(([, text]) => isThere(text))).toEqual([]);
  const event = await done<EventView>(guild.officer.call('GET', `/events/${eventId}`));
  expect(event).toMatchObject({ createdBy: null, counts: { signedUp: 0 } });
  const { body } = await guild.officer.call('GET', `/organizations/${guild.id}/members`);
  expect(body).toMatchObject({ pagination: { total: 3 } });
  expect((await leaving.call('GET', '/auth/me')).status).toBe(401);
  await runErasures(app);
});

test('the erasure request answers while other transactions lock the person’s rows', async () => {
  const { guild, leaving, eventId } = await busyPerson();
  const other = new pg.Client({ connectionString: app.config.databaseUrl });
  await other.connect();
  try {
    await other.query('begin');
    await other.query(`select pg_advisory_xact_lock(hashtextextended('roster-claims', 0))`);
    for (const [text, id] of [
      ['select from organization where id = $1 for update', guild.id],
      ['select from event where id = $1 for update', eventId],
      ['select from event_slot where event_id = $1 for update', eventId],
      ['select from membership where user_id = $1 for update', leaving.userId],
      ['select from participation where user_id = $1 for update', leaving.userId],
      ['select from character where user_id = $1 for update', leaving.userId],
      ['select from app_user where id = $1 for key share', leaving.userId],
    ] as const)
      await other.query(text, [id]);
    expect((await leaving.call('DELETE', '/auth/me')).status).toBe(200);
    expect((await guild.officer.call('GET', `/events/${eventId}`)).body).toMatchObject({ createdBy: null });
  } finally {
    await other.end();
  }
  await runErasures(app);
  expect(await app.ctx.sql('select from app_user where id = $1', [leaving.userId])).toEqual([]);
});

/** A service whose transactions fail, as if the process was killed, after the first `left` of them. */
function dying(ctx: AppContext, left: number): AppContext {
  const once = async <T>(run: () => Promise<T>): Promise<T> => {
    if (left === 0) throw new Error('killed');
    left -= 1;
    return run();
  };
  return {
    ...ctx,
    transact: (work) => once(() => ctx.transact(work)),
    sql: { ...ctx.sql, run: (statement, values) => once(() => ctx.sql.run(statement, values)) },
  };
}

test('an erasure killed after any of its transactions ends like an uninterrupted one', async () => {
  const [whole, killed] = [await busyPerson(), await busyPerson()];
  const clubs = await Promise.all([whole, killed].map(() => foundClub(app)));
  for (const [index, { leaving }] of [whole, killed].entries()) {
    const club = clubs[index];
    if (!club) throw new Error('Each has a club');
    // The club's only founder is the person; a member waits to succeed.
    await memberOf(app, club);
    await app.ctx.sql('update role_holder set user_id = $2 where organization_id = $1', [club.id, leaving.userId]);
    await app.ctx.sql('update membership set user_id = $3 where organization_id = $1 and user_id = $2', [
      club.id,
      club.founder.userId,
      leaving.userId,
    ]);
  }
  const end = async ({ leaving, waiting, eventId }: Left, clubId: string) => {
    const rows = await everyRow(app);
    const { sql } = app.ctx;
    return {
      traces: [...rows].filter(([, text]) => text.includes(leaving.userId)).map(([table]) => table),
      slot: await sql('select p.status from participation p where event_id = $1 and user_id = $2', [
        eventId,
        waiting.userId,
      ]),
      others: await sql('select from participation where event_id = $1', [eventId]),
      founders: await sql(
        'select r.is_founder from role_holder h join role r on r.id = h.role_id where h.organization_id = $1',
        [clubId],
      ),
    };
  };
  expect((await whole.leaving.call('DELETE', '/auth/me')).status).toBe(200);
  await runErasures(app);
  expect((await killed.leaving.call('DELETE', '/auth/me')).status).toBe(200);
  let kills = 0;
  while ((await app.ctx.sql('select from leaving')).length > 0) {
    kills += 1;
    await erasePeople(dying(app.ctx, kills), {}, { signal: new AbortController().signal }).catch(() => {});
  }
  expect(kills).toBeGreaterThan(5);
  const [ended, expected] = [await end(killed, clubs[1]?.id ?? ''), await end(whole, clubs[0]?.id ?? '')];
  expect(ended).toEqual(expected);
  expect(ended).toMatchObject({ traces: [], slot: [{ status: 'signed_up' }], founders: [{ is_founder: true }] });
});

test('an erasure also removes a row that a concurrent request adds for the person', async () => {
  const { guild, leaving, eventId } = await busyPerson();
  expect((await leaving.call('DELETE', '/auth/me')).status).toBe(200);
  const late = await done<EventView>(guild.officer.call('POST', `/organizations/${guild.id}/events`, raid(72)));
  const other = new pg.Client({ connectionString: app.config.databaseUrl });
  await other.connect();
  await other.query('begin');
  await other.query(`insert into participation (event_id, user_id, status) values ($1, $2, 'tentative')`, [
    late.id,
    leaving.userId,
  ]);
  const erased = runErasures(app);
  await expect
    .poll(() =>
      app.ctx.sql(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`),
    )
    .toHaveLength(1);
  await other.query('commit');
  await other.end();
  await erased;
  const parts = 'select from participation where event_id = any($1::uuid[]) and user_id = $2';
  expect(await app.ctx.sql(parts, [[late.id, eventId], leaving.userId])).toEqual([]);
  expect(await app.ctx.sql('select from app_user where id = $1', [leaving.userId])).toEqual([]);
  expect(app.logged.filter((line) => line.includes('deadlock'))).toEqual([]);
});

test('finds people whose erasure was never queued, and one failing erasure does not block the others', async () => {
  const [broken, other] = [await createPerson(app), await createPerson(app)];
  await app.ctx.sql('update app_user set erasing_at = now() where id = any($1::uuid[])', [
    [broken.userId, other.userId],
  ]);
  await app.ctx.sql(`create table keeps (user_id uuid references app_user (id))`);
  await app.ctx.sql('insert into keeps (user_id) values ($1)', [broken.userId]);
  await expect(runErasures(app)).rejects.toThrow('1 people could not be erased');
  expect(await app.ctx.sql('select user_id from leaving')).toEqual([{ user_id: broken.userId }]);
  await app.ctx.sql('drop table keeps');
  await runErasures(app);
  expect(await app.ctx.sql('select from leaving')).toEqual([]);
});

/** They write people whom the view hides, or ask who is hidden. */
const BESIDE_THE_VIEW = [
  'account/erase-people.ts',
  'account/personal-data.ts',
  'core/jobs/unit-of-work.ts',
  'identity/people/user.entity.ts',
  'identity/sessions/clean-up.ts',
];

test('only erasure code names the table of people; other code reads the view that hides people being erased', () => {
  const source = path.join(import.meta.dirname, '..');
  const naming = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => readFileSync(path.join(source, file), 'utf8').includes('app_user'));
  expect(naming.toSorted()).toEqual(BESIDE_THE_VIEW);
});

test('people are loaded as entities only while they are not being erased', () => {
  const source = path.join(import.meta.dirname, '..');
  const loads = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const text = readFileSync(path.join(source, file), 'utf8');
      return [...text.matchAll(/\bem\.(?:find|native)\w*\(\s*User,[^;]*;/g)].map(([call]) => `${file}: ${call}`);
    });
  expect(loads.length).toBeGreaterThan(3);
  expect(loads.filter((call) => !call.includes('erasingAt: null')).map((call) => call.split(':')[0])).toEqual([
    'account/erase-people.ts',
  ]);
});
