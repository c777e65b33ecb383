import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Simulator, startSimulator } from './server.ts';
import { appToken, ask, jsonOf, userToken, ysolde } from './test-client.ts';

let simulator: Simulator;
beforeEach(async () => {
  simulator = await startSimulator();
});
afterEach(() => simulator.close());

function post(place: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${simulator.origin}/control/${place}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

const remove = (place: string) => fetch(`${simulator.origin}/control/${place}`, { method: 'DELETE' });

test.each([
  'not json',
  {},
  { action: 'explode' },
  { action: 'rename', character: { realm: 'highmere', name: 'Ysolde' } },
  { action: 'setRank', character: { realm: 'highmere', name: 'Ysolde' }, rank: 11 },
  { action: 'login', character: { realm: 'highmere', name: 'Ysolde' }, at: 'soon' },
])('the world refuses %j with 400', async (body) => {
  expect((await post('world', body)).status).toBe(400);
});

test('an unknown subject is a 404, and an impossible change a 409', async () => {
  const rename = (name: string, newName: string) =>
    post('world', { action: 'rename', character: { realm: 'highmere', name }, newName });
  expect((await rename('Nobody', 'Somebody')).status).toBe(404);
  const taken = await rename('Ysolde', 'Kessaly');
  expect([taken.status, await taken.json()]).toEqual([409, { error: 'Kessaly is taken on highmere' }]);
});

test('every action changes the world', async () => {
  const { world } = simulator;
  const character = { realm: 'highmere', name: 'Ysolde' };
  const pell = { realm: 'highmere', name: 'Pellwick' };
  const at = '2026-11-01T10:00:00Z';
  const invite = world.chat.createInvite('430000000000000001', 900, 1);
  const actions = [
    { action: 'rename', character, newName: 'Ysandre', at },
    { action: 'transfer', character: { ...character, name: 'ysandre' }, toRealm: 'forêt-d-argent', at },
    { action: 'changeFaction', character: { realm: 'forêt-d-argent', name: 'Ysandre' }, at },
    { action: 'setRank', character: pell, rank: 2, at },
    { action: 'login', character: pell, at },
    { action: 'levelUp', character: { realm: 'highmere', name: 'Osk' }, levels: 2 },
    { action: 'createMember', guild: 'lantern', rank: 8, realm: 'forêt-d-argent', overrides: { name: 'Recruit' } },
    { action: 'createCharacter', realm: 'highmere', overrides: { name: 'Loner', classId: 13 } },
    { action: 'join', guild: 'lantern', character: { realm: 'highmere', name: 'Loner' }, rank: 6 },
    { action: 'leave', character: { realm: 'highmere', name: 'Loner' } },
    { action: 'hideProfile', character: { realm: 'highmere', name: 'Loner' } },
    { action: 'setValid', character: { realm: 'highmere', name: 'Loner' }, valid: false },
    { action: 'createAccount', key: 'newcomer' },
    { action: 'addCharacterToAccount', account: 'newcomer', character: { realm: 'highmere', name: 'Loner' } },
    { action: 'removeCharacterFromAccount', account: 'pell', character: pell },
    { action: 'removeCharacter', character: { realm: 'highmere', name: 'Kessaly' } },
    { action: 'renameGuild', guild: 'lantern', newName: 'Lantern Watch' },
    { action: 'joinChat', server: 'lantern', account: 'pell' },
    { action: 'setChatManager', server: 'lantern', account: 'pell', manages: true },
    { action: 'leaveChat', server: 'lantern', account: 'kessa' },
    { action: 'useInvite', code: invite?.code, account: 'osric' },
    { action: 'setChatBot', server: 'crepuscule', present: false },
  ];
  for (const action of actions) {
    const response = await post('world', action);
    expect([action.action, response.status]).toEqual([action.action, 200]);
  }
  const guildId = world.guild('lantern-watch').id;
  expect(world.character('forêt-d-argent', 'Ysandre')).toMatchObject({ guildId, rank: 0 });
  expect(world.character('highmere', 'Pellwick')).toMatchObject({ rank: 2, lastLogin: Date.parse(at) });
  expect(world.character('highmere', 'Osk').level).toBe(21);
  expect(world.character('forêt-d-argent', 'Recruit')).toMatchObject({ guildId, rank: 8 });
  expect(world.account('newcomer').characters[0]).toMatchObject({ name: 'Loner', guildId: null, valid: false });
  expect(world.account('pell').characters).toHaveLength(1);
  const chat = world.chat.server('lantern');
  expect([...chat.members.keys()].map((id) => id.at(-1))).toEqual(['1', '4', '7']);
  expect(chat.members.get('310400000000000004')?.roles).toHaveLength(1);
  expect(world.chat.server('crepuscule').hasBot).toBe(false);
  expect(world.findCharacter('us', 'retail', 'highmere', 'Kessaly')).toBeUndefined();
});

test('faults can be added, listed and removed', async () => {
  const token = await appToken(simulator);
  const added = await post('faults', {
    match: ysolde,
    times: 5,
    fault: { kind: 'status', status: 503, retryAfter: 1 },
  });
  expect(added.status).toBe(201);
  const { id } = await jsonOf<{ id: number }>(added);
  await post('faults', { matchExpression: '/status$', fault: { kind: 'hang' } });
  expect((await ask(simulator, ysolde, token)).status).toBe(503);
  const listed = await fetch(`${simulator.origin}/control/faults`);
  expect(await listed.json()).toMatchObject({
    faults: [{ id, match: ysolde, remaining: 4 }, { remaining: null }],
  });
  expect((await remove(`faults/${id}`)).status).toBe(204);
  expect((await remove(`faults/${id}`)).status).toBe(404);
  expect((await ask(simulator, ysolde, token)).status).toBe(200);
  expect((await remove('faults')).status).toBe(204);
  expect((await ask(simulator, `${ysolde}/status`, token)).status).toBe(200);
});

test.each([
  { fault: { kind: 'hang' } },
  { match: '/x', fault: { kind: 'melt' } },
  { match: '/x', fault: { kind: 'status', status: 99 } },
  { match: '/x', times: 0, fault: { kind: 'hang' } },
  { matchExpression: '(', fault: { kind: 'hang' } },
])('the fault %j is refused with 400', async (body) => {
  expect((await post('faults', body)).status).toBe(400);
});

test('control works while every platform request hangs', async () => {
  await post('faults', { match: '*', fault: { kind: 'hang' } });
  expect((await remove('faults')).status).toBe(204);
  expect(await appToken(simulator)).toBeTruthy();
});

test('user tokens can be expired', async () => {
  const token = await userToken(simulator, 'ysolde');
  expect((await post('expire-tokens', { account: 'nobody' })).status).toBe(404);
  expect((await post('expire-tokens', { account: 'ysolde' })).status).toBe(200);
  expect((await ask(simulator, '/profile/user/wow', token)).status).toBe(401);
});

test('the log can be read and cleared, and contains no token', async () => {
  const token = await userToken(simulator, 'ysolde');
  await ask(simulator, ysolde, token);
  const response = await fetch(`${simulator.origin}/control/requests?path=${encodeURIComponent('/profile/*')}`);
  const log = await response.json();
  expect(log).toMatchObject({ count: 1, perSecond: { peak: 1 }, entries: [{ method: 'GET', status: 200 }] });
  const all = await (await fetch(`${simulator.origin}/control/requests`)).text();
  expect(all).not.toContain(token);
  expect(all).not.toContain('code=');
  expect((await remove('requests')).status).toBe(204);
  expect(simulator.requests.count()).toBe(0);
});

test('other origins and bodies other than JSON are refused', async () => {
  const action = { action: 'createAccount', key: 'evil' };
  expect((await post('world', action, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await post('world', action, { 'content-type': 'text/plain' })).status).toBe(415);
  expect((await post('nowhere', action)).status).toBe(404);
  expect(simulator.world.findAccount('evil')).toBeUndefined();
});
