/** J-06: whatever the chat platform does, answers claim nothing that it did not say, and no caller waits long. */
import { ERROR_CODES } from '@guildhall/discord/error-codes.ts';
import type { Fault } from '@guildhall/simulator/faults.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { type Call, callerOf } from '../../../test/caller.ts';
import {
  addToDiscord,
  BOT_TOKEN,
  CHANNELS,
  freshBot,
  LANTERN,
  linkDiscord,
  nameChat,
  platformInvites,
} from '../../../test/chat.ts';
import { bringIn, eventually, type TestGuild } from '../../../test/guild.ts';

let app: TestApp;
let guild: TestGuild;
let [ysolde, pell]: [Call?, Call?] = [];

beforeAll(async () => {
  app = await testApp({ world: createWorld({ guildSizes: [20] }) });
  app.simulator.world.chat.pace.perSecond = Number.POSITIVE_INFINITY;
  const people = [];
  const sessions = [];
  for (const account of ['ysolde', 'pell']) {
    const { client, guild: first } = await bringIn(app, account);
    await linkDiscord(app, client, account);
    people.push(callerOf(app, client.token));
    sessions.push(client.token);
    guild = first;
  }
  [ysolde, pell] = people;
  freshBot(app);
  const ended = await addToDiscord(app, sessions[0] ?? '', guild.id, { account: 'ysolde', server: LANTERN });
  expect(ended).toMatch(/connected=true$/);
});
afterAll(() => app[Symbol.asyncDispose]());

beforeEach(async () => {
  freshBot(app);
  app.simulator.requests.clear();
  app.logged.length = 0;
  await app.ctx.sql('delete from rate_limit');
  await app.ctx.sql('delete from chat_invite');
  await nameChat(app, guild, { serverId: LANTERN, inviteChannelId: CHANNELS.welcome });
});
afterEach(() => {
  app.simulator.faults.clear();
  for (const server of app.simulator.world.chat.servers) server.invites.clear();
  app.simulator.world.chat.setBot('lantern', true);
});

function ask(call: Call | undefined, method: string, what: string, body?: Record<string, unknown>) {
  if (!call) throw new Error('nobody');
  return call(method, `/organizations/${guild.id}/chatplatform/${what}`, body);
}

const PLACES = {
  member: '/discord/api/v10/guilds/*/members/*',
  channel: /\/discord\/api\/v10\/channels\/\d+$/,
  invites: '/discord/api/v10/channels/*/invites',
};

const IN_SERVERS = '/discord/api/v10/guilds/*';

const SECRET = 'text-of-the-platform';
const faults: [string, Fault][] = [
  ['500', { kind: 'status', status: 500, body: { message: SECRET } }],
  ['503 as a page', { kind: 'html', status: 503, body: `<p>${SECRET}` }],
  ['200 as a page', { kind: 'html', body: `<p>${SECRET}` }],
  ['401', { kind: 'status', status: 401, body: { message: SECRET, code: 0 } }],
  ['403 from a proxy', { kind: 'html', status: 403, body: `<p>${SECRET}` }],
  ['404 without a code', { kind: 'html', status: 404, body: `<p>${SECRET}` }],
  ['404 about something else', { kind: 'status', status: 404, body: { message: SECRET, code: 10_004 } }],
  ['429 for half a minute', { kind: 'status', status: 429, retryAfter: 30 }],
  ['a redirect', { kind: 'status', status: 302, body: {} }],
  ['an empty object', { kind: 'status', status: 200, body: {} }],
  ['null', { kind: 'status', status: 200, body: null }],
  ['a number as an id', { kind: 'status', status: 200, body: { user: { id: 5 }, roles: [], code: 5, guild_id: 5 } }],
  ['10 MB', { kind: 'status', status: 200, body: { padding: 'x'.repeat(10_000_000) } }],
  ['a cut connection', { kind: 'reset' }],
];

const table = faults.flatMap(([what, fault]) => [
  { what, fault, place: 'member' as const, route: 'in-server' },
  { what, fault, place: 'member' as const, route: 'server-invite' },
  { what, fault, place: 'channel' as const, route: 'server-invite' },
  { what, fault, place: 'invites' as const, route: 'server-invite' },
]);
// Truncation needs a correct response, and for a non-member Discord's response is 404.
const half: Fault = { kind: 'truncated' };
table.push({ what: 'half a document', fault: half, place: 'invites', route: 'server-invite' });

test.each(table)('J-06: answers 503 on $route when $place answers $what', async ({ fault, place, route }) => {
  app.simulator.faults.add({ match: PLACES[place], fault });
  const { status, body, headers } = await ask(pell, 'GET', route);
  expect([status, body.reason]).toEqual([503, 'chatplatform_unavailable']);
  // Asked once: the caller does not wait for a second answer, nor for the pause that one of the responses asks for.
  expect(app.simulator.requests.count({ path: PLACES[place] })).toBe(1);
  expect(headers.get('retry-after') === null).toBe(!('retryAfter' in fault));
  const said = [JSON.stringify(body), ...app.logged].join();
  expect(said).toContain('the chat platform did not say');
  for (const secret of [SECRET, BOT_TOKEN]) expect(said).not.toContain(secret);

  app.simulator.faults.clear();
  freshBot(app);
  expect((await ask(pell, 'GET', route)).status).toBe(200);
});

test('J-06: gives up on a platform that does not answer after four seconds', async () => {
  freshBot(app, { timeoutMs: 4_000 });
  app.simulator.faults.add({ match: PLACES.member, times: 1, fault: { kind: 'hang' } });
  using limits = vi.spyOn(AbortSignal, 'timeout');
  const started = performance.now();
  // The response never comes, and the next request would be answered.
  expect((await ask(pell, 'GET', 'in-server')).status).toBe(503);
  expect(performance.now() - started).toBeGreaterThan(3_500);
  expect(app.simulator.requests.count({ path: PLACES.member })).toBe(1);
  expect(limits).toHaveBeenCalledWith(4_000);
});

test('J-06: after a 429 no request is sent until Retry-After has passed, and callers get that time', async () => {
  const fault: Fault = { kind: 'status', status: 429, retryAfter: 30 };
  app.simulator.faults.add({ match: PLACES.member, times: 1, fault });
  for (const call of [pell, ysolde, pell]) {
    const { status, headers } = await ask(call, 'GET', 'in-server');
    expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^([12]?[1-9]|[123]0)$/)]);
  }
  expect(app.simulator.requests.count({ path: IN_SERVERS })).toBe(1);
});

test('J-06: asks the platform again once the pause after a 429 is over', async () => {
  const fault: Fault = { kind: 'status', status: 429, retryAfter: 1 };
  app.simulator.faults.add({ match: PLACES.member, times: 1, fault });
  expect((await ask(pell, 'GET', 'in-server')).status).toBe(503);
  await expect.poll(async () => (await ask(pell, 'GET', 'in-server')).status, { interval: 250 }).toBe(200);
  expect(app.simulator.requests.count({ path: IN_SERVERS })).toBe(2);
});

test.each([401, 403])('J-06: does not ask the platform again after a %i', async (status) => {
  app.simulator.faults.add({ match: PLACES.member, fault: { kind: 'status', status } });
  for (let count = 0; count < 5; count += 1) expect((await ask(pell, 'GET', 'in-server')).status).toBe(503);
  expect(app.simulator.requests.count({ path: PLACES.member })).toBe(1);
});

test.each([
  ['may not create invites there (50013)', { inviteChannelId: CHANNELS.rules }, /may not create invites/],
  ['may not see it (50001)', { inviteChannelId: CHANNELS.officers }, /may not see/],
  ['finds that it is gone (10003)', { inviteChannelId: '430000000000000099' }, /no longer exists/],
])('the error says what to do when the bot %s', async (_what, chat, message) => {
  await nameChat(app, guild, { serverId: LANTERN, ...chat });
  const { status, body } = await ask(pell, 'GET', 'server-invite');
  expect([status, body.reason]).toEqual([503, 'chatplatform_unavailable']);
  expect(body.message).toMatch(message);
  expect(platformInvites(app)).toEqual([]);
});

test('a server without room for invites (30016) or without the bot (50001) answers 503', async () => {
  const { chat } = app.simulator.world;
  for (let count = 0; count < 1000; count += 1) chat.createInvite(CHANNELS.welcome, 900, 1);
  const full = await ask(pell, 'GET', 'server-invite');
  expect([full.status, full.body.message]).toEqual([503, expect.stringMatching(/limit of invites/)]);
  expect((await ask(pell, 'GET', 'in-server')).body).toEqual({ inChatServer: false });
  chat.setBot('lantern', false);
  for (const what of ['in-server', 'server-invite']) expect((await ask(pell, 'GET', what)).status).toBe(503);
});

test('an invite that cannot be checked is neither returned nor replaced', async () => {
  expect((await ask(pell, 'GET', 'server-invite')).status).toBe(200);
  app.simulator.faults.add({ match: '/discord/api/v10/invites/*', times: 1, fault: { kind: 'status', status: 502 } });
  expect((await ask(pell, 'GET', 'server-invite')).status).toBe(503);
  const [code] = platformInvites(app);
  expect((await ask(pell, 'GET', 'server-invite')).body).toEqual({ inviteUrl: `https://discord.gg/${code}` });
  expect(app.logged.filter((line) => line.includes(`${code}`))).toEqual([]);
  expect(platformInvites(app)).toEqual([code]);
});

/** Transactions that are open and idle at this moment; a transaction between two statements is so only briefly. */
const IDLE = `
  select pid, xact_start::text as since from pg_stat_activity
  where datname = current_database() and state like 'idle in transaction%'`;
type Idle = { pid: number; since: string };

test('holds no transaction open while the platform is slow', async () => {
  const { promise: until, resolve: release } = Promise.withResolvers<void>();
  app.simulator.faults.add({ match: PLACES.invites, fault: { kind: 'hang', until } });
  const waiting = ask(pell, 'GET', 'server-invite');
  const asked = () => app.simulator.requests.count({ path: PLACES.invites });
  await expect.poll(asked, { interval: 20 }).toBe(1);
  // Until the response is released, its own transactions remain; others come and go.
  const open = await app.ctx.sql<Idle>(IDLE);
  await eventually(async () => {
    const now = await app.ctx.sql<Idle>(IDLE);
    expect(now.filter((one) => open.some(({ pid, since }) => pid === one.pid && since === one.since))).toEqual([]);
  });
  release();
  expect((await waiting).status).toBe(200);
});

test.each([0, 1, 2, 3])('the next invite is asked for, whatever Discord answers for one (part %i)', async (part) => {
  const invites = `/discord/api/v10/channels/${CHANNELS.welcome}/invites`;
  const codes = [...ERROR_CODES.keys(), 0].filter((_, index) => index % 4 === part);
  for (const code of codes) {
    freshBot(app);
    await app.ctx.sql('delete from rate_limit');
    await app.ctx.sql('delete from chat_invite');
    app.simulator.faults.clear();
    app.simulator.world.chat.server('lantern').invites.clear();
    const fault = { kind: 'status', status: 403, body: { code, message: 'Refused for a test' } } as const;
    app.simulator.faults.add({ match: invites, times: 1, fault });
    const refused = await ask(pell, 'GET', 'server-invite');
    expect([code, refused.status]).toEqual([code, 503]);
    freshBot(app);
    expect([code, (await ask(pell, 'GET', 'server-invite')).status]).toEqual([code, 200]);
    // One that Discord no longer shows is replaced if the invite is at fault.
    app.simulator.faults.add({ match: '/discord/api/v10/invites/*', times: 1, fault });
    const again = await ask(pell, 'GET', 'server-invite');
    expect([code, again.status]).toEqual([code, ERROR_CODES.get(code)?.scope === 'item' ? 200 : 503]);
  }
});
