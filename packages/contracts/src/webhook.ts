/** Webhooks: an organization's changes, sent to addresses that it chooses, by the Standard Webhooks convention. */
import { z } from 'zod';
import { ChangeType } from './change.ts';
import { EventView } from './event.ts';
import { typedName } from './name.ts';
import { Permission } from './organization.ts';
import { PostView } from './post.ts';
import { Id, Instant, lineOfText, OrganizationRef, queryInteger, shownDefault } from './primitives.ts';

const ORGANIZATION = '0199d3a0-0000-7000-8000-000000000002';
const EVENT = '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f';

/** `standard` is signed JSON for programs; `discord` writes into a channel through an address from Discord. */
export const WebhookKind = z.enum(['standard', 'discord']).meta({ id: 'WebhookKind' });
export type WebhookKind = z.infer<typeof WebhookKind>;

/** Changes of an organization that its endpoints can subscribe to. */
export const WebhookChange = ChangeType.extract([
  'event.changed',
  'participation.changed',
  'lineup.changed',
  'night.changed',
  'post.changed',
  'roster.changed',
  'raider.changed',
  'loot.changed',
  'points.changed',
  'membership.changed',
  'rights.changed',
  'organization.changed',
  'absence.changed',
]).meta({ id: 'WebhookChange' });
export type WebhookChange = z.infer<typeof WebhookChange>;

/** The changes that are worth a message in a channel. */
export const DISCORD_CHANGES = ['event.changed', 'post.changed'] as const satisfies WebhookChange[];

/** Permissions that decide which changes an endpoint receives. */
export const WebhookPermission = Permission.extract(['canViewRoster', 'canViewOfficerData', 'canManageEvents']).meta({
  id: 'GrantablePermission',
});
export type WebhookPermission = z.infer<typeof WebhookPermission>;

const ofService = {
  ping: 'An officer tests the endpoint. `data` has its host',
  'feed.gap':
    'More changes than the service keeps for an endpoint, or the endpoint was off for a while. Read `GET /organizations/{id}/changes` from `data.after`',
} as const;
const changesTold: Record<WebhookChange, string> = {
  'event.changed': 'An event was created, changed, cancelled or deleted',
  'participation.changed': 'Answers to an event or its attendance changed',
  'lineup.changed': 'A line-up of an event was published, or, for endpoints with canManageEvents, saved',
  'night.changed': 'A log of an event was read, attached or detached',
  'post.changed': 'A post was written, changed or deleted',
  'roster.changed': 'The roster has other members, ranks or claims',
  'raider.changed': 'Raiders, their characters, or teams changed',
  'loot.changed': 'Awards were brought in, amended or taken back, or responses were decided about',
  'points.changed': 'Points were booked, taken back or decayed, or a pool of points was changed',
  'membership.changed': 'A person joined, left, or has another rank',
  'rights.changed': 'Roles, their permissions or their holders changed',
  'organization.changed': 'Name, settings, texts or logo changed, or it was archived or restored',
  'absence.changed': 'A person entered or removed an absence',
};
/** Each type of message says what happened. */
export const webhookTypes = { ...changesTold, ...ofService };
export type WebhookType = keyof typeof webhookTypes;
export const WebhookType = z.enum([...WebhookChange.options, 'ping', 'feed.gap']).meta({ id: 'WebhookType' });

const Gone = z
  .object({ id: z.string(), deleted: z.literal(true) })
  .meta({ id: 'WebhookGone', description: 'It was deleted, or the endpoint may no longer see it' });
const omitted = { mine: true, faces: true, abilityRules: true, archived: true } as const;
const WebhookEvent = EventView.omit(omitted).meta({ id: 'WebhookEvent' });
export type WebhookEvent = z.infer<typeof WebhookEvent>;
const WebhookMember = z
  .object({ id: z.string(), displayName: z.string(), isMember: z.boolean() })
  .meta({ id: 'WebhookMember' });
const Subject = z
  .object({ id: z.string().meta({ description: 'Id of the subject, as in the change feed' }) })
  .meta({ id: 'WebhookSubject' });
const Gap = z
  .object({ after: z.string().nullable().meta({ description: 'Cursor to read the change feed from' }) })
  .meta({ id: 'WebhookGap' });
const Pinged = z.object({ host: z.string() }).meta({ id: 'WebhookPing' });
const AT_THIS_ATTEMPT = 'As it is at this attempt; of more than 20 kB, only the id';

/** The message of one type, e.g. `EventChangedWebhook`. */
function messageOf<Type extends WebhookType, Data extends z.ZodType>(type: Type, data: Data) {
  return z
    .object({
      type: z.literal(type),
      timestamp: Instant.meta({ description: 'When it happened. When it is sent stands in `webhook-timestamp`' }),
      organizationId: z.string(),
      cursor: z.string().nullable().meta({
        description: 'Its place in the change feed; of two messages the one with the higher number is newer',
      }),
      data,
    })
    .meta({ id: webhookName(type), description: webhookTypes[type] });
}

export const webhookName = (type: WebhookType) =>
  `${type.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}Webhook`;

const eventTold = z.union([WebhookEvent, Gone, Subject]).meta({ description: AT_THIS_ATTEMPT });
const postTold = z.union([PostView, Gone, Subject]).meta({ description: AT_THIS_ATTEMPT });

/** `type` says which shape `data` has. */
export const WebhookMessage = z
  .discriminatedUnion('type', [
    messageOf('event.changed', eventTold),
    messageOf('participation.changed', eventTold),
    messageOf('lineup.changed', Subject),
    messageOf('night.changed', Subject),
    messageOf('post.changed', postTold),
    messageOf('roster.changed', Subject),
    messageOf('raider.changed', Subject),
    messageOf('loot.changed', Subject),
    messageOf('points.changed', Subject),
    messageOf('membership.changed', z.union([WebhookMember, Gone])),
    messageOf('rights.changed', Subject),
    messageOf('organization.changed', Subject),
    messageOf('absence.changed', Subject),
    messageOf('ping', Pinged),
    messageOf('feed.gap', Gap),
  ])
  .meta({ id: 'WebhookMessage' });
export type WebhookMessage = z.infer<typeof WebhookMessage>;

export const WebhookState = z.enum(['active', 'suspended', 'disabled']).meta({
  id: 'WebhookState',
  description:
    '`suspended`: the person who set the address may no longer manage the organization, so nothing is sent until another officer sets it again. `disabled`: switched off after lasting failure or because the receiver said so',
});
export type WebhookState = z.infer<typeof WebhookState>;

export const WebhookStop = z.enum(['failing', 'gone', 'wrong_channel', 'lacks_permission', 'full']).meta({
  id: 'WebhookStop',
  description:
    '`failing`: nothing arrived for five days. `gone`: the receiver wants no more, or the webhook was deleted in Discord: set an address that exists. `wrong_channel`: the thread of the address was deleted, or the channel takes only posts with a thread: copy the address with the `thread_id` of a thread that exists, or choose a text channel. `lacks_permission`: the channel or thread takes no messages of webhooks. `full`: a limit of the channel is reached',
});
export type WebhookStop = z.infer<typeof WebhookStop>;

export const WebhookView = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: WebhookKind,
    host: z.string().meta({ description: 'Host of the address. The rest may be a secret, so it is never shown' }),
    types: z.array(WebhookChange).meta({ description: 'Empty: all, those of later versions too' }),
    permissions: z.array(WebhookPermission),
    state: WebhookState,
    stoppedBecause: WebhookStop.nullable().meta({ description: 'Why it is `disabled`' }),
    adoptedBy: z
      .object({ id: z.string(), displayName: z.string() })
      .nullable()
      .meta({ description: 'The person who last set the address; null if the account was erased' }),
    failingSince: Instant.nullable().meta({ description: 'Null while deliveries succeed' }),
    waiting: z.int().meta({ description: 'Messages that are still to be delivered' }),
    deliveredAt: Instant.nullable().meta({ description: 'The last success of the last 14 days' }),
    oldSecretUntil: Instant.nullable().meta({
      description: 'Until then messages carry a signature by the former secret too',
    }),
    createdAt: Instant,
  })
  .meta({
    id: 'Webhook',
    examples: [
      {
        id: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e70',
        name: 'Raid planner',
        kind: 'standard',
        host: 'planner.example',
        types: ['event.changed', 'participation.changed'],
        permissions: [],
        state: 'active',
        stoppedBecause: null,
        adoptedBy: { id: '0199d3a0-0000-7000-8000-000000000001', displayName: 'Ysolde' },
        failingSince: null,
        waiting: 0,
        deliveredAt: '2026-11-20T20:00:00.000Z',
        oldSecretUntil: null,
        createdAt: '2026-11-20T20:00:00.000Z',
      },
    ],
  });
export type WebhookView = z.infer<typeof WebhookView>;

export const WebhooksView = z.object({ webhooks: z.array(WebhookView) }).meta({ id: 'Webhooks' });
export type WebhooksView = z.infer<typeof WebhooksView>;

export const WebhookSecretView = z
  .object({
    webhook: WebhookView,
    secret: z
      .string()
      .nullable()
      .meta({
        description: 'Signs the messages. Shown only in this answer; null for the kind `discord`, which signs nothing',
        examples: ['whsec_q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA='],
      }),
  })
  .meta({ id: 'WebhookSecret' });
export type WebhookSecretView = z.infer<typeof WebhookSecretView>;

const Name = typedName(60).meta({ examples: ['Raid planner'] });
const Address = lineOfText(500)
  .min(1)
  .meta({
    description:
      'A public https address. For `discord`: the address of a webhook that Discord made, `https://discord.com/api/webhooks/…`',
    examples: ['https://planner.example/hooks/guildhall'],
  });
const once = <T>(list: T[]) => [...new Set(list)];
const Types = z.array(WebhookChange).max(20).transform(once).meta({ description: 'Empty: all' });
const Permissions = z.array(WebhookPermission).max(10).transform(once).meta({
  description:
    'Permissions that decide what messages tell, beyond what every member may see. An officer cannot give what they lack',
});

export const CreateWebhookInput = z.strictObject({
  id: OrganizationRef,
  name: Name,
  kind: shownDefault(WebhookKind, 'standard'),
  address: Address,
  types: Types.default([]),
  permissions: Permissions.default([]),
});
export type CreateWebhookInput = z.infer<typeof CreateWebhookInput>;

export const WebhookInput = z.strictObject({ id: OrganizationRef, webhookId: Id });
export type WebhookInput = z.infer<typeof WebhookInput>;

export const UpdateWebhookInput = WebhookInput.extend({
  name: Name.optional(),
  address: Address.optional(),
  types: Types.optional(),
  permissions: Permissions.optional(),
});
export type UpdateWebhookInput = z.infer<typeof UpdateWebhookInput>;

export const WebhookOutcome = z
  .enum([
    'waiting',
    'delivered',
    'http_error',
    'refused',
    'timeout',
    'unreachable',
    'tls',
    'blocked',
    'redirect',
    'gone',
    'withheld',
  ])
  .meta({ id: 'WebhookOutcome' });
export type WebhookOutcome = z.infer<typeof WebhookOutcome>;

export const WebhookDeliveryView = z
  .object({
    id: z.string().meta({ description: 'As in the header `webhook-id`, the same at every attempt' }),
    type: WebhookType,
    outcome: WebhookOutcome.meta({
      description:
        'Of the last attempt. `blocked`: the host leads into a private network; `redirect`: redirects are not followed; `refused`: the receiver does not take this message, so it is not sent again; `gone`: the receiver wants no more; `withheld`: the endpoint may no longer be told',
    }),
    status: z.int().nullable().meta({ description: 'HTTP status of the last attempt, if there was an answer' }),
    code: z.int().nullable().meta({ description: 'Error code of Discord, if it named one' }),
    milliseconds: z.int().nullable(),
    attempt: z.int().meta({ description: 'Attempts so far' }),
    nextAttemptAt: Instant.nullable().meta({ description: 'Null once it is delivered or given up' }),
    attemptedAt: Instant.nullable(),
    createdAt: Instant,
  })
  .meta({
    id: 'WebhookDelivery',
    examples: [
      {
        id: 'msg_0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e71',
        type: 'event.changed',
        outcome: 'http_error',
        status: 503,
        code: null,
        milliseconds: 120,
        attempt: 2,
        nextAttemptAt: '2026-11-20T20:05:00.000Z',
        attemptedAt: '2026-11-20T20:00:05.000Z',
        createdAt: '2026-11-20T20:00:00.000Z',
      },
    ],
  });
export type WebhookDeliveryView = z.infer<typeof WebhookDeliveryView>;

const DeliveryId = z
  .string()
  .regex(/^msg_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  .meta({ examples: ['msg_0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e71'] });

export const WebhookDeliveriesInput = z.object({
  id: OrganizationRef,
  webhookId: Id,
  before: DeliveryId.meta({ description: 'Only those older than this one: `next` of the page before' }).optional(),
  pageSize: shownDefault(queryInteger({ min: 1, max: 100, description: 'How many', example: 50 }), 50),
});
export type WebhookDeliveriesInput = z.infer<typeof WebhookDeliveriesInput>;

export const WebhookDeliveriesView = z
  .object({
    deliveries: z.array(WebhookDeliveryView),
    next: z.string().nullable().meta({ description: 'To be sent as `before` for the next page; null on the last one' }),
  })
  .meta({ id: 'WebhookDeliveries' });
export type WebhookDeliveriesView = z.infer<typeof WebhookDeliveriesView>;

export const RetryDeliveryInput = WebhookInput.extend({
  deliveryId: DeliveryId.meta({ description: 'The delivery, from the list of deliveries' }),
});
export type RetryDeliveryInput = z.infer<typeof RetryDeliveryInput>;

export const RetryDeliveriesInput = WebhookInput.extend({
  since: z.iso
    .datetime({ offset: true })
    .meta({ description: 'Failed messages of this instant and later', examples: ['2026-11-20T20:00:00.000Z'] }),
});
export type RetryDeliveriesInput = z.infer<typeof RetryDeliveriesInput>;

export const RetriedView = z.object({ retried: z.int() }).meta({ id: 'WebhooksRetried', examples: [{ retried: 3 }] });
export type RetriedView = z.infer<typeof RetriedView>;

/** Only for the examples of the AsyncAPI document. */
export const WEBHOOK_EXAMPLE: WebhookMessage = {
  type: 'event.changed',
  timestamp: '2026-11-20T20:00:00.000Z',
  organizationId: ORGANIZATION,
  cursor: '5f3a9c1e.1042',
  data: { id: EVENT, deleted: true },
};
