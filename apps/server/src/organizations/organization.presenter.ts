import {
  Faction,
  OrganizationSource,
  OrganizationType,
  type OrganizationView,
} from '@guildhall/contracts/organization.ts';
import { GameVersion, Region } from '@guildhall/contracts/primitives.ts';
import { instantOf } from '../core/db/sql.ts';
import { columns, json, type RowOf, text } from '../core/db/statement.ts';
import type { PictureUrl } from '../core/services/picture-url.ts';
import { CURRENT_LOGO } from '../images/logo.ts';
import type { ReferenceNames } from '../reference/names.ts';

export const OrganizationRow = columns({
  id: 'uuid',
  name: 'text',
  alias: 'text?',
  type: text(OrganizationType.options),
  source: text(OrganizationSource.options),
  archivedAt: 'instant?',
  region: text(Region.options).orNull,
  gameVersion: text(GameVersion.options).orNull,
  realmSlug: 'text?',
  faction: text(Faction.options).orNull,
  emblemData: json<NonNullable<OrganizationView['emblemData']>>().orNull,
  memberCount: 'int?',
  logoUrl: 'text?',
  currentLogoUrl: 'text?',
  createdAt: 'instant',
});

/** Needs an organization `o` in scope. */
export const ORGANIZATION_COLUMNS = `
  o.id, o.name, o.alias, o.type, o.source, o.archived_at as "archivedAt", o.region, o.game_version as "gameVersion",
  o.realm_slug as "realmSlug", o.faction, o.emblem_data as "emblemData",
  (case o.source when 'synced' then o.member_count
    else (select count(*) from membership m where m.organization_id = o.id and m.left_at is null
      and m.user_id not in (table leaving)) end)::int as "memberCount",
  o.synced_logo_url as "logoUrl", ${CURRENT_LOGO} as "currentLogoUrl", o.created_at as "createdAt"`;

export function presentOrganization<Row extends RowOf<typeof OrganizationRow>>(
  { realmSlug, ...row }: Row,
  names: ReferenceNames,
  pictureUrl: PictureUrl,
) {
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
