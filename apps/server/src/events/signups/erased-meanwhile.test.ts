import type { EventView } from '@guildhall/contracts/event.ts';
import type { ParticipationView } from '@guildhall/contracts/participation.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { runErasures } from '../../../test/erase-people.ts';
import { done, type EventGuild, eventGuild, inHours, joinGuild, type Member, moveBack } from '../../../test/events.ts';
import { anyPicture } from '../../../test/pictures.ts';
import { lockSlots, unexpectedErrors, untilWaiting, whileErasing } from '../../../test/waiting.ts';
import { lockEventIfThere } from '../event/event.access.ts';
import { signUpStateOf, writeAnswer } from './sign-up.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ roles: ['web'], environment: { MODERATION: 'off' } });
});
afterAll(() => app[Symbol.asyncDispose]());
afterEach(() => void app.logged.splice(0));

test('requests about events and posts during an erasure succeed or are refused, without deadlocks', async () => {
  const { sql } = app.ctx;
  const guild = await eventGuild(app);
  await sql(`update role set permissions = '{canManageEvents,canManageContent}' where organization_id = $1`, [
    guild.id,
  ]);
  for (let round = 0; round < 8; round += 1) {
    const leaving = await joinGuild(app, guild.id);
    await sql(
      `insert into role_holder (organization_id, role_id, user_id) select organization_id, id, $2 from role where organization_id = $1`,
      [guild.id, leaving.userId],
    );
    const events = `/guilds/${guild.id}/events`;
    const raid = { title: 'Raid', type: 'raid', scope: 'guild', startsAt: inHours(48), durationMinutes: 60 };
    const [own, other, begun] = [
      await done<EventView>(leaving.call('POST', events, raid)),
      await done<EventView>(guild.officer.call('POST', events, raid)),
      await done<EventView>(leaving.call('POST', events, raid)),
    ];
    await moveBack(app, begun.id, 49);
    const news = { title: 'News', body: 'There are some.' };
    const post = await done<{ id: string }>(leaving.call('POST', `/guilds/${guild.id}/posts`, news));
    const entries = [{ userId: leaving.userId, attendance: 'present' }];
    const calls = [
      () => leaving.call('POST', events, raid),
      () => leaving.call('PATCH', `/events/${other.id}`, { title: 'Other' }),
      () => leaving.call('POST', `/events/${own.id}/cancel`, {}),
      () => leaving.call('PUT', `/events/${other.id}/signup`, { characterId: leaving.characterId }),
      () => guild.officer.call('POST', `/events/${begun.id}/attendance`, { entries }),
      () => leaving.call('POST', `/guilds/${guild.id}/posts`, news),
      () => leaving.call('PATCH', `/posts/${post.id}`, { title: 'Other' }),
    ];
    const erase = () => leaving.call('DELETE', '/auth/me');
    const answers = await Promise.all(calls.toSpliced(round, 0, erase).map((call) => call()));
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    await runErasures(app);
    expect(await sql('select from app_user where id = $1', [leaving.userId])).toEqual([]);
  }
});

test('the slot of an erased user goes to the first in line as soon as no transaction holds the event', async () => {
  const guild = await eventGuild(app, 1);
  const [leaving, waiting] = [await joinGuild(app, guild.id), await joinGuild(app, guild.id)];
  const raid = { title: 'Raid', type: 'raid', startsAt: inHours(48), durationMinutes: 60 };
  const slots = [{ roleKey: 'tank', max: 1 }];
  const make = () => done<EventView>(guild.officer.call('POST', `/guilds/${guild.id}/events`, { ...raid, slots }));
  const [first, second] = [await make(), await make()];
  const signUp = ({ call, characterId }: Member, { id }: EventView) =>
    done(call('PUT', `/events/${id}/signup`, { characterId, roleKey: 'tank' }));
  const answers = () =>
    app.ctx.sql<{ userId: string; status: string }>(
      'select user_id as "userId", status from participation where event_id = $1',
      [second.id],
    );
  await signUp(leaving, first);
  await signUp(leaving, second);
  await signUp(waiting, second);
  expect((await leaving.call('DELETE', '/auth/me')).status).toBe(200);
  const begin = Promise.withResolvers<void>();
  const erased = begin.promise.then(() => runErasures(app));
  await app.ctx.transact(async ({ sql }) => {
    await lockEventIfThere(sql, second.id);
    begin.resolve();
    await untilWaiting(app);
    const seen = await done<EventView>(waiting.call('GET', `/events/${second.id}`));
    expect(seen.counts).toMatchObject({ signedUp: 0, waitlist: 1 });
  });
  await erased;
  expect(await answers()).toEqual([{ userId: waiting.userId, status: 'signed_up' }]);
});

test('an answer that is given while its person is erased leaves no place behind', async () => {
  const { sql, transact } = app.ctx;
  const guild = await eventGuild(app);
  const raid = { title: 'Raid', type: 'raid', scope: 'guild', startsAt: inHours(48), durationMinutes: 60 };
  const slots = [{ roleKey: 'tank', max: 2 }];
  const make = () => done<EventView>(guild.officer.call('POST', `/guilds/${guild.id}/events`, { ...raid, slots }));
  const tank = { roleKey: 'tank' };
  const [past, coming, later] = [await make(), await make(), await make()];
  const signUp = ({ call, characterId }: Member, { id }: EventView) =>
    done(call('PUT', `/events/${id}/signup`, { ...tank, characterId }));
  const people = [await joinGuild(app, guild.id), await joinGuild(app, guild.id)];
  for (const person of people) await signUp(person, past);
  await moveBack(app, past.id, 49);
  const [written, between] = people as [Member, Member];

  // An erasure between the answer and its commit.
  await using held = await lockSlots(app, coming.id);
  // Its participation may be gone before the answer reads it.
  const answered = written.call('PUT', `/events/${coming.id}/signup`, { ...tank, characterId: written.characterId });
  await untilWaiting(app);
  expect((await written.call('DELETE', '/auth/me')).status).toBe(200);
  const erased = runErasures(app);
  await untilWaiting(app, 2);
  await held.release();
  await Promise.all([answered, erased]);

  // An erasure between what the answer read and what it writes.
  const begin = Promise.withResolvers<void>();
  const isGone = begin.promise.then(async () => {
    expect((await between.call('DELETE', '/auth/me')).status).toBe(200);
    await runErasures(app);
  });
  await transact(async (tx) => {
    const event = await lockEventIfThere(tx.sql, later.id);
    if (!event) throw new Error('There is no event');
    const standing = await signUpStateOf(tx.sql, event, between.userId);
    begin.resolve();
    await untilWaiting(app);
    const wish = {
      characterId: null,
      roles: ['tank' as const],
      status: 'signed_up' as const,
      note: null,
      lateMinutes: null,
    };
    await writeAnswer(tx.sql, event, standing, { ...wish, raiderId: standing.raiderId });
  });
  await isGone;

  const ids = [past.id, coming.id, later.id];
  const left = 'select event_id as "eventId", user_id as "userId" from participation where event_id = any($1::uuid[])';
  const former = { eventId: past.id, userId: null };
  expect(await sql(left, [ids])).toEqual([former, former]);
  const taken = 'select event_id as "eventId", taken from event_slot where event_id = any($1::uuid[]) order by taken';
  expect(await sql(taken, [ids.slice(1)])).toMatchObject([{ taken: 0 }, { taken: 0 }]);
  expect(unexpectedErrors(app)).toEqual([]);
});

type Answering = { guild: EventGuild; member: Member; eventId: string; participationId: string };

const ANSWERS: Record<string, (answering: Answering) => Promise<{ status: number }>> = {
  'say no': ({ member, eventId }) => member.call('PUT', `/events/${eventId}/signup`, { status: 'declined' }),
  'take it back': ({ member, eventId }) => member.call('DELETE', `/events/${eventId}/signup`),
  'say no with a note': ({ member, eventId }) =>
    member.call('PUT', `/events/${eventId}/signup`, { status: 'declined', note: 'Sorry' }),
  'are taken out': ({ guild, eventId, participationId }) =>
    guild.officer.call('PATCH', `/events/${eventId}/participations/${participationId}`, { status: 'declined' }),
};

test.each(Object.entries(ANSWERS))(
  'people who %s while their character is being deleted keep no answer with it',
  async (name, answer) => {
    const guild = await eventGuild(app);
    const member = await joinGuild(app, guild.id);
    const raid = { title: 'Raid', type: 'raid', scope: 'guild', startsAt: inHours(48), durationMinutes: 60 };
    const { id: eventId } = await done<EventView>(guild.officer.call('POST', `/guilds/${guild.id}/events`, raid));
    const signUp = member.call('PUT', `/events/${eventId}/signup`, { characterId: member.characterId });
    const { id: participationId } = await done<ParticipationView>(signUp);
    const answering = { guild, member, eventId, participationId };
    const { status } = await whileErasing(app, 'character', member.characterId, () => answer(answering));
    const rows = await app.ctx.sql('select character_id as "characterId" from participation where id = $1', [
      participationId,
    ]);
    const left = name === 'take it back' ? [] : [{ characterId: null }];
    expect([status, rows, unexpectedErrors(app)]).toEqual([200, left, []]);
  },
);

test('an unannounced attendee whose character is being deleted is recorded without it', async () => {
  const guild = await eventGuild(app);
  const { userId, characterId } = await joinGuild(app, guild.id);
  const raid = { title: 'Raid', type: 'raid', scope: 'guild', startsAt: inHours(48), durationMinutes: 60 };
  const { id } = await done<EventView>(guild.officer.call('POST', `/guilds/${guild.id}/events`, raid));
  await moveBack(app, id, 49);
  const entries = [{ userId, characterId, attendance: 'present' }];
  const record = () => guild.officer.call('POST', `/events/${id}/attendance`, { entries });
  const { status } = await whileErasing(app, 'character', characterId, record);
  const came = 'select character_id as "characterId" from participation where event_id = $1 and user_id = $2';
  expect([status, await app.ctx.sql(came, [id, userId])]).toEqual([200, [{ characterId: null }]]);
  expect(unexpectedErrors(app)).toEqual([]);
});

test('a picture for an event that is being deleted is refused and leaves nothing behind', async () => {
  const guild = await eventGuild(app);
  const raid = { title: 'Raid', type: 'raid', scope: 'guild', startsAt: inHours(48), durationMinutes: 60 };
  const { id } = await done<EventView>(guild.officer.call('POST', `/guilds/${guild.id}/events`, raid));
  const picture = await anyPicture();
  const path = `/api/v1/events/${id}/image`;
  const upload = () =>
    app.http.post(path).auth(guild.officer.token, { type: 'bearer' }).attach('image', picture, 'a.png');
  const { status, body } = await whileErasing(app, 'event', id, upload);
  expect([status, body.reason, unexpectedErrors(app)]).toEqual([404, 'event_not_found', []]);
  expect(await app.ctx.sql('select from image where subject_id = $1', [id])).toEqual([]);
});
