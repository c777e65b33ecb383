/** Zones that were stored by another version or another database, and that this one does not know. */
import type { EventView } from '@guildhall/contracts/event.ts';
import type { PointPoolView } from '@guildhall/contracts/points.ts';
import type { UserView } from '@guildhall/contracts/user.ts';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { done, eventGuild, inHours } from '../../../test/events.ts';
import { startMailbox } from '../../../test/mailbox.ts';
import { decayDuePools } from '../../loot/points/decay-points.ts';
import { NOON } from '../nights/noon.ts';

const ZONES = ['Mars/Olympus', 'Etc/Unknown', '', 'SystemX', 'EST5EDT4,M1', 'Europe/Bërlin'];

test('a stored time zone that is not known stops nothing: UTC stands for it', async () => {
  await using mailbox = await startMailbox();
  await using app = await testApp({ environment: { SMTP_URL: mailbox.url } });
  const { sql } = app.ctx;
  const { officer, id } = await eventGuild(app, 1);
  await sql(
    `update role set permissions = '{canManageEvents,canManageLoot,canManageRoster,canViewRoster,canViewOfficerData}' where organization_id = $1`,
    [id],
  );
  const event = await done<EventView>(
    officer.call('POST', `/organizations/${id}/events`, {
      ...{ title: 'Raid', type: 'raid', scope: 'guild', startsAt: inHours(48), durationMinutes: 60 },
    }),
  );
  const rules = { name: 'Points', kind: 'dkp', attendance: { raidsAWeek: 2, weeks: 10 } };
  const pool = await done<PointPoolView>(officer.call('POST', `/organizations/${id}/point-pools`, rules));
  const day = inHours(48).slice(0, 10);
  await done(officer.call('POST', '/auth/me/absences', { from: day, to: day }));
  const email = 'officer@example.org';
  await sql('update app_user set email = $1, email_verified_at = now() where id = $2', [email, officer.userId]);

  for (const [index, zone] of ZONES.entries()) {
    await sql('update app_user set time_zone = $1', [zone]);
    await sql(`update organization set settings = settings || jsonb_build_object('timeZone', $1::text)`, [zone]);
    await sql('update event set time_zone = $1', [zone]);
    await sql('update absence set time_zone = $1', [zone]);

    const me = await done<UserView>(officer.call('GET', '/auth/me'));
    expect(me.timeZone).toBe('UTC');
    const read = await done<EventView>(officer.call('GET', `/events/${event.id}`));
    expect([read.timeZone, read.guildTimeZone]).toEqual(['UTC', 'UTC']);
    for (const path of [
      `/auth/me/week?startDate=${day}&endDate=${day}`,
      `/auth/me/week?startDate=${day}&endDate=${day}&timeZone=${me.timeZone}`,
      `/organizations/${id}/events?startDate=${day}&endDate=${day}`,
      `/auth/me/events?startDate=${day}&endDate=${day}`,
      `/organizations/${id}/attendance-trends`,
      `/organizations/${id}/attendance-stats?since=${inHours(-48).slice(0, 10)}`,
      `/organizations/${id}/absences?to=${day}`,
      `/point-pools/${pool.id}/standings`,
      `/organizations/${id}`,
    ]) {
      expect([zone, path, (await officer.call('GET', path)).status]).toEqual([zone, path, 200]);
    }
    await done(officer.call('PATCH', `/events/${event.id}`, { localStart: `${day}T1${index}:00` }));
    const template = { eventId: event.id, name: `Raid ${index}` };
    await done(officer.call('POST', `/organizations/${id}/event-templates`, template));
    await decayDuePools(app.ctx, {}, { signal: AbortSignal.timeout(60_000) });
    expect(await sql(`select ${NOON} is not null as known from event e`)).toEqual([{ known: true }]);
    await sql('delete from rate_limit');
    await app.http.post('/api/v1/auth/magic-link').send({ email }).expect(200);
    expect((await mailbox.nthTo(email, index + 1)).text).toContain('UTC');
  }
});
