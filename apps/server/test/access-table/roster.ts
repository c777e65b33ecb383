import { type AccessRows, NOTHING } from './rows.ts';

export const roster: AccessRows = {
  'GET /organizations/{id}/roster': { who: 'canViewRoster', answer: 200 },
  'GET /organizations/{id}/composition': { who: 'canViewRoster', answer: 200 },
  'GET /organizations/{id}/ranks': { who: 'canViewRoster', answer: 200 },
  'GET /organizations/{id}/achievements': { who: 'anybody', answer: 200 },
  'GET /organizations/{id}/roster/all': { who: 'canViewRoster', answer: 200 },
  'GET /organizations/{id}/roster/history': { who: 'canViewRoster', answer: 200 },
  'GET /organizations/{id}/roster/sync/active': { who: 'canViewRoster', answer: 200 },
  'GET /organizations/{id}/roster/sync/{sessionId}': {
    who: 'canViewRoster',
    answer: 404,
    request: () => ({ params: { sessionId: NOTHING } }),
  },
  'GET /organizations/{id}/roster/transfers': { who: 'canManageRoster', answer: 200 },
  'POST /organizations/{id}/roster/transfers/{transferId}': {
    who: 'canManageRoster',
    answer: 404,
    request: () => ({ params: { transferId: NOTHING }, body: { decision: 'confirm' } }),
  },
  'DELETE /organizations/{id}/roster/{memberId}/claim': {
    who: 'canManageRoster',
    answer: 404,
    request: () => ({ params: { memberId: NOTHING } }),
  },
  // Nobody here has linked an account of the game platform, which is the next check.
  'POST /organizations/{id}/sync': {
    who: 'canSyncRoster',
    answer: 201,
    request: () => ({ body: { types: ['roster'] } }),
  },
  'POST /organizations/{id}/roster/sync': { who: 'canSyncRoster', answer: 400 },
};
