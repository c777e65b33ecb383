import type { EventView } from '@guildhall/contracts/event.ts';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { done, eventGuild, inHours } from '../../../test/events.ts';
import { createPerson } from '../../../test/people.ts';
import { anyPicture } from '../../../test/pictures.ts';
import { watchStatements } from '../../../test/watch-statements.ts';

const EVENT = { title: 'Raid', type: 'raid', durationMinutes: 60 };

test('a picture upload takes few statements, from authentication to commit', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { id: guildId, officer } = await eventGuild(app);
  await app.ctx.sql(`update role set permissions = '{canManageGuild,canManageEvents}'`);
  const startsAt = inHours(5);
  const { id } = await done<EventView>(officer.call('POST', `/guilds/${guildId}/events`, { ...EVENT, startsAt }));
  using statements = await watchStatements(app);
  const counted: Record<string, number> = {};
  for (const path of ['/auth/me/avatar', `/organizations/${guildId}/logo`, `/events/${id}/image`]) {
    const counts: number[] = [];
    // The second one replaces the first, the third one the second.
    for (let round = 0; round < 3; round += 1) {
      const upload = app.http.post(`/api/v1${path}`).auth(officer.token, { type: 'bearer' });
      const bytes = await anyPicture();
      statements.sent();
      expect((await upload.attach('image', bytes, 'a.png')).status).toBeLessThan(300);
      counts.push(statements.sent().length);
    }
    // Other parts of the process may add some to one of them.
    counted[path.split('/').at(-1) ?? ''] = Math.min(...counts);
  }
  // The picture and what shows it are entities, which are read before they change.
  expect(counted).toEqual({ avatar: 10, logo: 13, image: 15 });
});

test('the admin log records an administrator’s changes to an organization’s pictures on every route', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { id: organizationId, officer } = await eventGuild(app);
  const startsAt = inHours(5);
  const { id } = await done<EventView>(
    officer.call('POST', `/guilds/${organizationId}/events`, { ...EVENT, startsAt }),
  );
  const admin = await createPerson(app, { isAdmin: true });
  for (const path of [`/api/v1/organizations/${organizationId}/logo`, `/api/v1/events/${id}/image`]) {
    expect((await admin.request('post', path).attach('image', await anyPicture(), 'a.png')).status).toBeLessThan(300);
    await admin.request('delete', path).expect(200);
  }
  const { body } = await admin.request('get', '/api/v1/admin/audit-log').expect(200);
  const managed = { action: 'organization_managed', actor: { id: admin.userId }, details: { organizationId } };
  expect(body.entries).toMatchObject(Array.from({ length: 4 }, () => managed));
});
