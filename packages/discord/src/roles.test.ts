import type { IncomingMessage } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { createDiscordBot } from './bot.ts';
import { roleProblem } from './permissions.ts';
import { type Handler, json, startPlatform } from './test-platform.ts';

let started = new AsyncDisposableStack();
afterEach(() => started.disposeAsync());

async function botThat(answers: Handler) {
  started = new AsyncDisposableStack();
  const { apiUrl } = started.use(await startPlatform(answers));
  return createDiscordBot({ token: 'secret', apiUrl });
}

const wanted = { serverId: '1', userId: '2', roleId: '3', reason: 'Rank „Raider“' };

test('roles are given and taken individually, with a reason for the audit log of the server', async () => {
  const seen: IncomingMessage[] = [];
  const bot = await botThat((request, response) => {
    seen.push(request);
    response.writeHead(204).end();
  });
  await bot.giveRole(wanted);
  await bot.takeRole(wanted);
  expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'PUT /api/v10/guilds/1/members/2/roles/3',
    'DELETE /api/v10/guilds/1/members/2/roles/3',
  ]);
  expect(seen[0]?.headers['x-audit-log-reason']).toBe(encodeURIComponent(wanted.reason));
});

test('taking a role from a member who has left succeeds', async () => {
  const bot = await botThat(json(404, { message: 'Unknown Member', code: 10007 }));
  await expect(bot.takeRole(wanted)).resolves.toBeUndefined();
  await expect(bot.giveRole(wanted)).rejects.toMatchObject({ code: 10007 });
});

test('the bot asks for its own id once, and again after a failure', async () => {
  const answers = [json(500, {}), json(200, { id: '9' })];
  const bot = await botThat((request, response) => answers.shift()?.(request, response));
  await expect(bot.selfId()).rejects.toMatchObject({ kind: 'unavailable' });
  await expect(bot.selfId()).resolves.toBe('9');
  await expect(bot.selfId()).resolves.toBe('9');
});

describe('the problem with a role', () => {
  const role = (id: string, position: number, permissions = 0n, managed = false) => ({
    id,
    name: id,
    color: 0,
    position,
    permissions,
    managed,
  });
  const manageRoles = 1n << 28n;
  const all = [
    role('1', 0, 1024n),
    role('bot', 5, manageRoles, true),
    role('plain', 2),
    role('kicker', 2, 2n),
    role('mentions', 2, 1n << 17n),
    role('other', 3, 0n, true),
    role('900', 6),
  ];
  const of = (roles = all) => ({ serverId: '1', roles, botRoles: ['bot'] });

  test.each([
    ['plain', null],
    ['1', 'everyone'],
    ['other', 'managed'],
    ['kicker', 'dangerous'],
    ['mentions', 'dangerous'],
    ['900', 'above_bot'],
    ['7', 'missing'],
  ])('%s: %s', (id, problem) => {
    expect(roleProblem(of(), id)).toBe(problem);
  });

  test('is a missing permission of the bot, or a position: at the same one, the older role is higher', () => {
    const weak = all.map((entry) => (entry.id === 'bot' ? role('bot', 5) : entry));
    expect(roleProblem(of(weak), 'plain')).toBe('bot_lacks_permission');
    const two = [role('1', 0), role('10', 5, manageRoles), role('11', 5), role('9', 5)];
    const bot = { serverId: '1', roles: two, botRoles: ['10'] };
    expect([roleProblem(bot, '11'), roleProblem(bot, '9')]).toEqual([null, 'above_bot']);
  });
});
