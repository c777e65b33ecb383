import { uuidv7 } from '../../src/core/uuid.ts';
import { newMember, seedRole } from '../members.ts';
import { type AccessRows, NOTHING, type Scene } from './rows.ts';

const emptyRole = async ({ app, place }: Scene) => ({ params: { roleId: await seedRole(app, place, []) } });
const memberAndRole = async ({ app, place }: Scene) => {
  const [member, roleId] = [await newMember(app, place), await seedRole(app, place, [])];
  return { params: { userId: member.userId, roleId } };
};

export const roles: AccessRows = {
  'GET /organizations/{id}/roles': { who: 'member', answer: 200 },
  'GET /organizations/{id}/permissions': { who: 'member', answer: 200 },
  'GET /organizations/{id}/members': { who: 'member', answer: 200 },
  'GET /organizations/{id}/members/{userId}': {
    who: 'member',
    answer: 200,
    request: async ({ app, place }) => ({ params: { userId: (await newMember(app, place)).userId } }),
  },
  'POST /organizations/{id}/members/{userId}/absences': {
    who: 'canManageEvents',
    answer: 201,
    request: async ({ app, place }) => ({
      params: { userId: (await newMember(app, place)).userId },
      body: { from: '2086-01-01', to: '2086-01-02' },
    }),
  },
  'DELETE /organizations/{id}/members/{userId}/absences/{absenceId}': {
    who: 'canManageEvents',
    answer: 404,
    request: async ({ app, place }) => ({
      params: { userId: (await newMember(app, place)).userId, absenceId: NOTHING },
    }),
  },
  'GET /organizations/{id}/finder': { who: 'member', answer: 200 },
  'POST /organizations/{id}/roles': {
    who: 'canManageRoles',
    answer: 201,
    request: () => ({ body: { name: uuidv7() } }),
  },
  'PATCH /organizations/{id}/roles/{roleId}': {
    who: 'canManageRoles',
    answer: 200,
    request: async (scene) => ({ ...(await emptyRole(scene)), body: { name: uuidv7() } }),
  },
  'PUT /organizations/{id}/roles/{roleId}/permissions': {
    who: 'canManageRoles',
    answer: 200,
    request: async (scene) => ({ ...(await emptyRole(scene)), body: { permissions: ['canManageRoles'] } }),
  },
  'POST /organizations/{id}/permissions/preview': {
    who: 'canManageRoles',
    answer: 200,
    request: async (scene) => ({
      body: { changes: [{ roleId: (await emptyRole(scene)).params.roleId, permissions: ['canManageRoles'] }] },
    }),
  },
  'DELETE /organizations/{id}/roles/{roleId}': { who: 'canManageRoles', answer: 200, request: emptyRole },
  'PUT /organizations/{id}/members/{userId}/roles/{roleId}': {
    who: 'canManageRoles',
    answer: 200,
    request: memberAndRole,
  },
  'DELETE /organizations/{id}/members/{userId}/roles/{roleId}': {
    who: 'canManageRoles',
    answer: 200,
    request: memberAndRole,
  },
};
