/**
 * The refusal of another system is about something, in the same four words everywhere. Each platform has one table of its codes
 * and statuses, beside its client; the rules that all of them share stand here.
 */

/**
 * - `item`: this text, person, role, document or message alone; asking again as it is leads to the same answer
 * - `place`: this server, channel, address or account
 * - `for_now`: the same request may succeed later
 * - `ours`: the operator of the installation, or we ourselves, have to mend it
 */
export type RefusalScope = 'item' | 'place' | 'for_now' | 'ours';

const FOR_NOW: readonly number[] = [408, 423, 425, 429];

/** Whether a status of HTTP is for now. It decides before any code, because a proxy that is in the way sends the code of no platform. */
export const isForNow = (status: number): boolean => FOR_NOW.includes(status) || (status >= 500 && status < 600);

/** Refusals that neither a table nor the place explains are the item's when there are so many of them. */
export const TRIES = 3;

/** Whether an item is given up at this refusal. `before` are the refusals before it, without those that were for now. */
export const isGivenUp = (scope: RefusalScope | null, before: number): boolean =>
  scope === 'item' || ((scope === 'place' || scope === null) && before + 1 >= TRIES);
