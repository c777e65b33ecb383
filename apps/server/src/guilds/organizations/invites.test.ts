import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { tablesWith } from '../../../test/rows.ts';
import {
  addFounder,
  auditActions,
  foundClub,
  inviteCode,
  memberOf,
  newPerson,
  roleId,
} from '../../../test/standalone.ts';
import { hashToken } from '../../core/secrets.ts';

const web = () => testApp({ roles: ['web'] });
const accept = (code: string) => ['POST', `/invites/${code}/accept`] as const;

test.concurrent('inviting needs a right, and an officer cannot hand out a role that they may not grant', async () => {
  await using app = await web();
  const club = await foundClub(app, { templateKey: 'raiding' });
  const address = `/organizations/${club.id}/invites`;
  const [raider, outsider] = [await memberOf(app, club, 'Raider'), await newPerson(app)];
  const recruiter = await memberOf(app, club, 'Recruiter');
  await app.http.post(`/api/v1${address}`).send({}).expect(401);
  const { inviteId } = await inviteCode(club);
  for (const { call } of [raider, outsider]) {
    expect((await call('POST', address, {})).status).toBe(403);
    expect((await call('GET', address)).status).toBe(403);
    expect((await call('DELETE', `${address}/${inviteId}`)).status).toBe(403);
  }
  for (const body of [
    { maxUses: 0 },
    { maxUses: 1_001 },
    { maxUses: '5' },
    { expiresInHours: 0 },
    { expiresInHours: 721 },
  ])
    expect([body, (await club.founder.call('POST', address, body)).status]).toEqual([body, 400]);

  const founderRole = await roleId(club, 'Guild Master');
  expect(await club.founder.call('POST', address, { roleId: founderRole })).toMatchObject({
    status: 409,
    body: { reason: 'founder_role' },
  });
  // Inviting and granting roles are separate rights.
  expect((await recruiter.call('POST', address, {})).status).toBe(201);
  expect((await recruiter.call('POST', address, { roleId: await roleId(club, 'Friend') })).status).toBe(403);
  const officer = await memberOf(app, club, 'Officer');
  expect((await officer.call('POST', address, { roleId: await roleId(club, 'Raid Leader') })).status).toBe(201);
  await app.ctx.sql(`update role set permissions = array_remove(permissions, 'canManageGuild') where name = 'Officer'`);
  await app.ctx.sql(`update role set permissions = array['canManageGuild'] where name = 'Trial'`);
  expect(await officer.call('POST', address, { roleId: await roleId(club, 'Trial') })).toMatchObject({
    status: 403,
    body: { reason: 'missing_permission' },
  });
});

test.concurrent('an invite makes one membership with its role, and its code is neither stored nor logged', async () => {
  await using app = await web();
  const club = await foundClub(app, { templateKey: 'raiding', settings: { visibility: 'members' } });
  const { code } = await inviteCode(club, { roleId: await roleId(club, 'Trial'), maxUses: 2, expiresInHours: 24 });
  const preview = await app.http.get(`/api/v1/invites/${code}`).expect(200);
  expect(preview.body).toMatchObject({
    organization: { id: club.id, name: 'The Emberforge' },
    role: { name: 'Trial' },
    invitedBy: { displayName: expect.stringMatching(/^Person /) },
  });
  const joiner = await newPerson(app);
  expect(await joiner.call(...accept(code))).toMatchObject({
    status: 200,
    body: { joined: true, organization: { id: club.id, name: 'The Emberforge' } },
  });
  expect((await joiner.call(...accept(code))).body).toMatchObject({ joined: false, organization: { id: club.id } });
  const { body } = await joiner.call('GET', `/organizations/${club.id}`);
  expect(body.abilityRules).toContainEqual({ action: 'read', subject: 'Roster' });
  expect((await joiner.call('GET', '/organizations/mine')).body).toMatchObject([{ id: club.id }]);
  const open = (await club.founder.call('GET', `/organizations/${club.id}/invites`)).body;
  expect(open).toMatchObject([
    {
      uses: 1,
      maxUses: 2,
      role: { name: 'Trial' },
      createdBy: { id: club.founder.userId },
      expiresAt: expect.any(String),
    },
  ]);
  expect(await auditActions(club)).toEqual(['organization_created', 'invite_created', 'member_joined', 'role_granted']);

  expect(await tablesWith(app, code)).toEqual([]);
  expect(await tablesWith(app, hashToken(code))).toEqual(['public.invite']);
  await joiner.call('POST', `/invites/${code.replace(/^./, (c) => `%${c.charCodeAt(0).toString(16)}`)}/accept`);
  const log = app.logged.join('');
  expect(log).toContain('/api/v1/invites/[long]/accept');
  expect(log).not.toContain(code.slice(1));
});

test.concurrent('A-06: an invite is invalid once revoked, expired, used up, or its creator may no longer invite', async () => {
  await using app = await web();
  const club = await foundClub(app, { templateKey: 'raiding' });
  const late = await newPerson(app);
  const refused = async (code: string, why: RegExp) =>
    expect(await late.call(...accept(code))).toMatchObject({
      status: 409,
      body: { reason: 'invite_not_valid', message: expect.stringMatching(why) },
    });

  const revoked = await inviteCode(club);
  const revoke = () => club.founder.call('DELETE', `/organizations/${club.id}/invites/${revoked.inviteId}`);
  expect([(await revoke()).body, (await revoke()).body]).toEqual([{ status: true }, { status: true }]);
  await refused(revoked.code, /revoked/);
  await app.http.get(`/api/v1/invites/${revoked.code}`).expect(409);
  const expired = await inviteCode(club);
  await app.ctx.sql(`update invite set expires_at = now() where id = $1`, [expired.inviteId]);
  await refused(expired.code, /expired/);
  const single = await inviteCode(club, { maxUses: 1 });
  await (await newPerson(app)).call(...accept(single.code));
  await refused(single.code, /used up/);
  expect((await club.founder.call('GET', `/organizations/${club.id}/invites`)).body).toEqual([]);

  const officer = await memberOf(app, club, 'Officer');
  const plain = await inviteCode(club, {}, officer);
  const leads = await inviteCode(club, { roleId: await roleId(club, 'Raid Leader') }, officer);
  // The role has since gained permissions that its giver lacks, so the giver could no longer grant it.
  await app.ctx.sql(
    `update role set permissions = array_remove(permissions, 'canManageEvents') where name = 'Officer'`,
  );
  await refused(leads.code, /may no longer invite/);
  expect((await late.call(...accept(plain.code))).body.joined).toBe(true);
  expect((await late.call('POST', `/organizations/${club.id}/leave`)).status).toBe(200);
  await officer.call('POST', `/organizations/${club.id}/leave`);
  await refused(plain.code, /may no longer invite/);
  const founder = await addFounder(app, club);
  const ofErased = await inviteCode(club, {}, founder);
  await founder.call('DELETE', '/auth/me');
  await refused(ofErased.code, /gone/);

  const { code } = await inviteCode(club);
  await club.founder.call('DELETE', `/organizations/${club.id}`);
  const missing = { status: 404, body: { reason: 'invite_not_found' } };
  expect(await late.call(...accept(code))).toMatchObject(missing);
  expect(await late.call(...accept('x'.repeat(43)))).toMatchObject(missing);
  expect(await late.call(...accept(code.slice(0, 12)))).toMatchObject(missing);
  await app.http.get(`/api/v1/invites/${code}`).expect(404);
  await app.http.post(`/api/v1/invites/${code}/accept`).expect(401);
});

test.concurrent('A-05: parallel requests for the last uses of an invite admit only as many people as uses', async () => {
  await using app = await web();
  const club = await foundClub(app);
  const { code, inviteId } = await inviteCode(club, { maxUses: 3 });
  const people = await Promise.all(Array.from({ length: 10 }, () => newPerson(app)));
  const answers = await Promise.all(people.map(({ call }) => call(...accept(code))));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(3).fill(200), ...Array(7).fill(409)]);
  expect(await app.ctx.sql('select uses from invite where id = $1', [inviteId])).toEqual([{ uses: 3 }]);
  expect((await club.founder.call('GET', `/organizations/${club.id}`)).body.memberCount).toBe(4);
});

test.concurrent('A-05: accepting the same invite many times in parallel makes one membership', async () => {
  await using app = await web();
  const club = await foundClub(app, { templateKey: 'social' });
  const { code, inviteId } = await inviteCode(club, { maxUses: 5, roleId: await roleId(club, 'Member') });
  const { call } = await newPerson(app);
  const answers = await Promise.all(Array.from({ length: 8 }, () => call(...accept(code))));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(answers.filter(({ body }) => body.joined)).toHaveLength(1);
  expect(await app.ctx.sql('select uses from invite where id = $1', [inviteId])).toEqual([{ uses: 1 }]);
  expect(await auditActions(club)).toEqual(['organization_created', 'invite_created', 'member_joined', 'role_granted']);
});

test.concurrent('at most a hundred invites are open, and those that ended long ago are forgotten', async () => {
  await using app = await web();
  const club = await foundClub(app);
  const { inviteId } = await inviteCode(club);
  await app.ctx.sql(
    `insert into invite (organization_id, code_hash, created_by_id, expires_at)
     select $1, 'hash ' || n, $2, now() + interval '1 hour' from generate_series(1, 99) n`,
    [club.id, club.founder.userId],
  );
  const address = `/organizations/${club.id}/invites`;
  expect(await club.founder.call('POST', address, {})).toMatchObject({
    status: 409,
    body: { reason: 'too_many_invites' },
  });
  await app.ctx.sql(`update invite set revoked_at = now() - interval '31 days' where id <> $1`, [inviteId]);
  await inviteCode(club);
  expect(await app.ctx.sql('select from invite')).toHaveLength(2);
});

test.concurrent('the database only accepts invites with a role of their own organization', async () => {
  await using app = await web();
  const [club, other] = [await foundClub(app, { templateKey: 'raiding' }), await foundClub(app)];
  const insert = (role: string) =>
    app.ctx.sql(
      `insert into invite (organization_id, code_hash, role_id, expires_at) values ($1, $2, $3, now() + interval '1 hour')`,
      [other.id, role, role],
    );
  await expect(insert(await roleId(club, 'Trial'))).rejects.toThrow(/invite_organization_id_role_id_foreign/);
  await insert(await roleId(other, 'Guild Master'));
  await other.founder.call('DELETE', `/organizations/${other.id}/permanent`, { name: 'The Emberforge' });
  expect(await app.ctx.sql('select from invite')).toEqual([]);
});
