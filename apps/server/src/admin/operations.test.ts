import pg from 'pg';
import { expect, test } from 'vitest';
import { cookieOf, testApp } from '../../test/app.ts';
import { eventually } from '../../test/guild.ts';
import { createPerson } from '../../test/people.ts';

test.concurrent('only administrators can open the queue dashboard, and only in a browser', async () => {
  await using app = await testApp({ roles: ['web'] });
  const client = await app.signIn('ysolde');
  const open = (path = '') => app.http.get(`/admin/queues${path}`).set('Cookie', client.cookie);
  await app.http.get('/admin/queues').expect(401);
  const redirected = await app.http.get('/admin/queues').set('Accept', 'text/html,*/*;q=0.8').expect(302);
  expect(redirected.headers.location).toBe('/login?redirect=%2Fadmin%2Fqueues');
  const { text } = await app.http.get(redirected.headers.location ?? '').expect(200);
  expect(text).toContain('href="/api/v1/auth/signin/battlenet?callbackURL=%2Fadmin%2Fqueues"');
  await open().expect(403);
  await app.ctx.sql('update app_user set is_admin = true');
  const bot = await client.post('/auth/tokens').send({ label: 'Bot', scope: 'write' }).expect(201);
  await app.http.get('/admin/queues').set('Authorization', `Bearer ${bot.body.token}`).expect(403);

  const page = await open().expect(200);
  expect(page.headers['content-type']).toContain('text/html');
  expect(page.headers['cache-control']).toBe('no-store');
  expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(page.text).toContain('totalQueues');
  // The page's scripts are behind the same guard.
  const script = /(?:src|href)="(\/admin\/queues\/[^"]+\.js)"/.exec(page.text)?.[1] ?? '';
  await app.http.get(script).expect(401);
  await app.http.get(script).set('Cookie', client.cookie).expect(200);
  // A write request from another site never reaches it.
  await app.http.post('/admin/queues').set('Cookie', client.cookie).set('Origin', 'https://evil.example').expect(403);
  expect(JSON.stringify(page.headers)).not.toContain(cookieOf(client.cookie, 'session'));
  expect(page.text).not.toContain('postgres://');
});

test.concurrent('metrics require the token, and are off when none is configured', async () => {
  await using off = await testApp({ roles: ['web'] });
  await off.http.get('/metrics').expect(404);

  const token = 'a-token-for-prometheus';
  await using app = await testApp({ environment: { METRICS_TOKEN: token } });
  await app.http.get('/metrics').expect(401);
  await app.http.get('/metrics').set('Authorization', 'Bearer another-token-of-it').expect(401);
  const person = await createPerson(app);
  await person.request('get', '/api/v1/auth/me').expect(200);
  await app.ctx.sql(`insert into platform_budget (platform, next_at, hour_start, hour_used)
    values ('somewhere', now() + interval '1 minute', now(), 17)`);
  const text = await eventually(async () => {
    const answer = await app.http.get('/metrics').set('Authorization', `Bearer ${token}`).expect(200);
    expect(answer.text).toMatch(/^guildhall_shared_metrics_up 1$/m);
    return answer.text;
  });
  expect(text).toMatch(/guildhall_request_duration_seconds_count\{procedure="users.me",method="GET",status="200"\} 1/);
  expect(text).toMatch(/guildhall_jobs\{queue="roster-sync",state="queued"\} 0/);
  expect(text).toMatch(/guildhall_workers 1/);
  expect(text).toContain('guildhall_platform_budget_hour_used{platform="somewhere"} 17');
  expect(text).toMatch(/guildhall_database_connections\{state="total"\} \d+/);
  expect(text).toMatch(/process_resident_memory_bytes \d+/);
});

test.concurrent('counts platform requests and mails by outcome', async () => {
  const token = 'a-token-for-prometheus';
  await using app = await testApp({ environment: { METRICS_TOKEN: token } });
  await app.signIn('ysolde');
  const { battlenet, discordBot, mail } = app.ctx;
  const absent = battlenet.characterProfile({ region: 'us' }, { realmSlug: 'nowhere', name: 'nobody' });
  await expect(absent).rejects.toThrow('not_found');
  expect(await discordBot?.inviteExists('nothing')).toBe(false);
  await app.http.post('/api/v1/auth/magic-link').send({ email: 'brynhild@example.org', callbackURL: '/' }).expect(200);
  await expect(mail.send({ to: 'nowhere', subject: '', text: '', html: '', id: 'x' })).rejects.toThrow('address');

  const text = await eventually(async () => {
    const answer = await app.http.get('/metrics').set('Authorization', `Bearer ${token}`).expect(200);
    expect(answer.text).toMatch(/^guildhall_mails_total\{outcome="sent"\} 1$/m);
    expect(answer.text).toMatch(/^guildhall_mails_waiting 0$/m);
    return answer.text;
  });
  expect(text).toMatch(/^guildhall_mails_total\{outcome="failed"\} 1$/m);
  const count = (labels: string) => `guildhall_platform_request_duration_seconds_count{${labels}} 1`;
  expect(text).toContain(count('platform="battlenet",kind="userinfo",outcome="ok"'));
  expect(text).toContain(count('platform="battlenet",kind="profile/wow/character",outcome="not_found"'));
  expect(text).toContain(count('platform="discord",kind="invites",outcome="not_found"'));
});

test('serves process metrics while the database hangs or is down, and all metrics once it is back', async () => {
  const token = 'a-token-for-prometheus';
  await using app = await testApp({ roles: ['web'], environment: { METRICS_TOKEN: token } });
  const metrics = async () => (await app.http.get('/metrics').set('Authorization', `Bearer ${token}`).expect(200)).text;
  const alone = (text: string) => {
    expect(text).toMatch(/^guildhall_shared_metrics_up 0$/m);
    expect(text).toMatch(/process_resident_memory_bytes \d+/);
    expect(text).not.toContain('guildhall_workers');
  };
  const database = new URL(app.config.databaseUrl ?? '');
  const name = database.pathname.slice(1);
  database.pathname = '/postgres';
  await using stack = new AsyncDisposableStack();
  const clientOf = async (url: string) => {
    const client = new pg.Client({ connectionString: url });
    // The server ends this connection below.
    client.on('error', () => {});
    stack.defer(() => client.end().catch(() => {}));
    await client.connect();
    return client;
  };
  await eventually(async () => expect(await metrics()).toMatch(/^guildhall_shared_metrics_up 1$/m));

  const lock = await clientOf(app.config.databaseUrl ?? '');
  await lock.query('begin; lock table pgboss.queue in access exclusive mode');
  for (const text of await Promise.all([metrics(), metrics(), metrics()])) alone(text);
  // Further requests add no load: only one statement waits for the lock.
  const [waiting] = await app.ctx.sql<{ count: number }>(
    `select count(*)::int from pg_stat_activity where datname = $1 and wait_event_type = 'Lock' and query like '%oldestQueuedSeconds%'`,
    [name],
  );
  expect(waiting?.count).toBe(1);
  await lock.query('rollback');
  await eventually(async () => expect(await metrics()).toMatch(/^guildhall_shared_metrics_up 1$/m));

  const admin = await clientOf(database.href);
  await admin.query(`alter database ${name} allow_connections false`);
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  alone(await metrics());
  await admin.query(`alter database ${name} allow_connections true`);
  await eventually(async () => expect(await metrics()).toMatch(/^guildhall_workers 0$/m));
});
