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
  indexes: [
    { name: 'membership_by_time', properties: ['organization', 'joinedAt', 'id'], where: 'left_at is null' },
    // Those who have left, too: attendance is counted of everybody who was there.
    { name: 'membership_ever', properties: ['organization', 'user'] },
  ],
  triggers: [
    {
      // What was granted ends with the membership, whoever ends it: those who come back do not come back as officers.
      name: 'membership_ends_grants',
      timing: 'after',
      events: ['update'],
      // In the words in which PostgreSQL gives it back, or the drift check would see a difference for ever.
      when: '((old.left_at IS NULL) AND (new.left_at IS NOT NULL))',
      body: 'delete from role_holder where organization_id = new.organization_id and user_id = new.user_id; return null',
    },
  ],
});
export type Membership = InferEntity<typeof Membership>;
