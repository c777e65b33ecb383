import { CombatRole, Faction, type RosterEntryView, type WholeRosterView } from '@guildhall/contracts/organization.ts';
import { columns, object, type RowOf, text } from '../core/db/statement.ts';
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
  lastSeenInRoster: 'instant',
  joinedAt: 'instant',
  leftAt: 'instant?',
  claimedByCharacter: object({
    id: 'uuid',
    name: 'text',
    verified: 'bool',
    user: object({ id: 'uuid', displayName: 'text' }),
  }).orNull,
});
export type RosterRow = RowOf<typeof RosterRow>;

export function presentRosterEntry(row: RosterRow, names: ReferenceNames): RosterEntryView {
  const { realmSlug, region, gameVersion, classId, raceId, ...entry } = row;
  return {
    ...entry,
    realm: { slug: realmSlug, name: names.realmName({ region, gameVersion }, realmSlug) },
    class: { id: classId, name: names.className(classId) },
    race: { id: raceId, name: names.raceName(raceId) },
    rankName: row.rankName ?? `Rank ${row.rank}`,
  };
}

/** Members as columns, and each name once. */
export function presentWholeRoster(members: RosterEntryView[]): WholeRosterView {
  const column = <Value>(read: (member: RosterEntryView) => Value) => members.map(read);
  const realms = listOnce(
    column(({ realm }) => realm),
    'slug',
  );
  const people = listOnce(
    members.flatMap(({ claimedByCharacter }) => claimedByCharacter?.user ?? []),
    'id',
  );
  return {
    realms: realms.all,
    classes: listOnce(
      column((member) => member.class),
      'id',
    ).all,
    races: listOnce(
      column(({ race }) => race),
      'id',
    ).all,
    ranks: listOnce(
      column(({ rank, rankName }) => ({ rank, name: rankName })),
      'rank',
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

function listOnce<Value, Key extends keyof Value>(values: Value[], key: Key) {
  const all = [...new Map(values.map((value) => [value[key], value])).values()];
  const places = new Map(all.map((value, place) => [value[key], place]));
  return { all, placeOf: (value: Value) => places.get(value[key]) ?? -1 };
}
