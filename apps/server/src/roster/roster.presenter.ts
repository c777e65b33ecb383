import { CombatRole, Faction, type RosterEntryView, type WholeRosterView } from '@guildhall/contracts/organization.ts';
import { RosterChange, type RosterChangeView } from '@guildhall/contracts/roster.ts';
import { instantOf } from '../core/db/sql.ts';
import { columns, type RowOf, text } from '../core/db/statement.ts';
import type { ReferenceNames } from '../reference/names.ts';

export const RosterRow = columns({
  id: 'uuid',
  name: 'text',
  realmSlug: 'text',
  region: 'text!',
  gameVersion: 'text!',
  level: 'int',
  classId: 'int',
  raceId: 'int',
  faction: text(Faction.options).orNull,
  rank: 'int',
  rankName: 'text?',
  role: text(CombatRole.options).orNull,
  itemLevel: 'int?',
  lastLoginAt: 'instant?',
  lastSeen: 'instant',
  joinedAt: 'instant',
  leftAt: 'instant?',
  characterId: 'uuid?',
  characterName: 'text?',
  characterVerified: 'bool?',
  userId: 'uuid?',
  userName: 'text?',
});
export type RosterRow = RowOf<typeof RosterRow>;

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

/** Members as columns, and each name once. */
export function presentWholeRoster(members: RosterEntryView[]): WholeRosterView {
  const column = <Value>(read: (member: RosterEntryView) => Value) => members.map(read);
  const realms = listOnce(
    column(({ realm }) => realm),
    ({ slug }) => slug,
  );
  const people = listOnce(
    members.flatMap(({ claimedByCharacter }) => (claimedByCharacter ? [claimedByCharacter.user] : [])),
    ({ id }) => id,
  );
  return {
    realms: realms.all,
    classes: listOnce(
      column((member) => member.class),
      ({ id }) => id,
    ).all,
    races: listOnce(
      column(({ race }) => race),
      ({ id }) => id,
    ).all,
    ranks: listOnce(
      column(({ rank, rankName }) => ({ rank, name: rankName })),
      ({ rank }) => rank,
    ).all,
    people: people.all,
    members: {
      id: column(({ id }) => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')),
      name: column(({ name }) => name),
      realm: column(({ realm }) => realms.placeOf(realm)),
      level: column(({ level }) => level),
      classId: column((member) => member.class.id),
      raceId: column(({ race }) => race.id),
      faction: column(({ faction }) => faction),
      rank: column(({ rank }) => rank),
      role: column(({ role }) => role),
      itemLevel: column(({ itemLevel }) => itemLevel),
      lastLoginAt: column(({ lastLoginAt }) => minutesOf(lastLoginAt)),
      lastSeenInRoster: column(({ lastSeenInRoster }) => minutesOf(lastSeenInRoster)),
      joinedAt: column(({ joinedAt }) => minutesOf(joinedAt)),
      leftAt: column(({ leftAt }) => minutesOf(leftAt)),
      claim: column(
        ({ claimedByCharacter: claim }) =>
          claim && {
            characterId: claim.id,
            name: claim.name,
            verified: claim.verified,
            person: people.placeOf(claim.user),
          },
      ),
    },
  };
}

function minutesOf(instant: string): number;
function minutesOf(instant: string | null): number | null;
function minutesOf(instant: string | null): number | null {
  return instant === null ? null : Math.floor(Date.parse(instant) / 60_000);
}

function listOnce<Value, Key>(values: Value[], keyOf: (value: Value) => Key) {
  const all = [...new Map(values.map((value) => [keyOf(value), value])).values()];
  const places = new Map(all.map((value, place) => [keyOf(value), place]));
  return { all, placeOf: (value: Value) => places.get(keyOf(value)) ?? -1 };
}

export const RosterEventRow = columns({
  id: 'uuid',
  kind: text(RosterChange.options),
  before: 'text?',
  after: 'text?',
  at: 'instant',
  memberId: 'uuid',
  name: 'text',
  realmSlug: 'text',
  region: 'text!',
  gameVersion: 'text!',
});
export type RosterEventRow = RowOf<typeof RosterEventRow>;

export function presentRosterEvent(row: RosterEventRow, names: ReferenceNames): RosterChangeView {
  const { id, kind, before, after, memberId, name, realmSlug } = row;
  const realm = { slug: realmSlug, name: names.realmName(row, realmSlug) };
  return { id, kind, member: { id: memberId, name, realm }, before, after, at: instantOf(row.at) };
}
