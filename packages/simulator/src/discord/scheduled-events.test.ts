import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Simulator, startSimulator } from '../server.ts';
import { chatRoleIds } from '../world-chat-roles.ts';
import { botUserId } from './roles.ts';

let simulator: Simulator;
beforeEach(async () => {
  simulator = await startSimulator();
});
afterEach(() => simulator.close());

const lantern = '420000000000000001';
const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

async function ask(method: string, id = '', body?: unknown, server = lantern) {
  const response = await fetch(`${simulator.discordApiUrl}/guilds/${server}/scheduled-events${id && `/${id}`}`, {
    method,
    headers: { authorization: 'Bot simulated', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

const event = (change: object = {}) => ({
  name: 'Raid night',
  description: 'Bring potions',
  entity_metadata: { location: 'https://guild.example/events/1' },
  scheduled_start_time: inHours(1),
  scheduled_end_time: inHours(2),
  privacy_level: 2,
  entity_type: 3,
  ...change,
});

test('a scheduled event is created, listed, changed and deleted', async () => {
  const made = await ask('POST', '', event());
  expect(made).toMatchObject({ status: 200, body: { status: 1, creator_id: botUserId, channel_id: null } });
  const { id } = made.body;
  expect((await ask('GET')).body).toMatchObject([{ id, name: 'Raid night' }]);
  expect(await ask('PATCH', id, { name: 'Moved' })).toMatchObject({ status: 200, body: { name: 'Moved' } });
  expect((await ask('GET', id, undefined, '420000000000000002')).body).toMatchObject({ code: 10_070 });
  expect((await ask('DELETE', id)).status).toBe(204);
  expect((await ask('GET', id)).body).toMatchObject({ code: 10_070 });
});

test.each([
  ['a long name', { name: 'n'.repeat(101) }, 'name'],
  ['a long description', { description: 'd'.repeat(1_001) }, 'description'],
  ['a long place', { entity_metadata: { location: 'x'.repeat(101) } }, 'entity_metadata'],
  ['a start in the past', { scheduled_start_time: inHours(-1) }, 'scheduled_start_time'],
  ['no end', { scheduled_end_time: undefined }, 'scheduled_end_time'],
  ['an end before the start', { scheduled_end_time: inHours(0.5) }, 'scheduled_end_time'],
])('%s is refused, and the error names the field', async (_what, change, field) => {
  const { status, body } = await ask('POST', '', event(change));
  expect([status, body.code, Object.keys(body.errors)]).toEqual([400, 50_035, [field]]);
});

test('a server has at most a hundred scheduled events, and the bot needs a permission', async () => {
  for (let made = 0; made < 100; made += 1) {
    simulator.world.chat.addScheduledEvent({
      ...{ serverId: lantern, creatorId: '1', name: 'Other', description: '', location: 'here' },
      ...{ startsAt: Date.now() + HOUR, endsAt: Date.now() + 2 * HOUR },
    });
  }
  expect(await ask('POST', '', event())).toMatchObject({ status: 400, body: { code: 30_038 } });
  const [foreign] = simulator.world.chat.scheduledEvents(lantern);
  expect(await ask('PATCH', foreign?.id, { name: 'Mine' })).toMatchObject({ body: { code: 50_013 } });
  simulator.world.chat.changeRole('lantern', chatRoleIds(lantern).bot, { permissions: 0n });
  expect(await ask('POST', '', event())).toMatchObject({ status: 403, body: { code: 50_013 } });
});

test('events begin and end by the clock, and never reopen', async () => {
  const { chat } = simulator.world;
  const { body } = await ask('POST', '', event());
  const running = chat.findScheduledEvent(body.id, Date.now() + 1.5 * HOUR);
  expect(running?.status).toBe('active');
  expect((await ask('PATCH', body.id, { scheduled_start_time: inHours(3) })).body.errors).toHaveProperty(
    'scheduled_start_time',
  );
  chat.endScheduledEvent(body.id);
  expect(await ask('PATCH', body.id, { name: 'Late' })).toMatchObject({ status: 400, body: { code: 180_000 } });
  expect((await ask('GET')).body).toEqual([]);
});
