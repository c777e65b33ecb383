import type { OrganizationListItem } from '@guildhall/contracts/manage-organization.ts';
import type { OrganizationView, RoleView, RosterView } from '@guildhall/contracts/organization.ts';
import type { OrganizationSettings } from '@guildhall/contracts/organization-settings.ts';
import type { AbilityRules } from '../core/ability.ts';
import { instantOf } from '../core/db/sql.ts';
import type { PictureUrl } from '../core/services/picture-url.ts';
import type { ReferenceNames } from '../reference/names.ts';
import { effectiveSettings } from '../rights/effective-settings.ts';

export type OrganizationRow = Omit<
  OrganizationView,
  'active' | 'settings' | 'realm' | 'roles' | 'memberships' | 'rosterMembers' | 'rosterPagination' | 'abilityRules'
> & { settings: OrganizationSettings; realmSlug: string | null };
export type ListRow = Omit<OrganizationListItem, 'active' | 'realm'> & { realmSlug: string | null };
export type MembershipRow = {
  characterId: string;
  name: string;
  realmSlug: string;
  rank: number;
  rankName: string | null;
};

type Parts = {
  organization: OrganizationRow;
  insider: boolean;
  roles: RoleView[];
  memberships: MembershipRow[];
  roster: RosterView;
  rules: AbilityRules;
  names: ReferenceNames;
  pictureUrl: PictureUrl;
};

export function presentOrganization({
  organization,
  insider,
  roles,
  memberships,
  roster,
  rules,
  names,
  pictureUrl,
}: Parts): OrganizationView {
  const { realmSlug, ...fields } = organization;
  const realm = (slug: string) => ({ slug, name: names.realmName(organization, slug) });
  return {
    ...fields,
    active: organization.archivedAt === null,
    settings: effectiveSettings(organization.settings, insider),
    archivedAt: instantOf(organization.archivedAt),
    foundedAt: instantOf(organization.foundedAt),
    rosterSyncedAt: instantOf(organization.rosterSyncedAt),
    missingSince: instantOf(organization.missingSince),
    rightsEndAt: instantOf(organization.rightsEndAt),
    rosterProblem: organization.rosterProblem && {
      ...organization.rosterProblem,
      at: instantOf(organization.rosterProblem.at),
    },
    createdAt: instantOf(organization.createdAt),
    realm: realmSlug === null ? null : realm(realmSlug),
    logoUrl: pictureUrl(organization.logoUrl),
    currentLogoUrl: pictureUrl(organization.currentLogoUrl),
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
    // CASL's wire form allows more keys; the contract allows these.
    abilityRules: rules.map(({ action, subject, conditions }) => ({
      action,
      subject: subject as string | string[],
      ...(conditions && { conditions }),
    })),
  };
}

export function presentListItem(
  { realmSlug, ...row }: ListRow,
  names: ReferenceNames,
  pictureUrl: PictureUrl,
): OrganizationListItem {
  return {
    ...row,
    active: row.archivedAt === null,
    archivedAt: instantOf(row.archivedAt),
    createdAt: instantOf(row.createdAt),
    realm: realmSlug === null ? null : { slug: realmSlug, name: names.realmName(row, realmSlug) },
    logoUrl: pictureUrl(row.logoUrl),
    currentLogoUrl: pictureUrl(row.currentLogoUrl),
  };
}
