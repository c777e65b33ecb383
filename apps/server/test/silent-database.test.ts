/** A database that no longer responds, but neither refuses nor closes connections: frozen, or behind a cut cable. */
import { expect, inject, test } from 'vitest';
import { type TestApp, testApp } from './app.ts';
import { eventually } from './guild.ts';
import { foundClub } from './standalone.ts';
import { startWire } from './wire.ts';

/** The promised time, doubled. */
const SOON_MS = 10_000;
const TICK_MS = 25;

/** Counts the time in which this process, which runs the service too, gets to run: a busy machine takes the rest. */
async function inTime<T>(ask: () => PromiseLike<T>): Promise<T> {
  let ticks = 0;
  const clock = setInterval(() => {
    ticks += 1;
  }, TICK_MS);
  try {
    return await ask();
  } finally {
    clearInterval(clock);
    expect(ticks * TICK_MS).toBeLessThan(SOON_MS);
  }
}

/** Every route without parameters, from the API document. */
async function plainRoutes({ http }: TestApp): Promise<string[]> {
  const { body } = await http.get('/api/v1/openapi.json').expect(200);
  return Object.entries(body.paths as Record<string, { get?: unknown }>)
    .filter(([path, { get }]) => get && !path.includes('{'))
    .map(([path]) => path);
}

test.each([
  { of: 'a database that froze', forgetful: false },
  { of: 'connections that were forgotten on the way', forgetful: true },
])(
  '$of: routes that need the database answer 503 soon, the others work, and everything recovers afterwards',
  async (how) => {
    await using wire = await startWire(inject('postgresUrl'));
    await using app = await testApp({
      roles: ['web', 'worker'],
      through: (url) => wire.through(url),
      environment: { DATABASE_PATIENCE_MS: '3000', DATABASE_POOL_SIZE: '4' },
    });
    // A test that fails would wait for this database as it ends.
    await using stack = new AsyncDisposableStack();
    stack.defer(() => wire.comeBack());
    const { founder } = await foundClub(app);
    const realms = '/api/v1/game-data/realms';
    await app.http.get(realms).expect(200);
    const routes = await plainRoutes(app);
    const ask = (path: string) => app.http.get(`/api/v1${path}`).set('Authorization', `Bearer ${founder.token}`);
    const before = new Map(await Promise.all(routes.map(async (path) => [path, (await ask(path)).status] as const)));
    const well = routes.filter((path) => before.get(path) === 200);

    wire.fallSilent();
    const answers = await Promise.all(well.map(async (path) => ({ path, answer: await inTime(() => ask(path)) })));
    const without = answers.filter(({ answer }) => answer.status === 200).map(({ path }) => path);
    for (const { path, answer } of answers) {
      if (path === '/health') expect(answer.body).toMatchObject({ details: { database: { status: 'down' } } });
      else if (answer.status !== 200) {
        expect({ path, status: answer.status, reason: answer.body.reason }).toEqual({
          path,
          status: 503,
          reason: 'database_unavailable',
        });
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      }
    }
    expect(without).toEqual(expect.arrayContaining(['/game-data/realms']));
    await inTime(() => app.http.get(realms).expect(200));
    await inTime(() => app.http.get('/livez').expect(200));
    await inTime(() => app.http.get('/readyz').expect(503));
    const write = () => founder.call('PATCH', '/auth/me', { displayName: 'Back' });
    expect(await inTime(write)).toMatchObject({ status: 503, body: { reason: 'database_unavailable' } });

    wire.comeBack(how);
    await eventually(async () => expect((await app.http.get('/readyz')).status).toBe(200), SOON_MS);
    await eventually(async () => expect((await write()).status).toBe(200), SOON_MS);
    for (const path of well) expect({ path, status: (await ask(path)).status }).toEqual({ path, status: 200 });
    expect(app.logged.filter((line) => line.includes('unexpected error'))).toEqual([]);
  },
);
