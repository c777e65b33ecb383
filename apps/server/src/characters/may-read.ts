/**
 * The characters that a person may read: their own, and those that people share with guilds in which both are. In a guild
 * of the game the roster and a proof say which they are; elsewhere all of a member's that the game platform knows.
 */

/** Of a character `c`. `viewer` is a parameter with the id of a person. */
export const MAY_READ = (viewer: string) => `(c.user_id = ${viewer} or c.archived_at is null and c.source = 'synced'
  and exists (select from app_user owner where owner.id = c.user_id and owner.shares_with_guilds) and (
    exists (
      select from proven_claim p join membership m on m.organization_id = p.organization_id
      where p.character_id = c.id and m.user_id = ${viewer} and m.left_at is null)
    or exists (
      select from membership theirs join membership mine on mine.organization_id = theirs.organization_id
      join organization shared on shared.id = theirs.organization_id
      where theirs.user_id = c.user_id and theirs.left_at is null and mine.user_id = ${viewer} and mine.left_at is null
        and shared.source <> 'synced')))`;
