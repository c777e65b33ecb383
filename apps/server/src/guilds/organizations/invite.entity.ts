import { defineEntity, p } from '@mikro-orm/core';
import { createdAt, id, instant } from '../../core/db/columns.ts';
import { User } from '../../identity/people/user.entity.ts';
import { Organization } from '../../membership/rights/organization.entity.ts';
import { Role } from '../../membership/rights/role.entity.ts';

/** A link into a standalone organization. Only the hash of its code is stored. */
export const Invite = defineEntity({
  name: 'Invite',
  properties: {
    id: id(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade'),
    codeHash: p.text().unique(),
    /** The role given to those who accept, besides membership. */
    role: () =>
      p
        .manyToOne(Role)
        .nullable()
        // Includes the organization, so that it cannot be another one's role.
        .joinColumns('organization_id', 'role_id')
        .referencedColumnNames('organization_id', 'id')
        .deleteRule('cascade'),
    createdBy: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
    maxUses: p.integer().nullable(),
    uses: p.integer().default(0),
    expiresAt: instant(),
    revokedAt: instant().nullable(),
    createdAt: createdAt(),
  },
  indexes: [{ name: 'invite_of_role', properties: ['organization', 'role'] }],
  checks: [{ name: 'invite_uses', expression: '(uses >= 0) AND ((max_uses IS NULL) OR (uses <= max_uses))' }],
});
