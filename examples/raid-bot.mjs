/**
 * A bot of one guild, with the token of a service (Settings, Integrations). It lists the next events, signs up a member
 * who agreed, follows the change feed, and prints webhooks that are really ours. Ctrl-C ends it; started again, it reads
 * what changed meanwhile.
 *
 * Runs on Node 20 and later.
 *
 *   npm install guildhall-client-0.1.0.tgz        (from `pnpm client:pack`)
 *   GUILDHALL_URL=https://guild.example GUILDHALL_TOKEN=ghs_… GUILD=the-emberforge node raid-bot.mjs
 *   CURSOR_FILE=raid-bot.cursor         keeps the place in the change feed
 *   MEMBER=discord:420000000000000001   signs this member up for the next event, …
 *   CHARACTER=0199d3a0-…                … with this character, whose page has the id in its address, …
 *   ROLE=healer                         … for this role, which events with slots need
 *   WEBHOOK_SECRET=whsec_… PORT=8080    receives webhooks
 */
import { once } from 'node:events';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createGuildhallRest, dataOf, everyPage, followChanges, isRefusal, verifyWebhook } from '@guildhall/client';

const { GUILDHALL_URL, GUILDHALL_TOKEN, GUILD, CURSOR_FILE = 'raid-bot.cursor', EVERY_MS = '5000' } = process.env;
const { MEMBER, CHARACTER, ROLE, WEBHOOK_SECRET, PORT = '8080' } = process.env;
const say = (...words) => process.stdout.write(`${words.join(' ')}\n`);

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort());

const rest = createGuildhallRest({
  baseUrl: GUILDHALL_URL,
  token: GUILDHALL_TOKEN,
  // A minute is the longest that the limit on all requests asks for.
  retries: { onWait: ({ ms, status }) => say('waiting', `${Math.ceil(ms / 1000)} s`, status ?? 'no connection') },
});
const inGuild = (query = {}) => ({ params: { path: { id: GUILD }, query }, signal: stop.signal });

/** The next events, soonest first. */
async function listEvents() {
  const found = [];
  const pages = everyPage((at) => rest.GET('/organizations/{id}/events', inGuild({ ...at, when: 'upcoming' })));
  for await (const { events } of pages) found.push(...events);
  for (const { title, startsAt, counts } of found) say('event', title, startsAt, `${counts.signedUp} come`);
  return found;
}

async function signUp(eventId) {
  const answer = rest.PUT('/events/{id}/signup', {
    params: { path: { id: eventId } },
    headers: { 'Guildhall-Act-For': MEMBER },
    body: { characterId: CHARACTER, note: 'Answered by the bot', ...(ROLE ? { roleKey: ROLE } : {}) },
  });
  try {
    say('signed up', (await dataOf(answer)).status);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    say('not signed up', error.reason, error.message);
  }
}

async function follow() {
  const ask = (after) => rest.GET('/organizations/{id}/changes', inGuild(after ? { after } : {}));
  const changes = followChanges(ask, {
    cursor: { load: () => readFile(CURSOR_FILE, 'utf8').catch(() => null), save: saveCursor },
    // A bot that keeps a copy of something reads all of it here.
    startOver: () => say('following from now on'),
    onTrouble: (error) => say('trouble', error.message),
    everyMs: Number(EVERY_MS),
    signal: stop.signal,
  });
  for await (const { type, subjectId } of changes) say('changed', type, subjectId);
}

/** Whole or not at all, even if the machine goes down. */
async function saveCursor(cursor) {
  await writeFile(`${CURSOR_FILE}.new`, cursor);
  await rename(`${CURSOR_FILE}.new`, CURSOR_FILE);
}

/** More than a webhook ever has. */
const MAX_BYTES = 1_000_000;

/** Any host can send to this address: whatever arrives must not end the bot. */
async function receive(request, response) {
  const pieces = [];
  let bytes = 0;
  for await (const piece of request) {
    bytes += piece.length;
    if (bytes > MAX_BYTES) return response.writeHead(413, { connection: 'close' }).end();
    pieces.push(piece);
  }
  const body = Buffer.concat(pieces);
  const message = await verifyWebhook(WEBHOOK_SECRET, request.headers, body).catch(() => null);
  response.writeHead(message ? 204 : 401).end();
  if (message?.type === 'post.changed' && 'title' in message.data) say('webhook', message.type, message.data.title);
  else if (message) say('webhook', message.type);
}

const server = createServer((request, response) => void receive(request, response).catch(() => response.destroy()));
try {
  if (WEBHOOK_SECRET) {
    await once(server.listen(Number(PORT), '127.0.0.1'), 'listening');
    say('receiving');
  }
  const [first] = await listEvents();
  if (MEMBER && first) await signUp(first.id);
  await follow();
} catch (error) {
  // What was asked when the signal came.
  if (!stop.signal.aborted) throw error;
} finally {
  server.close();
  server.closeAllConnections();
}
say('ended');
