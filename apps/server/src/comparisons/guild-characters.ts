/**
 * The characters a guild compares: those its members share, as of this very statement. In a guild of the game, the
 * roster and a proof determine which characters belong; elsewhere, all of a member's that the game platform may know.
 */

/** Needs the organization as `$1`. Materialized, so that what follows looks up details for these characters only. */
export const GUILD_CHARACTERS = `
  guild_character as materialized (
    select c.id, c.user_id, u.display_name, c.name, c.region, c.game_version, c.realm_slug, c.level, c.class_id, c.faction,
      c.equipped_item_level,
      c.last_login_at
    from (
      select e.claimed_by_id as id from roster_entry e join organization o on o.id = e.organization_id
      where e.organization_id = $1 and o.source = 'synced' and e.left_at is null and e.claimed_by_id is not null
      union all
      select own.id from membership m join organization o on o.id = m.organization_id
      join character own on own.user_id = m.user_id and own.source = 'synced'
      where m.organization_id = $1 and o.source <> 'synced' and m.left_at is null
    ) belongs
    join character c on c.id = belongs.id
    join organization o on o.id = $1
    join person u on u.id = c.user_id
    where c.archived_at is null and u.shares_with_guilds and (o.source <> 'synced' or c.verified_at is not null)
  )`;
