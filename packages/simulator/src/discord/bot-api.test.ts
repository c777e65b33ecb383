import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Simulator, startSimulator } from '../server.ts';
import { createWorld } from '../world.ts';

let simulator: Simulator;
beforeEach(async () => {
  simulator = await startSimulator();
});
afterEach(() => simulator.close());

const ysolde = '310400000000000001';
const pell = '310400000000000004';
const [lantern, stranger] = ['420000000000000001', '420000000000000003'];
const [welcome, rules, officers] = ['430000000000000001', '430000000000000002', '430000000000000003'];

type Body = Record<string, unknown> & { code: string };

async function ask(path: string, { method = 'GET', body = undefined as unknown, token = 'Bot simulated' } = {}) {
  const response = await fetch(`${simulator.discordApiUrl}${path}`, {
    method,
    headers: { authorization: token, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Body };
}

const invite = (channel: string, body: unknown = {}) => ask(`/channels/${channel}/invites`, { method: 'POST', body });

test.each(['', 'Bot wrong', 'Bearer simulated', 'Bot'])('the token %j is refused', async (token) => {
  for (const path of [`/guilds/${lantern}`, `/guilds/${lantern}/members/${ysolde}`, '/invites/abc']) {
    expect(await ask(path, { token })).toEqual({ status: 401, body: { message: '401: Unauthorized', code: 0 } });
  }
});

test('members, people who are not members, and servers without the bot get different answers', async () => {
  const member = (server: string, user: string) => ask(`/guilds/${server}/members/${user}`);
  expect(await member(lantern, ysolde)).toMatchObject({ status: 200, body: { user: { id: ysolde }, roles: [] } });
  expect(await member(lantern, pell)).toMatchObject({ status: 404, body: { code: 10_007 } });
  expect(await member(lantern, '7')).toMatchObject({ status: 404, body: { code: 10_013 } });
  expect(await member('7', ysolde)).toMatchObject({ status: 404, body: { code: 10_004 } });
  expect(await member(stranger, ysolde)).toMatchObject({ status: 403, body: { code: 50_001 } });
});

test('a server lists its owner and the permissions of its roles, and a channel its server', async () => {
  const { body } = await ask(`/guilds/${lantern}`);
  expect(body).toMatchObject({
    owner_id: ysolde,
    roles: expect.arrayContaining([
      expect.objectContaining({ id: lantern, permissions: '1024' }),
      expect.objectContaining({ name: 'Officers', permissions: '32' }),
    ]),
  });
  expect(await ask(`/channels/${welcome}`)).toMatchObject({ status: 200, body: { guild_id: lantern } });
  expect(await ask('/channels/7')).toMatchObject({ status: 404, body: { code: 10_003 } });
  expect(await ask(`/channels/${officers}`)).toMatchObject({ status: 403, body: { code: 50_001 } });
});

test('an invite is unknown after its last use', async () => {
  const { status, body } = await invite(welcome, { max_age: 900, max_uses: 1, unique: true });
  expect([status, body]).toEqual([200, expect.objectContaining({ max_uses: 1, max_age: 900, uses: 0 })]);
  expect(await ask(`/invites/${body.code}`)).toMatchObject({ status: 200, body: { guild: { id: lantern } } });
  simulator.world.chat.useInvite(body.code, 'ysolde');
  simulator.world.chat.useInvite(body.code, 'pell');
  expect(await ask(`/guilds/${lantern}/members/${pell}`)).toMatchObject({ status: 200 });
  expect(await ask(`/invites/${body.code}`)).toMatchObject({ status: 404, body: { code: 10_006 } });
  expect(() => simulator.world.chat.useInvite(body.code, 'osric')).toThrow('There is no invite');
});

test('an invite expires', () => {
  const { chat } = createWorld();
  const code = chat.createInvite(welcome, 900, 0, 0)?.code ?? '';
  expect(chat.findInvite(code, 899_999)).toBeDefined();
  expect(chat.findInvite(code, 900_000)).toBeUndefined();
});

test('inviting without permission gets Discord’s refusal', async () => {
  expect(await invite(rules)).toMatchObject({ status: 403, body: { code: 50_013 } });
  expect(await invite(officers)).toMatchObject({ status: 403, body: { code: 50_001 } });
  expect(await invite('7')).toMatchObject({ status: 404, body: { code: 10_003 } });
});

test.each([[[]], [{ max_age: -1 }], [{ max_age: '900' }], [{ max_uses: 101 }], [undefined]])(
  'an invite with the terms %j is refused',
  async (body) => {
    expect(await ask(`/channels/${welcome}/invites`, { method: 'POST', body })).toMatchObject({
      status: 400,
      body: { code: 50_035 },
    });
  },
);

test('a server has at most 1,000 invites, and expired ones make room', async () => {
  const { chat } = simulator.world;
  const now = Date.now();
  for (let count = 0; count < 1000; count += 1) chat.createInvite(welcome, count === 0 ? 600 : 900, 1, now - 300_000);
  expect(await invite(welcome)).toMatchObject({ status: 400, body: { code: 30_016 } });
  expect(chat.createInvite(welcome, 900, 1, now + 301_000)).not.toBeNull();
});

test('unknown paths and methods are refused', async () => {
  expect((await ask(`/guilds/${lantern}/roles/1`)).status).toBe(404);
  expect((await ask(`/guilds/${lantern}`, { method: 'DELETE' })).status).toBe(405);
});

test('faults apply to the bot’s requests too', async () => {
  simulator.faults.add({
    match: '/discord/api/v10/guilds/*',
    times: 1,
    fault: { kind: 'status', status: 429, retryAfter: 2 },
  });
  expect(await ask(`/guilds/${lantern}`)).toMatchObject({ status: 429, body: { retry_after: 2 } });
  expect(await ask(`/guilds/${lantern}`)).toMatchObject({ status: 200 });
});
