import type { AccessRows } from './rows.ts';

const EVENT = { title: 'Raid night', type: 'raid', startsAt: '2030-01-01T19:00:00Z', durationMinutes: 180 };

/** What is between the lines: drafts, and events of one's own, is in the tests of the features. */
export const events: AccessRows = {
  'GET /guilds/{guildId}/events': { who: 'member', answer: 200 },
  'POST /guilds/{guildId}/events': {
    who: 'canManageEvents',
    answer: 201,
    request: () => ({ body: { ...EVENT, scope: 'guild' } }),
  },
  'GET /guilds/{guildId}/posts': { who: 'anybody', answer: 200 },
  'POST /guilds/{guildId}/posts': {
    who: 'canManageContent',
    answer: 201,
    request: () => ({ body: { title: 'News', body: 'There are some.' } }),
  },
};
