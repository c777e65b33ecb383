import { defineEntity, p } from '@mikro-orm/core';
import { createdAt } from '../../core/db/columns.ts';
import { Organization } from './organization.entity.ts';

/** An alias that an organization has given up: it still leads there, and for a year no other may have it. */
export const FormerAlias = defineEntity({
  name: 'FormerAlias',
  properties: {
    alias: p.text().primary(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade').index(),
    releasedAt: createdAt(),
  },
});
