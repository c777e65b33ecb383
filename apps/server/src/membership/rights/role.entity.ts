import { Permission } from '@guildhall/contracts/organization.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { createdAt, id } from '../../core/db/columns.ts';
import { Organization } from './organization.entity.ts';

/** The permissions of its holders in one organization: a synced rank (0–9), the founder role, or a custom role. */
export const Role = defineEntity({
  name: 'Role',
  properties: {
    id: id(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade'),
    name: p.text(),
    gameRank: p.smallint().nullable(),
    isFounder: p.boolean().default(false),
    permissions: p.array().$type<Permission[]>().columnType('text[]'),
    /** Those that a migration gave, which processes of the version before do not know. Saving the role moves them. */
    addedPermissions: p.array().$type<Permission[]>().columnType('text[]').defaultRaw(`'{}'`),
    createdAt: createdAt(),
  },
  uniques: [
    { name: 'role_one_per_rank', properties: ['organization', 'gameRank'] },
    { name: 'role_one_founder', properties: ['organization'], where: 'is_founder' },
    // The target of the holders' foreign key, which thus cannot name a role of another organization.
    { name: 'role_of_organization', properties: ['organization', 'id'] },
    {
      name: 'role_one_name',
      expression: 'create unique index "role_one_name" on "role" ("organization_id", folded_name(name))',
    },
  ],
  checks: [
    {
      // Written the way PostgreSQL prints it back; otherwise the drift check would always see a difference.
      name: 'role_rank',
      expression: '(((game_rank >= 0) AND (game_rank <= 9)) AND (NOT is_founder)) OR (game_rank IS NULL)',
    },
    {
      // A founder can always repair the roles.
      name: 'role_founder_keeps_rights',
      expression: `(NOT is_founder) OR (permissions @> ARRAY['canManageGuild'::text, 'canManageRoles'::text])`,
    },
    { name: 'role_added_permissions', expression: `added_permissions <@ ARRAY['canManageLoot'::text]` },
    {
      name: 'role_known_permissions',
      expression: `permissions <@ ARRAY[${Permission.options.map((permission) => `'${permission}'::text`).join(', ')}]`,
    },
  ],
});
