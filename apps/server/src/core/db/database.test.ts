import { expect, test, vi } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { startWorkerOf } from '../../../test/workers.ts';
import type { AppContext } from '../services/context.ts';

const END_OWN = 'select pg_terminate_backend(pg_backend_pid())';
const POOL = 3;

test('a connection that ends anywhere inside a transaction leaves the pool', async () => {
  await using app = await testApp({ roles: ['web'], environment: { DATABASE_POOL_SIZE: String(POOL) } });
  const { transact, database } = app.ctx;
  const endedAfter = {
    begin: () => transact((tx) => tx.queueDb.executeSql(END_OWN)),
    'a write': () =>
      transact(async (tx) => {
        await tx.queueDb.executeSql(`insert into app_user (display_name) values ('Nobody')`);
        await tx.queueDb.executeSql(END_OWN);
      }),
    'an error that was caught': () =>
      transact(async (tx) => {
        await tx.queueDb.executeSql(END_OWN).catch(() => {});
        await tx.queueDb.executeSql('select 1');
      }),
    'the last statement': () => transact(async (tx) => void (await tx.queueDb.executeSql(END_OWN).catch(() => {}))),
    'an enqueue': () => transact((tx) => tx.queueDb.executeSql(END_OWN)),
  };
  for (let round = 0; round < POOL; round += 1) {
    for (const end of Object.values(endedAfter)) await expect(end()).rejects.toThrow();
  }
  expect(database.pool.totalCount - database.pool.idleCount).toBe(0);
  await transact((tx) => tx.queueDb.executeSql(`insert into app_user (display_name) values ('Somebody')`));
  expect(await app.ctx.sql('select display_name as name from app_user')).toEqual([{ name: 'Somebody' }]);
});

test('web and worker pools recover from fifty connections that the server ends inside transactions', async () => {
  await using app = await testApp({ roles: ['web'] });
  await using worker = await startWorkerOf(app);
  const processes: AppContext[] = [app.ctx, worker.ctx];
  let ended = 0;
  while (ended < 50) {
    const { promise: until, resolve } = Promise.withResolvers<void>();
    const lost = processes.flatMap(({ transact }) => [
      transact((tx) => tx.queueDb.executeSql('select pg_sleep(600)')),
      transact(async (tx) => {
        await tx.queueDb.executeSql(`insert into app_user (display_name) values ('Nobody')`);
        await until;
      }),
    ]);
    const settled = Promise.allSettled(lost);
    await expect.poll(async () => (await app.ctx.sql(INSIDE)).length).toBe(lost.length);
    ended += (await app.ctx.sql(`select pg_terminate_backend(pid) from (${INSIDE}) inside`)).length;
    resolve();
    expect((await settled).map(({ status }) => status)).toEqual(lost.map(() => 'rejected'));
  }
  for (const { database, transact } of processes) {
    await expect.poll(() => database.pool.totalCount - database.pool.idleCount).toBe(0);
    await transact((tx) => tx.queueDb.executeSql(`insert into app_user (display_name) values ('Somebody')`));
  }
  expect(await app.ctx.sql('select display_name as name from app_user')).toEqual([
    { name: 'Somebody' },
    { name: 'Somebody' },
  ]);
});

/** Backends of the test that sleep in a transaction, or wait for their client after the insert. */
const INSIDE = `
  select pid from pg_stat_activity where datname = current_database()
    and (query like '%pg_sleep(600)' or (state = 'idle in transaction' and query like '%Nobody%'))`;

test('liveness fails once the pool has been exhausted for a minute', async () => {
  await using app = await testApp({
    roles: ['web'],
    environment: { DATABASE_POOL_SIZE: String(POOL), DATABASE_PATIENCE_MS: '1000' },
  });
  const { connect } = app.ctx.database;
  const kept = await Promise.all(Array.from({ length: POOL }, connect));
  await expect(connect()).rejects.toThrow();
  await app.http.get('/livez').expect(200);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  try {
    await app.http.get('/livez').expect(503, { status: 'error' });
    for (const connection of kept) connection.release();
    (await connect()).release();
    await app.http.get('/livez').expect(200, { status: 'ok' });
  } finally {
    vi.useRealTimers();
  }
});
