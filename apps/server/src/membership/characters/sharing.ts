/**
 * Conditions that keep what the game shows of a person's characters (gear, item levels, kills, runs) from their guild mates once
 * they share no more. All parts are SQL; `viewer` is a parameter, and sees their own.
 */

export const SHARES = (userId: string) =>
  `exists (select from person sharing where sharing.id = ${userId} and sharing.shares_with_guilds)`;

/** For a raider of the person `userId`. One without an account has no person to ask. */
export const SEES_RAIDER = (userId: string, viewer: string) =>
  `(${userId} is null or ${userId} = ${viewer} or ${SHARES(userId)})`;

/** Whether a roster entry is withheld: it belongs to a person by their claim, or because an officer linked it to their raider. */
export const IS_WITHHELD = (entryId: string, viewer = 'null::uuid') => `exists (
    select from (
      select owned.user_id from roster_entry claimed join character owned on owned.id = claimed.claimed_by_id
      where claimed.id = ${entryId}
      union all
      select linked.user_id from raider_character link join raider linked on linked.id = link.raider_id
      where link.roster_entry_id = ${entryId} and linked.user_id is not null
    ) belongs where belongs.user_id is distinct from ${viewer} and not ${SHARES('belongs.user_id')})`;
