import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Simulator, startSimulator } from '../server.ts';
import { chatPermission, chatRoleIds } from '../world-chat-roles.ts';
import { botUserId } from './roles.ts';

let simulator: Simulator;
beforeEach(async () => {
  simulator = await startSimulator();
});
afterEach(() => simulator.close());

const [ysolde, pell] = ['310400000000000001', '310400000000000004'];
const lantern = '420000000000000001';
const ids = chatRoleIds(lantern);

async function ask(path: string, method = 'GET', headers: Record<string, string> = {}) {
  const options = { method, headers: { authorization: 'Bot simulated', ...headers } };
  const response = await fetch(`${simulator.discordApiUrl}${path}`, options);
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

const roleOf = (user: string, role: string) => `/guilds/${lantern}/members/${user}/roles/${role}`;

test('the bot can read its own user, its roles, and the roles of the server', async () => {
  expect(await ask('/users/@me')).toMatchObject({ status: 200, body: { id: botUserId, bot: true } });
  expect(await ask(`/guilds/${lantern}/members/${botUserId}`)).toMatchObject({ body: { roles: [ids.bot] } });
  const { body } = await ask(`/guilds/${lantern}/roles`);
  expect(body).toContainEqual(
    expect.objectContaining({ id: ids.raider, position: 2, permissions: '0', managed: false }),
  );
  expect(body).toContainEqual(expect.objectContaining({ id: ids.bot, position: 5, managed: true }));
});

test('the bot gives and takes a role, and the server keeps the reason', async () => {
  const { chat } = simulator.world;
  const reason = { 'x-audit-log-reason': encodeURIComponent('Rank „Raider“') };
  expect((await ask(roleOf(ysolde, ids.raider), 'PUT', reason)).status).toBe(204);
  expect(chat.rolesOf('lantern', 'ysolde')).toEqual([ids.raider]);
  expect((await ask(roleOf(ysolde, ids.raider), 'DELETE')).status).toBe(204);
  expect(chat.rolesOf('lantern', 'ysolde')).toEqual([]);
  expect(chat.server('lantern').roleChanges).toEqual([
    { change: 'given', userId: ysolde, roleId: ids.raider, reason: 'Rank „Raider“' },
    { change: 'taken', userId: ysolde, roleId: ids.raider, reason: null },
  ]);
});

test('a role change is refused for the same reasons as on Discord', async () => {
  const { chat } = simulator.world;
  const put = (user: string, role: string) => ask(roleOf(user, role), 'PUT');
  expect(await put('7', ids.raider)).toMatchObject({ status: 404, body: { code: 10_013 } });
  expect(await put(pell, ids.raider)).toMatchObject({ status: 404, body: { code: 10_007 } });
  expect(await put(ysolde, '7')).toMatchObject({ status: 404, body: { code: 10_011 } });
  expect(await put(ysolde, lantern)).toMatchObject({ status: 400, body: { code: 50_028 } });
  expect(await put(ysolde, ids.bot)).toMatchObject({ status: 400, body: { code: 50_028 } });
  chat.changeRole('lantern', ids.raider, { position: 5 });
  expect(await put(ysolde, ids.raider)).toMatchObject({ status: 403, body: { code: 50_013 } });
  chat.changeRole('lantern', ids.raider, { position: 2 });
  chat.changeRole('lantern', ids.bot, { permissions: chatPermission.createInvite });
  expect(await put(ysolde, ids.raider)).toMatchObject({ status: 403, body: { code: 50_013 } });
  chat.setBot('lantern', false);
  expect(await put(ysolde, ids.raider)).toMatchObject({ status: 403, body: { code: 50_001 } });
});

test('people change roles by hand', () => {
  const { chat } = simulator.world;
  chat.giveRole('lantern', 'ysolde', ids.raider);
  chat.giveRole('lantern', 'ysolde', ids.member);
  chat.takeRole('lantern', 'ysolde', ids.member);
  expect(chat.rolesOf('lantern', 'ysolde')).toEqual([ids.raider]);
  chat.deleteRole('lantern', ids.raider);
  expect(chat.rolesOf('lantern', 'ysolde')).toEqual([]);
  expect(() => chat.giveRole('lantern', 'ysolde', ids.raider)).toThrow('There is no chat role');
});
