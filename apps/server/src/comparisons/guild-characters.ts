/**
 * The characters that a guild sees when it compares: those of its members who share, as it stands in this very
 * statement. In a guild of the game the roster and a proof say which they are; elsewhere all of a member's belong that the
 * game platform may know something of.
 */

/** Of the organization $1, as `guild_character`. Materialized: what follows looks things up for these and no others. */
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
    join app_user u on u.id = c.user_id
    where c.archived_at is null and u.shares_with_guilds and (o.source <> 'synced' or c.verified_at is not null)
  )`;
