import type { ExpansionRef } from '@guildhall/contracts/character-progress.ts';
import type { Locale } from '@guildhall/contracts/profile.ts';

/** The group of what belongs to no expansion that is known. */
export const NO_EXPANSION: ExpansionRef = { id: null, name: 'Other' };

/**
 * To which expansion each faction belongs, by its root faction; one that is missing belongs to none that is known. The
 * documents of characters do not say it.
 */
export async function factionExpansions(
  _ctx: unknown,
  _locale: Locale,
  _factionIds: number[],
): Promise<Map<number, ExpansionRef>> {
  return new Map();
}
