/** Few pages have a choice of zones, so the frame does without it. */
import { canonicalZone } from '@guildhall/contracts/time-zone.ts';

/** As this browser spells it. */
export const knownName = (zone: string) => canonicalZone(zone) ?? zone;

/** The zones to choose from, each in the spelling that the service stores, after those that must be among them. */
export function zonesToChoose(...first: string[]): string[] {
  // Older browsers list none.
  const listed = Intl.supportedValuesOf?.('timeZone') ?? [];
  // A browser may know a renamed place by its former name alone.
  const names = new Map(first.map((zone) => [knownName(zone), zone]));
  for (const zone of ['UTC', ...listed.map(knownName)]) if (!names.has(zone)) names.set(zone, zone);
  return [...names.values()];
}
