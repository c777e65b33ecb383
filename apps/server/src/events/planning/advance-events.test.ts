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
  const everybody = [one, two, three].map(({ userId }) => userId).toSorted();
  expect(await reminded()).toEqual(everybody);
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
  expect(await reminded()).toEqual(everybody.filter((id) => id !== one.userId));
  expect(await lates()).toEqual({ status: 'ok' });
  expect(await metric('reminders')).toBe(0);
});
