import { expect, test } from 'vitest';
import { startSimulator } from './server.ts';
import { jsonOf } from './test-client.ts';
import { createWorld } from './world.ts';

test('Raid-Helper shows an event to every caller, in two versions', async () => {
  const simulator = await startSimulator();
  const [evening] = simulator.world.evenings(simulator.world.guild('lantern'));
  const ask = (place: string) => fetch(`${simulator.raidHelperUrl}/api/${place}`);
  type Event = {
    title: string;
    signUps: { className: string; roleName?: string; cClassName?: string; userId: string }[];
  };
  const latest = await jsonOf<Event>(await ask(`v4/events/${evening?.id}`));
  expect(latest.title).toBe(evening?.title);
  expect(latest.signUps).toHaveLength(evening?.answers.length ?? 0);
  const absent = latest.signUps.find(({ className }) => className === 'Absence');
  expect(absent).toMatchObject({ cClassName: 'Absence' });
  expect(absent).not.toHaveProperty('roleName');
  const older = await jsonOf<Event>(await ask(`v2/events/${evening?.id}`));
  expect(older.signUps[0]).not.toHaveProperty('cClassName');
  expect((await ask('v4/events/1')).status).toBe(404);
  await simulator.close();
});

test('Raid-Helper shows the events of a server for its key, which has no scheme', async () => {
  const simulator = await startSimulator();
  const server = simulator.world.chat.servers[0]?.id;
  const ask = (key?: string) =>
    fetch(`${simulator.raidHelperUrl}/api/v4/servers/${server}/events`, key ? { headers: { Authorization: key } } : {});
  expect((await ask()).status).toBe(401);
  expect((await ask('wrong')).status).toBe(401);
  expect((await ask('Bearer key')).status).toBe(401);
  const { postedEvents } = await jsonOf<{ postedEvents: { signUpCount: unknown; scheduledId: string }[] }>(
    await ask('key'),
  );
  expect(postedEvents[1]).toMatchObject({ signUpCount: expect.any(String), scheduledId: expect.stringMatching(/-1$/) });
  await simulator.close();
});

test('Raid-Helper refuses the eleventh request in five seconds and says in words how long to wait', async () => {
  const simulator = await startSimulator();
  const ask = () => fetch(`${simulator.raidHelperUrl}/api/v4/events/1`);
  for (let count = 0; count < 10; count += 1) expect((await ask()).status).toBe(404);
  const refused = await ask();
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBeNull();
  expect(await refused.text()).toMatch(/try again in [1-5]s/);
  await simulator.close();
});

test('wowaudit shows the team of a key', async () => {
  const simulator = await startSimulator();
  const ask = async (place: string, key = 'ninefold') =>
    fetch(`${simulator.wowauditUrl}/v1/${place}`, { headers: { Authorization: `Bearer ${key}` } });
  expect((await ask('characters', 'wrong')).status).toBe(401);
  const characters = await jsonOf<{ name: string; realm: string }[]>(await ask('characters'));
  const names = new Set(simulator.world.members(simulator.world.guild('ninefold')).map(({ name }) => name));
  expect(characters.length).toBeGreaterThan(20);
  expect(characters.filter(({ name }) => !names.has(name))).toEqual([]);
  type Raids = { raids: { id: number }[] };
  expect((await jsonOf<Raids>(await ask('raids'))).raids).toHaveLength(1);
  const { raids } = await jsonOf<Raids>(await ask('raids?include_past=true'));
  expect(raids).toHaveLength(4);
  const raid = await jsonOf<{ signups: { status: string }[] }>(await ask(`raids/${raids[0]?.id}`));
  expect(new Set(raid.signups.map(({ status }) => status))).toEqual(
    new Set(['Present', 'Absent', 'Tentative', 'Late', 'Standby']),
  );
  expect((await ask('raids/1')).status).toBe(404);
  expect((await ask('guests')).status).toBe(200);
  await simulator.close();
});

test('the same world has the same evenings', () => {
  const evenings = () => {
    const world = createWorld({ seed: 3 });
    return JSON.stringify(world.guilds.map((guild) => world.evenings(guild)));
  };
  expect(evenings()).toBe(evenings());
});
