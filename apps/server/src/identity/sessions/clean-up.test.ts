import { readdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { MAIL_FOLDER } from '../../core/services/mail.ts';
import { cleanUp } from './clean-up.ts';

test('keeps mails written to files for one day', async () => {
  await using app = await testApp({ roles: ['web'] });
  const folder = path.join(app.config.dataDir, MAIL_FOLDER);
  await cleanUp(app.ctx);
  const mail = { id: 'hello', to: 'ysolde@example.org', subject: 'Hello', text: 'Hello', html: '' };
  await app.ctx.mail.send(mail);
  const [old = ''] = await readdir(folder);
  const before = new Date(Date.now() - 25 * 3600_000);
  await utimes(path.join(folder, old), before, before);
  await app.ctx.mail.send({ ...mail, id: 'hello-again' });
  await cleanUp(app.ctx);
  const left = await readdir(folder);
  expect(left).toHaveLength(1);
  expect(left).not.toContain(old);
});

test('removes expired sessions, links and counters, and keeps live ones', async () => {
  await using app = await testApp({ roles: ['web'] });
  const live = await app.signIn('ysolde');
  const { sql } = app.ctx;
  const count = async (table: string) => (await sql<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n;
  await sql(`insert into session (token_hash, id, user_id, expires_at, last_used_at)
    select 'old', uuidv7(), id, now() - interval '2 days', now() from app_user limit 1`);
  await sql(`insert into magic_link (email, callback_url, expires_at) values
    ('a@example.org', '/', now() - interval '2 days'), ('a@example.org', '/', now())`);
  await sql(`insert into rate_limit (key, points, expire) values ('old', 1, 1000)`);
  await sql(`insert into sync_session (kind, subject_id, trigger, status, job_id, created_at, finished_at)
    select 'roster', subject, 'schedule', 'completed', uuidv7(), at, at
    from unnest(array[uuidv7(), uuidv7()]) subject, unnest(array[now() - interval '40 days', now() - interval '31 days']) at`);
  const counters = await count('rate_limit');

  await cleanUp(app.ctx);

  expect(await count('session')).toBe(1);
  // The newest of each kind.
  const kept = `select from sync_session where created_at > now() - interval '32 days'`;
  expect([await count('sync_session'), (await sql(kept)).length]).toEqual([2, 2]);
  expect(await count('magic_link')).toBe(1);
  expect(await count('rate_limit')).toBe((counters ?? 0) - 1);
  await live.get('/auth/me').expect(200);
});

test('a part that fails leaves the others running, and is seen', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { sql } = app.ctx;
  await sql(
    `insert into magic_link (email, callback_url, expires_at) values ('a@example.org', '/', now() - interval '2 days')`,
  );
  await sql(`with p as (insert into app_user (display_name) values ('A') returning id)
    insert into notification (user_id, kind, created_at) select id, 'event_new', now() - interval '91 days' from p`);
  await sql(`create function refuse() returns trigger language plpgsql as $$ begin raise 'No deletion'; end $$`);
  await sql('create trigger refuse before delete on magic_link for each row execute function refuse()');

  await expect(cleanUp(app.ctx)).rejects.toThrow('Not everything old could be removed');

  expect(await sql('select count(*)::int as n from notification')).toEqual([{ n: 0 }]);
  expect(await sql(`select part, error from sweep_part where sweep = 'clean-up' and error is not null`)).toEqual([
    { part: 'magic-links', error: expect.stringContaining('No deletion') },
  ]);
  await sql('drop trigger refuse on magic_link');
  await cleanUp(app.ctx);
  expect(await sql('select count(*)::int as n from magic_link')).toEqual([{ n: 0 }]);
  expect(await sql('select part from sweep_part where error is not null')).toEqual([]);
});

test('finds the syncs that another has followed however many nights were missed, and keeps the newest', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { sql } = app.ctx;
  const synced = (subject: string, daysAgo: number) =>
    sql(
      `insert into sync_session (kind, subject_id, trigger, status, job_id, created_at, finished_at)
       select 'roster', $1, 'schedule', 'completed', uuidv7(), at, at from (select now() - $2 * interval '1 day' as at) t`,
      [subject, daysAgo],
    );
  const left = async () => {
    const rows = await sql<{ subject: string; days: number }>(
      `select subject_id as subject, round(extract(epoch from now() - finished_at) / 86400)::int as days
       from sync_session order by 1, 2`,
    );
    return rows.map(({ subject, days }) => [subject, days]);
  };
  /** Lets days pass for all that is stored. */
  const pass = async (days: number) => {
    await sql(
      `update sync_session set created_at = created_at - $1 * interval '1 day', finished_at = finished_at - $1 * interval '1 day',
      id = uuidv7(created_at - $1 * interval '1 day' - clock_timestamp())`,
      [days],
    );
    await sql(
      `update sweep_cursor set position = to_json((position::timestamptz - $1 * interval '1 day') at time zone 'UTC') #>> '{}' || 'Z' where name = 'clean-up sync_session'`,
      [days],
    );
  };
  const [quiet, busy] = ['0199d3a0-0001-7000-8000-000000000001', '0199d3a0-0001-7000-8000-000000000002'];
  for (const days of [28, 20]) await synced(quiet, days);
  await synced(busy, 29);
  await cleanUp(app.ctx);
  expect(await left()).toEqual([
    [quiet, 20],
    [quiet, 28],
    [busy, 29],
  ]);
  await pass(1);
  await cleanUp(app.ctx);
  // The worker was down for twelve nights.
  await pass(12);
  expect(await left()).toEqual([
    [quiet, 33],
    [quiet, 41],
    [busy, 42],
  ]);
  await cleanUp(app.ctx);
  expect(await left()).toEqual([
    [quiet, 33],
    [busy, 42],
  ]);
  await synced(busy, 0);
  await cleanUp(app.ctx);
  expect(await left()).toEqual([
    [quiet, 33],
    [busy, 0],
  ]);
});
