import { defineEntity, p } from '@mikro-orm/core';
import { createdAt } from '../../core/db/columns.ts';
import { User } from '../../identity/people/user.entity.ts';
import { Organization } from './organization.entity.ts';
import { Role } from './role.entity.ts';

/**
 * A person's role that comes from no rank: a custom role, or the founder role of a standalone organization. Rank roles
 * have no rows here, because they follow the roster. The foreign key keeps a role with holders from being deleted.
 */
export const RoleHolder = defineEntity({
  name: 'RoleHolder',
  properties: {
    role: () =>
      p
        .manyToOne(Role)
        .primary()
        .joinColumns('organization_id', 'role_id')
        .referencedColumnNames('organization_id', 'id')
        .deleteRule('no action'),
    user: () => p.manyToOne(User).primary().deleteRule('cascade').index(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade'),
    grantedAt: createdAt(),
  },
  indexes: [{ name: 'role_holder_of_person', properties: ['organization', 'user'] }],
});
