/** A line-up that is being planned: moves within it, and the merge with what another officer has saved meanwhile. */
import type { LineupPlaceInput, LineupPlaceView } from '@guildhall/contracts/lineup.ts';

export type Person = LineupPlaceView;
/** A slot of a group; null is the bench. */
export type Spot = { group: number; slot: number } | null;

const BENCH = { group: null, slot: null };
const GROUP_SIZE = 5;

export const isSame = (a: Person | undefined, b: Person | undefined): boolean =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    a.group === b.group &&
    a.slot === b.slot &&
    a.role === b.role &&
    a.character?.characterId === b.character?.characterId &&
    a.character?.raiderCharacterId === b.character?.raiderCharacterId);

export const isSameLineup = (a: Person[], b: Person[]): boolean =>
  a.length === b.length && a.every((person) => isSame(person, find(b, person.raider.id)));

export const find = (places: Person[], raiderId: string) => places.find(({ raider }) => raider.id === raiderId);
export const at = (places: Person[], group: number, slot: number) =>
  places.find((person) => person.group === group && person.slot === slot);

const put = (places: Person[], person: Person, spot: Spot): Person[] => [
  ...places.filter(({ raider }) => raider.id !== person.raider.id),
  { ...person, ...(spot ?? BENCH) },
];

/** Puts a person into a spot. The one who stands there takes the person's own place, or goes to the bench. */
export function moveTo(places: Person[], person: Person, spot: Spot): Person[] {
  const holder = spot && at(places, spot.group, spot.slot);
  const moved = put(places, person, spot);
  if (!holder || holder.raider.id === person.raider.id) return moved;
  const before = find(places, person.raider.id);
  return put(moved, holder, before ? spotOf(before) : null);
}

/** Two people change places. One without a place takes the other's, who goes to the bench. */
export function swap(places: Person[], a: Person, b: Person): Person[] {
  const there = find(places, b.raider.id);
  if (there)
    return there.group === null && !find(places, a.raider.id) ? put(places, a, null) : exchange(places, a, there);
  return find(places, a.raider.id) ? exchange(places, b, a) : places;
}

function exchange(places: Person[], into: Person, holder: Person): Person[] {
  const before = find(places, into.raider.id);
  return put(put(places, into, spotOf(holder)), holder, before ? spotOf(before) : null);
}

export const spotOf = ({ group, slot }: Person): Spot => (group === null || slot === null ? null : { group, slot });

export const takeOut = (places: Person[], raiderId: string): Person[] =>
  places.filter(({ raider }) => raider.id !== raiderId);

export function freeSpot(places: Person[], groups: number): Spot {
  for (let group = 1; group <= groups; group += 1)
    for (let slot = 1; slot <= GROUP_SIZE; slot += 1) if (!at(places, group, slot)) return { group, slot };
  return null;
}

/**
 * The changes of both since `base`: theirs, and on top of them mine. Where two people stand in one slot, the one whom I have
 * not moved goes to the next free one, so that a merge takes no person out of the line-up.
 */
export function merge(base: Person[], mine: Person[], theirs: Person[], groups: number): Person[] {
  const ids = new Set([...base, ...mine].map(({ raider }) => raider.id));
  let merged = theirs;
  for (const id of ids) {
    const [was, is] = [find(base, id), find(mine, id)];
    if (isSame(was, is)) continue;
    merged = takeOut(merged, id);
    if (!is) continue;
    const spot = spotOf(is);
    const holder = spot && at(merged, spot.group, spot.slot);
    if (holder) {
      merged = [...takeOut(merged, holder.raider.id), is];
      merged = put(merged, holder, freeSpot(merged, groups));
    } else merged = [...merged, is];
  }
  return merged;
}

export const toInput = (places: Person[]): LineupPlaceInput[] =>
  places.map(({ raider, character, spec, specNamed, role, group, slot }) => ({
    raiderId: raider.id,
    characterId: character?.characterId ?? null,
    raiderCharacterId: character?.raiderCharacterId ?? null,
    // That of the character stays open, so that it follows the character.
    specId: specNamed ? (spec?.id ?? null) : null,
    ...{ role, group, slot },
  }));
