import type { CharacterView } from '@guildhall/contracts/character.ts';
import { CombatRole, Faction } from '@guildhall/contracts/organization.ts';
import { GameVersion, Region } from '@guildhall/contracts/primitives.ts';
import { instantOf } from '../core/db/sql.ts';
import { columns, json, type RowOf, text } from '../core/db/statement.ts';
import type { PictureUrl } from '../core/services/picture-url.ts';
import type { ProfileDocument } from '../enrichment/documents/profile.ts';
import type { ReferenceNames } from '../reference/names.ts';
import { playableRoles } from '../reference/playable-roles.ts';

type Section = {
  fetchedAt: string | null;
  status: 'ok' | 'not_found' | 'failed' | 'not_available';
  nextAt: string | null;
};

export const CharacterRow = columns({
  id: 'uuid',
  name: 'text',
  level: 'int',
  avatarUrl: 'text?',
  source: text(['synced', 'manual']),
  region: text(Region.options),
  gameVersion: text(GameVersion.options),
  role: text(CombatRole.options).orNull,
  gender: text(['male', 'female']).orNull,
  faction: text(Faction.options).orNull,
  achievementPoints: 'int?',
  isMain: 'bool',
  verified: 'bool',
  realmSlug: 'text',
  classId: 'int',
  raceId: 'int',
  equipped: 'int?',
  average: 'int?',
  specId: 'int?',
  specName: 'text?',
  archivedAt: 'instant?',
  missingSince: 'instant?',
  lastLoginAt: 'instant?',
  guildId: 'uuid?',
  guildName: 'text?',
  guildAlias: 'text?',
  guildLabel: 'text?',
  rank: 'int?',
  profile: json<ProfileDocument>().orNull,
  freshness: json<Record<string, Section>>(),
});
export type CharacterRow = RowOf<typeof CharacterRow>;

export function presentCharacter(row: CharacterRow, names: ReferenceNames, pictureUrl: PictureUrl): CharacterView {
  const { equipped, average, specId } = row;
  return {
    id: row.id,
    name: row.name,
    realm: row.realmSlug ? { slug: row.realmSlug, name: names.realmName(row, row.realmSlug) } : null,
    region: row.region,
    gameVersion: row.gameVersion,
    class: { id: row.classId, name: names.className(row.classId) },
    race: { id: row.raceId, name: names.raceName(row.raceId) },
    gender: row.gender,
    faction: row.faction,
    level: row.level,
    itemLevel: equipped === null || average === null ? null : { equipped, average },
    activeSpec: specId === null ? null : { id: specId, name: names.specName({ ...row, specId }), role: row.role },
    role: row.role,
    title: row.profile?.title ?? null,
    covenant: row.profile?.covenant ?? null,
    hardcore: row.profile?.hardcore ?? null,
    playableRoles: playableRoles(row.gameVersion, row.classId, specId),
    achievementPoints: row.achievementPoints,
    avatarUrl: pictureUrl(row.avatarUrl),
    guild: guildOf(row),
    source: row.source,
    verified: row.verified,
    isMain: row.isMain,
    archivedAt: instantOf(row.archivedAt),
    missingSince: instantOf(row.missingSince),
    lastLoginAt: instantOf(row.lastLoginAt),
    freshness: Object.fromEntries(
      Object.entries(row.freshness).map(([section, { fetchedAt, status, nextAt }]) => [
        section,
        { fetchedAt: instantOf(fetchedAt), status, nextAt: instantOf(nextAt) },
      ]),
    ),
  };
}

function guildOf({ guildId, guildName, guildAlias, guildLabel, rank }: CharacterRow): CharacterView['guild'] {
  if (guildId !== null) return { id: guildId, name: guildName ?? '', alias: guildAlias, rank };
  return guildLabel === null ? null : { id: null, name: guildLabel, alias: null, rank: null };
}
