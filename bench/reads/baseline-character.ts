/** `GET /characters/{id}` of the baseline. */
import { CHARACTER_DETAIL } from '../../apps/server/src/own-characters/characters.queries.ts';
import { playableRoles } from '../../apps/server/src/reference/playable-roles.ts';
import { referenceNames } from './baseline-roster.ts';
import type { Query, SignedInUser } from './baseline-session.ts';

/** Timestamps inside JSON arrive as text. */
type Section = { fetchedAt: string | null; status: string; nextAt: string | null };

type CharacterRow = Record<string, unknown> & {
  region: string;
  gameVersion: Parameters<typeof playableRoles>[0];
  realmSlug: string;
  classId: number;
  raceId: number;
  equipped: number | null;
  average: number | null;
  specId: number | null;
  guildId: string | null;
  profile: Partial<Record<'title' | 'covenant' | 'hardcore', unknown>> | null;
  freshness: Record<string, Section>;
};

export async function readCharacter(query: Query, user: SignedInUser, id: string): Promise<[number, unknown]> {
  const [[row], names] = await Promise.all([
    query<CharacterRow>('character', CHARACTER_DETAIL.text, [user.id, id]),
    referenceNames(query),
  ]);
  if (!row) return [404, { code: 'NOT_FOUND' }];
  const { classId, raceId, equipped, average, specId, guildId } = row;
  return [
    200,
    {
      id: row.id,
      name: row.name,
      realm: { slug: row.realmSlug, name: names.realms.get(`${row.region}/${row.realmSlug}`) ?? row.realmSlug },
      region: row.region,
      gameVersion: row.gameVersion,
      class: { id: classId, name: names.classes.get(classId) ?? `Class ${classId}` },
      race: { id: raceId, name: names.races.get(raceId) ?? `Race ${raceId}` },
      gender: row.gender,
      faction: row.faction,
      level: row.level,
      itemLevel: equipped === null || average === null ? null : { equipped, average },
      activeSpec: specId === null ? null : { id: specId, name: row.specName, role: row.role },
      role: row.role,
      title: row.profile?.title ?? null,
      covenant: row.profile?.covenant ?? null,
      hardcore: row.profile?.hardcore ?? null,
      playableRoles: playableRoles(row.gameVersion, classId, specId),
      achievementPoints: row.achievementPoints,
      avatarUrl: row.avatarUrl,
      guild: guildId === null ? null : { id: guildId, name: row.guildName, alias: row.guildAlias, rank: row.rank },
      source: row.source,
      verified: row.verified,
      isMain: row.isMain,
      archivedAt: row.archivedAt,
      lastLoginAt: row.lastLoginAt,
      freshness: Object.fromEntries(
        Object.entries(row.freshness).map(([section, { fetchedAt, status, nextAt }]) => [
          section,
          { fetchedAt: fetchedAt && new Date(fetchedAt), status, nextAt: nextAt && new Date(nextAt) },
        ]),
      ),
    },
  ];
}
