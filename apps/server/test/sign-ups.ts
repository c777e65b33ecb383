/** Invariants of an event's sign-ups that hold at any moment, checked on the tables themselves. */
import { expect } from 'vitest';
import type { TestApp } from './app.ts';

export type PartRow = { userId: string; status: string; roleKey: string | null; ticket: number | null };

const PARTS = `
  select user_id as "userId", status, role_key as "roleKey", ticket from participation where event_id = $1 order by ticket`;
const SLOTS = 'select role_key as "roleKey", max, taken from event_slot where event_id = $1';

/**
 * The counters match the taken slots and, unless the event is cancelled, no member waits while a slot is free: a cancelled
 * event hands out its slots when it is reopened.
 */
export async function expectOrder(app: TestApp, eventId: string): Promise<PartRow[]> {
  const parts = await app.ctx.sql<PartRow>(PARTS, [eventId]);
  const [event] = await app.ctx.sql<{ status: string }>('select status from event where id = $1', [eventId]);
  const isOn = event?.status === 'published';
  const slots = await app.ctx.sql<{ roleKey: string; max: number; taken: number }>(SLOTS, [eventId]);
  expect(new Set(parts.map(({ userId }) => userId)).size).toBe(parts.length);
  for (const { roleKey, max, taken } of slots) {
    const tickets = (status: string) =>
      parts.filter((part) => part.roleKey === roleKey && part.status === status).map(({ ticket }) => ticket ?? -1);
    const [inside, waiting] = [tickets('signed_up'), tickets('waitlist')];
    expect({ roleKey, taken, fits: inside.length <= max }).toEqual({ roleKey, taken: inside.length, fits: true });
    if (isOn && waiting.length > 0) expect([roleKey, inside.length]).toEqual([roleKey, max]);
  }
  const known = new Set(slots.map(({ roleKey }) => roleKey));
  if (known.size > 0) {
    expect(parts.filter(({ ticket, roleKey }) => ticket !== null && !known.has(roleKey ?? ''))).toEqual([]);
  } else if (isOn) expect(parts.filter(({ status }) => status === 'waitlist')).toEqual([]);
  return parts;
}

/** For a role in which all asked for a slot and no one was moved: first come, first served. */
export function expectFirstServed(parts: PartRow[], roleKey: string): void {
  const states = parts.filter((part) => part.roleKey === roleKey && part.ticket !== null).map(({ status }) => status);
  expect(states).toEqual(states.toSorted());
}
