import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Fault } from './faults.ts';
import { type Simulator, startSimulator } from './server.ts';
import { appToken, ask, jsonOf, type RosterBody, smallGuild, smallRoster, userToken, ysolde } from './test-client.ts';

let simulator: Simulator;
let token: string;
beforeEach(async () => {
  simulator = await startSimulator();
  token = await appToken(simulator);
});
afterEach(() => simulator.close());

const get = (path: string, options: Parameters<typeof ask>[3] = {}) => ask(simulator, path, token, options);
const add = (match: Parameters<Simulator['faults']['add']>[0]['match'], fault: Fault, times?: number) =>
  simulator.faults.add({ match, fault, ...(times === undefined ? {} : { times }) });

test('latency delays the correct answer', async () => {
  add(ysolde, { kind: 'latency', ms: 120 });
  const started = performance.now();
  expect((await get(ysolde)).status).toBe(200);
  expect(performance.now() - started).toBeGreaterThan(110);
});

test('a hanging request gets the correct answer once it is released', async () => {
  const { promise: until, resolve } = Promise.withResolvers<void>();
  add(ysolde, { kind: 'hang', until });
  let answered = false;
  const hanging = get(ysolde).finally(() => {
    answered = true;
  });
  while (simulator.requests.count({ path: ysolde }) === 0) await get('/data/wow/token/index');
  expect(answered).toBe(false);
  resolve();
  expect((await hanging).status).toBe(200);
});

test('latency adds to the next fault', async () => {
  add(ysolde, { kind: 'latency', ms: 60 });
  add(ysolde, { kind: 'status', status: 503 });
  const started = performance.now();
  expect((await get(ysolde)).status).toBe(503);
  expect(performance.now() - started).toBeGreaterThan(50);
});

test.each([404, 429, 500, 503])('status %i comes with a body as the platform sends it', async (status) => {
  add(ysolde, { kind: 'status', status, retryAfter: 2 });
  const response = await get(ysolde);
  expect([response.status, response.headers.get('retry-after')]).toEqual([status, '2']);
  expect(await response.json()).toMatchObject({ code: status, type: `BLZWEBAPI00000${status}` });
});

test('a status can have its own body, and Discord’s has its own format', async () => {
  add(ysolde, { kind: 'status', status: 403, body: { detail: 'Account Inactive' } });
  expect(await (await get(ysolde)).json()).toEqual({ detail: 'Account Inactive' });
  add('/discord/*', { kind: 'status', status: 429, retryAfter: 1.5 });
  const limited = await fetch(`${simulator.discordApiUrl}/users/@me`);
  expect(await limited.json()).toMatchObject({ retry_after: 1.5, global: false });
});

test('an HTML page can come with 200', async () => {
  add(ysolde, { kind: 'html' });
  const response = await get(ysolde);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
});

test('truncated JSON cannot be parsed, and a conditional request gets it too', async () => {
  const modified = (await get(ysolde)).headers.get('last-modified');
  add(ysolde, { kind: 'truncated' });
  const response = await get(ysolde, { since: modified });
  expect(response.status).toBe(200);
  const body = await response.text();
  expect(body.length).toBeGreaterThan(100);
  expect(() => JSON.parse(body)).toThrow();
});

test('a conditional request gets an empty or partial roster too, and the correct one afterwards', async () => {
  const modified = (await get(smallRoster)).headers.get('last-modified');
  add(smallRoster, { kind: 'empty-roster' }, 1);
  add(smallRoster, { kind: 'partial-roster', members: 7 }, 1);

  const empty = await get(smallRoster, { since: modified });
  expect((await jsonOf<RosterBody>(empty)).members).toEqual([]);
  const partial = await get(smallRoster, { since: modified });
  expect((await jsonOf<RosterBody>(partial)).members).toHaveLength(7);

  const spoiltDate = partial.headers.get('last-modified');
  const whole = await get(smallRoster, { since: spoiltDate });
  expect((await jsonOf<RosterBody>(whole)).members).toHaveLength(60);
  expect((await get(smallRoster, { since: modified })).status).toBe(304);
});

test('roster faults do not affect other documents', async () => {
  add('*', { kind: 'empty-roster' });
  expect(await (await get(ysolde)).json()).toMatchObject({ name: 'Ysolde' });
});

test('a hanging request is logged without a status, and close() ends it', async () => {
  add(ysolde, { kind: 'hang' });
  const pending = get(ysolde).then(
    () => 'answered',
    () => 'cut',
  );
  await expect.poll(() => simulator.requests.count({ path: ysolde, status: 0 })).toBe(1);
  await simulator.close();
  expect(await pending).toBe('cut');
});

test('a reset breaks the connection', async () => {
  add(ysolde, { kind: 'reset' }, 1);
  await expect(get(ysolde)).rejects.toThrow();
  expect((await get(ysolde)).status).toBe(200);
});

test('an expired token is a 401 as often as requested', async () => {
  add('/profile/*', { kind: 'expired-token' }, 2);
  const user = await userToken(simulator, 'ysolde');
  const statuses = [];
  for (let call = 0; call < 3; call += 1) statuses.push((await ask(simulator, '/profile/user/wow', user)).status);
  expect(statuses).toEqual([401, 401, 200]);
});

test('a served body replaces the document until it is removed', async () => {
  const known = (await get(smallGuild)).headers.get('last-modified');
  const remove = simulator.faults.serve(smallGuild, { name: 'Recorded' });
  const served = await get(smallGuild, { since: known });
  expect([served.status, await served.json()]).toEqual([200, { name: 'Recorded' }]);
  const servedDate = served.headers.get('last-modified');
  expect((await get(smallGuild, { since: servedDate })).status).toBe(304);
  expect((await ask(simulator, smallGuild, '')).status).toBe(401);
  expect((await get(smallGuild, { namespace: '' })).status).toBe(403);
  remove();
  const again = await get(smallGuild, { since: servedDate });
  expect(await again.json()).toMatchObject({ name: "Ysmere's Lantern Watch" });
  simulator.faults.serve('/profile/wow/character/nowhere/nobody', { name: 'Nobody' });
  expect((await get('/profile/wow/character/nowhere/nobody')).status).toBe(200);
});

test('rules match by whole path with *, by expression or by function, and the first decisive one wins', async () => {
  const status = async (path: string) => (await get(path)).status;
  const remove = add(smallGuild, { kind: 'status', status: 500 });
  expect([await status(smallGuild), await status(smallRoster)]).toEqual([500, 200]);
  add(`${smallGuild}*`, { kind: 'status', status: 503 });
  expect([await status(smallGuild), await status(smallRoster)]).toEqual([500, 503]);
  remove();
  expect(await status(smallGuild)).toBe(503);
  simulator.faults.clear();

  add(/\/roster$/g, { kind: 'status', status: 500 });
  expect([await status(smallRoster), await status(smallRoster), await status(smallGuild)]).toEqual([500, 500, 200]);
  simulator.faults.clear();

  add((request) => request.query.get('locale') === 'de_DE', { kind: 'status', status: 404 });
  expect((await get(ysolde, { locale: 'de_DE' })).status).toBe(404);
  expect(await status(ysolde)).toBe(200);
  simulator.faults.clear();

  add('/profile/wow/character/forêt-d-argent/ysóra', { kind: 'status', status: 500 });
  expect(await status('/profile/wow/character/for%C3%AAt-d-argent/ys%C3%B3ra')).toBe(500);
  add('/battlenet/oauth/token', { kind: 'status', status: 503 });
  await expect(appToken(simulator)).resolves.toBeUndefined();
  expect(simulator.faults.list().map(({ match }) => match)).toEqual([
    '/profile/wow/character/forêt-d-argent/ysóra',
    '/battlenet/oauth/token',
  ]);
});

test('an altered or served document is dated later than the one before, unless the fault names a date', async () => {
  const date = async () => Date.parse((await get(smallRoster)).headers.get('last-modified') ?? '');
  const before = await date();
  const clear = simulator.faults.add({ match: smallRoster, fault: { kind: 'partial-roster', members: 3 } });
  const partial = await date();
  expect(partial).toBeGreaterThan(before);
  clear();
  const whole = await date();
  expect(whole).toBeGreaterThan(partial);
  simulator.faults.serve(smallRoster, {}, before - 60_000);
  expect(await date()).toBe(before - 60_000);
});

test('a change in the world after a fault is no 304, even at a second that the simulator has named before', async () => {
  const { world } = simulator;
  const lantern = world.guild('lantern');
  const [, member] = world.members(lantern);
  if (!member) throw new Error('The guild is empty');
  simulator.faults.serve(smallRoster, {});
  await get(smallRoster);
  simulator.faults.clear();
  const back = (await get(smallRoster)).headers.get('last-modified') ?? '';
  world.setRank(member, member.rank === 5 ? 6 : 5, Date.parse(back));
  expect((await get(smallRoster, { since: back })).status).toBe(200);
});

test('a guild names another number of members', async () => {
  simulator.faults.add({ match: smallGuild, fault: { kind: 'member-count', members: 7 } });
  expect(await jsonOf(await get(smallGuild))).toMatchObject({ member_count: 7, name: expect.any(String) });
});
