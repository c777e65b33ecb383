import type { RosterEntryView, WholeRosterView } from '@guildhall/contracts/organization.ts';

/** The members of a whole roster, as the paged list returns them, except that times have no seconds. */
export function membersOf({ realms, classes, races, ranks, people, members }: WholeRosterView): RosterEntryView[] {
  const classOf = new Map(classes.map((one) => [one.id, one]));
  const raceOf = new Map(races.map((one) => [one.id, one]));
  const rankNames = new Map(ranks.map(({ rank, name }) => [rank, name]));
  const column = <Value>(values: Value[], index: number): Value => {
    if (index >= values.length) throw new RangeError('The columns of a roster have one length');
    // The index was just checked.
    return values[index] as Value;
  };
  return members.id.map((shortId, index) => {
    const of = <Key extends keyof typeof members>(key: Key) =>
      column<(typeof members)[Key][number]>(members[key], index) as (typeof members)[Key][number];
    const rank = of('rank');
    const claim = of('claim');
    return {
      id: longId(shortId),
      name: of('name'),
      realm: column(realms, of('realm')),
      level: of('level'),
      class: classOf.get(of('classId')) ?? { id: of('classId'), name: '' },
      race: raceOf.get(of('raceId')) ?? { id: of('raceId'), name: '' },
      faction: of('faction'),
      rank,
      rankName: rankNames.get(rank) ?? '',
      role: of('role'),
      itemLevel: of('itemLevel'),
      lastLoginAt: instantAt(of('lastLoginAt')),
      lastSeenInRoster: instantAt(of('lastSeenInRoster')),
      joinedAt: instantAt(of('joinedAt')),
      leftAt: instantAt(of('leftAt')),
      claimedByCharacter: claim && {
        id: claim.characterId,
        name: claim.name,
        verified: claim.verified,
        user: column(people, claim.person),
      },
    };
  });
}

function instantAt(minutes: number): string;
function instantAt(minutes: number | null): string | null;
function instantAt(minutes: number | null): string | null {
  return minutes === null ? null : new Date(minutes * 60_000).toISOString();
}

function longId(shortId: string): string {
  const bytes = atob(shortId.replaceAll('-', '+').replaceAll('_', '/'));
  const hex = Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
}
