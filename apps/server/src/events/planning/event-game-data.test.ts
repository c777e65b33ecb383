import type { EventListView, EventView } from '@guildhall/contracts/event.ts';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { done, eventGuild, refusalOf } from '../../../test/events.ts';
import { syncJournal } from '../../../test/journal.ts';
import { createPerson } from '../../../test/people.ts';
import { anyPicture } from '../../../test/pictures.ts';

const RAID = { title: 'Raid night', type: 'raid', scope: 'guild', durationMinutes: 180 };

test('an event has the picture and name of its instance, and the calendar has the game’s holidays', async () => {
  await using app = await testApp({ environment: { MODERATION: 'off' } });
  const admin = await createPerson(app, { isAdmin: true });
  await syncJournal(app, admin);
  const { officer, id } = await eventGuild(app, 1, { timeZone: 'Europe/Berlin' });
  const [instance] = await app.ctx.sql<{ id: number; imageUrl: string; german: string }>(
    `select i.id, i.image_url as "imageUrl", t.name as german from journal_instance i
     join journal_instance_locale t on t.entity_id = i.id and t.locale = 'de_DE'
     where i.category = 'raid' and i.image_url is not null and t.name is not null order by i.id limit 1`,
  );
  if (!instance) throw new Error('the journal of the simulator has no such instance');
  const make = (journalInstanceId: number | null) =>
    officer.call('POST', `/guilds/${id}/events`, { ...RAID, startsAt: '2083-06-24T18:00:00Z', journalInstanceId });
  expect(await refusalOf(make(1_999_999_999))).toEqual([400, 'instance_not_found']);
  const event = await done<EventView>(make(instance.id));
  expect([event.journalInstance, event.imageUrl]).toEqual([
    { id: instance.id, name: expect.any(String), category: 'raid' },
    app.ctx.pictureUrl(instance.imageUrl),
  ]);
  const address = `/events/${event.id}/image`;
  const { body: pictured } = await app.http
    .post(`/api/v1${address}`)
    .auth(officer.token, { type: 'bearer' })
    .attach('image', await anyPicture(), 'a.png')
    .expect(200);
  expect(pictured.imageUrl).toEqual(expect.stringContaining('.webp'));
  expect(pictured.imageUrl).not.toBe(event.imageUrl);
  const read = () => done<EventView>(officer.call('GET', `/events/${event.id}`));
  expect((await read()).imageUrl).toBe(pictured.imageUrl);
  await done(officer.call('DELETE', address));
  expect((await read()).imageUrl).toBe(event.imageUrl);
  const change = (journalInstanceId: number | null) =>
    officer.call('PATCH', `/events/${event.id}`, { journalInstanceId });
  expect(await refusalOf(change(1_999_999_999))).toEqual([400, 'instance_not_found']);
  // An event keeps an instance that the journal no longer lists, but no event can newly choose it.
  const list = (listed: boolean) =>
    app.ctx.sql('update journal_instance set listed = $2 where id = $1', [instance.id, listed]);
  await list(false);
  expect(await done<EventView>(change(instance.id))).toMatchObject({ journalInstance: { id: instance.id } });
  expect(await refusalOf(make(instance.id))).toEqual([400, 'instance_not_found']);
  await list(true);

  await app.ctx.sql(`update app_user set locale = 'de_DE'`);
  await admin.request('post', '/api/v1/jobs/seed-holidays?year=2083').expect(201);
  const june = await done<EventListView>(
    officer.call('GET', `/guilds/${id}/events?startDate=2083-06-01&endDate=2083-06-30`),
  );
  expect(june.events.map(({ journalInstance }) => journalInstance?.name)).toEqual([instance.german]);
  expect(june.holidays.map(({ key }) => key)).toEqual(['darkmoon-faire', 'midsummer-fire-festival']);
  expect(await done<EventView>(change(null))).toMatchObject({ journalInstance: null, imageUrl: null });
});
