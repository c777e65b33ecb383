import { LINEUP_DIFFICULTIES, lineupSize } from '@guildhall/contracts/lineup-size.ts';
import type { CombatRole } from '@guildhall/contracts/organization.ts';
import { expect, test } from 'vitest';
import { gainOf, judge, type SplitCharacter, tally } from './criteria.ts';
import { divide, healersNeeded, inGroups, type SplitSetting, tanksNeeded } from './divide.ts';

/** The same numbers for the same seed. */
function seeded(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const ROLES: CombatRole[] = ['tank', 'healer', 'melee', 'ranged'];

function roster(random: (below: number) => number, people: number, most: number) {
  const raiderIds = Array.from({ length: people }, (_, index) => `raider ${index}`);
  const characters = raiderIds.flatMap((raiderId) =>
    Array.from({ length: random(most + 1) }, (_, index): SplitCharacter => {
      const roles = ROLES.filter(() => random(3) === 0);
      return {
        id: `${raiderId}, ${index}`,
        raiderId,
        roles: roles.length > 0 ? roles : ['melee'],
        classId: random(14) || null,
        specId: null,
        itemLevel: random(5) === 0 ? null : 600 + random(80),
        main: index === 0,
        gains: [0, 1, 2, 3].flatMap((drop) => (random(2) === 0 ? [{ drop, percent: random(32) / 8 }] : [])),
      };
    }),
  );
  return { raiderIds, characters };
}

function check(raiderIds: string[], characters: SplitCharacter[], setting: SplitSetting) {
  const { runs, leftOut } = divide(raiderIds, characters, setting);
  const all = runs.flatMap(({ seated }) => seated.map(({ character }) => character));
  // One lockout a character.
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  if (setting.together) expect(new Set(all.map(({ raiderId }) => raiderId)).size).toBe(all.length);
  expect(runs).toHaveLength(setting.runs);
  for (const { seated, problems } of runs) {
    expect(new Set(seated.map(({ character }) => character.raiderId)).size).toBe(seated.length);
    for (const { character, role } of seated) expect(character.roles).toContain(role);
    expect(seated.length).toBeLessThanOrEqual(setting.size.max);
    const broken = new Map(problems.map(({ rule, has, needs }) => [rule, [has, needs]]));
    const count = (wanted: CombatRole) => seated.filter(({ role }) => role === wanted).length;
    const least = setting.size.min ?? Math.min(setting.size.max, 10);
    const says = (rule: 'size' | 'tanks' | 'healers', has: number, needs: number) =>
      expect([rule, broken.get(rule)]).toEqual([rule, has < needs ? [has, needs] : undefined]);
    says('size', seated.length, least);
    says('tanks', count('tank'), tanksNeeded(setting.size));
    says('healers', count('healer'), healersNeeded(seated.length));
    const places = inGroups(seated).map(({ group, slot }) => `${group}.${slot}`);
    expect(new Set(places).size).toBe(seated.length);
    for (const { group, slot } of inGroups(seated)) expect([group <= 8, slot <= 5]).toEqual([true, true]);
  }
  const placed = new Set(all.map(({ raiderId }) => raiderId));
  expect([...placed, ...leftOut.map(({ raiderId }) => raiderId)].toSorted()).toEqual(raiderIds.toSorted());
  for (const { raiderId, why } of leftOut) {
    expect(why === 'no_character').toBe(!characters.some((one) => one.raiderId === raiderId));
    if (why === 'full') for (const { seated } of runs) expect(seated.length).toBe(setting.size.max);
  }
  return { runs, leftOut };
}

test('random rosters break no rule, or the answer says which fails, and everyone is in a run or named', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const random = seeded(seed);
    const difficulty = LINEUP_DIFFICULTIES[random(LINEUP_DIFFICULTIES.length)] ?? null;
    const size = lineupSize({ gameVersion: 'retail', category: 'raid', instanceId: null, difficulty });
    const { raiderIds, characters } = roster(random, random(70), 1 + random(4));
    check(raiderIds, characters, {
      ...{ gameVersion: 'retail', runs: 2 + random(4), together: random(2) === 0, size },
    });
  }
});

const person = (index: number, roles: CombatRole[], more: Partial<SplitCharacter> = {}): SplitCharacter => ({
  ...{ id: `c${index}`, raiderId: `r${index}`, roles, classId: null, specId: null, itemLevel: null, main: true },
  gains: [],
  ...more,
});
const idsOf = (characters: SplitCharacter[]) => [...new Set(characters.map(({ raiderId }) => raiderId))];

/** 40 people: 4 tanks, 8 healers, and the others, of all classes. */
const forty = () =>
  Array.from({ length: 40 }, (_, index) =>
    person(index, [index < 4 ? 'tank' : index < 12 ? 'healer' : index % 2 === 0 ? 'melee' : 'ranged'], {
      classId: (index % 13) + 1,
      itemLevel: 620 + index,
    }),
  );

const MYTHIC: SplitSetting = { gameVersion: 'retail', runs: 2, together: true, size: { min: 20, max: 20 } };

test('40 people make two runs of 20 that keep every rule, with all buffs and even item levels', () => {
  const characters = forty();
  const { runs, leftOut } = check(idsOf(characters), characters, MYTHIC);
  expect(leftOut).toEqual([]);
  expect(runs.map(({ seated, problems, missingBuffs }) => [seated.length, problems, missingBuffs])).toEqual([
    [20, [], []],
    [20, [], []],
  ]);
  const [a = 0, b = 0] = runs.map(
    ({ seated }) => seated.reduce((sum, one) => sum + (one.character.itemLevel ?? 0), 0) / 20,
  );
  expect(Math.abs(a - b)).toBeLessThan(2);
});

test('a tank who can heal moves over when that lets both runs be whole', () => {
  // The only other tanks cannot heal, and one healer is missing unless a flexible one heals.
  const characters = forty();
  const flexible = characters.map((one, index) =>
    index === 3 ? { ...one, roles: ['tank', 'healer'] as CombatRole[] } : one,
  );
  const spare = flexible.map((one, index) => (index === 20 ? { ...one, roles: ['tank'] as CombatRole[] } : one));
  const short = spare.map((one, index) => (index === 11 ? { ...one, roles: ['melee'] as CombatRole[] } : one));
  const { runs } = check(idsOf(short), short, MYTHIC);
  expect(runs.flatMap(({ problems }) => problems)).toEqual([]);
});

test('with too few healers, runs become smaller where the difficulty allows it, and otherwise say what is missing', () => {
  const characters = forty().map((one, index) =>
    index >= 8 && index < 12 ? { ...one, roles: ['melee'] as CombatRole[] } : one,
  );
  const fixed = check(idsOf(characters), characters, MYTHIC);
  expect(fixed.runs.flatMap(({ problems }) => problems).map(({ rule }) => rule)).toContain('healers');
  const heroic = check(idsOf(characters), characters, { ...MYTHIC, size: { min: 10, max: 30 } });
  expect(heroic.runs.map(({ seated, problems }) => [seated.length, problems])).toEqual([
    [10, []],
    [10, []],
  ]);
  expect(new Set(heroic.leftOut.map(({ why }) => why))).toEqual(new Set(['few_healers']));
});

test('with too few healers, no more people stay out than that asks for, and no healer does', () => {
  // 27 people and 5 healers: 3 healers make a run of 15, and 2 make one of 10.
  const characters = Array.from({ length: 27 }, (_, index) =>
    person(index, [index < 4 ? 'tank' : index < 9 ? 'healer' : 'ranged']),
  );
  const { runs, leftOut } = check(idsOf(characters), characters, { ...MYTHIC, size: { min: 10, max: 30 } });
  expect(runs.map(({ seated, problems }) => [seated.length, problems])).toEqual([
    [15, []],
    [10, []],
  ]);
  expect(leftOut.map(({ why }) => why)).toEqual(['few_healers', 'few_healers']);
});

test('people who gain by the same drop are in different runs, before buffs and item levels count', () => {
  // The two who gain most by a drop bring the same buff, and those who bring none are of the highest levels.
  const gains = [{ drop: 0, percent: 5 }];
  const characters = forty().map((one, index) => (index === 12 || index === 25 ? { ...one, gains } : one));
  expect(characters[12]?.classId).toBe(characters[25]?.classId);
  const { runs } = check(idsOf(characters), characters, MYTHIC);
  expect(runs.map(({ seated }) => gainOf(seated))).toEqual([5, 5]);
});

test('a change of a run is judged as the run that it leads to', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const random = seeded(seed);
    const { characters } = roster(random, 2 + random(12), 1);
    const [joins, ...others] = characters.map((character) => ({ character, role: 'melee' as const }));
    const whole = { gameVersion: 'retail' as const, itemLevel: random(4) === 0 ? null : 640 };
    const at = random(others.length + 1);
    const changed = joins ? [...others.toSpliced(at, 1), joins] : others;
    const change = { leaves: others[at]?.character, joins: joins?.character };
    const judged = judge(tally(others, whole), whole, change);
    for (const [index, value] of judge(tally(changed, whole), whole).entries())
      expect(judged[index]).toBeCloseTo(value, 9);
  }
});

test('a drop counts once in a run, for the one who gains most by it', () => {
  const seated = [
    [{ drop: 0, percent: 2 }],
    [
      { drop: 0, percent: 3 },
      { drop: 2, percent: 0.5 },
    ],
    [],
  ].map((gains, index) => ({ character: person(index, ['melee'], { gains }), role: 'melee' as const }));
  expect(gainOf(seated)).toBe(3.5);
  expect(gainOf([])).toBe(0);
});

test('where tanks and healers do not suffice, each run gets its share of them', () => {
  const characters = Array.from({ length: 20 }, (_, index) =>
    person(index, [index < 2 ? 'tank' : index < 4 ? 'healer' : 'ranged']),
  );
  const { runs } = check(idsOf(characters), characters, { ...MYTHIC, size: { min: 10, max: 30 } });
  const counts = runs.map(({ seated }) =>
    (['tank', 'healer'] as const).map((role) => seated.filter((one) => one.role === role).length),
  );
  expect(counts).toEqual([
    [1, 1],
    [1, 1],
  ]);
});

test('apart, a person comes to each run with another character, and to none twice', () => {
  const mains = forty()
    .slice(0, 20)
    .map((one, index) => ({ ...one, roles: [index < 4 ? 'tank' : index < 8 ? 'healer' : 'ranged'] as CombatRole[] }));
  const alts = mains.map((one) => ({ ...one, id: `${one.id} alt`, main: false }));
  const { runs, leftOut } = check(idsOf(mains), [...mains, ...alts], { ...MYTHIC, together: false });
  expect([leftOut, runs.map(({ seated, problems }) => [seated.length, problems])]).toEqual([
    [],
    [
      [20, []],
      [20, []],
    ],
  ]);
});
