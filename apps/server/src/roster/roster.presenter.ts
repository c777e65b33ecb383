import type { CombatRole, Faction, RosterEntryView } from '@guildhall/contracts/organization.ts';
import type { RosterChangeView } from '@guildhall/contracts/roster.ts';
import { instantOf } from '../core/db/sql.ts';
import type { ReferenceNames } from '../reference/names.ts';

export type RosterRow = {
  id: string;
  name: string;
  realmSlug: string;
  region: string;
  gameVersion: string;
  level: number;
  classId: number;
  raceId: number;
  faction: Faction | null;
  rank: number;
  rankName: string | null;
  role: CombatRole | null;
  itemLevel: number | null;
  lastLoginAt: string | null;
  lastSeen: string;
  joinedAt: string;
  leftAt: string | null;
  characterId: string | null;
  characterName: string | null;
  characterVerified: boolean | null;
  userId: string | null;
  userName: string | null;
};

export function presentRosterEntry(row: RosterRow, names: ReferenceNames): RosterEntryView {
  const { characterId, characterName, userId, userName } = row;
  const verified = row.characterVerified ?? false;
  return {
    id: row.id,
    name: row.name,
    realm: { slug: row.realmSlug, name: names.realmName(row, row.realmSlug) },
    level: row.level,
    class: { id: row.classId, name: names.className(row.classId) },
    race: { id: row.raceId, name: names.raceName(row.raceId) },
    faction: row.faction,
    rank: row.rank,
    rankName: row.rankName ?? `Rank ${row.rank}`,
    role: row.role,
    itemLevel: row.itemLevel,
    lastLoginAt: instantOf(row.lastLoginAt),
    lastSeenInRoster: instantOf(row.lastSeen),
    joinedAt: instantOf(row.joinedAt),
    leftAt: instantOf(row.leftAt),
    claimedByCharacter:
      characterId !== null && characterName !== null && userId !== null
        ? { id: characterId, name: characterName, verified, user: { id: userId, displayName: userName ?? '' } }
        : null,
  };
}

export type RosterEventRow = Omit<RosterChangeView, 'member'> & {
  memberId: string;
  name: string;
  realmSlug: string;
  region: string;
  gameVersion: string;
};

export function presentRosterEvent(row: RosterEventRow, names: ReferenceNames): RosterChangeView {
  const { id, kind, before, after, memberId, name, realmSlug } = row;
  const realm = { slug: realmSlug, name: names.realmName(row, realmSlug) };
  return { id, kind, member: { id: memberId, name, realm }, before, after, at: instantOf(row.at) };
}
