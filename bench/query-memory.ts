/** Checks that distinct, unauthenticated requests cannot fill the memory of a web process. */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from './bench.ts';
import { residentMegabytes } from './child.ts';
import { scratchDatabase, scratchFolder } from './scratch-database.ts';
import { startService } from './service.ts';

const part = 'query-memory';
const AT_ONCE = 50;
const LENGTH = 7_500;

/** Every route that needs no sign-in. */
const PATHS = [
  ...['expansions', 'instances', 'encounters', 'classes', 'races', 'specializations', 'realms'].map(
    (name) => `/api/v1/game-data/${name}`,
  ),
  ...['/api/v1/health', '/api/v1/openapi.json', '/livez', '/readyz', '/metrics', '/', '/docs', '/docs/start.js'],
  ...['/login/verify', '/account/verify-email', '/events/0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f', '/nothing'],
  ...['/api/v1/nothing', `/api/v1/crests/${'0'.repeat(64)}.webp`],
  ...['/trpc/gameData.expansions', '/trpc/health.check', '/trpc/nothing'],
];

export async function measureQueryMemory({ stack, profileFolder, say, record, size }: Bench): Promise<void> {
  const [warmUp, questions] = [size(10_000, PATHS.length), size(100_000, 2 * PATHS.length)];
  const folder = await scratchFolder(stack);
  const service = await startService(stack, await scratchDatabase(stack, folder), folder, profileFolder);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  stack.defer(() => agent.destroy());
  const memory = async () => {
    await sleep(3_000);
    return residentMegabytes(service.child.pid);
  };
  const statuses: Record<number, number> = {};
  const ask = async (from: number, to: number) => {
    let next = from;
    const worker = async () => {
      while (next < to) {
        const status = await statusOf(agent, service.origin + addressOf(next++));
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  };
  await ask(0, warmUp);
  const before = await memory();
  say(`${part}: ${questions} distinct long questions at ${PATHS.length} routes …`);
  await ask(warmUp, warmUp + questions);
  const after = await memory();
  const note = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
  record([
    { part, measure: 'memory before, RSS', value: before, unit: 'MB' },
    { part, measure: 'memory after, RSS', value: after, unit: 'MB', note: note.join(', ') },
    { part, measure: 'memory gained', value: after - before, unit: 'MB', target: { atMost: 20 } },
  ]);
}

/** Alternates between an unknown parameter and new spellings of one query: a leading zero or another separator. */
function addressOf(index: number): string {
  const path = PATHS[index % PATHS.length];
  if (index % 2) return `${path}?x=${String(index).padStart(LENGTH, '0')}`;
  return `${path}?locale=en_US${'&'.repeat(1 + (index % LENGTH))}${path?.endsWith('encounters') ? 'journalInstanceId=1' : ''}`;
}

function statusOf(agent: Agent, address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(address, { agent }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    asked.once('error', reject).end();
  });
}
