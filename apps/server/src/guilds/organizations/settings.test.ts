import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { auditActions, foundClub, memberOf, newPerson } from '../../../test/standalone.ts';

const web = () => testApp({ roles: ['web'] });
const SERVER = '420000000000000001';
const DEFAULTS = {
  visibility: 'public',
  timeZone: 'UTC',
  locale: 'en_US',
  recruiting: { open: false, roles: [], message: null },
  attendance: { lateWeight: 100, benchedWeight: 100, countDeclined: false, tooFewEvents: 4 },
  chat: { serverId: null, inviteChannelId: null, withoutAccount: 'roster' },
};

test.concurrent('only people who manage the organization can change settings, and only to valid values', async () => {
  await using app = await web();
  const club = await foundClub(app, { templateKey: 'raiding' });
  const address = `/organizations/${club.id}/settings`;
  const [raider, outsider] = [await memberOf(app, club, 'Raider'), await newPerson(app)];
  await app.http.patch(`/api/v1${address}`).send({ locale: 'de_DE' }).expect(401);
  for (const { call } of [raider, outsider])
    expect((await call('PATCH', address, { locale: 'de_DE' })).status).toBe(403);
  const { call } = club.founder;
  const bad: Record<string, unknown>[] = [
    { colour: 'red' },
    { visibility: 'secret' },
    { timeZone: 'Mars/Olympus' },
    { timeZone: '+02:00' },
    { locale: 'xx_XX' },
    { recruiting: [] },
    { recruiting: 'open' },
    { recruiting: { open: 'true' } },
    { recruiting: { since: 2020 } },
    { recruiting: { roles: ['tank', 'tank'] } },
    { recruiting: { roles: ['bard'] } },
    { recruiting: { message: 'x'.repeat(1_001) } },
    { recruiting: { message: 'a\u0000b' } },
    { attendance: { lateWeight: 101 } },
    { attendance: { lateWeight: '50' } },
    { attendance: { tooFewEvents: 0 } },
    { chat: { serverId: 42 } },
    { chat: { serverId: '<#4200>' } },
    { chat: { serverId: SERVER } },
  ];
  const before = (await call('GET', `/organizations/${club.id}`)).body.settings;
  for (const body of bad)
    expect([body, await call('PATCH', address, body)]).toMatchObject([
      body,
      { status: 400, body: { reason: 'invalid_input' } },
    ]);
  expect((await call('GET', `/organizations/${club.id}`)).body.settings).toEqual(before);
});

test.concurrent('a patch merges, null removes, and an invalid result changes nothing', async () => {
  await using app = await web();
  const club = await foundClub(app);
  const patch = async (body: Record<string, unknown>) =>
    (await club.founder.call('PATCH', `/organizations/${club.id}/settings`, body)).body;
  const { settings } = await patch({
    timeZone: 'Europe/Berlin',
    recruiting: { open: true, roles: ['tank', 'healer'] },
  });
  expect(settings).toEqual({
    ...DEFAULTS,
    timeZone: 'Europe/Berlin',
    recruiting: { open: true, roles: ['tank', 'healer'], message: null },
  });
  expect((await patch({ timeZone: null, recruiting: { roles: ['melee'], message: 'Hello' } })).settings).toEqual({
    ...DEFAULTS,
    recruiting: { open: true, roles: ['melee'], message: 'Hello' },
  });
  expect(await patch({ locale: 'de_DE', chat: { inviteChannelId: SERVER } })).toMatchObject({
    code: 'BAD_REQUEST',
    issues: [{ path: 'chat.inviteChannelId' }],
  });
  const chat = JSON.stringify({ chat: { serverId: SERVER } });
  await app.ctx.sql('update organization set settings = settings || $2 where id = $1', [club.id, chat]);
  await patch({ chat: { inviteChannelId: SERVER } });
  // The channel would be left without its server.
  expect(await patch({ locale: 'de_DE', chat: { serverId: null } })).toMatchObject({ reason: 'invalid_input' });
  expect((await patch({ recruiting: null })).settings).toEqual({
    ...DEFAULTS,
    chat: { serverId: SERVER, inviteChannelId: SERVER, withoutAccount: 'roster' },
  });
  await patch({});
  expect(await auditActions(club)).toEqual(['organization_created', ...Array(4).fill('settings_changed')]);
  const { body } = await club.founder.call('GET', `/organizations/${club.id}/audit-log`);
  expect((body.entries as { details: unknown }[]).map(({ details }) => details).slice(0, 2)).toEqual([
    { changed: ['recruiting.message', 'recruiting.open', 'recruiting.roles'] },
    { changed: ['chat.inviteChannelId'] },
  ]);

  await patch({ recruiting: { open: true }, attendance: { lateWeight: 50 } });
  const outsider = await newPerson(app);
  expect((await outsider.call('GET', `/organizations/${club.id}`)).body.settings).toEqual({
    ...DEFAULTS,
    recruiting: { open: true, roles: [], message: null },
    attendance: null,
    chat: null,
  });
});

test.concurrent('sending settings back as they were read changes nothing', async () => {
  await using app = await web();
  const club = await foundClub(app);
  const { call } = club.founder;
  const { settings } = (await call('GET', `/organizations/${club.id}`)).body;
  expect(settings).toEqual(DEFAULTS);
  const { status, body } = await call(
    'PATCH',
    `/organizations/${club.id}/settings`,
    settings as Record<string, unknown>,
  );
  expect([status, body.settings]).toEqual([200, DEFAULTS]);
});

test.concurrent('parallel patches are all kept', async () => {
  await using app = await web();
  const club = await foundClub(app);
  const patches = [
    { timeZone: 'Europe/Paris' },
    { locale: 'fr_FR' },
    { visibility: 'members' },
    { recruiting: { open: true } },
    { recruiting: { roles: ['tank'] } },
    { recruiting: { message: 'Come' } },
    { attendance: { lateWeight: 10 } },
    { attendance: { benchedWeight: 20 } },
    { attendance: { countDeclined: true } },
  ];
  const address = `/organizations/${club.id}/settings`;
  const answers = await Promise.all(patches.map((body) => club.founder.call('PATCH', address, body)));
  expect(answers.map(({ status }) => status)).toEqual(patches.map(() => 200));
  expect((await club.founder.call('GET', `/organizations/${club.id}`)).body.settings).toEqual({
    timeZone: 'Europe/Paris',
    locale: 'fr_FR',
    visibility: 'members',
    recruiting: { open: true, roles: ['tank'], message: 'Come' },
    attendance: { lateWeight: 10, benchedWeight: 20, countDeclined: true, tooFewEvents: 4 },
    chat: { serverId: null, inviteChannelId: null, withoutAccount: 'roster' },
  });
});
