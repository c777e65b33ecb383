import { expect, test, vi } from 'vitest';

// A copy of its own: these clocks run ahead, and ids of other files of this worker must not follow them.
vi.resetModules();
const { uuidv7 } = await import('./uuid.ts');
vi.resetModules();

const many = Array.from({ length: 20_000 }, () => uuidv7());

test('an id is a version 7 UUID that starts with the time', () => {
  const before = Date.now();
  const id = uuidv7(before + 60_000);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(before + 60_000);
});

test('ids are unique and sort in creation order, even thousands in one millisecond', () => {
  expect(new Set(many).size).toBe(many.length);
  expect(many.findIndex((id, index) => id <= (many[index - 1] ?? ''))).toBe(-1);
});

test('new ids sort after old ones even when the clock is set back', () => {
  const now = Date.now() + 120_000;
  const first = uuidv7(now);
  expect(uuidv7(now - 60_000) > first).toBe(true);
});
