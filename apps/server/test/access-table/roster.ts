import { randomUUID } from 'node:crypto';
import { type AccessRows, NOTHING } from './rows.ts';

/** No header can carry it, so the tool is not asked, which limits how often that may be. */
const UNSENDABLE = 'ключ';
const brought = { importId: NOTHING };
/** Either may bring something in: people, or loot. */
const IMPORTS = ['canManageRoster', 'canManageLoot'] as const;
const ofImport = { who: IMPORTS, answer: 404, request: () => ({ params: brought }) } as const;

export const roster: AccessRows = {
  'GET /organizations/{id}/imports': { who: IMPORTS, answer: 200 },
  'POST /organizations/{id}/imports': {
    who: 'canManageRoster',
    answer: 422,
    request: () => ({ body: { source: 'raid_helper', text: '{}' } }),
  },
  'POST /organizations/{id}/imports/file': {
    who: 'canManageRoster',
    answer: 422,
    request: () => {
      const body = new FormData();
      body.append('file', new Blob(['{}']), 'event.json');
      return { query: { source: 'raid_helper' }, body };
    },
  },
  'POST /organizations/{id}/imports/raid-helper-events': {
    who: 'canManageRoster',
    answer: 422,
    request: () => ({ body: { serverId: '420000000000000001', key: UNSENDABLE } }),
  },
  'GET /organizations/{id}/imports/{importId}': ofImport,
  'DELETE /organizations/{id}/imports/{importId}': ofImport,
  'GET /organizations/{id}/imports/{importId}/rows': ofImport,
  'PATCH /organizations/{id}/imports/{importId}/rows': {
    ...ofImport,
    request: () => ({ params: brought, body: { rowIds: [NOTHING], decision: 'skip' } }),
  },
  'POST /organizations/{id}/imports/{importId}/apply': ofImport,
  'POST /organizations/{id}/imports/{importId}/undo': ofImport,
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
  'GET /organizations/{id}/predecessors': { who: 'canManageGuild', answer: 200 },
  'POST /organizations/{id}/predecessors/{predecessorId}': {
    who: 'canManageGuild',
    answer: 404,
    request: () => ({ params: { predecessorId: NOTHING }, body: { decision: 'confirm' } }),
  },
  'DELETE /organizations/{id}/roster/{memberId}/claim': {
    who: 'canManageRoster',
    answer: 404,
    request: () => ({ params: { memberId: NOTHING } }),
  },
  'GET /organizations/{id}/loot': { who: 'canViewRoster', answer: 200 },
  'GET /organizations/{id}/loot/filters': { who: 'canViewRoster', answer: 200 },
  'GET /organizations/{id}/loot-responses': { who: 'canViewRoster', answer: 200 },
  'PUT /organizations/{id}/loot-responses': {
    who: 'canManageLoot',
    answer: 404,
    request: () => ({ body: { responses: [{ key: 'nothing', meaning: 'need' }] } }),
  },
  'GET /organizations/{id}/point-pools': { who: ['canViewRoster', 'canManageLoot'], answer: 200 },
  'POST /organizations/{id}/point-pools': {
    who: 'canManageLoot',
    answer: 201,
    request: () => ({ body: { name: 'Main raid', kind: 'dkp' } }),
  },
  'GET /organizations/{id}/raiders': { who: 'canViewRoster', answer: 200 },
  'POST /organizations/{id}/raiders': {
    who: 'canManageRoster',
    answer: 201,
    request: () => ({ body: { name: 'Curlybill' } }),
  },
  'GET /organizations/{id}/raiders/same-people': { who: 'canManageRoster', answer: 200 },
  'POST /organizations/{id}/raiders/same-people/dismiss': {
    who: 'canManageRoster',
    answer: 404,
    request: () => ({ body: { raiderIds: [NOTHING, randomUUID()] } }),
  },
  'GET /organizations/{id}/teams': { who: 'member', answer: 200 },
  'POST /organizations/{id}/teams': {
    who: 'canManageEvents',
    answer: 201,
    request: () => ({ body: { name: randomUUID() } }),
  },
  'GET /organizations/{id}/event-templates': { who: 'canManageEvents', answer: 200 },
  'POST /organizations/{id}/event-templates': {
    who: 'canManageEvents',
    answer: 404,
    request: () => ({ body: { name: 'Tuesday', eventId: NOTHING } }),
  },
  'POST /organizations/{id}/splits/propose': {
    who: 'canManageEvents',
    answer: 404,
    request: () => ({ body: { eventId: NOTHING, runs: 2 } }),
  },
  'GET /organizations/{id}/raider-changes': { who: 'canManageRoster', answer: 200 },
  'POST /organizations/{id}/raider-changes/{changeId}/undo': {
    who: 'canManageRoster',
    answer: 404,
    request: () => ({ params: { changeId: NOTHING } }),
  },
  // No one here has linked an account of the game platform, which is the next check.
  'POST /organizations/{id}/sync': {
    who: 'canSyncRoster',
    answer: 201,
    request: () => ({ body: { types: ['roster'] } }),
  },
  'POST /organizations/{id}/roster/sync': { who: 'canSyncRoster', answer: 400 },
};
