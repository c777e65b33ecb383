/** Programs that an organization lets in, and addresses that it sends to. */
import { uuidv7 } from '../../src/core/uuid.ts';
import { type AccessRows, NOTHING } from './rows.ts';

const webhook = { webhookId: NOTHING };
const managed = { who: 'canManageGuild', inPerson: true, answer: 404, request: () => ({ params: webhook }) } as const;

const service = { serviceId: NOTHING };
const ofService = { ...managed, request: () => ({ params: service }) };

export const integrations: AccessRows = {
  'GET /organizations/{id}/webhooks': { who: 'canManageGuild', answer: 200 },
  // An administrator who is no member cannot carry an address.
  'POST /organizations/{id}/webhooks': {
    who: 'canManageGuild',
    membersOnly: true,
    inPerson: true,
    answer: 201,
    request: () => ({ body: { name: 'Planner', address: 'https://planner.example/hooks' } }),
  },
  'PATCH /organizations/{id}/webhooks/{webhookId}': managed,
  'DELETE /organizations/{id}/webhooks/{webhookId}': managed,
  'POST /organizations/{id}/webhooks/{webhookId}/rotate': managed,
  'POST /organizations/{id}/webhooks/{webhookId}/enable': managed,
  'POST /organizations/{id}/webhooks/{webhookId}/ping': managed,
  'GET /organizations/{id}/webhooks/{webhookId}/deliveries': {
    who: 'canManageGuild',
    answer: 404,
    request: () => ({ params: webhook }),
  },
  'POST /organizations/{id}/webhooks/{webhookId}/deliveries/{deliveryId}/retry': {
    ...managed,
    request: () => ({ params: { ...webhook, deliveryId: `msg_${NOTHING}` } }),
  },
  'POST /organizations/{id}/webhooks/{webhookId}/retry': {
    ...managed,
    request: () => ({ params: webhook, body: { since: '2086-01-01T00:00:00Z' } }),
  },

  'GET /organizations/{id}/services': { who: 'canManageGuild', answer: 200 },
  'POST /organizations/{id}/services': {
    who: 'canManageGuild',
    membersOnly: true,
    inPerson: true,
    answer: 201,
    request: () => ({ body: { name: uuidv7() } }),
  },
  'PATCH /organizations/{id}/services/{serviceId}': ofService,
  'DELETE /organizations/{id}/services/{serviceId}': ofService,
  'POST /organizations/{id}/services/{serviceId}/tokens': ofService,
  'DELETE /organizations/{id}/services/{serviceId}/tokens/{tokenId}': {
    ...managed,
    request: () => ({ params: { ...service, tokenId: NOTHING } }),
  },
};
