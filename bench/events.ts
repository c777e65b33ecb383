/** Events as a raid evening meets them: the list, who takes part, and answers that all want the same few places. */
import pg from 'pg';
import type { Bench } from './bench.ts';
import { cpuMilliseconds } from './child.ts';
import { startLoad } from './reads/load-client.ts';
import { seed } from './reads/seed.ts';
import { scratchDatabase, scratchFolder } from './scratch-database.ts';
import { startService } from './service.ts';
import { percentile } from './statistics.ts';

const part = 'events';
const CONNECTIONS = 16;
const WARM_UP_SECONDS = 3;
const SECONDS = 10;

/** Opens the upcoming seeded events to any class in any role, and continues their tickets after the seeded ones. */
const OPEN_EVENTS = `
  update event set any_role = true, tickets = 100 where organization_id = $1 and status = 'published' and starts_at > now() returning id`;

export async function measureEvents({ stack, profileFolder, say, record }: Bench): Promise<void> {
  const folder = await scratchFolder(stack);
  const url = await scratchDatabase(stack, folder);
  say('events: seeding …');
  const { tokens, characterIds, guildId } = await seed(url, 10);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(OPEN_EVENTS, [guildId]);
  await client.end();
  const { origin, child } = await startService(stack, url, folder, profileFolder);
  const load = startLoad(stack);

  const events = rows.map(({ id }) => `/api/v1/events/${id}`);
  const roles = ['tank', 'healer', 'melee', 'ranged'];
  const orders = {
    'event list': {
      paths: [1, 2, 3, 4].map((page) => `/api/v1/organizations/${guildId}/events?page=${page}&pageSize=20`),
    },
    participations: { paths: events.map((event) => `${event}/participations`) },
    'sign-ups': {
      paths: events.map((event) => `${event}/signup`),
      // With the character of whoever's token it is sent with.
      bodies: characterIds.map((characterId, index) => {
        return { status: 'signed_up', characterId, roleKey: roles[index % roles.length] };
      }),
    },
  };
  for (const [measure, order] of Object.entries(orders)) {
    const asked = { origin, tokens, connections: CONNECTIONS, ...order };
    await load({ ...asked, seconds: WARM_UP_SECONDS });
    const before = await cpuMilliseconds(child.pid);
    const { latencies, seconds, failures } = await load({ ...asked, seconds: SECONDS });
    const cpu = (await cpuMilliseconds(child.pid)) - before;
    record([
      { part, measure: `${measure}, requests a second`, value: latencies.length / seconds, unit: 'req/s' },
      { part, measure: `${measure}, CPU of the server process a request`, value: cpu / latencies.length, unit: 'ms' },
      { part, measure: `${measure}, p99`, value: percentile(latencies, 0.99), unit: 'ms' },
      { part, measure: `${measure}, failed`, value: failures.length, unit: '', target: { atMost: 0 } },
    ]);
    if (failures.length > 0) say(`events: ${measure} failed with ${[...new Set(failures)].join(', ')}`);
  }
}
