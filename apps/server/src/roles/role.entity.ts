import type { Permission } from '@guildhall/contracts/organization.ts';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { createdAt, id } from '../core/columns.ts';
import { Organization } from '../organizations/organization.entity.ts';

/** What its holders may do in one organization: a synced rank (0–9), the founder role, or a custom role. */
export const Role = defineEntity({
  name: 'Role',
  properties: {
    id: id(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade'),
    name: p.text(),
    gameRank: p.smallint().nullable(),
    isFounder: p.boolean().default(false),
    permissions: p.array().$type<Permission[]>().columnType('text[]'),
    createdAt: createdAt(),
  },
  uniques: [
    { name: 'role_one_per_rank', properties: ['organization', 'gameRank'] },
    { name: 'role_one_founder', properties: ['organization'], where: 'is_founder' },
  ],
  checks: [{ name: 'role_rank', expression: 'game_rank between 0 and 9 and not is_founder or game_rank is null' }],
});
export type Role = InferEntity<typeof Role>;
