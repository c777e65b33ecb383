/**
 * SR+: the plus of each reserve, derived from the sheets before. The same item reserved again and not won gains the step of
 * that sheet; an item that was won, or not reserved the last time, begins at 0. Weeks in which the raider reserved nothing change
 * nothing until there are four.
 */
import { LOST_AFTER_WEEKS } from '@guildhall/contracts/reserve.ts';

/** A sheet, with the day of its event as the guild's clock shows it, such as 2026-11-20. */
export type SheetNight = { eventId: string; startsAt: string; day: string; step: number | null };
export type NightReserve = { id: string; eventId: string; raiderId: string; itemId: number; corrected: number | null };
/** An award that counts. `day` instead of an instant where the tool tells no more. */
export type Win = { raiderId: string; itemId: number; eventId: string | null; at: string; dayOnly: boolean };

export type DerivedPlus = { value: number; nights: number; since: string };

const DAY_MS = 86_400_000;

/** The plus of each reserve by its id. `nights` are those that continue each other, in any order. */
export function derivePlus(
  nights: readonly SheetNight[],
  reserves: readonly NightReserve[],
  wins: readonly Win[],
): Map<string, DerivedPlus> {
  const inOrder = nights.toSorted((one, other) => one.startsAt.localeCompare(other.startsAt));
  const derived = new Map<string, DerivedPlus>();
  const winsOf = Map.groupBy(wins, ({ raiderId, itemId }) => `${raiderId} ${itemId}`);
  for (const [raiderId, own] of Map.groupBy(reserves, (reserve) => reserve.raiderId)) {
    const byNight = Map.groupBy(own, ({ eventId }) => eventId);
    let last: { at: number; night: SheetNight; items: Map<number, DerivedPlus> } | null = null;
    for (const [at, night] of inOrder.entries()) {
      const here = byNight.get(night.eventId);
      if (!here) continue;
      const before: typeof last = last !== null && missedWeeks(inOrder, last.at, at) < LOST_AFTER_WEEKS ? last : null;
      const items = new Map<number, DerivedPlus>();
      for (const { id, itemId, corrected } of here) {
        const earlier = before?.items.get(itemId);
        const isWon =
          before !== null &&
          (winsOf.get(`${raiderId} ${itemId}`) ?? []).some((win) => isBetween(win, before.night, night));
        const goesOn = earlier && !isWon ? earlier : { value: 0, nights: 0, since: night.startsAt };
        const value = corrected ?? goesOn.value + (goesOn.nights > 0 ? (night.step ?? 0) : 0);
        const plus = { value, nights: goesOn.nights + 1, since: goesOn.since };
        items.set(itemId, plus);
        derived.set(id, plus);
      }
      last = { at, night, items };
    }
  }
  return derived;
}

/** Weeks with a sheet between two nights, other than those of the two. Weeks are counted from the first one's day. */
function missedWeeks(nights: readonly SheetNight[], from: number, to: number): number {
  const first = nights[from];
  if (!first) return 0;
  const weekOf = ({ day }: SheetNight) => Math.round((Date.parse(day) - Date.parse(first.day)) / DAY_MS / 7);
  const between = new Set(nights.slice(from + 1, to).map(weekOf));
  for (const own of nights.slice(to, to + 1)) between.delete(weekOf(own));
  between.delete(0);
  return between.size;
}

/** Whether an award was made since the one night, and before the other one began. */
function isBetween({ eventId, at, dayOnly }: Win, night: SheetNight, next: SheetNight): boolean {
  if (eventId === night.eventId) return true;
  if (eventId === next.eventId) return false;
  if (!dayOnly) return at >= night.startsAt && at < next.startsAt;
  const day = at.slice(0, 10);
  return day >= night.day && day < next.day;
}
