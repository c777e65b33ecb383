import type { AccessRows } from './rows.ts';

export const attendance: AccessRows = {
  'GET /organizations/{id}/attendance-stats': { who: 'canViewOfficerData', answer: 200 },
  'GET /organizations/{id}/attendance-matrix': { who: 'member', answer: 200 },
  'GET /organizations/{id}/attendance-trends': { who: 'member', answer: 200 },
  'GET /organizations/{id}/attendance-policy': { who: 'member', answer: 200 },
  'GET /organizations/{id}/log-source': { who: 'canManageGuild', answer: 200 },
  // The guild of the test is none of Warcraft Logs.
  'PUT /organizations/{id}/log-source': { who: 'canManageGuild', answer: 404 },
  'DELETE /organizations/{id}/log-source': { who: 'canManageGuild', answer: 200 },
  'GET /organizations/{id}/past-attendance': { who: 'member', answer: 200 },
  'GET /organizations/{id}/progress': { who: 'canViewRoster', answer: 200 },
  'GET /organizations/{id}/wishes/mine': { who: 'member', answer: 200 },
  'PUT /organizations/{id}/raiders/mine': { who: 'member', membersOnly: true, answer: 200 },
  // The policy of a new organization shows wishes to officers.
  'GET /organizations/{id}/wanted-items': { who: ['canManageLoot', 'canViewOfficerData'], answer: 200 },
  'GET /organizations/{id}/items/{itemId}/candidates': {
    who: ['canManageLoot', 'canViewOfficerData'],
    answer: 200,
    request: () => ({ params: { itemId: '4711' }, query: { track: 'heroic' } }),
  },
  'GET /organizations/{id}/candidates/export': {
    who: ['canManageLoot', 'canViewOfficerData'],
    answer: 200,
    request: () => ({ query: { as: 'csv' } }),
  },
  'GET /organizations/{id}/loot-policy': { who: 'member', answer: 200 },
  'GET /organizations/{id}/items': { who: 'member', answer: 200, request: () => ({ query: { q: 'blade' } }) },
  'PUT /organizations/{id}/loot-policy': {
    who: 'canManageLoot',
    answer: 200,
    request: () => ({ body: { wishesSeenBy: 'officers' } }),
  },
  'GET /organizations/{id}/absences': { who: 'canViewOfficerData', answer: 200 },
  'GET /organizations/{id}/events-feed': { who: 'member', membersOnly: true, answer: 200 },
  // A feed address belongs to its owner, who can replace or revoke it even after leaving the guild.
  'POST /organizations/{id}/events-feed': {
    who: 'member',
    membersOnly: true,
    answer: 201,
    evenArchived: true,
    inPerson: true,
  },
  'DELETE /organizations/{id}/events-feed': {
    who: 'member',
    membersOnly: true,
    answer: 200,
    evenArchived: true,
    inPerson: true,
  },
  'GET /organizations/{id}/events.ics': { who: 'anybody', answer: 404, byAddress: true },
};
