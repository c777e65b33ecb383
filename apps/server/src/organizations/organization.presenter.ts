import type { OrganizationView, RoleView, RosterView } from '@guildhall/contracts/organization.ts';
import type { AbilityRules } from '../core/ability.ts';
import { instantOf } from '../core/sql.ts';
import type { ReferenceNames } from '../reference/names.ts';

export type OrganizationRow = Omit<
  OrganizationView,
  | 'active'
  | 'realm'
  | 'currentLogoUrl'
  | 'roles'
  | 'memberships'
  | 'rosterMembers'
  | 'rosterPagination'
  | 'abilityRules'
> & { realmSlug: string | null };
export type MembershipRow = {
  characterId: string;
  name: string;
  realmSlug: string;
  rank: number;
  rankName: string | null;
};

type Parts = {
  organization: OrganizationRow;
  roles: RoleView[];
  memberships: MembershipRow[];
  roster: RosterView;
  rules: AbilityRules;
  names: ReferenceNames;
};

export function presentOrganization({
  organization,
  roles,
  memberships,
  roster,
  rules,
  names,
}: Parts): OrganizationView {
  const { realmSlug, region, ...fields } = organization;
  const realm = (slug: string) => ({ slug, name: names.realmName(region ?? '', slug) });
  return {
    ...fields,
    region,
    active: organization.archivedAt === null,
    archivedAt: instantOf(organization.archivedAt),
    rosterSyncedAt: instantOf(organization.rosterSyncedAt),
    createdAt: instantOf(organization.createdAt),
    realm: realmSlug === null ? null : realm(realmSlug),
    currentLogoUrl: organization.logoUrl,
    roles,
    memberships: memberships.map(({ characterId, name, realmSlug: slug, rank, rankName }) => ({
      characterId,
      name,
      realm: realm(slug),
      rank,
      rankName: rankName ?? `Rank ${rank}`,
    })),
    rosterMembers: roster.members,
    rosterPagination: roster.pagination,
    // The wire form is the library's own; ours has no field conditions, and the contract allows no more than these keys.
    abilityRules: rules.map(({ action, subject }) => ({ action, subject: subject as string | string[] })),
  };
}
