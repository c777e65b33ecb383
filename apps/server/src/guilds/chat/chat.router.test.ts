import { createWorld } from '@guildhall/simulator/world.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { type Call, callerOf } from '../../../test/caller.ts';
import { CHANNELS, CREPUSCULE, freshBot, LANTERN, linkDiscord, nameChat, platformInvites } from '../../../test/chat.ts';
import { connectServer } from '../../../test/discord.ts';
import { bringIn, type TestGuild } from '../../../test/guild.ts';
import { tablesWith } from '../../../test/rows.ts';

let app: TestApp;
let guild: TestGuild;
let officerId: string;
let [ysolde, pell, kessa, osric, marrow]: Call[] = [];

beforeAll(async () => {
  app = await testApp({ world: createWorld({ guildSizes: [20] }) });
  app.simulator.world.chat.pace.perSecond = Number.POSITIVE_INFINITY;
  const person = async (account: string, linked: string | null = account) => {
    const { client, guild: first } = await bringIn(app, account);
    if (linked) await linkDiscord(app, client, linked);
    return { call: callerOf(app, client.token), guild: first };
  };
  ({ call: ysolde, guild } = await person('ysolde'));
  officerId = String((await caller(ysolde)('GET', '/auth/me')).body.id);
  ({ call: pell } = await person('pell'));
  ({ call: marrow } = await person('marrow', null));
  ({ call: kessa } = await person('kessa', 'wrenna'));
  const outsider = await app.signIn('osric');
  await linkDiscord(app, outsider, 'osric');
  osric = callerOf(app, outsider.token);
});
afterAll(() => app[Symbol.asyncDispose]());

beforeEach(async () => {
  freshBot(app);
  await connectServer(app, guild.id, officerId);
  await nameChat(app, guild, { serverId: LANTERN, inviteChannelId: CHANNELS.welcome });
});
afterEach(async () => {
  app.simulator.faults.clear();
  await app.ctx.sql('delete from chat_invite');
  await app.ctx.sql('delete from chat_server_proof');
  await app.ctx.sql('delete from rate_limit');
  const { chat } = app.simulator.world;
  for (const server of chat.servers) server.invites.clear();
  const members = chat.server('lantern').members;
  if (members.has('310400000000000004')) chat.leave('lantern', 'pell');
  chat.join('lantern', 'ysolde');
});

const route = (what: string, { id } = guild) => `/organizations/${id}/chatplatform/${what}`;
const ask = (call: Call | undefined, what: string, where = guild) => caller(call)('GET', route(what, where));
const refusal = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body.reason];

function caller(call: Call | undefined): Call {
  if (!call) throw new Error('nobody');
  return call;
}

async function inviteOf(call: Call | undefined): Promise<string> {
  const { status, body } = await ask(call, 'server-invite');
  expect([status, body]).toEqual([200, { inviteUrl: expect.stringMatching(/^https:\/\/discord\.gg\/inv\w+$/) }]);
  return String(body.inviteUrl).slice('https://discord.gg/'.length);
}

test('refuses non-members and members without a linked account, each with its own reason', async () => {
  for (const what of ['in-server', 'server-invite']) {
    expect(refusal(await ask(osric, what))).toEqual([403, 'not_a_member']);
    expect(refusal(await ask(marrow, what))).toEqual([403, 'chatplatform_not_linked']);
    expect(refusal(await caller(pell)('GET', `/organizations/nowhere/chatplatform/${what}`))).toEqual([
      404,
      'organization_not_found',
    ]);
  }
});

test('an administrator who is not a member is refused like any other', async () => {
  await app.ctx.sql(`update app_user set is_admin = true where display_name = 'Osric'`);
  try {
    expect((await caller(osric)('GET', '/auth/me')).body).toMatchObject({ isAdmin: true });
    expect(refusal(await ask(osric, 'server-invite'))).toEqual([403, 'not_a_member']);
  } finally {
    await app.ctx.sql('update app_user set is_admin = false');
  }
});

test.each([
  ['no settings', null, 'chat_server_not_configured'],
  ['no server', { inviteChannelId: CHANNELS.welcome }, 'chat_server_not_configured'],
  ['a server that is not an id', { serverId: '../users/@me', inviteChannelId: '1' }, 'chat_server_not_configured'],
  ['a server that is a number', { serverId: 42, inviteChannelId: CHANNELS.welcome }, 'chat_server_not_configured'],
  ['an unconfirmed server without a bot', { serverId: '420000000000000003' }, 'chat_server_not_confirmed'],
])('does not ask the platform with %s', async (_what, chat, reason) => {
  app.simulator.requests.clear();
  await nameChat(app, guild, chat);
  expect(refusal(await ask(pell, 'in-server'))).toEqual([400, reason]);
  expect((await ask(pell, 'server-invite')).status).toBe(400);
  expect(app.simulator.requests.count({ path: '/discord/api/*' })).toBe(0);
});

test('explains that the bot or the invite channel is not configured', async () => {
  await nameChat(app, guild, { serverId: LANTERN });
  expect(refusal(await ask(pell, 'server-invite'))).toEqual([400, 'invite_channel_not_configured']);
  expect((await ask(pell, 'in-server')).status).toBe(200);
  app.ctx.discordBot = null;
  for (const what of ['in-server', 'server-invite']) {
    expect(refusal(await ask(pell, what))).toEqual([400, 'chatplatform_not_configured']);
  }
});

test('tells a member whether they are in the server', async () => {
  expect((await ask(ysolde, 'in-server')).body).toEqual({ inChatServer: true });
  expect((await ask(pell, 'in-server')).body).toEqual({ inChatServer: false });
  app.simulator.world.chat.join('lantern', 'pell');
  expect((await ask(pell, 'in-server')).body).toEqual({ inChatServer: true });
  app.simulator.world.chat.leave('lantern', 'pell');
  expect((await ask(pell, 'in-server')).body).toEqual({ inChatServer: false });
});

test('an account that the platform no longer knows counts as not in the server', async () => {
  const gone = `update account set account_id = $1 where provider_id = 'discord' and account_id = $2`;
  await app.ctx.sql(gone, ['310400000000009999', '310400000000000004']);
  try {
    expect((await ask(pell, 'in-server')).body).toEqual({ inChatServer: false });
  } finally {
    await app.ctx.sql(gone, ['310400000000000004', '310400000000009999']);
  }
});

test('refuses an invite to a member who is already in the server', async () => {
  expect(refusal(await ask(ysolde, 'server-invite'))).toEqual([409, 'already_in_chat_server']);
  expect(platformInvites(app)).toEqual([]);
});

test('an invite works once within 15 minutes, and is returned again until then', async () => {
  const code = await inviteOf(pell);
  const invite = app.simulator.world.chat.findInvite(code)?.invite;
  expect(invite).toMatchObject({ channelId: CHANNELS.welcome, maxUses: 1, uses: 0 });
  expect((invite?.expiresAt ?? 0) - (invite?.createdAt ?? 0)).toBe(15 * 60_000);
  expect(await inviteOf(pell)).toBe(code);
  expect(platformInvites(app)).toEqual([code]);
});

test('only one of several parallel requests creates the invite, and all return it', async () => {
  app.simulator.faults.add({ match: '/discord/*/invites', times: 1, fault: { kind: 'latency', ms: 300 } });
  const codes = await Promise.all(Array.from({ length: 12 }, () => inviteOf(pell)));
  expect(new Set(codes).size).toBe(1);
  expect(platformInvites(app)).toEqual(codes.slice(0, 1));
});

test('when the request that creates the invite fails, the next one creates it', async () => {
  const fault = { match: '/discord/*/invites', times: 1 } as const;
  app.simulator.faults.add({ ...fault, fault: { kind: 'status', status: 500 } });
  const answers = await Promise.all(Array.from({ length: 4 }, () => ask(pell, 'server-invite')));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 503]);
  expect(platformInvites(app)).toHaveLength(1);
});

test('the next request creates an invite whose process died', async () => {
  const code = await inviteOf(pell);
  await app.ctx.sql(`update chat_invite set code_sealed = null, expires_at = null, claim_id = uuidv7(),
    claimed_until = now() + interval '400 milliseconds'`);
  expect(await inviteOf(pell)).not.toBe(code);
});

test('a used invite is replaced, even if another person used it', async () => {
  const { chat } = app.simulator.world;
  const first = await inviteOf(pell);
  chat.useInvite(first, 'pell');
  expect(refusal(await ask(pell, 'server-invite'))).toEqual([409, 'already_in_chat_server']);
  chat.leave('lantern', 'pell');
  const second = await inviteOf(pell);
  chat.useInvite(second, 'osric');
  chat.leave('lantern', 'osric');
  const third = await inviteOf(pell);
  expect(new Set([first, second, third]).size).toBe(3);
  expect(platformInvites(app)).toEqual([third]);
});

test.each([
  ['has expired', `update chat_invite set expires_at = now() - interval '1 second'`],
  ['is about to expire', `update chat_invite set expires_at = now() + interval '20 seconds'`],
  ['was sealed with a lost key', `update chat_invite set code_sealed = 'deadbeef.AAAA.AAAA.AAAA'`],
  ['leads to another channel', `update chat_invite set target = 'elsewhere'`],
])('an invite that %s is replaced', async (_what, statement) => {
  const first = await inviteOf(pell);
  await app.ctx.sql(statement);
  expect(await inviteOf(pell)).not.toBe(first);
  expect(await app.ctx.sql('select from chat_invite')).toHaveLength(1);
});

test('A-01: an invite of one guild never leads to the server of another', async () => {
  await nameChat(app, guild, { serverId: LANTERN, inviteChannelId: CHANNELS.accueil });
  expect(refusal(await ask(pell, 'server-invite'))).toEqual([400, 'invite_channel_not_configured']);
  await nameChat(app, guild, { serverId: CREPUSCULE, inviteChannelId: CHANNELS.accueil });
  for (const what of ['server-invite', 'in-server']) {
    expect(refusal(await ask(pell, what))).toEqual([400, 'chat_server_not_confirmed']);
  }
  expect([...platformInvites(app, 'crepuscule'), ...platformInvites(app)]).toEqual([]);
});

test('A-04: a bot or tool token gets no invite', async () => {
  const made = await caller(ysolde)('POST', '/auth/tokens', { label: 'Tool', scope: 'write' });
  const tool = callerOf(app, String(made.body.token));
  expect(refusal(await ask(tool, 'server-invite'))).toEqual([403, 'token_not_allowed']);
  expect((await ask(tool, 'in-server')).status).toBe(200);
});

test('a confirmation lasts while its author manages the server, which is checked once a day', async () => {
  const { chat } = app.simulator.world;
  const aDayLater = () => app.ctx.sql(`update chat_server_proof set checked_at = checked_at - interval '25 hours'`);
  const asked = () => app.simulator.requests.count({ path: `/discord/api/v10/guilds/${LANTERN}` });
  await aDayLater();
  app.simulator.requests.clear();
  expect((await ask(pell, 'in-server')).status).toBe(200);
  expect((await ask(pell, 'in-server')).status).toBe(200);
  expect(asked()).toBe(1);

  await aDayLater();
  app.simulator.faults.add({ match: '/discord/*/guilds/*', times: 1, fault: { kind: 'status', status: 500 } });
  expect(refusal(await ask(pell, 'in-server'))).toEqual([503, 'chatplatform_unavailable']);
  chat.leave('lantern', 'ysolde');
  expect(refusal(await ask(pell, 'in-server'))).toEqual([400, 'chat_server_not_confirmed']);
  chat.join('lantern', 'ysolde');
  expect((await ask(pell, 'in-server')).status).toBe(200);
  await app.ctx.sql(`delete from account where account_id = '310400000000000001' returning id`);
  expect(refusal(await ask(pell, 'in-server'))).toEqual([400, 'chat_server_not_confirmed']);
  const client = await app.signIn('ysolde');
  await linkDiscord(app, client, 'ysolde');
});

test('R-01: a person may ask the platform 30 times a minute, and gets ten invites an hour', async () => {
  for (let count = 0; count < 10; count += 1) {
    app.simulator.world.chat.useInvite(await inviteOf(kessa), 'osric');
    app.simulator.world.chat.leave('lantern', 'osric');
  }
  const answers = [];
  for (let count = 0; count < 22; count += 1) answers.push(await ask(kessa, count ? 'in-server' : 'server-invite'));
  expect(answers.map(({ status }) => status)).toEqual([429, ...Array(19).fill(200), 429, 429]);
  expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await ask(ysolde, 'in-server')).status).toBe(200);
});

test('S-22: an invite code is in no table and no log in plain text', async () => {
  const code = await inviteOf(pell);
  expect(await tablesWith(app, code)).toEqual([]);
  expect(app.logged.filter((line) => line.includes(code))).toEqual([]);
});

test('removes expired invites after a day', async () => {
  const { cleanUp } = await import('../../identity/sessions/clean-up.ts');
  await inviteOf(pell);
  await cleanUp(app.ctx);
  expect(await app.ctx.sql('select from chat_invite')).toHaveLength(1);
  await app.ctx.sql(`update chat_invite set expires_at = now() - interval '25 hours'`);
  await cleanUp(app.ctx);
  expect(await app.ctx.sql('select from chat_invite')).toEqual([]);
});
