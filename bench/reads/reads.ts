/** Compares routes of the service, over REST and over tRPC, with the hand-written baseline on the same database. */
import pg from 'pg';
import type { Bench } from '../bench.ts';
import { freePort, startChild, untilAnswers } from '../child.ts';
import { printProfile } from '../profile-summary.ts';
import type { Row } from '../report.ts';
import { scratchDatabase, scratchFolder } from '../scratch-database.ts';
import { type Server, startService } from '../service.ts';
import { compare, type Subject } from './comparison.ts';
import { startLoad } from './load-client.ts';
import { measureRush } from './rush.ts';
import { GUILD_SIZE, seed } from './seed.ts';

const GUILDS = 1_000;
const OF_GUILDS = ['roster-read', 'detail'];

export async function measureReads(bench: Bench): Promise<void> {
  const { stack, wanted, profileFolder, say, record, size } = bench;
  const folder = await scratchFolder(stack);
  const url = await scratchDatabase(stack, folder);
  // A person's profile does not depend on the number of guilds.
  const guilds = size(OF_GUILDS.some((part) => wanted.has(part)) ? GUILDS : 10, 1);
  say(`reads: seeding ${(guilds * GUILD_SIZE).toLocaleString('en-US')} roster rows …`);
  const { tokens, characterIds, guildId, rows, seconds } = await seed(url, guilds);
  say(`reads: ${rows.toLocaleString('en-US')} rows in ${seconds.toFixed(1)} s`);

  const servers = {
    service: await startService(stack, url, folder, profileFolder),
    baseline: await startBaseline(stack, url),
    tokens,
  };
  const load = startLoad(stack);
  const events = await openEvents(url, guildId);
  if (wanted.has('rush')) record(await rush(url, { origin: servers.service.origin, guildId, events, load, say, size }));
  for (const subject of [
    me,
    character(characterIds),
    rosterRead(guildId),
    detail(guildId),
    encounters,
    eventList(guildId),
    participations(events),
    signUps(events, characterIds),
  ]) {
    if (!wanted.has(subject.part)) continue;
    record(await compare(subject, servers, load, bench));
    if (subject.part === 'roster-read') {
      record([{ part: subject.part, measure: 'seeding', value: seconds, unit: 's', note: `${rows} roster rows` }]);
    }
  }
  if (profileFolder) {
    await servers.service.child.stop();
    await printProfile(profileFolder, say);
  }
}

/** The first pages, which people open most. */
function rosterRead(guildId: string): Subject {
  const pages = [1, 2, 3, 4];
  const input = (page: number) => encodeURIComponent(JSON.stringify({ id: guildId, page, pageSize: 50 }));
  return {
    part: 'roster-read',
    rest: pages.map((page) => `/api/v1/organizations/${guildId}/roster?page=${page}&pageSize=50`),
    trpc: pages.map((page) => `/trpc/roster.list?input=${input(page)}`),
  };
}

/** Pages of two thousand events, each with its slots, its answers and the caller's own. */
function eventList(guildId: string): Subject {
  const pages = [1, 2, 3, 4];
  const input = (page: number) => encodeURIComponent(JSON.stringify({ id: guildId, when: 'past', page, pageSize: 50 }));
  return {
    part: 'event-list',
    rest: pages.map((page) => `/api/v1/organizations/${guildId}/events?when=past&page=${page}&pageSize=50`),
    trpc: pages.map((page) => `/trpc/events.list?input=${input(page)}`),
  };
}

/** Upcoming events, opened to any class in any role, whose next tickets follow the seeded ones; their paths. */
async function openEvents(url: string, guildId: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(OPEN_EVENTS, [guildId]);
  await client.end();
  return rows.map(({ id }) => `/api/v1/events/${id}`);
}

const OPEN_EVENTS = `
  update event set any_role = true, tickets = 100 where organization_id = $1 and status = 'published' and starts_at > now() returning id`;

function participations(events: string[]): Subject {
  return { part: 'participations', rest: events.map((event) => `${event}/participations`) };
}

async function rush(url: string, situation: Parameters<typeof measureRush>[1]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await measureRush(client, situation);
  } finally {
    await client.end();
  }
}

/** Answers that all want the same few places, each with the character of the token it is sent with. */
function signUps(events: string[], characterIds: string[]): Subject {
  const roles = ['tank', 'healer', 'melee', 'ranged'];
  const bodies = characterIds.map((characterId, index) => {
    return { status: 'signed_up', characterId, roleKey: roles[index % roles.length] };
  });
  return { part: 'sign-ups', rest: events.map((event) => `${event}/signup`), bodies };
}

/** Includes the first pages of the roster. */
function detail(guildId: string): Subject {
  const pages = [1, 2, 3, 4];
  const input = (page: number) => encodeURIComponent(JSON.stringify({ id: guildId, page, pageSize: 50 }));
  return {
    part: 'detail',
    rest: pages.map((page) => `/api/v1/organizations/${guildId}?page=${page}&pageSize=50`),
    trpc: pages.map((page) => `/trpc/organizations.get?input=${input(page)}`),
  };
}

/** Several instances in several languages, as browsers request them; tRPC addresses cannot be cached this way. */
const encounters: Subject = {
  part: 'encounters',
  rest: [1, 2, 3, 4, 5, 6, 7, 8].map((id) => {
    return `/api/v1/game-data/encounters?journalInstanceId=${id}&locale=${id % 2 === 0 ? 'de_DE' : 'en_US'}`;
  }),
};

/** People see their own characters only, so each request uses the owner's token. */
function character(ids: string[]): Subject {
  return {
    part: 'character',
    isByHand: true,
    rest: ids.map((id) => `/api/v1/characters/${id}`),
    trpc: ids.map((id) => `/trpc/character.get?input=${encodeURIComponent(JSON.stringify({ id }))}`),
  };
}

const me: Subject = { part: 'me', isByHand: true, rest: ['/api/v1/auth/me'], trpc: ['/trpc/users.me?input=%7B%7D'] };

async function startBaseline(stack: AsyncDisposableStack, databaseUrl: string): Promise<Server> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const child = stack.use(startChild('bench/reads/baseline-server.ts', [databaseUrl, String(port)]));
  await untilAnswers(child, `${origin}/livez`);
  return { origin, child };
}
