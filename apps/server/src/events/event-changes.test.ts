import type { ChangeMessages } from '@guildhall/contracts/realtime.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { expect, test } from 'vitest';
import { type SignedInClient, type TestApp, testApp } from '../../test/app.ts';
import { callerOf } from '../../test/caller.ts';
import { done, inHours } from '../../test/events.ts';
import { bringIn, eventually } from '../../test/guild.ts';
import { listen } from '../../test/sockets.ts';

type Heard = [name: keyof ChangeMessages, message: ChangeMessages[keyof ChangeMessages]];

async function ears(app: TestApp, client: SignedInClient) {
  const connection = await listen(app, client);
  const heard: Heard[] = [];
  for (const name of ['event.changed', 'participation.changed'] as const) {
    connection.socket.on(name, (message) => void heard.push([name, message]));
  }
  return { heard, [Symbol.dispose]: () => void connection.socket.disconnect() };
}

test('members hear of events and answers, of drafts only those who may edit them, others nothing', async () => {
  await using app = await testApp({ world: createWorld({ guildSizes: [20, 12] }) });
  const { client: ysolde, guild } = await bringIn(app);
  const { client: kessa } = await bringIn(app, 'kessa');
  const { client: brannoc } = await bringIn(app, 'brannoc');
  using master = await ears(app, ysolde);
  using member = await ears(app, kessa);
  using stranger = await ears(app, brannoc);
  const call = callerOf(app, ysolde.token);
  const input = { title: 'Raid', type: 'raid', scope: 'guild', startsAt: inHours(5), durationMinutes: 60 };
  const { id: eventId } = await done<{ id: string }>(
    call('POST', `/guilds/${guild.id}/events`, { ...input, status: 'draft' }),
  );
  const message = { organizationId: guild.id, eventId };
  await eventually(async () => expect(master.heard).toEqual([['event.changed', message]]));
  expect(member.heard).toEqual([]);
  await done(call('POST', `/events/${eventId}/publish`, {}));
  await eventually(async () => expect(member.heard).toEqual([['event.changed', message]]));

  const mine = callerOf(app, kessa.token);
  const [character] = (await kessa.get('/characters').expect(200)).body.filter(
    ({ name }: { name: string }) => name === 'Kestrimo',
  );
  const refused = await mine('PUT', `/events/${eventId}/signup`, { characterId: eventId });
  expect(refused.status).toBe(404);
  await done(mine('PUT', `/events/${eventId}/signup`, { characterId: character.id }));
  await eventually(async () => expect(master.heard.at(-1)).toEqual(['participation.changed', message]));
  // What was refused changed nothing, so that nobody was told.
  expect(member.heard).toEqual([
    ['event.changed', message],
    ['participation.changed', message],
  ]);
  expect(stranger.heard).toEqual([]);
});
