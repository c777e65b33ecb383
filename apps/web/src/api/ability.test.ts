import { createMongoAbility, type MongoAbility, type RawRuleOf } from '@casl/ability';
import { expect, test } from 'vitest';
import { type Action, may, type Rules, type Subject } from './ability.tsx';

const ACTIONS: Action[] = ['manage', 'read', 'update', 'delete', 'sync', 'create'];
const SUBJECTS: Subject[] = [
  'Organization',
  'Roster',
  'Role',
  'Event',
  'Content',
  'OfficerData',
  'Invite',
  'Character',
];
const ONE_IN = { list: 3, all: 8, inverted: 3, conditions: 3 };
const MOST_RULES = 6;
const ROUNDS = 2_000;

/** The same numbers each time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

function rulesFrom(pick: (below: number) => number): Rules {
  const one = <T>(of: T[]) => of[pick(of.length)] as T;
  const some = <T>(of: T[]) => (pick(ONE_IN.list) === 0 ? [one(of), one(of)] : one(of));
  return Array.from({ length: pick(MOST_RULES) }, () => ({
    action: some<string>(ACTIONS),
    subject: pick(ONE_IN.all) === 0 ? 'all' : some<string>(SUBJECTS),
    ...(pick(ONE_IN.inverted) === 0 && { inverted: true }),
    ...(pick(ONE_IN.conditions) === 0 && { conditions: { scope: 'group' } }),
  }));
}

test('rights are read as the library of the service reads them', () => {
  const pick = numbers(26);
  let allowed = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const rules = rulesFrom(pick);
    const ability = createMongoAbility(rules as RawRuleOf<MongoAbility>[]);
    for (const action of ACTIONS) {
      for (const subject of SUBJECTS) {
        const can = ability.can(action, subject);
        allowed += can ? 1 : 0;
        expect([rules, action, subject, may(rules, action, subject)]).toEqual([rules, action, subject, can]);
      }
    }
  }
  expect(allowed).toBeGreaterThan(ROUNDS);
});

test('a caller without rules may do nothing', () => {
  expect(may(undefined, 'read', 'Event')).toBe(false);
  expect(may([], 'read', 'Event')).toBe(false);
});
