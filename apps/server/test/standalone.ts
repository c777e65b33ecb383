/** Standalone organizations, created and joined by HTTP, never by direct writes. */
import type { Permission } from '@guildhall/contracts/organization.ts';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { type Call, callerOf } from './caller.ts';
import { createPerson } from './people.ts';

export type SignedInPerson = { call: Call; userId: string; token: string };
export type Club = { id: string; founder: SignedInPerson };

export async function newPerson(app: TestApp, options: { isAdmin?: boolean } = {}): Promise<SignedInPerson> {
  const { userId, token } = await createPerson(app, options);
  return { userId, token, call: callerOf(app, token) };
}

export async function foundClub(app: TestApp, body: Record<string, unknown> = {}): Promise<Club> {
  const founder = await newPerson(app);
  const answer = await founder.call('POST', '/organizations', { name: 'The Emberforge', type: 'guild', ...body });
  expect(answer).toMatchObject({ status: 201 });
  return { id: String(answer.body.id), founder };
}

export async function inviteCode(club: Club, body: Record<string, unknown> = {}, by: SignedInPerson = club.founder) {
  const answer = await by.call('POST', `/organizations/${club.id}/invites`, body);
  expect(answer).toMatchObject({ status: 201, body: { code: expect.stringMatching(/^[\w-]{43}$/) } });
  return { code: String(answer.body.code), inviteId: String(answer.body.id) };
}

/** A member with the role of this name, or without a role. */
export async function memberOf(app: TestApp, club: Club, role?: string): Promise<SignedInPerson> {
  const member = await newPerson(app);
  const { code } = await inviteCode(club, role ? { roleId: await roleId(club, role) } : {});
  expect(await member.call('POST', `/invites/${code}/accept`)).toMatchObject({ status: 200, body: { joined: true } });
  return member;
}

export async function roleId({ id, founder }: Club, name: string): Promise<string> {
  const { body } = await founder.call('GET', `/organizations/${id}`);
  const role = (body.roles as { id: string; name: string }[]).find((candidate) => candidate.name === name);
  expect(role).toBeDefined();
  return role?.id ?? '';
}

/**
 * Makes a member another founder. Written directly, because the tests are about two founders, not about becoming one.
 */
export async function addFounder(app: TestApp, club: Club): Promise<SignedInPerson> {
  const member = await memberOf(app, club);
  await app.ctx.sql(
    `insert into role_holder (organization_id, role_id, user_id)
     select organization_id, id, $2 from role where organization_id = $1 and is_founder`,
    [club.id, member.userId],
  );
  return member;
}

/** A member with a new role that has only these permissions. */
export async function holderOf(
  app: TestApp,
  { id, founder }: Club,
  permissions: Permission[],
): Promise<SignedInPerson> {
  const member = await memberOf(app, { id, founder });
  const role = await founder.call('POST', `/organizations/${id}/roles`, { name: permissions.join(' ').slice(0, 40) });
  const ofRole = `/organizations/${id}/roles/${role.body.id}/permissions`;
  expect((await founder.call('PUT', ofRole, { permissions })).status).toBe(200);
  const granting = `/organizations/${id}/members/${member.userId}/roles/${role.body.id}`;
  expect((await founder.call('PUT', granting)).status).toBe(200);
  return member;
}

export async function auditActions({ id, founder }: Club): Promise<unknown[]> {
  const { body } = await founder.call('GET', `/organizations/${id}/audit-log?pageSize=200`);
  return (body.entries as { action: string }[]).map(({ action }) => action).reverse();
}
