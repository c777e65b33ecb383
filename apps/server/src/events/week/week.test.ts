import type { EventView } from '@guildhall/contracts/event.ts';
import type { WeekView } from '@guildhall/contracts/week.ts';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { callerOf } from '../../../test/caller.ts';
import { done, eventGuild } from '../../../test/events.ts';
import { createPerson } from '../../../test/people.ts';

const day = (later: number) => new Date(Date.now() + later * 86_400_000).toISOString().slice(0, 10);
const range = `startDate=${day(1)}&endDate=${day(7)}&timeZone=UTC`;

test('a week has events with the caller’s answers, absences, news, and events waiting for an answer', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { id, officer, members } = await eventGuild(app, 1);
  const [member] = members;
  if (!member) throw new Error('The guild has a member');
  const { call, userId, characterId } = member;
  const create = (title: string, later: number, input: object = {}) =>
    done<EventView>(
      officer.call('POST', `/guilds/${id}/events`, {
        title,
        type: 'raid',
        startsAt: `${day(later)}T20:00:00.000Z`,
        durationMinutes: 60,
        slots: [{ roleKey: 'healer', max: 2 }],
        ...input,
      }),
    );
  const answered = await create('Answered', 2);
  await create('Open', 3);
  await create('Later', 20);
  await create('Weekly', 25, { recurringDates: [day(25), day(32), day(39)] });
  await done(call('PUT', `/events/${answered.id}/signup`, { characterId, roleKey: 'healer' }));
  await done(call('POST', '/auth/me/absences', { from: day(5), to: day(6) }));
  await app.ctx.sql(`update role set permissions = '{canManageEvents,canManageContent}' where organization_id = $1`, [
    id,
  ]);
  await done(
    officer.call('POST', `/organizations/${id}/posts`, { title: 'News', body: 'Read me', visibility: 'guild' }),
  );

  const week = await done<WeekView>(call('GET', `/auth/me/week?${range}`));
  expect(week.organizations.map((organization) => organization.id)).toEqual([id]);
  expect(week.events.map(({ title, mine }) => [title, mine?.status ?? null])).toEqual([
    ['Answered', 'signed_up'],
    ['Open', null],
  ]);
  expect(week.events[0]?.faces).toEqual([
    {
      user: { id: userId, displayName: expect.any(String) },
      raider: expect.objectContaining({ kind: 'member' }),
      character: expect.objectContaining({ classId: 11 }),
    },
  ]);
  // A series is one thing to answer.
  expect(week.unanswered.map(({ title, inSeries }) => [title, inSeries])).toEqual([
    ['Open', 1],
    ['Later', 1],
    ['Weekly', 3],
  ]);
  expect(week.absences).toHaveLength(1);
  expect(week.news.map(({ title, organizationId }) => [title, organizationId])).toEqual([['News', id]]);
  expect(week.next?.title).toBe('Answered');
  expect(week.transfers).toEqual([]);

  const stranger = callerOf(app, (await createPerson(app)).token);
  expect(await done(stranger('GET', `/auth/me/week?${range}`))).toMatchObject({
    organizations: [],
    events: [],
    next: null,
    news: [],
  });
  expect((await call('GET', `/auth/me/week?startDate=${day(1)}&endDate=${day(60)}`)).status).toBe(400);
  expect((await call('GET', `/auth/me/week?startDate=${day(3)}&endDate=${day(1)}`)).status).toBe(400);

  const found = async (search: string) => {
    const path = `/organizations/${id}/members?search=${encodeURIComponent(search)}`;
    const { members: people } = await done<{ members: { user: { id: string } }[] }>(call('GET', path));
    return people.map(({ user }) => user.id);
  };
  await app.ctx.sql(`update app_user set display_name = 'Ysólde the Tall' where id = $1`, [userId]);
  expect(await found('ysolde')).toEqual([userId]);
  await app.ctx.sql(`update character set name = 'Quennever', is_main = true where id = $1`, [characterId]);
  expect(await found('ENNEV')).toEqual([userId]);
  expect(await found('nobody')).toEqual([]);
});
