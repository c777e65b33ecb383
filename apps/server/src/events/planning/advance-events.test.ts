/** One part of the sweep that fails or waits leaves the others, and is seen. */
import pg from 'pg';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { done, eventGuild, inHours } from '../../../test/events.ts';
import { withDeadline } from '../../core/db/database.ts';
import { advanceEvents } from './advance-events.ts';

const TOKEN = 'a-token-for-prometheus';
const signal = new AbortController().signal;

test('a part that waits for a lock leaves the others going, and is seen until it is done again', async () => {
  await using app = await testApp({
    roles: ['web'],
    environment: { METRICS_TOKEN: TOKEN, DATABASE_PATIENCE_MS: '500' },
  });
  // As a worker runs it: once this patience is used up, every statement below fails at once.
  const advance = () => withDeadline(2_000, () => advanceEvents(app.ctx, {}, { signal }));
  const guild = await eventGuild(app, 3);
  const [one, two, three] = guild.members;
  if (!one || !two || !three) throw new Error('The guild has three members');
  await app.ctx.sql(`update app_user set email = id || '@people.example', email_verified_at = now()`);
  const event = await done<{ id: string }>(
    guild.officer.call('POST', `/guilds/${guild.id}/events`, {
      title: 'Raid',
      type: 'raid',
      startsAt: inHours(20),
      durationMinutes: 60,
      slots: [],
    }),
  );
  for (const { call, characterId } of guild.members) {
    await done(call('PUT', `/events/${event.id}/signup`, { characterId }));
  }
  await app.ctx.sql(`update participation set status_since = now() - interval '9 days'`);
  const statuses = async () => {
    const rows = await app.ctx.sql<{ status: string }>(
      'select p.status from participation p join app_user u on u.id = p.user_id order by u.id',
    );
    return rows.map(({ status }) => status);
  };
  const reminded = async () =>
    (await app.ctx.sql<{ id: string }>(`select user_id as id from event_mail where kind = 'reminder' order by 1`)).map(
      ({ id }) => id,
    );
  const lates = async () => (await app.http.get('/readyz').expect(200)).body;
  const metric = async (part: string) => {
    const { text } = await app.http.get('/metrics').set('Authorization', `Bearer ${TOKEN}`).expect(200);
    const [, value] =
      new RegExp(`^guildhall_sweep_part_late_seconds\\{sweep="advance-events",part="${part}"\\} (\\S+)$`, 'm').exec(
        text,
      ) ?? [];
    return Number(value);
  };

  // Places are waited for, and reminders go out.
  const blocker = new pg.Client({ connectionString: app.config.databaseUrl });
  await blocker.connect();
  await blocker.query('begin');
  await blocker.query('select from participation where user_id = $1 for update', [one.userId]);
  await app.ctx.sql('update character set archived_at = now() where id = $1', [one.characterId]);
  await expect(advance()).rejects.toThrow('Not everything about events could be done');
  expect(await statuses()).toEqual(['signed_up', 'signed_up', 'signed_up']);
  const all = [one, two, three].map(({ userId }) => userId).toSorted();
  expect(await reminded()).toEqual(all);
  await blocker.query('rollback');

  // The other way round.
  await app.ctx.sql('delete from event_mail');
  await app.ctx.sql('delete from sweep_cursor');
  await blocker.query('begin');
  await blocker.query('lock table event_mail in access exclusive mode');
  await expect(advance()).rejects.toThrow('Not everything about events could be done');
  expect(await statuses()).toEqual(['declined', 'signed_up', 'signed_up']);
  // It fails for a while.
  await app.ctx.sql(`update sweep_part set done_at = now() - interval '20 minutes' where part = 'reminders'`);
  await expect(advance()).rejects.toThrow();
  expect(await lates()).toEqual({
    status: 'ok',
    late: [{ sweep: 'advance-events', part: 'reminders', lateSeconds: expect.any(Number) }],
  });
  expect(await metric('reminders')).toBeGreaterThan(890);
  expect(await metric('places')).toBe(0);
  const [failing] = await app.ctx.sql<{ error: string }>('select part, error from sweep_part where error is not null');
  expect(failing).toMatchObject({ part: 'reminders', error: expect.stringMatching(/./) });
  await blocker.query('rollback');
  await blocker.end();

  await advance();
  expect(await reminded()).toEqual(all.filter((id) => id !== one.userId));
  expect(await lates()).toEqual({ status: 'ok' });
  expect(await metric('reminders')).toBe(0);
});

test('a change after which a place is free or a mail is due is noted for the part that looks', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { id, members } = await eventGuild(app, 1);
  const [member] = members;
  const sql = (text: string) => app.ctx.sql(text);
  await sql(`insert into event (organization_id, title, type, scope, status, starts_at, ends_at, local_start, time_zone)
    values ('${id}', 'Raid', 'raid', 'guild', 'published', now() + interval '9 hours', now() + interval '10 hours', '2026-01-01T20:00', 'UTC')`);
  await sql(`insert into event_slot (event_id, role_key, max, position, taken) select id, 'melee', 2, 0, 1 from event`);
  await sql(`insert into raider (organization_id, name) values ('${id}', 'Guest')`);
  await sql(`insert into raider_character (organization_id, raider_id, name, realm, name_key, realm_key, source)
    select '${id}', id, 'Guest', '', 'guest', '', 'officer' from raider`);
  await sql(`insert into absence (user_id, from_day, to_day, time_zone, starts_at, ends_at)
    values ('${member?.userId}', '2026-12-01', '2026-12-01', 'UTC', now(), now() + interval '1 day')`);
  await sql('update organization set archived_at = now()');
  const both = ['places', 'reminders'];
  for (const [change, parts] of [
    ['update organization set archived_at = null', both],
    ['delete from absence', both],
    [`update app_user set muted_event_mails = '{reminder}' where id = '${member?.userId}'`, both],
    ['update raider set archived_at = now()', ['places']],
    ['delete from raider_character', ['places']],
    ['update event_slot set taken = 0', ['reminders']],
    ['update event set version = version + 1', both],
    ['update event_slot set taken = 1', []],
    [`update event set title = 'Night'`, []],
  ] as const) {
    await sql('delete from event_look');
    await sql(change);
    const noted = await app.ctx.sql<{ part: string }>('select part from event_look order by part');
    expect(
      noted.map(({ part }) => part),
      change,
    ).toEqual(parts);
  }
});
