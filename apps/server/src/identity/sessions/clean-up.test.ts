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
