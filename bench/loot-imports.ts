/** Brings in a history of loot with as many rows as a run may have: the memory of the processes that read and write it. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { longHistory } from '../apps/server/test/loot-history.ts';
import type { Bench } from './bench.ts';
import { residentMegabytes } from './child.ts';
import { seed } from './reads/seed.ts';
import { scratchDatabase, scratchFolder } from './scratch-database.ts';
import { startService } from './service.ts';

const part = 'loot-imports';
const MEMORY_EVERY_MS = 50;
const ASK_AGAIN_MS = 500;

const MAY_ALL = `
  update role set permissions = '{canManageLoot,canViewRoster}' where organization_id = $1 and not is_founder`;
const NAMES = 'select name from roster_entry where organization_id = $1 and left_at is null order by id limit 60';
const COUNT = 'select count(*)::int as count from loot_award where organization_id = $1';

export async function measureLootImports({ stack, profileFolder, say, record, size }: Bench): Promise<void> {
  const rows = size(20_000, 40);
  const folder = await scratchFolder(stack);
  const url = await scratchDatabase(stack, folder);
  const { tokens, guildId } = await seed(url, 1);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  stack.defer(() => client.end());
  await client.query(MAY_ALL, [guildId]);
  const names = (await client.query<{ name: string }>(NAMES, [guildId])).rows.map(({ name }) => name);
  const web = await startService(stack, url, folder, undefined, 'web');
  const worker = await startService(stack, url, folder, profileFolder, 'worker');
  // Twenty years, of which none lies ahead.
  const text = longHistory({
    rows,
    // A file of 5 MB holds no more.
    worn: '',
    since: '2008-01-01T18:00:00Z',
    player: (number) => `${names[number % names.length]}-Highmere`,
  });
  say(`${part}: ${rows} rows, ${(Buffer.byteLength(text) / 1e6).toFixed(1)} MB`);

  const call = async (method: string, path: string, body?: FormData) => {
    const response = await fetch(`${web.origin}/api/v1/organizations/${guildId}/imports${path}`, {
      method,
      headers: { authorization: `Bearer ${tokens[0]}` },
      ...(body ? { body } : {}),
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer}`);
    return JSON.parse(answer);
  };
  const until = async (id: string, state: string) => {
    for (;;) {
      const run = await call('GET', `/${id}`);
      if (run.state === state) return run;
      if (run.state === 'failed') throw new Error('The import failed');
      await sleep(ASK_AGAIN_MS);
    }
  };
  const bringIn = async () => {
    const body = new FormData();
    body.set('file', new File([text], 'history.csv', { type: 'text/csv' }));
    const { id } = await call('POST', '/file?source=loot', body);
    await until(id, 'preview');
    await call('POST', `/${id}/apply`);
    return until(id, 'applied');
  };

  const peak = { web: 0, worker: 0 };
  let working = true;
  const watch = async () => {
    for (; working; await sleep(MEMORY_EVERY_MS)) {
      const [ofWeb, ofWorker] = await Promise.all([web, worker].map(({ child }) => residentMegabytes(child.pid)));
      peak.web = Math.max(peak.web, ofWeb ?? 0);
      peak.worker = Math.max(peak.worker, ofWorker ?? 0);
    }
  };
  const before = await residentMegabytes(worker.child.pid);
  const watched = watch();
  try {
    const startedAt = performance.now();
    const { written } = await bringIn();
    const seconds = (performance.now() - startedAt) / 1_000;
    const again = await bringIn();
    const [row] = (await client.query<{ count: number }>(COUNT, [guildId])).rows;
    const note = `${written} awards, ${row?.count} rows; ${again.written} the second time`;
    record([
      { part, measure: `${rows} rows until they are written`, value: seconds, unit: 's', note },
      { part, measure: 'worker before, RSS', value: before, unit: 'MB' },
      { part, measure: 'worker at most, RSS', value: peak.worker, unit: 'MB', target: { atMost: 300 } },
      { part, measure: 'web process at most, RSS', value: peak.web, unit: 'MB' },
    ]);
  } finally {
    working = false;
    await watched;
  }
}
