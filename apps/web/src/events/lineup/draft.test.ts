import { expect, test } from 'vitest';
import {
  at,
  find,
  freeSpot,
  isSame,
  isSameLineup,
  merge,
  moveTo,
  type Person,
  swap,
  takeOut,
  toInput,
} from './draft.ts';

const person = (id: string, group: number | null = null, slot: number | null = null): Person => ({
  raider: { id, name: id, kind: 'member', hasAccount: false, notProven: false },
  user: null,
  character: null,
  spec: null,
  specNamed: false,
  role: 'melee',
  group,
  slot,
  answer: 'signed_up',
  lateMinutes: null,
  concern: null,
  since: null,
});
const shape = (places: Person[]) =>
  Object.fromEntries(
    places.map(({ raider, group, slot }) => [raider.id, group === null ? 'bench' : `${group}.${slot}`]),
  );

test('a person takes a free slot, and changes places with the one who stands in it', () => {
  const places = [person('a', 1, 1), person('b', 1, 2), person('c')];
  expect(shape(moveTo(places, person('a', 1, 1), { group: 2, slot: 1 }))).toEqual({ a: '2.1', b: '1.2', c: 'bench' });
  expect(shape(moveTo(places, person('a', 1, 1), { group: 1, slot: 2 }))).toEqual({ a: '1.2', b: '1.1', c: 'bench' });
  expect(shape(moveTo(places, person('new'), { group: 1, slot: 2 }))).toEqual({
    a: '1.1',
    b: 'bench',
    c: 'bench',
    new: '1.2',
  });
  expect(shape(moveTo(places, person('a', 1, 1), null))).toEqual({ a: 'bench', b: '1.2', c: 'bench' });
});

test('two people change places, whichever of them has one', () => {
  const places = [person('a', 1, 1), person('b', 2, 5), person('c')];
  const [a, b, c] = places as [Person, Person, Person];
  expect(shape(swap(places, a, b))).toEqual({ a: '2.5', b: '1.1', c: 'bench' });
  expect(shape(swap(places, c, a))).toEqual({ a: 'bench', b: '2.5', c: '1.1' });
  expect(shape(swap(places, a, c))).toEqual({ a: 'bench', b: '2.5', c: '1.1' });
  expect(shape(swap(places, person('new'), b))).toEqual({ a: '1.1', b: 'bench', c: 'bench', new: '2.5' });
  expect(shape(swap(places, b, person('new')))).toEqual({ a: '1.1', b: 'bench', c: 'bench', new: '2.5' });
});

test('a merge keeps what both officers did', () => {
  const base = [person('a', 1, 1), person('b', 1, 2), person('c')];
  const mine = moveTo(base, person('a', 1, 1), { group: 1, slot: 3 });
  const theirs = moveTo(base, person('c'), { group: 1, slot: 4 });
  expect(shape(merge(base, mine, theirs, 2))).toEqual({ a: '1.3', b: '1.2', c: '1.4' });
  // Both want one slot: mine stands there, and theirs in the next free one.
  const same = moveTo(base, person('c'), { group: 1, slot: 3 });
  expect(shape(merge(base, mine, same, 2))).toEqual({ a: '1.3', b: '1.2', c: '1.1' });
  expect(shape(merge(base, takeOut(base, 'b'), theirs, 2))).toEqual({ a: '1.1', c: '1.4' });
});

test('a named specialization is kept when people move, and that of a character is not made one', () => {
  const fire = { spec: { id: 63, name: 'Fire' }, specNamed: true };
  const places = [
    { ...person('a', 1, 1), ...fire },
    { ...person('b', 1, 2), ...fire, specNamed: false },
  ];
  const [a] = places as [Person];
  const sent = toInput(moveTo(places, a, { group: 1, slot: 2 }));
  expect(sent.map(({ raiderId, specId, slot }) => [raiderId, specId, slot]).toSorted()).toEqual([
    ['a', 63, 2],
    ['b', null, 1],
  ]);
});

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

/** Numbers from 0 to 1, the same for each seed. */
const randomOf = (seed: number) => {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
};

function lineupOf(random: () => number): Person[] {
  const spots = Array.from({ length: 10 }, (_, index) => ({ index, order: random() })).toSorted(
    (a, b) => a.order - b.order,
  );
  return NAMES.filter(() => random() < 0.7).map((name) => {
    const spot = random() < 0.3 ? undefined : spots.pop()?.index;
    return spot === undefined ? person(name) : person(name, Math.floor(spot / 5) + 1, (spot % 5) + 1);
  });
}

test('a merge of any two changes has each person and each slot once, and no person of either is lost', () => {
  for (let seed = 1; seed <= 1_000; seed += 1) {
    const random = randomOf(seed * 7_919);
    const [base, mine, theirs] = [lineupOf(random), lineupOf(random), lineupOf(random)];
    const merged = merge(base, mine, theirs, 2);
    expect([seed, new Set(merged.map(({ raider }) => raider.id)).size]).toEqual([seed, merged.length]);
    for (const { group, slot } of merged) {
      if (group === null || slot === null) continue;
      expect([seed, merged.filter((other) => other.group === group && other.slot === slot).length]).toEqual([seed, 1]);
    }
    for (const id of NAMES) {
      const [was, my, their] = [base, mine, theirs].map((places) => find(places, id));
      const takenOut = was !== undefined && (my === undefined || (their === undefined && isSame(was, my)));
      if ((my || their) && !takenOut) expect([seed, id, find(merged, id) !== undefined]).toEqual([seed, id, true]);
    }
    expect(isSameLineup(merge(base, base, theirs, 2), theirs)).toBe(true);
    expect(isSameLineup(merge(base, mine, base, 2), mine)).toBe(true);
  }
});

test('the first free spot, or the bench', () => {
  expect(freeSpot([], 1)).toEqual({ group: 1, slot: 1 });
  const full = Array.from({ length: 5 }, (_, index) => person(`${index}`, 1, index + 1));
  expect(freeSpot(full, 1)).toBeNull();
  expect(freeSpot(full, 2)).toEqual({ group: 2, slot: 1 });
  expect(at(full, 1, 3)?.raider.id).toBe('2');
});
