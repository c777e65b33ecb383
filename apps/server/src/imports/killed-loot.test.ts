/** Two overlapping histories of loot, brought in by worker processes of which some are killed. */
import type { ImportView } from '@guildhall/contracts/import.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../test/app.ts';
import { done, type EventGuild, eventGuild } from '../../test/events.ts';
import { sendHistory } from '../../test/loot.ts';
import { longHistory } from '../../test/loot-history.ts';
import { spawnWorker } from '../../test/workers.ts';

let app: TestApp;
let guild: EventGuild;
let path: string;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
  guild = await eventGuild(app, 1);
  path = `/organizations/${guild.id}/imports`;
  await app.ctx.sql(`update role set permissions = '{canManageLoot,canViewRoster}'`);
});
afterAll(() => app[Symbol.asyncDispose]());

const ROWS = 1_400;
const [head = '', ...lines] = longHistory({ rows: ROWS }).split('\r\n');
/** Exported half a year before the other, which has other answers for some of its awards. Each has more than one chunk. */
const older = [head, ...lines.slice(0, 1_150)].join('\n');
const newer = [
  head,
  ...lines
    .slice(250)
    .map((line, number) =>
      number % 5 === 0 ? line.replace(/,(Offspec|Scrap|Azerite 2|Stat upgrade),/, ',Minor Upgrade,') : line,
    ),
].join('\n');

const run = (id: string) => done<ImportView>(guild.officer.call('GET', `${path}/${id}`));
const inState = (id: string, state: ImportView['state']) =>
  expect.poll(async () => (await run(id)).state, { interval: 250, timeout: 120_000 }).toBe(state);

async function preview(text: string): Promise<string> {
  await app.ctx.sql('delete from rate_limit');
  const id = await sendHistory(app, guild.id, guild.officer.token, text);
  await inState(id, 'preview');
  return id;
}

type Worker = Awaited<ReturnType<typeof spawnWorker>>;
type Kill = (id: string, worker: Worker) => Promise<void>;

const progress = async (id: string) =>
  (await app.ctx.sql<{ state: string; cursor: number }>('select state, cursor from import_run where id = $1', [id]))[0];

/** As soon as its first transaction is committed, while it rests. */
const betweenChunks: Kill = async (id, worker) => {
  await expect.poll(async () => (await progress(id))?.cursor, { interval: 5, timeout: 60_000 }).toBeGreaterThan(0);
  await worker.kill();
};

/** In the middle of a transaction, which waits for a lock. */
const withinChunk: Kill = async (id, worker) => {
  await using stack = new AsyncDisposableStack();
  const lock = new pg.Client({ connectionString: app.config.databaseUrl });
  await lock.connect();
  stack.defer(() => lock.end());
  await expect.poll(async () => (await progress(id))?.cursor, { interval: 5, timeout: 60_000 }).toBeGreaterThan(0);
  await lock.query('begin; lock table loot_award in share mode');
  const waits = `select from pg_locks where not granted and relation = 'loot_award'::regclass`;
  await expect.poll(async () => app.ctx.sql(waits), { interval: 5, timeout: 60_000 }).not.toEqual([]);
  await worker.kill();
};

/** Brings both in, one after the other; the worker is killed at the second. Returns all rows that were written. */
async function outcome(texts: readonly string[], kill?: Kill) {
  await using stack = new AsyncDisposableStack();
  for (const table of ['import_run', 'loot_award', 'loot_response']) await app.ctx.sql(`delete from ${table}`);
  const worker = stack.use(await spawnWorker(app));
  for (const [index, text] of texts.entries()) {
    const id = await preview(text);
    await done(guild.officer.call('POST', `${path}/${id}/apply`));
    if (kill && index === texts.length - 1) {
      await kill(id, worker);
      expect(await progress(id)).toMatchObject({ state: 'applying', cursor: 1_000 });
      stack.use(await spawnWorker(app));
    }
    await inState(id, 'applied');
  }
  const all = await app.ctx.sql<{ holds: boolean }>(
    `select holds, award_key, drop_key, tool, as_of, line, name, realm, name_key, realm_key, class_name, item_id, item_name, item_string,
       track, instance, boss, received_at, day_only, response, response_key, votes, note, old_items, withdrawn, by_officer
     from loot_award order by award_key, holds, response`,
  );
  return { all, holding: all.filter(({ holds }) => holds) };
}

type Outcome = ReturnType<typeof outcome>;
const undisturbed: { straight?: Outcome; reversed?: Outcome } = {};
const straight = () => (undisturbed.straight ??= outcome([older, newer]));
const reversed = () => (undisturbed.reversed ??= outcome([newer, older]));

test('end the same in either order', async () => {
  const { all, holding } = await straight();
  // Some stand twice, and twenty others hold no more.
  expect(holding).toHaveLength(ROWS - 25);
  expect(all).toHaveLength(ROWS - 5);
  expect((await reversed()).holding).toEqual(holding);
});

test('end the same when the process that writes them is killed between two chunks', async () => {
  const expected = await straight();
  expect(await outcome([older, newer], betweenChunks)).toEqual(expected);
});

test('end the same when the process that writes them is killed within a chunk', async () => {
  const expected = await reversed();
  expect(await outcome([newer, older], withinChunk)).toEqual(expected);
});
