/** `GET /organizations/{id}/roster` of the baseline. */
import { ORGANIZATION_ACCESS, type OrganizationAccess } from '../../apps/server/src/rights/organization.access.ts';
import { rosterStatements } from '../../apps/server/src/roster/roster.queries.ts';
import type { Query, SignedInUser } from './baseline-session.ts';

type MemberRow = {
  id: string;
  name: string;
  realmSlug: string;
  region: string;
  level: number;
  classId: number;
  raceId: number;
  faction: string | null;
  rank: number;
  rankName: string | null;
  role: string | null;
  itemLevel: number | null;
  lastLoginAt: Date | null;
  lastSeen: Date;
  joinedAt: Date;
  leftAt: Date | null;
  characterId: string | null;
  characterName: string | null;
  userId: string | null;
  userName: string | null;
};

const ACCESS = `${ORGANIZATION_ACCESS} o.id = $1`;

export async function readRoster(
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
  if (!mayReadRoster(user, access)) return [403, { code: 'FORBIDDEN' }];
  if (access.source !== 'synced') return [400, { code: 'BAD_REQUEST' }];
  return [200, await rosterPage(query, user.id, access.organizationId, page, pageSize)];
}

export async function accessTo(
  query: Query,
  user: SignedInUser,
  organizationId: string,
): Promise<OrganizationAccess | undefined> {
  const [access] = await query<OrganizationAccess>('access', ACCESS, [organizationId, user.id]);
  return access && (!access.archived || user.isAdmin || access.isMember) ? access : undefined;
}

export const mayReadRoster = (user: SignedInUser, access: OrganizationAccess) =>
  user.isAdmin || access.isFounder || access.permissions.includes('canViewRoster');

export async function rosterPage(query: Query, userId: string, organizationId: string, page: number, pageSize: number) {
  const viewer = { userId, seesUnproven: true };
  const statements = rosterStatements(organizationId, viewer, { page, pageSize, sortBy: 'rank', includeLeft: false });
  const [[counted], members, names] = await Promise.all([
    query<{ total: number }>('count', statements.count.text, statements.count.values),
    query<MemberRow>('page', statements.page.text, statements.page.values),
    referenceNames(query),
  ]);
  const total = counted?.total ?? 0;
  return {
    members: members.map((row) => member(row, names)),
    pagination: { page, pageSize, total, totalPages: Math.ceil(total / pageSize) },
  };
}

function member(row: MemberRow, names: Names) {
  return {
    id: row.id,
    name: row.name,
    realm: { slug: row.realmSlug, name: names.realms.get(`${row.region}/${row.realmSlug}`) ?? row.realmSlug },
    level: row.level,
    class: { id: row.classId, name: names.classes.get(row.classId) ?? `Class ${row.classId}` },
    race: { id: row.raceId, name: names.races.get(row.raceId) ?? `Race ${row.raceId}` },
    faction: row.faction,
    rank: row.rank,
    rankName: row.rankName ?? `Rank ${row.rank}`,
    role: row.role,
    itemLevel: row.itemLevel,
    lastLoginAt: row.lastLoginAt,
    lastSeenInRoster: row.lastSeen,
    joinedAt: row.joinedAt,
    leftAt: row.leftAt,
    claimedByCharacter: row.characterId && {
      id: row.characterId,
      name: row.characterName,
      user: { id: row.userId, displayName: row.userName },
    },
  };
}

type Names = { classes: Map<number, string>; races: Map<number, string>; realms: Map<string, string> };
type NameRow<Key> = { key: Key; name: string };

const NAMES_KEPT_MS = 60_000;
let known: { names: Promise<Names>; until: number } | undefined;

/** Cached as long as in the service. */
export function referenceNames(query: Query): Promise<Names> {
  if (!known || known.until < Date.now()) known = { names: loadNames(query), until: Date.now() + NAMES_KEPT_MS };
  return known.names;
}

async function loadNames(query: Query): Promise<Names> {
  const [classes, races, realms] = await Promise.all([
    query<NameRow<number>>('classes', `select id as key, names->>'en_US' as name from playable_class`, []),
    query<NameRow<number>>('races', `select id as key, names->>'en_US' as name from playable_race`, []),
    query<NameRow<string>>(
      'realms',
      `select region || '/' || slug as key, names->>'en_US' as name from realm where game_version = 'retail'`,
      [],
    ),
  ]);
  return { classes: byKey(classes), races: byKey(races), realms: byKey(realms) };
}

const byKey = <Key>(rows: NameRow<Key>[]) => new Map(rows.map(({ key, name }) => [key, name]));
