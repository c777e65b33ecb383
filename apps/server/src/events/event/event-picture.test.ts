import type { EventView } from '@guildhall/contracts/event.ts';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { done, eventGuild, inHours } from '../../../test/events.ts';
import { actorOf } from '../../../test/people.ts';
import { anyPicture } from '../../../test/pictures.ts';
import { AppError } from '../../core/errors.ts';
import { changePicture } from '../../pictures/images/change-picture.ts';
import { deleteSeries } from '../planning/change-series.ts';
import { eventPicture } from './event-picture.ts';

const SERIES = {
  title: 'Raid',
  type: 'raid',
  localStart: '2086-03-10T20:00',
  durationMinutes: 60,
  recurringDates: ['2086-03-11', '2086-03-12', '2086-03-13'],
};

test('pictures uploaded while their series is being deleted neither block the deletion nor outlive it', async () => {
  await using app = await testApp({ roles: ['web'], environment: { MODERATION: 'off' } });
  const { ctx } = app;
  const { id: guildId, officer } = await eventGuild(app);
  const actor = actorOf(officer);
  for (let round = 0; round < 8; round += 1) {
    const { id, recurringSeriesId } = await done<EventView>(officer.call('POST', `/guilds/${guildId}/events`, SERIES));
    const events = await ctx.sql<{ id: string }>('select id from event where recurring_series_id = $1', [
      recurringSeriesId,
    ]);
    const pictures = await Promise.all(events.map(async (event) => ({ id: event.id, bytes: await anyPicture() })));
    await Promise.all(pictures.map((picture) => changePicture(ctx, actor, eventPicture, picture.id, picture.bytes)));
    const refused: unknown[] = [];
    const note = (error: unknown) => void refused.push(error instanceof AppError ? error.reason : error);
    const uploads = [...pictures, ...pictures].map((picture) =>
      changePicture(ctx, actor, eventPicture, picture.id, picture.bytes).catch(note),
    );
    // Happens in the middle of the uploads.
    await Promise.race(uploads);
    await deleteSeries(ctx, actor, { id, apply: 'all' }).catch(note);
    await Promise.all(uploads);
    // A late upload gets a clean refusal, and nothing worse happens.
    expect(new Set(refused)).toEqual(new Set(refused.length > 0 ? ['event_not_found'] : []));
    expect(await ctx.sql('select from event where recurring_series_id = $1', [recurringSeriesId])).toEqual([]);
    expect(await ctx.sql(`select from image where purpose = 'event'`)).toEqual([]);
  }
});

test('permanently deleting an organization deletes the pictures of its events', async () => {
  await using app = await testApp({ roles: ['web'], environment: { MODERATION: 'off' } });
  const { id: guildId, officer } = await eventGuild(app);
  const event = { ...SERIES, recurringDates: undefined, localStart: undefined, startsAt: inHours(5) };
  const { id } = await done<EventView>(officer.call('POST', `/guilds/${guildId}/events`, event));
  const upload = app.http.post(`/api/v1/events/${id}/image`).auth(officer.token, { type: 'bearer' });
  await upload.attach('image', await anyPicture(), 'a.png').expect(200);
  await app.ctx.sql(`update role set permissions = '{canManageGuild}' where organization_id = $1`, [guildId]);
  await done(officer.call('DELETE', `/organizations/${guildId}/permanent`, { name: 'Guild' }));
  expect(await app.ctx.sql('select from image')).toEqual([]);
});
