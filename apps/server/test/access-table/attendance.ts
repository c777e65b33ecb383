import type { AccessRows } from './rows.ts';

export const attendance: AccessRows = {
  'GET /organizations/{id}/attendance-stats': { who: 'canViewOfficerData', answer: 200 },
  'GET /organizations/{id}/attendance-trends': { who: 'member', answer: 200 },
  'GET /organizations/{id}/attendance-policy': { who: 'member', answer: 200 },
  'GET /organizations/{id}/absences': { who: 'canViewOfficerData', answer: 200 },
  'GET /guilds/{guildId}/events-feed': { who: 'member', answer: 200 },
  'POST /guilds/{guildId}/events-feed': { who: 'member', answer: 201 },
  'DELETE /guilds/{guildId}/events-feed': { who: 'member', answer: 200 },
  // Its token says who reads it, and nothing else does.
  'GET /guilds/{guildId}/events.ics': { who: 'anybody', answer: 401 },
};
