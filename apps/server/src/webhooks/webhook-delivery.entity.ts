import { WebhookOutcome, WebhookType } from '@guildhall/contracts/webhook.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { Audience } from '../core/changes/change.entity.ts';
import { createdAt, id, instant } from '../core/db/columns.ts';
import { WebhookEndpoint } from './webhook-endpoint.entity.ts';

/** A message to an endpoint, with ids only: its body is rendered at each attempt. */
export const WebhookDelivery = defineEntity({
  name: 'WebhookDelivery',
  properties: {
    id: id(),
    endpoint: () => p.manyToOne(WebhookEndpoint).deleteRule('cascade'),
    type: p.enum(WebhookType.options),
    /** Its place in the outbox; for a gap, the last change that was told; null for a ping. */
    seq: p.bigint('number').nullable(),
    subjectId: p.uuid().nullable(),
    audience: p.enum([...Audience]).default('members'),
    happenedAt: instant(),
    outcome: p.enum(WebhookOutcome.options).default('waiting'),
    status: p.integer().nullable(),
    /** The error code of Discord. */
    code: p.integer().nullable(),
    milliseconds: p.integer().nullable(),
    attempt: p.integer().default(0),
    /** Attempts at which the receiver refused this message, so without those that met an outage. */
    refusals: p.integer().default(0),
    attemptedAt: instant().nullable(),
    /** Null once it is delivered or given up. */
    nextAt: instant().nullable(),
    createdAt: createdAt().index(),
  },
  indexes: [
    { name: 'webhook_delivery_of_endpoint', properties: ['endpoint', 'id'] },
    { name: 'webhook_delivery_due', properties: ['endpoint', 'nextAt'], where: 'next_at is not null' },
  ],
  uniques: [
    { name: 'webhook_delivery_once', properties: ['endpoint', 'seq', 'type'] },
    { name: 'webhook_delivery_one_ping', properties: ['endpoint'], where: `(type = 'ping' and next_at is not null)` },
  ],
});
