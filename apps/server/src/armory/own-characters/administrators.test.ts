import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { type Answer, callerOf } from '../../../test/caller.ts';
import { eventGuild, inHours } from '../../../test/events.ts';
import { createPerson } from '../../../test/people.ts';
import { foundClub } from '../../../test/standalone.ts';

const MADE = { name: 'Handmade', classId: 4, raceId: 8, specId: 259, level: 90 };

test('A-04: an administrator’s session, but no token, manages every character, and the admin log says so', async () => {
  await using app = await testApp({ roles: ['web'] });
  const [owner, other, administrator] = [
    await createPerson(app),
    await createPerson(app),
    await createPerson(app, { isAdmin: true }),
  ];
  const admin = callerOf(app, administrator.token);
  const made = await callerOf(app, owner.token)('POST', '/characters', MADE);
  expect(made.status).toBe(201);
  const characterId = String(made.body.id);
  const address = `/characters/${characterId}`;
  const reads = [address, `${address}/equipment`, `${address}/pvp`];
  const changes: [string, string][] = [
    ['PUT', `${address}/main`],
    ['PATCH', `${address}/archive`],
    ['PATCH', `${address}/restore`],
    ['DELETE', address],
  ];
  const tool = await app.ctx.sessions.create(administrator.userId, { label: 'Tool', scope: 'write', days: 1 });
  for (const token of [other.token, tool.token]) {
    const call = callerOf(app, token);
    for (const path of reads) expect((await call('GET', path)).status).toBe(404);
    for (const [method, path] of changes) expect((await call(method, path)).status).toBe(404);
  }

  for (const path of reads) expect((await admin('GET', path)).status).toBe(200);
  // The owner's main character is not the administrator's to change.
  for (const [method, path] of changes) expect((await admin(method, path)).status).toBe(200);
  expect((await admin('GET', address)).status).toBe(404);

  const entries = entriesOf(await admin('GET', '/admin/audit-log'));
  expect(entries.map(({ action }) => action)).toEqual([
    'character_deleted',
    'character_restored',
    'character_archived',
    'character_made_main',
    'character_read',
  ]);
  for (const { actor, person, details } of entries)
    expect([actor.id, person.id, details]).toEqual([administrator.userId, owner.userId, { characterId }]);
});

test('the admin log records which organizations an administrator changed, but no refused changes', async () => {
  await using app = await testApp({ roles: ['web'] });
  const club = await foundClub(app);
  const admin = callerOf(app, (await createPerson(app, { isAdmin: true })).token);
  const settings = `/organizations/${club.id}/settings`;
  expect((await admin('PATCH', settings, { chat: { inviteChannelId: '420000000000000001' } })).status).toBe(400);
  expect((await admin('PATCH', settings, { locale: 'de_DE' })).status).toBe(200);
  expect((await club.founder.call('PATCH', settings, { locale: 'fr_FR' })).status).toBe(200);
  expect(entriesOf(await admin('GET', '/admin/audit-log'))).toMatchObject([
    { action: 'organization_managed', details: { organizationId: club.id } },
  ]);
});

test('the admin log records events and posts that an administrator changed in other people’s guilds', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { id, officer } = await eventGuild(app);
  const admin = callerOf(app, (await createPerson(app, { isAdmin: true })).token);
  const startsAt = inHours(24);
  const raid = {
    title: 'Raid',
    type: 'raid',
    startsAt,
    timeZone: 'UTC',
    durationMinutes: 60,
    slots: [{ roleKey: 'tank', max: 2 }],
  };
  const created = await officer.call('POST', `/organizations/${id}/events`, raid);
  const event = `/events/${created.body.id}`;
  const acts: [string, string, Record<string, unknown>?][] = [
    ['POST', `/organizations/${id}/events`, { ...raid, title: 'Another' }],
    ['PATCH', event, { title: 'Moved' }],
    ['POST', `${event}/publish`],
    ['POST', `${event}/cancel`],
    ['DELETE', event],
    ['POST', `/organizations/${id}/posts`, { title: 'News', body: 'Text', visibility: 'guild' }],
  ];
  for (const [count, [method, path, body]] of acts.entries()) {
    expect([path, (await admin(method, path, body)).status]).toEqual([path, expect.toSatisfy((code) => code < 300)]);
    const told = entriesOf(await admin('GET', '/admin/audit-log'));
    expect(told).toHaveLength(count + 1);
    expect(told[0]).toMatchObject({ action: 'organization_managed', details: { organizationId: id } });
  }
});

type Entry = { action: string; actor: { id: string }; person: { id: string }; details: object };
/** Matches the contract. */
const entriesOf = ({ body }: Answer) => body.entries as Entry[];
