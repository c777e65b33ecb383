import type { AccessRows } from './rows.ts';

export const comparisons: AccessRows = {
  'GET /organizations/{id}/audit': { who: 'member', answer: 200 },
  'GET /organizations/{id}/vault': { who: 'member', answer: 200 },
  'GET /organizations/{id}/armory': { who: 'member', answer: 200 },
  'GET /organizations/{id}/armory/raids': { who: 'member', answer: 200 },
  'GET /organizations/{id}/crafters': { who: 'member', answer: 200 },
  'GET /organizations/{id}/encounters': { who: 'member', answer: 200 },
  'GET /organizations/{id}/reputations': {
    who: 'member',
    // No journal is synced here.
    answer: 404,
    request: () => ({ query: { expansionId: '68' } }),
  },
};
