import { rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedInClient, type TestApp, testApp } from '../../../test/app.ts';
import { eventually } from '../../../test/guild.ts';

let app: TestApp;
let client: SignedInClient;
beforeAll(async () => {
  app = await testApp({ roles: ['web'], environment: { DATABASE_POOL_SIZE: '4' } });
  client = await app.signIn('ysolde');
});
afterAll(() => app[Symbol.asyncDispose]());

const components = ['database', 'cache', 'queue', 'storage'];
const up = { status: 'up', responseMs: expect.any(Number) };

test('a healthy service reports each of its parts, with and without a session', async () => {
  const all = Object.fromEntries(components.map((name) => [name, up]));
  for (const ask of [() => app.http.get('/api/v1/health'), () => client.get('/health')]) {
    // Delivery may be late on a busy machine.
    await eventually(async () => {
      const { body, headers } = await ask().expect(200);
      expect(body).toEqual({ status: 'ok', version: '0.1.0', info: all, error: {}, details: all });
      expect(headers['cache-control']).toBe('no-store');
    });
  }
  await app.http.get('/readyz').expect(200, { status: 'ok' });
  await app.http.get('/livez').expect(200, { status: 'ok' });
});

test('lost storage is reported but does not make the service unhealthy', async () => {
  await rm(path.join(app.config.dataDir, 'storage'), { recursive: true });
  await eventually(async () => {
    const { body } = await app.http.get('/api/v1/health').expect(200);
    expect(body.status).toBe('ok');
    expect(body.error).toEqual({ storage: { status: 'down', message: 'not reachable' } });
    expect(Object.keys(body.info)).toEqual(['database', 'cache', 'queue']);
  });
});

test('a hanging queue is reported but does not make the service unhealthy', async () => {
  const blocker = new pg.Client({ connectionString: app.config.databaseUrl });
  await blocker.connect();
  await blocker.query('begin; lock table pgboss.version in access exclusive mode');
  await eventually(async () => {
    // The lock is held until the answer is there: the check gives up, at its own limit and not at that of the connection.
    const { body } = await app.http.get('/api/v1/health').expect(200);
    expect(body).toMatchObject({ status: 'ok', error: { queue: { status: 'down', message: 'no answer in time' } } });
  });
  await blocker.end();
});

test('an unreachable Redis is reported but does not make the service unhealthy', async () => {
  await using bare = await testApp({ roles: ['web'], environment: { REDIS_URL: 'redis://127.0.0.1:1' } });
  await eventually(async () => {
    const { body } = await bare.http.get('/api/v1/health').expect(200);
    expect(body).toMatchObject({ status: 'ok', error: { cache: { status: 'down' } } });
  });
  await bare.http.get('/readyz').expect(200, { status: 'ok' });
});

test('health answers 503 while the database hangs, even with a session', async () => {
  const blocker = new pg.Client({ connectionString: app.config.databaseUrl });
  await blocker.connect();
  await blocker.query('select pg_advisory_lock(42)');
  const busy = Array.from({ length: 4 }, () => app.ctx.sql('select pg_advisory_xact_lock_shared(42)'));
  const waiting = `select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  await expect.poll(async () => (await blocker.query(waiting)).rowCount, { timeout: 30_000 }).toBe(4);
  const asks = [app.http.get('/api/v1/health'), client.get('/health'), app.http.get('/readyz')];
  // Answered while the database still hangs: it goes on only below.
  const answers = await Promise.all(asks);
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
  expect(answers[0]?.body).toMatchObject({
    status: 'error',
    error: { database: { status: 'down', message: 'no answer in time' } },
    details: { database: { status: 'down' }, cache: { status: 'up' } },
  });
  await app.http.get('/livez').expect(200);
  await blocker.end();
  await Promise.all(busy);
  await eventually(async () => void (await app.http.get('/api/v1/health').expect(200)));
});

test('I-10: without the database, health and everything else that needs it answer 503', async () => {
  const name = new URL(app.config.databaseUrl ?? '').pathname.slice(1);
  const elsewhere = (app.config.databaseUrl ?? '').replace(name, 'postgres');
  const admin = new pg.Client({ connectionString: elsewhere });
  await admin.connect();
  await admin.query(`alter database ${name} allow_connections false`);
  await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1`, [name]);
  app.logged.length = 0;

  const rest = await client.get('/health').expect(503);
  expect(rest.body).toMatchObject({
    status: 'error',
    info: { cache: up },
    error: { database: { status: 'down', message: expect.stringMatching(/^(not reachable|no answer in time)$/) } },
  });
  expect(Object.keys(rest.body.details)).toEqual(components);
  const trpc = await app.http
    .get('/trpc/health.check?input={}')
    .set('Authorization', `Bearer ${client.token}`)
    .expect(200);
  expect(trpc.body.result.data.status).toBe('error');
  await app.http.get('/livez').expect(200, { status: 'ok' });
  await app.http.get('/readyz').expect(503, {
    status: 'error',
    reason: 'database_unavailable',
    message: 'The database does not answer.',
  });

  const refusal = {
    code: 'SERVICE_UNAVAILABLE',
    reason: 'database_unavailable',
    message: 'The database does not answer. Try again in a moment.',
    requestId: expect.stringMatching(/./),
  };
  for (const path of ['/auth/me', '/auth/signin/battlenet']) {
    const { body, headers } = await client.get(path).expect(503);
    expect(body).toEqual(refusal);
    expect(headers['retry-after']).toBe('5');
  }
  const me = await app.http.get('/trpc/users.me?input={}').set('Authorization', `Bearer ${client.token}`).expect(503);
  expect({ ...me.body.error.data, message: me.body.error.message }).toEqual({ ...refusal, httpStatus: 503 });
  expect(me.headers['retry-after']).toBe('5');
  const lines = app.logged.map((line) => JSON.parse(line));
  expect(lines.filter(({ msg }) => msg === 'unexpected error')).toEqual([]);
  const told = lines.filter(({ msg }) => msg === refusal.message);
  expect(told).toHaveLength(3);
  expect(told.every(({ err, requestId }) => err.stack && requestId)).toBe(true);

  await admin.query(`alter database ${name} allow_connections true`);
  await admin.end();
  await expect.poll(async () => (await client.get('/auth/me')).status).toBe(200);
});

test('a database with an older schema, or too new a one, is not ready: no requests arrive and no job runs', async () => {
  await using both = await testApp();
  await both.http.get('/readyz').expect(200);
  const [recorded] = await both.ctx.sql<{ name: string }>('select name from mikro_orm_migrations order by id desc');
  const unready = async (sentence: RegExp) => {
    const { body, text } = await both.http.get('/readyz').expect(503);
    expect(body).toEqual({ status: 'error', reason: 'other_schema', message: expect.stringMatching(sentence) });
    expect(text).not.toMatch(/ at |127\.0\.0\.1/);
  };

  await both.ctx.sql("insert into mikro_orm_migrations (name) values ('9000-take-away.needs-8999')");
  await unready(/too new .*9000-take-away.*start the version that migrated it/);
  await both.ctx.sql("update mikro_orm_migrations set name = '9000-add' where name like '9000%'");
  await both.http.get('/readyz').expect(200);
  await both.ctx.sql("delete from mikro_orm_migrations where name = '9000-add'");

  await both.ctx.sql('delete from mikro_orm_migrations where name = $1', [recorded?.name]);
  await unready(/older than this version of Guildhall, which needs .*`pnpm migrate`/);
  const health = await both.http.get('/api/v1/health').expect(503);
  expect(health.body.error).toEqual({ database: { status: 'down', message: 'has the schema of another version' } });
  await eventually(async () =>
    expect(both.logged.join()).toContain('Takes no jobs. The schema of the database is older'),
  );

  await both.http.post('/api/v1/auth/magic-link').send({ email: 'late@example.org' }).expect(200);
  await both.ctx.sql('insert into mikro_orm_migrations (name) values ($1)', [recorded?.name]);
  const MAILED = `select j.started_on > m.executed_at as "waited"
    from pgboss.job j, (select max(executed_at) as executed_at from mikro_orm_migrations) m
    where j.name = 'send-magic-link' and j.state = 'completed'`;
  await eventually(async () => expect(await both.ctx.sql(MAILED)).toEqual([{ waited: true }]));
  await both.http.get('/readyz').expect(200, { status: 'ok' });
});

test('S-22: health reveals no host, user or secret', async () => {
  const { text } = await app.http.get('/api/v1/health');
  expect(text).not.toMatch(/postgres|127\.0\.0\.1|guildhall|secret|\//i);
});
