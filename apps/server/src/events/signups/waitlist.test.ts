/** Those who wait and can no longer come are passed over, before the job that takes them off the list. */
import type { EventView } from '@guildhall/contracts/event.ts';
import type { ParticipationListView } from '@guildhall/contracts/participation.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { callerOf } from '../../../test/caller.ts';
import { appWithoutEnrichment, characterNamed } from '../../../test/character.ts';
import { done, eventGuild, inHours, type Member } from '../../../test/events.ts';
import { bringIn, syncRoster } from '../../../test/guild.ts';

test('a free place goes to the first who can still come, and no other is told of one', async () => {
  await using app = await appWithoutEnrichment({ world: createWorld({ guildSizes: [20] }) });
  const { client: officer, guild } = await bringIn(app);
  const call = callerOf(app, officer.token);
  const event = await done<EventView>(
    call('POST', `/guilds/${guild.id}/events`, {
      title: 'Raid',
      type: 'raid',
      startsAt: inHours(48),
      durationMinutes: 60,
      slots: [{ roleKey: 'flex', max: 1 }],
    }),
  );
  const signUp = async (account: string, name: string) => {
    const client = account === 'ysolde' ? officer : (await bringIn(app, account)).client;
    const { id } = await characterNamed(client, name);
    await done(callerOf(app, client.token)('PUT', `/events/${event.id}/signup`, { characterId: id, roleKey: 'flex' }));
    return { client, id, userId: (await client.get('/auth/me').expect(200)).body.id as string };
  };
  await signUp('ysolde', 'Ysolde');
  const left = await signUp('pell', 'Pellwick');
  const archived = await signUp('kessa', 'Kestrimo');
  const gone = await signUp('tamsel', 'Tamselle');
  const fit = await signUp('marrow', 'Marrowind');
  const { world } = app.simulator;
  world.leave(world.character('highmere', 'Pellwick'));
  for (const { name, realm } of (await gone.client.get('/characters').expect(200)).body)
    world.leave(world.character(realm.slug, name));
  await syncRoster(app, officer, guild);
  await done(callerOf(app, archived.client.token)('PATCH', `/characters/${archived.id}/archive`));

  await done(call('DELETE', `/events/${event.id}/signup`));
  const { body } = await officer.get(`/events/${event.id}/participations`).expect(200);
  const statusOf = ({ userId }: { userId: string }) =>
    (body as ParticipationListView).participations.find(({ user }) => user?.id === userId)?.status;
  expect([left, archived, gone, fit].map(statusOf)).toEqual(['waitlist', 'waitlist', 'waitlist', 'signed_up']);
  const told = `select user_id as "userId" from notification where kind = 'waitlist_promoted'`;
  expect(await app.ctx.sql(told)).toEqual([{ userId: fit.userId }]);
});

test('a free place goes to no one whose class cannot play the role, once the event takes no longer any role', async () => {
  await using app = await testApp({ roles: ['web'] });
  const guild = await eventGuild(app, 3);
  const [tank, mage, druid] = guild.members as [Member, Member, Member];
  await app.ctx.sql('update character set class_id = 8 where id = $1', [mage.characterId]);
  const raid = { title: 'Raid', type: 'raid', startsAt: inHours(48), durationMinutes: 60, anyRole: true };
  const slots = [{ roleKey: 'tank', max: 1 }];
  const { id } = await done<EventView>(guild.officer.call('POST', `/guilds/${guild.id}/events`, { ...raid, slots }));
  const answer = { roleKey: 'tank' };
  for (const { call, characterId } of [tank, mage, druid])
    await done(call('PUT', `/events/${id}/signup`, { ...answer, characterId }));
  await done(guild.officer.call('PATCH', `/events/${id}`, { anyRole: false }));
  await done(tank.call('DELETE', `/events/${id}/signup`));
  const { participations } = await done<ParticipationListView>(
    guild.officer.call('GET', `/events/${id}/participations`),
  );
  expect(participations.map(({ user, status }) => [user?.id, status])).toEqual([
    [druid.userId, 'signed_up'],
    [mage.userId, 'waitlist'],
  ]);
});
