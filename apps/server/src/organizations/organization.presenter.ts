import type { OrganizationListItem } from '@guildhall/contracts/manage-organization.ts';
import {
  Faction,
  OrganizationSource,
  OrganizationType,
  type OrganizationView,
  type RoleView,
  type RosterView,
} from '@guildhall/contracts/organization.ts';
import type { OrganizationSettings } from '@guildhall/contracts/organization-settings.ts';
import { GameVersion, Region } from '@guildhall/contracts/primitives.ts';
import type { AbilityRules } from '../core/ability.ts';
import { instantOf } from '../core/db/sql.ts';
import { columns, json, type RowOf, text } from '../core/db/statement.ts';
import type { PictureUrl } from '../core/services/picture-url.ts';
import type { ReferenceNames } from '../reference/names.ts';
import { effectiveSettings } from '../rights/effective-settings.ts';

export const OrganizationRow = columns({
  id: 'uuid',
  name: 'text',
  alias: 'text?',
  type: text(OrganizationType.options),
  source: text(OrganizationSource.options),
  archivedAt: 'instant?',
  settings: json<OrganizationSettings>(),
  region: text(Region.options).orNull,
  description: 'text?',
  gameVersion: text(GameVersion.options).orNull,
  realmSlug: 'text?',
  faction: text(Faction.options).orNull,
  emblemData: json<NonNullable<OrganizationView['emblemData']>>().orNull,
  memberCount: 'int?',
  achievementPoints: 'int?',
  foundedAt: 'instant?',
  rosterSyncedAt: 'instant?',
  missingSince: 'instant?',
  rightsEndAt: 'instant?',
  rosterProblem: json<NonNullable<OrganizationView['rosterProblem']>>().orNull,
  logoUrl: 'text?',
  useCustomLogo: 'bool',
  currentLogoUrl: 'text?',
  createdAt: 'instant',
});
export type OrganizationRow = RowOf<typeof OrganizationRow>;
export const ListRow = columns({
  id: 'uuid',
  name: 'text',
  createdAt: 'instant',
  source: text(OrganizationSource.options),
  region: text(Region.options).orNull,
  gameVersion: text(GameVersion.options).orNull,
  faction: text(Faction.options).orNull,
  archivedAt: 'instant?',
  type: text(OrganizationType.options),
  alias: 'text?',
  memberCount: 'int?',
  currentLogoUrl: 'text?',
  emblemData: json<NonNullable<OrganizationView['emblemData']>>().orNull,
  logoUrl: 'text?',
  isMember: 'bool',
  realmSlug: 'text?',
});
export type ListRow = RowOf<typeof ListRow>;
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
