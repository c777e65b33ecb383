import type { ChangeType, ChangeView } from '@guildhall/contracts/change.ts';
import type { EventView } from '@guildhall/contracts/event.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { expect, test } from 'vitest';
import { type SignedInClient, type TestApp, testApp } from '../../../test/app.ts';
import { callerOf } from '../../../test/caller.ts';
import { done, eventGuild, inHours, type Member } from '../../../test/events.ts';
import { bringIn, eventually } from '../../../test/guild.ts';
import { createPerson } from '../../../test/people.ts';
import { anyPicture } from '../../../test/pictures.ts';
import { listen } from '../../../test/sockets.ts';

type Heard = [name: ChangeType, message: Pick<ChangeView, 'organizationId' | 'subjectId'>];

async function ears(app: TestApp, client: Pick<SignedInClient, 'token'>) {
  const connection = await listen(app, client);
  const heard: Heard[] = [];
  for (const name of ['event.changed', 'participation.changed'] as const) {
    connection.socket.on(
      name,
      ({ organizationId, subjectId }) => void heard.push([name, { organizationId, subjectId }]),
    );
  }
  const about = () => new Set(heard.map(([, { subjectId }]) => subjectId));
  return { heard, about, [Symbol.dispose]: () => void connection.socket.disconnect() };
}

test('members are notified of events and answers, editors also of drafts, and others of nothing', async () => {
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
  const message = { organizationId: guild.id, subjectId: eventId };
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
  // A refused change changes nothing, so there was no message about it.
  await eventually(async () =>
    expect(member.heard).toEqual([
      ['event.changed', message],
      ['participation.changed', message],
    ]),
  );
  expect(stranger.heard).toEqual([]);
});

test('in a standalone organization members are notified of events, and editors of every change to a draft', async () => {
  await using app = await testApp({ roles: ['web'], environment: { MODERATION: 'off' } });
  const { id, officer, members } = await eventGuild(app, 3);
  const [maker, member, leaver] = members;
  if (!maker || !member || !leaver) throw new Error('Three members');
  const input = { title: 'Raid', type: 'raid', localStart: '2086-01-01T20:00', durationMinutes: 60 };
  const make = ({ call }: Member, more: object) =>
    done<EventView>(call('POST', `/guilds/${id}/events`, { ...input, ...more }));
  const left = await make(leaver, { status: 'draft' });
  await app.ctx.sql('update membership set left_at = now() where user_id = $1', [leaver.userId]);
  using toOfficer = await ears(app, officer);
  using toMaker = await ears(app, maker);
  using toMember = await ears(app, member);
  using toLeaver = await ears(app, leaver);
  using toStranger = await ears(app, await createPerson(app));

  const secret = await make(officer, { scope: 'guild', status: 'draft', recurringDates: ['2086-01-08'] });
  const own = await make(maker, { status: 'draft', recurringDates: ['2086-01-08'] });
  const { call, token } = officer;
  await done(call('PATCH', `/events/${secret.id}?apply=all`, { title: 'Secret raid' }));
  await done(call('PATCH', `/events/${left.id}`, { title: 'Whose' }));
  const upload = app.http.post(`/api/v1/events/${secret.id}/image`).auth(token, { type: 'bearer' });
  await upload.attach('image', await anyPicture(), 'a.png').expect(200);
  await done(call('POST', `/events/${secret.id}/cancel-series`, {}));
  await eventually(async () => expect(toOfficer.about().size).toBe(5));
  await eventually(async () => expect(toMaker.about().size).toBe(2));
  toMaker.heard.length = 0;
  await done(maker.call('DELETE', `/events/${own.id}/delete-series`));
  await eventually(async () => expect(toMaker.about().size).toBe(2));
  expect(toMaker.about()).not.toContain(secret.id);

  const slots = (max: number) => ({ slots: [{ roleKey: 'tank', max }] });
  const open = await make(officer, { scope: 'guild', ...slots(1) });
  await done(call('POST', `/events/${secret.id}/reopen`, {}));
  for (const who of [maker, member]) {
    await done(who.call('PUT', `/events/${open.id}/signup`, { characterId: who.characterId, roleKey: 'tank' }));
  }
  const taken = ['participation.changed', { organizationId: id, subjectId: open.id }];
  for (const { heard } of [toOfficer, toMaker, toMember]) {
    await eventually(async () => expect(heard).toContainEqual(taken));
  }
  await eventually(async () => expect(toMember.about()).toEqual(new Set([open.id, secret.id])));
  // Raising the number of slots changes both the event and its participants.
  toMember.heard.length = 0;
  await done(call('PATCH', `/events/${open.id}`, slots(2)));
  await eventually(async () => expect(toMember.heard).toContainEqual(taken));
  expect([toLeaver.heard, toStranger.heard]).toEqual([[], []]);
});

test('people who may see the events but not the roster are notified of events', async () => {
  await using app = await testApp({ world: createWorld({ guildSizes: [20] }) });
  const { client: ysolde, guild } = await bringIn(app);
  const { client: kessa } = await bringIn(app, 'kessa');
  await app.ctx.sql(`update role set permissions = '{}' where organization_id = $1 and not is_founder`, [guild.id]);
  expect((await callerOf(app, kessa.token)('GET', `/organizations/${guild.id}/roster`)).status).toBe(403);
  using member = await ears(app, kessa);
  const input = { title: 'Raid', type: 'raid', scope: 'guild', startsAt: inHours(5), durationMinutes: 60 };
  const { id } = await done<EventView>(callerOf(app, ysolde.token)('POST', `/guilds/${guild.id}/events`, input));
  await eventually(async () =>
    expect(member.heard).toEqual([['event.changed', { organizationId: guild.id, subjectId: id }]]),
  );
});
