import { createWorld } from '@guildhall/simulator/world.ts';
import { chatPermission, chatRoleIds } from '@guildhall/simulator/world-chat-roles.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SignedInClient, type TestApp, testApp } from '../../../test/app.ts';
import { openBrowser } from '../../../test/browser.ts';
import { type Call, callerOf } from '../../../test/caller.ts';
import {
  addToDiscord,
  CHANNELS,
  CREPUSCULE,
  chooseServer,
  freshBot,
  LANTERN,
  linkDiscord,
} from '../../../test/chat.ts';
import { done } from '../../../test/events.ts';
import { bringIn, type TestGuild } from '../../../test/guild.ts';

type Person = { client: SignedInClient; call: Call };

let app: TestApp;
let guild: TestGuild;
let other: TestGuild;
let ysolde: Person;
let pell: Person;
let brannoc: Person;
let marrow: Person;

beforeAll(async () => {
  app = await testApp({ world: createWorld({ guildSizes: [20, 12] }) });
  app.simulator.world.chat.pace.perSecond = Number.POSITIVE_INFINITY;
  const person = async (account: string, linked: boolean) => {
    const { client, guild: first } = await bringIn(app, account);
    if (linked) await linkDiscord(app, client, account);
    return { client, call: callerOf(app, client.token), guild: first };
  };
  const first = await person('ysolde', true);
  [ysolde, guild] = [first, first.guild];
  const second = await person('brannoc', true);
  [brannoc, other] = [second, second.guild];
  pell = await person('pell', true);
  marrow = await person('marrow', false);
});
afterAll(() => app[Symbol.asyncDispose]());

beforeEach(() => freshBot(app));
afterEach(async () => {
  app.simulator.faults.clear();
  const { chat } = app.simulator.world;
  for (const server of ['lantern', 'crepuscule']) chat.setBot(server, true);
  chat.setBot('stranger', false);
  chat.setManager('lantern', 'ysolde', false);
  await app.ctx.sql(`delete from discord_binding`);
  await app.ctx.sql(`delete from chat_server_proof`);
  await app.ctx.sql(`delete from audit_entry where action = 'chat_server_confirmed'`);
  await app.ctx.sql(`update organization set settings = '{}', archived_at = null`);
  await app.ctx.sql('delete from oauth_state');
  await app.ctx.sql('delete from rate_limit');
});

const install = ({ call }: Person, { id } = guild, body = {}) =>
  call('POST', `/organizations/${id}/discord/install`, body);
const refusal = ({ status, body }: Awaited<ReturnType<Call>>) => [status, body.reason];
const browserOf = ({ client }: Person) => openBrowser(app, { session: client.token });
const choice = { account: 'ysolde', server: LANTERN };
const ended = (how: string, { id } = guild) => `/g/${id}/settings/chat?${how}`;
const stateOf = async ({ id } = guild, { call } = ysolde) => (await call('GET', `/organizations/${id}/discord`)).body;

/** Nothing was connected: not even the settings name a server. */
async function expectNothing({ id } = guild, who = ysolde): Promise<void> {
  expect(await app.ctx.sql('select from chat_server_proof where organization_id = $1', [id])).toEqual([]);
  expect(await stateOf({ ...guild, id }, who)).toMatchObject({ state: 'no_server', serverId: null });
}

async function end(person: Person, back: string): Promise<string | null> {
  return (await browserOf(person).open(back)).headers.get('location');
}

test('only members who manage the guild can start an installation', async () => {
  const { call } = ysolde;
  expect(refusal(await install(pell))).toEqual([403, 'missing_permission']);
  expect(refusal(await install(brannoc))).toEqual([403, 'not_a_member']);
  expect((await call('POST', '/organizations/nowhere/discord/install', {})).status).toBe(404);
  expect((await install(ysolde, guild, { serverId: LANTERN })).status).toBe(400);
  await app.ctx.sql('update organization set archived_at = now() where id = $1', [guild.id]);
  expect(refusal(await install(ysolde))).toEqual([409, 'organization_archived']);
});

test('A-04: a bot or tool token cannot start an installation', async () => {
  const made = await ysolde.call('POST', '/auth/tokens', { label: 'Tool', scope: 'write' });
  const call = callerOf(app, String(made.body.token));
  expect(refusal(await install({ ...ysolde, call }))).toEqual([403, 'token_not_allowed']);
});

test('explains that an account or the bot is not linked yet', async () => {
  await app.ctx.sql(`update role set permissions = '{canManageGuild}' where organization_id = $1 and not is_founder`, [
    guild.id,
  ]);
  try {
    expect(refusal(await install(marrow))).toEqual([403, 'chatplatform_not_linked']);
  } finally {
    await app.ctx.sql(`update role set permissions = '{}' where organization_id = $1 and not is_founder`, [guild.id]);
  }
  app.ctx.discordBot = null;
  expect(refusal(await install(ysolde))).toEqual([400, 'chatplatform_not_configured']);
});

test('one choice on Discord adds the bot, connects the server, and gives access to its channels', async () => {
  const { chat } = app.simulator.world;
  chat.setBot('lantern', false);
  const url = new URL(String((await install(ysolde)).body.url));
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    scope: 'bot applications.commands identify',
    response_type: 'code',
    permissions: '84993',
    redirect_uri: `${app.config.baseUrl}/api/v1/auth/callback/discord`,
  });
  expect(url.searchParams.has('guild_id')).toBe(false);

  expect(await addToDiscord(app, ysolde.client.token, guild.id, choice)).toBe(ended('connected=true'));
  expect(chat.server('lantern').hasBot).toBe(true);
  expect(await stateOf()).toMatchObject({ state: 'ok', serverId: LANTERN });
  const { body } = await ysolde.call('GET', `/organizations/${guild.id}/audit-log`);
  expect(body.entries).toMatchObject([
    { action: 'chat_server_confirmed', actor: { displayName: 'Ysolde' }, details: { serverId: LANTERN } },
    ...(body.entries as object[]).slice(1),
  ]);
  const { channels } = await done<{ channels: { id: string }[] }>(
    ysolde.call('GET', `/organizations/${guild.id}/discord/channels`),
  );
  expect(channels.map(({ id }) => id)).toContain(CHANNELS.welcome);
  // No one was signed in anew, and no account was linked.
  expect((await ysolde.call('GET', '/auth/me')).body.accounts).toHaveLength(2);
});

test('installing again restores a removed bot and keeps the invite channel', async () => {
  const { chat } = app.simulator.world;
  await addToDiscord(app, ysolde.client.token, guild.id, choice);
  const address = `/organizations/${guild.id}`;
  await done(ysolde.call('PATCH', `${address}/settings`, { chat: { inviteChannelId: CHANNELS.welcome } }));
  await done(ysolde.call('POST', `${address}/discord/bindings`, { channelId: CHANNELS.welcome, mirrors: false }));
  chat.setBot('lantern', false);
  expect((await done<{ state: string }>(ysolde.call('POST', `${address}/discord/check`))).state).toBe('bot_removed');
  // The refusal of a moment ago does not stand in the way.
  expect(await addToDiscord(app, ysolde.client.token, guild.id, choice)).toBe(ended('connected=true'));
  expect(await stateOf()).toMatchObject({ state: 'ok', bindings: [{ state: 'ok' }] });
  const { body } = await ysolde.call('GET', address);
  expect(body.settings).toMatchObject({ chat: { serverId: LANTERN, inviteChannelId: CHANNELS.welcome } });
  const url = new URL(String((await install(ysolde)).body.url));
  expect(url.searchParams.get('guild_id')).toBe(LANTERN);
});

test('requests further permissions when the guild uses features that need them', async () => {
  const permissions = async (body = {}) =>
    BigInt(new URL(String((await install(ysolde, guild, body)).body.url)).searchParams.get('permissions') ?? 0);
  const [base, createEvents, manageRoles] = [84_993n, 1n << 44n, 1n << 28n];
  expect(await permissions({ mirrors: true })).toBe(base | createEvents);
  await addToDiscord(app, ysolde.client.token, guild.id, choice);
  await app.ctx.sql(
    `insert into discord_role_rule (organization_id, server_id, rank_to, discord_role_id, discord_role_name, discord_role_color)
     values ($1, $2, 3, $3, 'Raider', 0)`,
    [guild.id, LANTERN, chatRoleIds(LANTERN).raider],
  );
  expect(await permissions()).toBe(base | manageRoles);
  await app.ctx.sql('delete from discord_role_rule');
});

test('cancelling on Discord returns with access_denied and connects nothing', async () => {
  const browser = browserOf(ysolde);
  const back = await chooseServer(app, browser, guild.id, choice);
  const cancelled = new URL(back, app.url);
  cancelled.searchParams.delete('code');
  cancelled.searchParams.set('error', 'access_denied');
  const answer = await browser.open(`${cancelled.pathname}${cancelled.search}`);
  expect(answer.headers.get('location')).toBe(ended('error=access_denied'));
  await expectNothing();
});

test('E-09: a forged, repeated or expired callback connects nothing', async () => {
  const browser = browserOf(ysolde);
  const back = await chooseServer(app, browser, guild.id, choice);
  const forged = new URL(back, app.url);
  forged.searchParams.set('state', 'x'.repeat(43));
  const location = async (address: string) => (await browser.open(address)).headers.get('location');
  expect(await location(`${forged.pathname}${forged.search}`)).toBe(ended('error=state_mismatch'));
  await expectNothing();

  await app.ctx.sql(`update oauth_state set expires_at = now() - interval '1 second'`);
  expect(await location(back)).toBe(ended('error=state_mismatch'));
  await expectNothing();

  const again = await chooseServer(app, browser, guild.id, choice);
  expect(await location(again)).toBe(ended('connected=true'));
  await app.ctx.sql('delete from chat_server_proof');
  expect(await location(again)).toBe(ended('error=state_mismatch'));
  expect(await app.ctx.sql('select from chat_server_proof')).toEqual([]);
});

test('a way back that is used up or too old leads to the settings, whatever began in other tabs meanwhile', async () => {
  const browser = browserOf(ysolde);
  const location = async (address: string) => (await browser.open(address)).headers.get('location');
  const before = await browser.consent('battlenet', 'ysolde', '/events/17');
  const back = await chooseServer(app, browser, guild.id, choice);
  const later = await browser.consent('battlenet', 'ysolde', '/events/18');
  expect(await location(back)).toBe(ended('connected=true'));
  expect(await location(back)).toBe(ended('error=state_mismatch'));
  expect([await location(later), await location(before)]).toEqual(['/events/18', '/events/17']);
});

test('E-09: the callback of another person, or in another browser, connects nothing', async () => {
  const browser = browserOf(ysolde);
  const back = await chooseServer(app, browser, guild.id, choice);
  expect(await end(ysolde, back)).toBe('/?error=state_mismatch');
  await expectNothing();

  // Another person signs in in the same browser meanwhile.
  browser.cookies.set('session', brannoc.client.token);
  expect((await browser.open(back)).headers.get('location')).toBe(ended('error=state_mismatch'));
  await expectNothing();

  const signIn = await browser.consent('discord', 'ysolde');
  const state = new URL(signIn, app.url).searchParams.get('state') ?? '';
  const mixed = new URL(await chooseServer(app, browserOf(ysolde), guild.id, choice), app.url);
  mixed.searchParams.set('state', state);
  await browser.open(`${mixed.pathname}${mixed.search}`);
  await expectNothing();
});

test('E-10: Discord’s answer decides which server is connected, not the callback address', async () => {
  const browser = browserOf(ysolde);
  const back = new URL(await chooseServer(app, browser, guild.id, choice), app.url);
  expect(back.searchParams.get('guild_id')).toBe(LANTERN);
  back.searchParams.set('guild_id', CREPUSCULE);
  expect((await browser.open(`${back.pathname}${back.search}`)).headers.get('location')).toBe(ended('connected=true'));
  expect(await stateOf()).toMatchObject({ serverId: LANTERN });
});

test('E-10: only a person who manages the server at that moment can connect it, with their own account', async () => {
  const { chat } = app.simulator.world;
  chat.join('crepuscule', 'ysolde');
  chat.setManager('crepuscule', 'ysolde', true);
  const browser = browserOf(ysolde);
  const back = await chooseServer(app, browser, guild.id, { account: 'ysolde', server: CREPUSCULE });
  chat.setManager('crepuscule', 'ysolde', false);
  expect((await browser.open(back)).headers.get('location')).toBe(ended('error=not_chat_server_manager'));
  await expectNothing();
  chat.leave('crepuscule', 'ysolde');

  const account = { account: 'brannoc', server: CREPUSCULE };
  expect(await addToDiscord(app, ysolde.client.token, guild.id, account)).toBe(ended('error=other_chat_account'));
  await expectNothing();
});

test('E-10: connects nothing when the guild rights are lost before the callback', async () => {
  const browser = browserOf(ysolde);
  const back = await chooseServer(app, browser, guild.id, choice);
  await app.ctx.sql('update organization set archived_at = now() where id = $1', [guild.id]);
  expect((await browser.open(back)).headers.get('location')).toBe(ended('error=not_allowed'));
  await app.ctx.sql('update organization set archived_at = null where id = $1', [guild.id]);
  await expectNothing();
});

test('E-10: connects nothing when the bot is kicked before the callback', async () => {
  const browser = browserOf(ysolde);
  const back = await chooseServer(app, browser, guild.id, choice);
  app.simulator.world.chat.setBot('lantern', false);
  expect((await browser.open(back)).headers.get('location')).toBe(ended('error=bot_not_added'));
  await expectNothing();
});

test('connects nothing when Discord fails to answer', async () => {
  for (const match of ['/discord/*/oauth2/token', '/discord/api/v10/guilds/*']) {
    freshBot(app);
    const browser = browserOf(ysolde);
    const back = await chooseServer(app, browser, guild.id, choice);
    const clear = app.simulator.faults.add({ match, fault: { kind: 'status', status: 500 } });
    expect((await browser.open(back)).headers.get('location')).toBe(ended('error=provider_unavailable'));
    clear();
    await expectNothing();
  }
});

test('two guilds can connect the same server, each through a member who manages it', async () => {
  const { chat } = app.simulator.world;
  await addToDiscord(app, ysolde.client.token, guild.id, choice);
  chat.join('lantern', 'brannoc');
  chat.setManager('lantern', 'brannoc', true);
  const shared = { account: 'brannoc', server: LANTERN };
  expect(await addToDiscord(app, brannoc.client.token, other.id, shared)).toBe(ended('connected=true', other));
  expect(await stateOf()).toMatchObject({ state: 'ok', serverId: LANTERN });
  expect(await stateOf(other, brannoc)).toMatchObject({ state: 'ok', serverId: LANTERN });
  chat.leave('lantern', 'brannoc');
});

test('connecting another server replaces the previous one and drops its channels', async () => {
  const { chat } = app.simulator.world;
  await addToDiscord(app, ysolde.client.token, guild.id, choice);
  const address = `/organizations/${guild.id}`;
  await done(ysolde.call('PATCH', `${address}/settings`, { chat: { inviteChannelId: CHANNELS.welcome } }));
  await done(ysolde.call('POST', `${address}/discord/bindings`, { channelId: CHANNELS.welcome }));
  const stranger = chat.server('stranger').id;
  await addToDiscord(app, ysolde.client.token, guild.id, { account: 'ysolde', server: stranger });
  const { body } = await ysolde.call('GET', address);
  expect(body.settings).toMatchObject({ chat: { serverId: stranger, inviteChannelId: null } });
  // Nothing is posted there any more, so nothing may be shown as working.
  expect(await stateOf()).toMatchObject({ state: 'ok', serverId: stranger, bindings: [] });
});

test('E-11: the settings can disconnect a server, but cannot choose one', async () => {
  const address = `/organizations/${guild.id}/settings`;
  const patch = (chat: object | null) => ysolde.call('PATCH', address, { chat });
  expect(await patch({ serverId: LANTERN })).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'chat.serverId' }] },
  });
  await addToDiscord(app, ysolde.client.token, guild.id, choice);
  expect((await patch({ serverId: CREPUSCULE })).status).toBe(400);
  expect((await patch({ serverId: LANTERN, inviteChannelId: CHANNELS.welcome })).status).toBe(200);
  expect((await patch(null)).status).toBe(200);
  await expectNothing();
});

test('the simulated page offers only servers that the person manages, and grants the bot its permissions', async () => {
  const { chat } = app.simulator.world;
  const { url } = await done<{ url: string }>(install(ysolde, guild, { mirrors: true }));
  const page = await (await fetch(`${url}&account=ysolde`)).text();
  expect(page).toContain('Lantern Watch');
  expect(page).not.toContain(chat.server('crepuscule').name);
  const refused = await fetch(`${url}&account=ysolde&server=${CREPUSCULE}`, { redirect: 'manual' });
  expect(refused.status).toBe(200);
  await fetch(`${url}&account=ysolde&server=${LANTERN}`, { redirect: 'manual' });
  const { roles, botRoles } = chat.server('lantern');
  const held = roles.filter(({ id }) => botRoles.includes(id)).reduce((sum, { permissions }) => sum | permissions, 0n);
  expect(held & (chatPermission.viewChannel | (1n << 44n))).toBe(chatPermission.viewChannel | (1n << 44n));
});
