/** A thousand members watch one roster sync on one web process: measures what they receive, how soon, and the cost. */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectRealtime, type RealtimeClient } from '@guildhall/client/realtime.ts';
import { startSimulator } from '@guildhall/simulator/server.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { createContext } from '../apps/server/src/app/compose.ts';
import { readConfig } from '../apps/server/src/core/config.ts';
import type { AppContext } from '../apps/server/src/core/services/context.ts';
import { findSyncSession } from '../apps/server/src/core/syncs/sync-session.ts';
import { ensureSyncedGuild } from '../apps/server/src/guilds/guild-sync/create-synced-guild.ts';
import { queueRosterSync } from '../apps/server/src/guilds/guild-sync/start-roster-sync.ts';
import { seedOwners } from '../apps/server/test/crowd.ts';
import type { Bench } from './bench.ts';
import { freePort, residentMegabytes, startChild } from './child.ts';
import { scratchDatabase, scratchFolder } from './scratch-database.ts';
import { FLAGS, startService } from './service.ts';
import { percentile } from './statistics.ts';

const part = 'sockets';
const LIMIT_MS = 180_000;
const MEMORY_EVERY_MS = 250;
/** A web process takes 300 connections from a network. */
const NETWORKS = 5;
/** The number of sockets connecting at the same time. */
const AT_ONCE = 50;

export async function measureSockets({ stack, profileFolder, say, record, size }: Bench): Promise<void> {
  const [sockets, members] = [size(1_000, 10), size(1_050, 60)];
  const folder = await scratchFolder(stack);
  const databaseUrl = await scratchDatabase(stack, folder);
  const world = createWorld({ guildSizes: [members] });
  const simulator = await startSimulator({ world });
  stack.defer(() => simulator.close());
  const environment = {
    NODE_ENV: 'test',
    ROLES: 'worker',
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'warn',
    PORT: String(await freePort()),
    BATTLENET_CLIENT_ID: 'guildhall',
    BATTLENET_CLIENT_SECRET: 'simulated',
    BATTLENET_API_URL: simulator.battlenetApiUrl,
    BATTLENET_OAUTH_URL: simulator.battlenetOauthUrl,
  };
  const ctx = stack.use(await createContext({ ...readConfig(environment), roles: new Set() }));
  const guild = world.guild('lantern');
  const owners = await seedOwners(ctx.sql, ctx.sessions, world.members(guild).slice(0, sockets));
  const service = await startService(stack, databaseUrl, folder, profileFolder);
  const idleMb = await residentMegabytes(service.child.pid);

  say(`${part}: ${sockets} of ${members} members watch a sync of the guild …`);
  stack.use(startChild('apps/server/src/main.ts', [], { flags: FLAGS, environment }));
  const first = await sync(ctx, guild);
  const clients: RealtimeClient[] = [];
  stack.defer(() => {
    for (const client of clients) client.close();
  });
  const proxies = await Promise.all(
    Array.from({ length: NETWORKS }, (_, number) => startProxy(stack, service.origin, `198.51.100.${number}`)),
  );
  for (const [index, { token }] of owners.entries()) {
    clients.push(connectRealtime({ baseUrl: proxies[index % NETWORKS] ?? service.origin, token }));
    await until(() => clients.length - clients.filter(({ socket }) => socket.connected).length < AT_ONCE);
  }
  await until(() => clients.every(({ socket }) => socket.connected));
  const connectedMb = await residentMegabytes(service.child.pid);

  let watching = true;
  let peakMb = 0;
  const memory = (async () => {
    for (; watching; await sleep(MEMORY_EVERY_MS)) {
      peakMb = Math.max(peakMb, await residentMegabytes(service.child.pid));
    }
  })();
  const states = await Promise.all(clients.map((client) => watch(client, first.sessionId)));
  watching = false;
  await memory;
  const final = await findSyncSession(ctx.sql, first.sessionId);
  const right = states.filter(({ last }) => JSON.stringify(last) === JSON.stringify(final));
  const delays = states.map(({ at }) => at - Date.parse(final?.finishedAt ?? ''));
  const told = states.map(({ count }) => count);
  const seconds = (Date.parse(final?.finishedAt ?? '') - Date.parse(final?.startedAt ?? '')) / 1000;
  record([
    { part, measure: 'sockets with the final state', value: right.length, unit: '', target: { atLeast: sockets } },
    { part, measure: 'end until told, median', value: percentile(delays, 0.5), unit: 'ms' },
    { part, measure: 'end until told, slowest', value: Math.max(...delays), unit: 'ms' },
    {
      part,
      measure: 'states told to a socket, most',
      value: Math.max(...told),
      unit: '',
      note: `of a sync of ${seconds.toFixed(0)} s; at most five a second`,
    },
    { part, measure: 'memory without sockets, RSS', value: idleMb, unit: 'MB' },
    { part, measure: 'memory with all connected, RSS', value: connectedMb, unit: 'MB' },
    { part, measure: 'most memory, RSS', value: peakMb, unit: 'MB', target: { atMost: 300 } },
  ]);
}

/** A proxy whose clients are all in this network. Returns its origin. */
async function startProxy(stack: AsyncDisposableStack, origin: string, network: string): Promise<string> {
  const upstreamAt = new URL(origin);
  const port = await freePort();
  const server = createServer((client) => {
    const upstream = connect(Number(upstreamAt.port), upstreamAt.hostname);
    for (const side of [client, upstream]) {
      side.on('error', () => side.destroy());
      side.once('close', () => (side === client ? upstream : client).destroy());
    }
    client.once('data', (head) => {
      upstream.write(head.toString('latin1').replace('\r\n', `\r\nX-Forwarded-For: ${network}\r\n`), 'latin1');
      client.pipe(upstream).pipe(client);
    });
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  stack.defer(() => void server.close());
  return `http://127.0.0.1:${port}`;
}

/** Syncs the guild once its roster is stored, because its people are members then. */
async function sync(ctx: AppContext, guild: ReturnType<ReturnType<typeof createWorld>['guild']>) {
  const { realm, id: guildId, slug: nameSlug, name } = guild;
  const place = { region: 'us', gameVersion: 'retail', realmId: realm.id, realmSlug: realm.slug } as const;
  const sessionId = await ctx.transact(async (tx) => {
    const { id } = await ensureSyncedGuild(tx, { ...place, guildId, nameSlug, name, faction: null });
    return queueRosterSync(tx, id, 'schedule', null);
  });
  if (!sessionId) throw new Error('A sync is already under way');
  const readable = async () => ((await findSyncSession(ctx.sql, sessionId))?.progress.total ?? 0) > 0;
  await until(readable);
  return { sessionId };
}

async function watch(client: RealtimeClient, sessionId: string) {
  let [last, count]: [unknown, number] = [undefined, 0];
  for await (const session of client.watch(sessionId)) {
    last = session;
    count += 1;
  }
  return { last, count, at: Date.now() };
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (const startedAt = Date.now(); Date.now() - startedAt < LIMIT_MS; await sleep(25)) {
    if (await isTrue()) return;
  }
  throw new Error('It takes too long');
}
