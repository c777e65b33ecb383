import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { createdAt, id, instant } from '../core/columns.ts';
import { User } from '../users/user.entity.ts';
import { Organization } from './organization.entity.ts';

/** From when to when a person belonged to an organization. In a synced guild it follows the verified claims. */
export const Membership = defineEntity({
  name: 'Membership',
  properties: {
    id: id(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade'),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    joinedAt: createdAt(),
    leftAt: instant().nullable(),
  },
  uniques: [{ name: 'membership_one_live', properties: ['organization', 'user'], where: 'left_at is null' }],
});
export type Membership = InferEntity<typeof Membership>;
