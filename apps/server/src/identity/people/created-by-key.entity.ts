import { defineEntity, p } from '@mikro-orm/core';
import { createdAt } from '../../core/db/columns.ts';
import { User } from './user.entity.ts';

/** The results of a request with an `Idempotency-Key`, so that repeating it creates nothing. Kept for a day. */
export const CreatedByKey = defineEntity({
  name: 'CreatedByKey',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    keyHash: p.text().primary(),
    /** Hash of the route and its input. */
    fingerprint: p.text(),
    /** Ids; a repeated request reads the current state of those that still exist. */
    created: p.array().columnType('uuid[]'),
    createdAt: createdAt(),
  },
  indexes: [{ name: 'created_by_key_by_time', properties: ['createdAt'] }],
});
