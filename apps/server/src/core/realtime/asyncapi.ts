/** The AsyncAPI 3.0 document of the socket and of webhooks, from the contracts that the code is written against. `docs/realtime.md` in JSON. */
import { ChangeView, changeTypes } from '@guildhall/contracts/change.ts';
import { handshakeRefusals, progressEvents, WatchAnswer, WatchInput } from '@guildhall/contracts/realtime.ts';
import { SyncSessionView } from '@guildhall/contracts/sync-session.ts';
import { WebhookMessage, WebhookType, webhookName, webhookTypes } from '@guildhall/contracts/webhook.ts';
import { z } from 'zod';
import { packageVersion } from '../config.ts';

const MESSAGES = '#/channels/socket/messages/';

/** The committed document, for an example address. */
export const serializedAsyncApiDocument = () =>
  `${JSON.stringify(asyncApiDocument('https://guildhall.example'), null, 2)}\n`;

export function asyncApiDocument(baseUrl: string) {
  const { host, protocol } = new URL(baseUrl);
  const sent = [
    ...Object.entries(changeTypes).map(([name, summary]) => ({ name, summary, schema: 'Change' })),
    ...Object.entries(progressEvents).map(([name, summary]) => ({ name, summary, schema: 'SyncSession' })),
  ];
  const asked = [
    { name: 'sync.watch', summary: 'Asks for the progress of one sync', schema: 'WatchInput' },
    { name: 'sync.watch.answer', summary: 'The acknowledgement of `sync.watch`', schema: 'WatchAnswer' },
  ];
  const posted = WebhookType.options.map((type) => ({
    name: `webhook.${type}`,
    summary: webhookTypes[type],
    schema: webhookName(type),
  }));
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Guildhall, live',
      version: packageVersion(),
      description: `Messages that the service pushes, over Socket.IO 4 (Engine.IO 4) in the default namespace. Each message is an event with one argument, its payload. The session goes into \`auth.token\` of the handshake, into an \`Authorization: Bearer\` header, or is the cookie. ${refusals()}`,
    },
    defaultContentType: 'application/json',
    servers: {
      service: {
        host,
        protocol: protocol === 'https:' ? 'wss' : 'ws',
        pathname: '/socket.io/',
        security: ['bearer', 'session'].map((scheme) => ({ $ref: `#/components/securitySchemes/${scheme}` })),
      },
    },
    channels: {
      socket: {
        address: '/',
        description: 'The one connection of a client. The server puts it into the rooms that its rights allow.',
        messages: named([...sent, ...asked]),
      },
      webhook: {
        address: null,
        title: 'Webhooks',
        description:
          'The address that an organization entered. Messages are posted there as JSON, signed after Standard Webhooks, at least once each; `docs/webhooks.md` describes headers and attempts.',
        servers: [],
        messages: named(posted),
      },
    },
    operations: {
      post: {
        action: 'send',
        channel: { $ref: '#/channels/webhook' },
        summary: 'Messages that the service posts to webhooks',
        messages: posted.map(({ name }) => ({ $ref: `#/channels/webhook/messages/${name}` })),
      },
      tell: {
        action: 'send',
        channel: { $ref: '#/channels/socket' },
        summary: 'Messages that the server pushes to a socket',
        messages: sent.map(({ name }) => ({ $ref: `${MESSAGES}${name}` })),
      },
      watch: {
        action: 'receive',
        channel: { $ref: '#/channels/socket' },
        summary: 'Watch one sync. The answer comes as the acknowledgement of the event',
        messages: [{ $ref: `${MESSAGES}sync.watch` }],
        reply: { channel: { $ref: '#/channels/socket' }, messages: [{ $ref: `${MESSAGES}sync.watch.answer` }] },
      },
    },
    components: {
      messages: Object.fromEntries(
        [...sent, ...asked, ...posted].map(({ name, summary, schema }) => [
          name,
          { name, summary, payload: { $ref: `#/components/schemas/${schema}` } },
        ]),
      ),
      schemas: schemasOf([ChangeView, SyncSessionView, WatchInput, WatchAnswer, WebhookMessage]),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A session token, or a token for programs' },
        session: { type: 'httpApiKey', in: 'cookie', name: 'session', description: 'Of a browser at our own origin' },
      },
    },
  };
}

const named = (messages: { name: string }[]) =>
  Object.fromEntries(messages.map(({ name }) => [name, { $ref: `#/components/messages/${name}` }]));

const refusals = () =>
  `A refused handshake is a \`connect_error\` with one of these messages: ${Object.entries(handshakeRefusals)
    .map(([reason, meaning]) => `\`${reason}\` (${meaning})`)
    .join('; ')}.`;

/** Includes the schemas that these refer to, such as the type of a change. */
function schemasOf(schemas: z.ZodType[]): Record<string, unknown> {
  const found = schemas.map((schema) => z.toJSONSchema(schema, { target: 'draft-7', io: 'input' }).definitions);
  // Limits of JavaScript integers are no rules of the API.
  const text = JSON.stringify(Object.assign({}, ...found), (key, value) =>
    ['minimum', 'maximum'].includes(key) && Math.abs(value) === Number.MAX_SAFE_INTEGER ? undefined : value,
  );
  return JSON.parse(text.replaceAll('#/definitions/', '#/components/schemas/'));
}
