import type { AccessRows } from './rows.ts';

export const attendance: AccessRows = {
  'GET /organizations/{id}/attendance-stats': { who: 'canViewOfficerData', answer: 200 },
  'GET /organizations/{id}/attendance-matrix': { who: 'member', answer: 200 },
  'GET /organizations/{id}/attendance-trends': { who: 'member', answer: 200 },
  'GET /organizations/{id}/attendance-policy': { who: 'member', answer: 200 },
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
  'GET /organizations/{id}/events.ics': { who: 'anybody', answer: 401, byAddress: true },
};
