/**
 * A bot of one guild, with the token of a service (Settings, Integrations). It lists the next events, signs up a member
 * who agreed, follows the change feed, and prints webhooks that are really ours.
 *
 *   npm install guildhall-client-0.1.0.tgz        (from `pnpm client:pack`)
 *   GUILDHALL_URL=https://guild.example GUILDHALL_TOKEN=ghs_… GUILD=the-emberforge node raid-bot.mjs
 *   MEMBER=discord:420000000000000001   signs this member up for the next event
 *   WEBHOOK_SECRET=whsec_… PORT=8080    receives webhooks
 */
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGuildhallRest } from '@guildhall/client/rest';
import { verifyWebhook } from '@guildhall/client/webhooks';

const { GUILDHALL_URL, GUILDHALL_TOKEN, GUILD, MEMBER, WEBHOOK_SECRET, PORT = '8080', EVERY_MS = '5000' } = process.env;
const rest = createGuildhallRest({ baseUrl: GUILDHALL_URL, token: GUILDHALL_TOKEN });
const inGuild = (query = {}) => ({ params: { path: { id: GUILD }, query } });
const say = (...words) => process.stdout.write(`${words.join(' ')}\n`);

/** Answers are `{ data }` or `{ error }`, whose message says what to do. */
async function data(answer) {
  const { data, error } = await answer;
  if (error) throw new Error(`${error.reason}: ${error.message}`);
  return data;
}

async function listEvents() {
  const { events } = await data(rest.GET('/organizations/{id}/events', inGuild()));
  for (const { title, startsAt, counts } of events) say('event', title, startsAt, `${counts.signedUp} come`);
  return events;
}

async function signUp(eventId) {
  const answer = rest.PUT('/events/{id}/signup', {
    params: { path: { id: eventId } },
    headers: { 'Guildhall-Act-For': MEMBER },
    body: { status: 'declined', note: 'Answered by the bot' },
  });
  say('signed up', (await data(answer)).status);
}

/** Remember `next` across restarts, and nothing is missed. */
async function follow() {
  let { next } = await data(rest.GET('/organizations/{id}/changes', inGuild()));
  say('following');
  for (;;) {
    const page = await data(rest.GET('/organizations/{id}/changes', inGuild({ after: next })));
    for (const { type, subjectId } of page.changes) say('changed', type, subjectId);
    next = page.next;
    if (!page.more) await sleep(Number(EVERY_MS));
  }
}

async function receive(request, response) {
  const body = Buffer.concat(await Array.fromAsync(request));
  const message = await verifyWebhook(WEBHOOK_SECRET, request.headers, body).catch(() => null);
  response.writeHead(message ? 204 : 401).end();
  if (message) say('webhook', message.type);
}

const [first] = await listEvents();
if (MEMBER && first) await signUp(first.id);
if (WEBHOOK_SECRET) createServer(receive).listen(Number(PORT), '127.0.0.1', () => say('receiving'));
await follow();
