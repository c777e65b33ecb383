import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { runErasures } from '../../../test/erase-people.ts';
import {
  addFounder,
  auditActions,
  type Club,
  foundClub,
  inviteCode,
  memberOf,
  newPerson,
  type SignedInPerson,
} from '../../../test/standalone.ts';

const web = () => testApp({ roles: ['web'] });
const leave = ({ call }: SignedInPerson, { id }: Club) => call('POST', `/organizations/${id}/leave`);
const remove = ({ call }: SignedInPerson, { id }: Club, { userId }: SignedInPerson) =>
  call('DELETE', `/organizations/${id}/members/${userId}`);

test.concurrent('a member who leaves loses every right and comes back without any', async () => {
  await using app = await web();
  const club = await foundClub(app, { templateKey: 'raiding' });
  const officer = await memberOf(app, club, 'Officer');
  expect(await leave(await newPerson(app), club)).toMatchObject({ status: 403, body: { reason: 'not_a_member' } });
  expect((await leave(officer, club)).body).toEqual({ status: true });
  expect((await leave(officer, club)).status).toBe(403);
  const seen = async () => (await officer.call('GET', `/organizations/${club.id}`)).body.abilityRules;
  expect(await seen()).toEqual([]);
  expect((await officer.call('GET', '/organizations/mine')).body).toEqual([]);
  const { code } = await inviteCode(club);
  await officer.call('POST', `/invites/${code}/accept`);
  expect(await seen()).toContainEqual({ action: 'read', subject: 'Organization' });
  expect(await seen()).not.toContainEqual({ action: 'manage', subject: 'Event' });
  const history = await app.ctx.sql('select from membership where user_id = $1', [officer.userId]);
  expect(history).toHaveLength(2);
  expect((await auditActions(club)).slice(-5)).toEqual([
    'role_granted',
    'role_withdrawn',
    'member_left',
    'invite_created',
    'member_joined',
  ]);
});

test.concurrent('A-05: the last founder cannot leave, even if two leave in parallel', async () => {
  await using app = await web();
  for (let round = 0; round < 5; round++) {
    const club = await foundClub(app);
    const founders = [club.founder, await addFounder(app, club)];
    const answers = await Promise.all(founders.map((founder) => leave(founder, club)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ reason: 'last_founder' });
    const holders =
      'select from role_holder h join role r on r.id = h.role_id and r.is_founder where h.organization_id = $1';
    expect(await app.ctx.sql(holders, [club.id])).toHaveLength(1);
  }
  const club = await foundClub(app);
  const other = await addFounder(app, club);
  const answers = await Promise.all([remove(club.founder, club, other), remove(other, club, club.founder)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
});

test.concurrent('roster managers can remove a member, unless the member has more rights', async () => {
  await using app = await web();
  const club = await foundClub(app, { templateKey: 'raiding' });
  const [officer, raider, planner] = [
    await memberOf(app, club, 'Officer'),
    await memberOf(app, club, 'Raider'),
    await memberOf(app, club, 'Raid Leader'),
  ];
  const outsider = await newPerson(app);
  for (const who of [raider, outsider]) expect((await remove(who, club, planner)).status).toBe(403);
  expect(await remove(officer, club, outsider)).toMatchObject({ status: 404, body: { reason: 'member_not_found' } });
  expect((await remove(officer, club, club.founder)).status).toBe(403);
  await app.ctx.sql(
    `update role set permissions = array_remove(permissions, 'canManageEvents') where name = 'Officer'`,
  );
  expect((await remove(officer, club, planner)).status).toBe(403);
  expect((await remove(officer, club, raider)).body).toEqual({ status: true });
  expect((await raider.call('GET', `/organizations/${club.id}`)).body.abilityRules).toEqual([]);
  expect((await remove(club.founder, club, planner)).status).toBe(200);
  expect(await remove(club.founder, club, club.founder)).toMatchObject({
    status: 409,
    body: { reason: 'last_founder' },
  });
  const admin = await newPerson(app, { isAdmin: true });
  expect((await remove(admin, club, officer)).status).toBe(200);
  const { body } = await club.founder.call('GET', `/organizations/${club.id}/audit-log?action=member_removed`);
  expect(body.entries).toMatchObject([
    { actor: { id: admin.userId }, person: { id: officer.userId } },
    { actor: { id: club.founder.userId }, person: { id: planner.userId } },
    { actor: { id: officer.userId }, person: { id: raider.userId } },
  ]);
});

test.concurrent('erasing a sole founder passes the organization to the member with most rights, or archives it', async () => {
  await using app = await web();
  const club = await foundClub(app, { templateKey: 'raiding' });
  await memberOf(app, club, 'Raider');
  const officer = await memberOf(app, club, 'Officer');
  const alone = await club.founder.call('POST', '/organizations', { name: 'Alone', type: 'team' });
  expect((await club.founder.call('DELETE', '/auth/me')).body).toEqual({ status: true });
  await runErasures(app);
  expect((await officer.call('GET', `/organizations/${club.id}`)).body).toMatchObject({ active: true, memberCount: 2 });
  const log = await officer.call('GET', `/organizations/${club.id}/audit-log`);
  expect((log.body.entries as unknown[])[0]).toMatchObject({
    action: 'founder_passed_on',
    actor: null,
    person: { id: officer.userId },
  });
  expect((await officer.call('PATCH', `/organizations/${club.id}`, { name: 'Mine now' })).status).toBe(200);
  expect((await leave(officer, club)).body).toMatchObject({ reason: 'last_founder' });
  expect(
    await app.ctx.sql('select archived_at is not null as archived from organization where id = $1', [alone.body.id]),
  ).toEqual([{ archived: true }]);
});

test.concurrent('a founder who leaves during the erasure of the other leaves no active organization without one', async () => {
  await using app = await web();
  for (let round = 0; round < 4; round++) {
    const club = await foundClub(app);
    const other = await addFounder(app, club);
    const [left, erased] = await Promise.all([leave(other, club), club.founder.call('DELETE', '/auth/me')]);
    expect(erased?.status).toBe(200);
    await runErasures(app);
    expect([200, 409]).toContain(left?.status);
    const [state] = await app.ctx.sql<{ archived: boolean; founders: number }>(
      `select archived_at is not null as archived, (select count(*)::int from role_holder h where h.organization_id = o.id) as founders
       from organization o where id = $1`,
      [club.id],
    );
    expect(state).toEqual(left?.status === 200 ? { archived: true, founders: 0 } : { archived: false, founders: 1 });
  }
});

test.concurrent('the audit log is for officers, is paged, and forgets erased people', async () => {
  await using app = await web();
  const club = await foundClub(app, { templateKey: 'raiding' });
  const address = `/organizations/${club.id}/audit-log`;
  const [raider, planner, outsider] = [
    await memberOf(app, club, 'Raider'),
    await memberOf(app, club, 'Raid Leader'),
    await newPerson(app),
  ];
  await app.http.get(`/api/v1${address}`).expect(401);
  for (const { call } of [raider, outsider]) expect((await call('GET', address)).status).toBe(403);
  for (const query of ['?action=gossip', '?page=0', '?pageSize=500'])
    expect((await planner.call('GET', address + query)).status).toBe(400);
  const { body } = await planner.call('GET', `${address}?pageSize=2&page=2`);
  expect(body.pagination).toEqual({ page: 2, pageSize: 2, total: 7, totalPages: 4 });
  expect(body.entries).toHaveLength(2);
  const joined = async () => (await planner.call('GET', `${address}?action=member_joined`)).body.entries;
  const name = { id: raider.userId, displayName: expect.stringMatching(/^Person /) };
  expect(await joined()).toMatchObject([{ actor: { id: planner.userId } }, { actor: name, person: name }]);
  await raider.call('DELETE', '/auth/me');
  expect(await joined()).toMatchObject([{ actor: { id: planner.userId } }, { actor: null, person: null }]);
});
