import { defineEntity, p } from '@mikro-orm/core';
import { createdAt } from '../../core/db/columns.ts';
import { User } from '../../identity/people/user.entity.ts';
import { Organization } from '../../membership/rights/organization.entity.ts';

/** An officer's word that a guild does not continue another one. A confirmed one leaves a single organization. */
export const RejectedPredecessor = defineEntity({
  name: 'RejectedPredecessor',
  properties: {
    organization: () => p.manyToOne(Organization).primary().deleteRule('cascade'),
    predecessor: () => p.manyToOne(Organization).primary().deleteRule('cascade').index(),
    rejectedBy: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
    rejectedAt: createdAt(),
  },
});
