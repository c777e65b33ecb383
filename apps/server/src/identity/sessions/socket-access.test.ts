import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { callerOf } from '../../../test/caller.ts';
import { eventually } from '../../../test/guild.ts';
import { hold, newMember, type Place, rankRole, seedOrganization, seedRole } from '../../../test/members.ts';
import { createPerson, type Person } from '../../../test/people.ts';
import { connect } from '../../../test/sockets.ts';

test('sockets get the changes of their organizations, and roster syncs only with the right to view the roster', async () => {
  await using app = await testApp({ roles: ['web'] });
  await using sockets = new AsyncDisposableStack();
  const [guild, club] = [await seedOrganization(app, 'synced'), await seedOrganization(app, 'standalone')];
  await app.ctx.sql(`update role set permissions = '{}' where id = $1`, [await rankRole(app, guild, 9)]);
  const [master, plain, granted] = [
    await newMember(app, guild, 0),
    await newMember(app, guild),
    await newMember(app, guild),
  ];
  await seedRole(app, guild, ['canViewRoster'], granted);
  const [founder, member, left] = [await newMember(app, club), await newMember(app, club), await newMember(app, club)];
  await hold(app, club, club.founderRoleId, founder);
  await app.ctx.sql('update membership set left_at = now() where user_id = $1', [left.userId]);
  const outsider = await createPerson(app);

  await app.ctx.sql(`insert into account (user_id, provider_id, account_id) values ($1, 'battlenet', 'master')`, [
    master.userId,
  ]);
  const call = callerOf(app, master.token);
  const { body } = await call('POST', `/organizations/${guild.id}/roster/sync`, {});
  const sessionId = String(body.sessionId);

  const people = { master, plain, granted, founder, member, left, outsider };
  const ears: Record<string, { events: string[]; syncs: () => string[]; sees: boolean }> = {};
  for (const [name, { token }] of Object.entries(people)) {
    const ear = sockets.use(await connect(app, { extraHeaders: { Authorization: `Bearer ${token}` } }));
    const events: string[] = [];
    ear.socket.on('event.changed', ({ organizationId }) => void events.push(organizationId ?? ''));
    const watched = await ear.watch(sessionId);
    ears[name] = { events, syncs: () => ear.of('roster').map(({ id }) => id), sees: 'session' in watched };
  }
  const seeing = Object.entries(ears).flatMap(([name, { sees }]) => (sees ? [name] : []));
  expect(seeing).toEqual(['master', 'granted']);

  await createEvent(master, guild);
  await createEvent(founder, club);
  // Messages to a socket are ordered, so a socket that has received the last one has received all.
  const told = () => Object.entries(ears).map(([name, { events }]) => [name, events]);
  await eventually(async () =>
    expect(told()).toEqual([
      ['master', [guild.id]],
      ['plain', [guild.id]],
      ['granted', [guild.id]],
      ['founder', [club.id]],
      ['member', [club.id]],
      ['left', []],
      ['outsider', []],
    ]),
  );
  // A new socket first hears of running syncs.
  const heard = Object.entries(ears).flatMap(([name, { syncs }]) => (syncs().includes(sessionId) ? [name] : []));
  expect(heard).toEqual(['master', 'granted']);

  async function createEvent({ token }: Person, place: Place) {
    const input = { title: 'Raid', type: 'raid', scope: 'guild', localStart: '2086-01-01T20:00', durationMinutes: 60 };
    expect(await callerOf(app, token)('POST', `/guilds/${place.id}/events`, input)).toMatchObject({ status: 201 });
  }
});
