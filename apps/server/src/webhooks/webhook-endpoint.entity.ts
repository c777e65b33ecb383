import {
  type WebhookChange,
  WebhookKind,
  type WebhookPermission,
  WebhookState,
  WebhookStop,
} from '@guildhall/contracts/webhook.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { createdAt, id, instant } from '../core/db/columns.ts';
import { User } from '../identity/people/user.entity.ts';
import { Organization } from '../membership/rights/organization.entity.ts';

/** An address that an organization's changes are sent to. */
export const WebhookEndpoint = defineEntity({
  name: 'WebhookEndpoint',
  properties: {
    id: id(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade').index(),
    name: p.text(),
    kind: p.enum(WebhookKind.options),
    host: p.text(),
    addressSealed: p.text(),
    /** Null for addresses of Discord, which checks no signature. */
    secretSealed: p.text().nullable(),
    oldSecretSealed: p.text().nullable(),
    oldSecretUntil: instant().nullable(),
    /** Empty: all. */
    types: p.array().$type<WebhookChange[]>().default([]),
    permissions: p.array().$type<WebhookPermission[]>().default([]),
    /** A webhook never has more rights than the person who last set its address. */
    adoptedBy: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
    state: p.enum(WebhookState.options).default('active'),
    /** Why it is `disabled`. */
    stoppedBecause: p.enum(WebhookStop.options).nullable(),
    /** The last change of the organization's stream that deliveries were made of. */
    readSeq: p.bigint('number'),
    /** Failures in a row. */
    failures: p.integer().default(0),
    failingSince: instant().nullable(),
    createdAt: createdAt(),
  },
});
