import { expect, test } from 'vitest';
import { planRoles } from './role-brake.ts';
import type { RoleWish } from './role-wishes.ts';

const wish = (index: number, more: Partial<RoleWish> = {}): RoleWish => ({
  userId: String(index),
  roleId: '1',
  organizationId: 'a',
  wished: true,
  state: 'given',
  due: false,
  linked: true,
  held: false,
  released: false,
  ...more,
});

const people = (going: number, staying: number, more: Partial<RoleWish> = {}) => [
  ...Array.from({ length: going }, (_, index) => wish(index, { wished: false, due: true, ...more })),
  ...Array.from({ length: staying }, (_, index) => wish(100 + index)),
];

test.each([
  ['twelve of thirty are too many', 12, 18, true],
  ['thirty percent of forty are not', 12, 28, false],
  ['nine of ten may be true', 9, 1, false],
  ['all of ten are too many', 10, 0, true],
])('%s', (_, going, staying, held) => {
  const plan = planRoles(people(going, staying));
  expect([plan.taking.size, plan.holding.length]).toEqual(held ? [0, going] : [going, 0]);
});

test('what an officer released, and what nobody can ask for again, is taken in any number', () => {
  for (const more of [{ released: true, held: true }, { linked: false }, { organizationId: null }]) {
    expect(planRoles(people(12, 18, more)).taking.size).toBe(12);
  }
});

test('while many are held, others are still given to and looked at', () => {
  const plan = planRoles([...people(12, 18), wish(200, { state: null, due: true })]);
  expect(plan.userIds).toEqual(['200']);
});

test('what was never ours is forgotten and never taken', () => {
  for (const state of ['had', 'taken', 'absent'] as const) {
    const plan = planRoles([wish(1, { wished: false, due: true, state })]);
    expect([plan.taking.size, plan.forgotten.length]).toEqual([0, 1]);
  }
});

test('when those who were held come back, the rest is few enough to be taken', () => {
  const back = wish(300, { held: true, due: true });
  const plan = planRoles([...people(4, 30, { held: true, due: false }), back]);
  expect(plan.unheld).toHaveLength(5);
  expect(plan.taking.size).toBe(4);
});
