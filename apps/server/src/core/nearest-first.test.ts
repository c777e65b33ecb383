import { expect, test } from 'vitest';
import { nearestFirst } from './nearest-first.ts';

test.each([
  ['pagesize', 'pageSize'],
  ['serach', 'search'],
  ['sort', 'sortBy'],
  ['', 'page'],
  ['x'.repeat(5_000), 'includeInactive'],
])('the name nearest to %s comes first', (typed, name) => {
  const known = ['includeInactive', 'search', 'sortBy', 'page', 'pageSize'];
  expect(nearestFirst(typed, known)[0]).toBe(name);
  expect(nearestFirst(typed, known).toSorted()).toEqual(known.toSorted());
});
