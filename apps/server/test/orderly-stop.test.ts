/** Stops processes under load, and while the database is silent. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startSimulator } from '@guildhall/simulator/server.ts';
import { expect, test } from 'vitest';
import { createSessions } from '../src/identity/sessions/sessions.ts';
import { startBalancer } from './balancer.ts';
import { cloneDatabase, sqlOf } from './db.ts';
import { patiently } from './guild.ts';
import { createPerson } from './people.ts';
import { install } from './processes.ts';
import { startWire } from './wire.ts';

const CLIENTS = 20;

test('a web process that stops under load first reports that it is not ready, and drops no request', async () => {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await cloneDatabase());
  const simulator = await startSimulator();
  stack.defer(() => simulator.close());
  const balancer = stack.use(await startBalancer());
  const environment = { DRAIN_SECONDS: '3' };
  const options = { databaseUrl: database.url, simulator, baseUrl: balancer.url, environment };
  const installation = stack.use(await install(options));
  const [going, staying] = await Promise.all([installation.start('web'), installation.start('web')]);
  for (const web of [going, staying]) balancer.upstreams.push(stack.use(web).port);
  const sql = sqlOf(stack, database.url);
  const sessions = createSessions(sql, () => {});
  const { token } = await createPerson({ ctx: { sql, sessions }, url: balancer.url });

  const answers: unknown[] = [];
  let stopped = false;
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!stopped) {
      const answer = fetch(`${balancer.url}/api/v1/auth/me`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ displayName: 'Still here' }),
      });
      answers.push(await answer.then(async (got) => (await got.text()) && got.status, String));
      await sleep(20);
    }
  });
  await patiently(async () => expect(answers.length).toBeGreaterThan(CLIENTS));

  // Plays a balancer: it checks often and sends nothing more after a negative answer.
  const looking = (async () => {
    for (;;) {
      const { status } = await fetch(`http://127.0.0.1:${going.port}/readyz`);
      if (status === 503) return void balancer.upstreams.splice(0, 1);
      await sleep(100);
    }
  })();
  expect(await going.stop()).toBe(0);
  await looking;
  const before = answers.length;
  await patiently(async () => expect(answers.length).toBeGreaterThan(before + CLIENTS));
  stopped = true;
  await Promise.all(clients);
  expect(answers.filter((answer) => answer !== 200)).toEqual([]);
  expect(going.logged.filter((line) => line.includes('after calling end'))).toEqual([]);
}, 300_000);

test('a web process and a worker stop in time although the database is silent', async () => {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await cloneDatabase());
  const wire = stack.use(await startWire(database.url));
  const simulator = await startSimulator();
  stack.defer(() => simulator.close());
  const environment = { DRAIN_SECONDS: '0', STOP_SECONDS: '4', DATABASE_PATIENCE_MS: '60000' };
  const databaseUrl = wire.through(database.url);
  const options = { databaseUrl, simulator, baseUrl: 'http://localhost:4000', environment };
  const installation = stack.use(await install(options));
  const processes = await Promise.all([installation.start('web'), installation.start('worker')]);
  for (const process of processes) stack.use(process);
  wire.fallSilent();
  const hanging = fetch(`http://127.0.0.1:${processes[0].port}/api/v1/organizations`).catch(() => undefined);
  // The database stays silent meanwhile. This code says that the time to stop was over, and that nothing else was awaited.
  expect(await Promise.all(processes.map((process) => process.stop()))).toEqual([1, 1]);
  await hanging;
}, 300_000);
