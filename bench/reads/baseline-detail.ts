/** `GET /organizations/{id}` of the baseline, with the service's own statements. */

import { OVERVIEW } from '../../apps/server/src/organizations/organization.queries.ts';
import { effectiveSettings } from '../../apps/server/src/rights/effective-settings.ts';
import { organizationRules } from '../../apps/server/src/rights/organization.rules.ts';
import { accessTo, mayReadRoster, referenceNames, rosterPage } from './baseline-roster.ts';
import type { Query, SignedInUser } from './baseline-session.ts';

type Emblem = Record<'emblem' | 'border' | 'background', unknown>;
type DetailRow = Record<string, unknown> & {
  region: string;
  realmSlug: string;
  archivedAt: Date | null;
  settings: Parameters<typeof effectiveSettings>[0];
  emblemData: Emblem | null;
  roles: unknown[];
  memberships: OwnRow[];
};
type OwnRow = { characterId: string; name: string; realmSlug: string; rank: number; rankName: string | null };

export async function readDetail(
  query: Query,
  user: SignedInUser,
  organizationId: string,
  parameters: URLSearchParams,
): Promise<[number, unknown]> {
  const page = Number(parameters.get('page') ?? 1);
  const pageSize = Number(parameters.get('pageSize') ?? 50);
  if (!(page >= 1 && pageSize >= 1 && pageSize <= 200)) return [400, { code: 'BAD_REQUEST' }];
  const access = await accessTo(query, user, organizationId);
  if (!access) return [404, { code: 'NOT_FOUND' }];

  const mayRead = access.source === 'synced' && mayReadRoster(user, access);
  const [[row], roster, names] = await Promise.all([
    query<DetailRow>('overview', OVERVIEW.text, [organizationId, user.id, access.isMember]),
    mayRead
      ? rosterPage(query, user.id, organizationId, page, pageSize)
      : { members: [], pagination: { page, pageSize, total: 0, totalPages: 0 } },
    referenceNames(query),
  ]);
  if (!row) return [404, { code: 'NOT_FOUND' }];
  const realm = (slug: string) => ({ slug, name: names.realms.get(`${row.region}/${slug}`) ?? slug });
  return [
    200,
    {
      id: row.id,
      name: row.name,
      alias: row.alias,
      type: row.type,
      source: row.source,
      active: row.archivedAt === null,
      archivedAt: row.archivedAt,
      settings: effectiveSettings(row.settings, access.isMember),
      region: row.region,
      gameVersion: row.gameVersion,
      realm: realm(row.realmSlug),
      faction: row.faction,
      // jsonb does not keep the order of keys.
      emblemData: row.emblemData && orderOf(row.emblemData),
      memberCount: row.memberCount,
      achievementPoints: row.achievementPoints,
      foundedAt: row.foundedAt,
      rosterSyncedAt: row.rosterSyncedAt,
      missingSince: row.missingSince,
      rightsEndAt: row.rightsEndAt,
      logoUrl: row.logoUrl,
      useCustomLogo: row.useCustomLogo,
      currentLogoUrl: row.currentLogoUrl,
      createdAt: row.createdAt,
      roles: row.roles,
      memberships: row.memberships.map(({ characterId, name, realmSlug, rank, rankName }) => {
        return { characterId, name, realm: realm(realmSlug), rank, rankName: rankName ?? `Rank ${rank}` };
      }),
      rosterMembers: roster.members,
      rosterPagination: roster.pagination,
      abilityRules: organizationRules({ userId: user.id, isAdmin: user.isAdmin }, access),
    },
  ];
}

const orderOf = ({ emblem, border, background }: Emblem) => ({ emblem, border, background });
