import { defineEntity, p } from '@mikro-orm/core';
import { createdAt } from '../core/db/columns.ts';
import { User } from './user.entity.ts';

/** What a request with an `Idempotency-Key` created, so that it creates nothing when it comes again. Kept for a day. */
export const CreatedByKey = defineEntity({
  name: 'CreatedByKey',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    keyHash: p.text().primary(),
    /** Hash of the route and of its input. */
    fingerprint: p.text(),
    /** Ids; what is there by then is read when the request comes again. */
    created: p.array().columnType('uuid[]'),
    createdAt: createdAt(),
  },
  indexes: [{ name: 'created_by_key_by_time', properties: ['createdAt'] }],
});
