import type { AccessRows } from './rows.ts';

export const organizations: AccessRows = {
  'GET /organizations/{id}': { who: 'anybody', answer: 200 },
};
