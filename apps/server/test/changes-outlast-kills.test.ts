/** Web and worker processes killed while changes are made and sockets listen: no client misses one. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangesView, ChangeView } from '@guildhall/contracts/change.ts';
import { startSimulator } from '@guildhall/simulator/server.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { io } from 'socket.io-client';
import { expect, test } from 'vitest';
import { uuidv7 } from '../src/core/uuid.ts';
import { createSessions } from '../src/identity/sessions/sessions.ts';
import { startBalancer } from './balancer.ts';
import { callerOf } from './caller.ts';
import { cloneDatabase, sqlOf } from './db.ts';
import { eventually } from './guild.ts';
import { install } from './processes.ts';

/** `FEED_SOCKETS=1000 pnpm test changes-outlast-kills` is the size of a large community. */
const SOCKETS = Number(process.env.FEED_SOCKETS ?? 40);
const [WRITERS, POSTS] = [8, 60];
const PATIENCE_MS = 120_000;

const SEED = `
  with person as (insert into app_user (id, display_name) select id, 'Listener' from unnest($2::uuid[]) id)
  insert into membership (organization_id, user_id) select $1, id from unnest($2::uuid[]) id`;

test('every socket and the feed get every change although a web process and a worker are killed', async () => {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await cloneDatabase());
  const sql = sqlOf(stack, database.url);
  const simulator = await startSimulator({ world: createWorld({ guildSizes: [20] }) });
  stack.defer(() => simulator.close());
  const balancer = stack.use(await startBalancer());
  const { url } = balancer;
  const installation = stack.use(await install({ databaseUrl: database.url, simulator, baseUrl: url }));
  const webs = await Promise.all([installation.start('web'), installation.start('web')]);
  for (const web of webs) balancer.upstreams.push(stack.use(web).port);
  const doomed = stack.use(await installation.start('worker'));

  const sessions = createSessions(sql, () => {});
  const founder = uuidv7();
  await sql(`insert into app_user (id, display_name) values ($1, 'Founder')`, [founder]);
  const call = callerOf({ url }, (await sessions.create(founder)).token);
  const { body: club } = await call('POST', '/organizations', { name: 'The Emberforge', type: 'guild' });
  const id = String(club.id);
  const people = Array.from({ length: Math.ceil(SOCKETS / 20) }, () => uuidv7());
  await sql(SEED, [id, people]);
  const tokens = await Promise.all(people.map(async (person) => (await sessions.create(person)).token));

  const started = await readFeed(call, id);
  const ears = Array.from({ length: SOCKETS }, (_, number) => {
    const token = tokens[number % tokens.length] ?? '';
    return startEar(url, token, id, started.next);
  });
  stack.defer(() => void ears.map(({ close }) => close()));
  await eventually(async () => expect(ears.filter(({ connected }) => connected())).toHaveLength(SOCKETS), PATIENCE_MS);

  const written = new Set<string>();
  const writing = Array.from({ length: WRITERS }, async () => {
    for (let number = 0; number < POSTS; number += 1) {
      const key = { 'Idempotency-Key': uuidv7() };
      const body = { title: 'News', body: 'As written' };
      // A client without an answer repeats the request with the same key.
      const post = () => call('POST', `/organizations/${id}/posts`, body, key).catch(() => ({ status: 503, body: {} }));
      let answer = await post();
      while (answer.status >= 500) {
        await sleep(200);
        answer = await post();
      }
      expect(answer.status).toBeLessThan(300);
      written.add(String((answer.body as { id: string }).id));
    }
  });
  await eventually(async () => expect(written.size).toBeGreaterThan((WRITERS * POSTS) / 4), PATIENCE_MS);
  await Promise.all([webs[0].kill(), doomed.kill()]);
  await Promise.all(writing);

  expect(written.size).toBe(WRITERS * POSTS);
  const missing = () => ears.map(({ heard }) => [...written].filter((post) => !heard.has(post)).length);
  await eventually(async () => expect(missing().filter((count) => count > 0)).toEqual([]), PATIENCE_MS);
  const feed = await readFeed(call, id, started.next);
  expect(feed.posts.toSorted()).toEqual([...written].toSorted());
  const reconnects = ears.reduce((sum, ear) => sum + ear.reconnects(), 0);
  expect(reconnects).toBeGreaterThan(0);
  const bySocket = ears.reduce((sum, ear) => sum + ear.bySocket(), 0);
  if (process.env.FEED_SOCKETS)
    process.stdout.write(`${JSON.stringify({ SOCKETS, changes: written.size, reconnects, bySocket })}\n`);
}, 600_000);

/** As `docs/realtime.md` says: a socket for what happens now, and the feed for what happened while there was none. */
function startEar(url: string, token: string, organizationId: string, from: string) {
  const heard = new Set<string>();
  const call = callerOf({ url }, token);
  const socket = io(url, { transports: ['websocket'], auth: { token }, reconnectionDelayMax: 2_000 });
  let [cursor, connects, bySocket] = [from, 0, 0];
  socket.on('post.changed', (change: ChangeView) => {
    heard.add(change.subjectId);
    bySocket += 1;
    // Until the feed was asked, a newer cursor would hide what was missed.
    if (!asking) cursor = change.cursor ?? cursor;
  });
  let asking = false;
  const catchUp = async () => {
    asking = true;
    for (;;) {
      const read = await readFeed(call, organizationId, cursor).catch(() => undefined);
      if (read) {
        for (const post of read.posts) heard.add(post);
        cursor = read.next;
        asking = false;
        return;
      }
      await sleep(500);
    }
  };
  socket.on('connect', () => void (connects++ > 0 && void catchUp()));
  // A process that ends takes no handshake; the next one does.
  socket.on('connect_error', () => void (socket.active || setTimeout(() => socket.connect(), 500)));
  return {
    heard,
    connected: () => socket.connected,
    reconnects: () => connects - 1,
    bySocket: () => bySocket,
    close: () => void socket.close(),
  };
}

async function readFeed(call: ReturnType<typeof callerOf>, id: string, from?: string) {
  const posts: string[] = [];
  let next = from;
  for (let more = true; more; ) {
    const query = next === undefined ? '' : `?limit=500&after=${next}`;
    const { status, body } = await call('GET', `/organizations/${id}/changes${query}`);
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    const page = body as unknown as ChangesView;
    posts.push(...page.changes.flatMap(({ type, subjectId }) => (type === 'post.changed' ? [subjectId] : [])));
    ({ next, more } = page);
  }
  return { posts, next: next ?? '' };
}
