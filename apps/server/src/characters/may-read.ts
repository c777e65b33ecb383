/**
 * The characters a person may read: their own, and those shared with a guild they both belong to. In a guild of the
 * game, the roster and a proof determine which characters those are; elsewhere, all of a member's characters that the
 * game platform knows.
 */

/** Needs a character `c` in scope. `viewer` is a parameter with a person's id. */
export const MAY_READ = (viewer: string) => `(c.user_id = ${viewer} or c.archived_at is null and c.source = 'synced'
  and exists (select from person owner where owner.id = c.user_id and owner.shares_with_guilds) and (
    exists (
      select from proven_claim p join membership m on m.organization_id = p.organization_id
      where p.character_id = c.id and m.user_id = ${viewer} and m.left_at is null)
    or exists (
      select from membership theirs join membership mine on mine.organization_id = theirs.organization_id
      join organization shared on shared.id = theirs.organization_id
      where theirs.user_id = c.user_id and theirs.left_at is null and mine.user_id = ${viewer} and mine.left_at is null
        and shared.source <> 'synced')))`;
