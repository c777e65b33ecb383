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
  tries: 0,
  refusedCode: null,
  ...more,
});

const people = (going: number, staying: number, more: Partial<RoleWish> = {}) => [
  ...Array.from({ length: going }, (_, index) => wish(index, { wished: false, due: true, ...more })),
  ...Array.from({ length: staying }, (_, index) => wish(100 + index)),
];

test.each([
  ['holds twelve removals of thirty', 12, 18, true],
  ['allows thirty percent of forty', 12, 28, false],
  ['allows nine removals of ten', 9, 1, false],
  ['holds all ten removals of ten', 10, 0, true],
])('%s', (_, going, staying, held) => {
  const plan = planRoles(people(going, staying));
  expect([plan.taking.size, plan.holding.length]).toEqual(held ? [0, going] : [going, 0]);
});

test('takes any number of roles that an officer released or that no member can claim any more', () => {
  for (const more of [{ released: true, held: true }, { linked: false }, { organizationId: null }]) {
    expect(planRoles(people(12, 18, more)).taking.size).toBe(12);
  }
});

test('still syncs other people while many removals are held', () => {
  const plan = planRoles([...people(12, 18), wish(200, { state: null, due: true })]);
  expect(plan.userIds).toEqual(['200']);
});

test('forgets roles that it never gave, and never takes them', () => {
  for (const state of ['had', 'taken', 'absent'] as const) {
    const plan = planRoles([wish(1, { wished: false, due: true, state })]);
    expect([plan.taking.size, plan.forgotten.length]).toEqual([0, 1]);
  }
});

test('stops holding removals once few enough remain', () => {
  const back = wish(300, { held: true, due: true });
  const plan = planRoles([...people(4, 30, { held: true, due: false }), back]);
  expect(plan.unheld).toHaveLength(5);
  expect(plan.taking.size).toBe(4);
});
