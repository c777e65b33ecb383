/**
 * Which character of which person stands behind a roster entry, and who therefore belongs to the guild. Only identity
 * decides: region, game version, realm id and character id of the platform.
 */
import type { Sql } from '../core/sql.ts';

/** Either all entries of a guild, or the entries of some characters in any guild. */
type Scope = { organizationId: string } | { characterIds: string[] };

const MATCHES = `
  select e.id as entry_id, e.organization_id, e.name, e.realm_slug, e.level, c.id as character_id
  from roster_entry e
  join organization o on o.id = e.organization_id
  join character c on c.region = o.region and c.game_version = o.game_version
    and c.platform_realm_id = e.platform_realm_id and c.platform_character_id = e.platform_character_id
  where e.left_at is null and c.archived_at is null and `;

const scoped = (scope: Scope): [condition: string, value: unknown] =>
  'organizationId' in scope ? ['e.organization_id = $1', scope.organizationId] : ['c.id = any($1)', scope.characterIds];

/** A character is in one guild: what another guild's older roster still says of it gives way. */
const release = (condition: string) => `
  with matches as (${MATCHES} ${condition})
  update roster_entry e set claimed_by_id = null from matches m
  where e.claimed_by_id = m.character_id and e.left_at is null and e.organization_id <> m.organization_id
    and e.id <> m.entry_id returning e.organization_id as "organizationId"`;

const claim = (condition: string) => `
  with matches as (${MATCHES} ${condition})
  update roster_entry e set claimed_by_id = m.character_id from matches m
  where e.id = m.entry_id and e.claimed_by_id is distinct from m.character_id`;

/** The roster is what the guild sees of a character, so its labels follow; who left is in no guild that we know of. */
const FOLLOW = `
  update character c set guild_id = case when m.live then $1::uuid end,
    name = m.name, realm_slug = m.realm_slug, level = greatest(c.level, m.level)
  from (
    select distinct on (e.claimed_by_id) e.claimed_by_id as character_id, e.left_at is null as live, e.name, e.realm_slug, e.level
    from roster_entry e where e.organization_id = $1 and e.claimed_by_id is not null
    order by e.claimed_by_id, e.left_at desc nulls first
  ) m
  where c.id = m.character_id and (m.live or c.guild_id = $1)
    and (c.guild_id, c.name, c.realm_slug, c.level)
      is distinct from (case when m.live then $1::uuid end, m.name, m.realm_slug, greatest(c.level, m.level))`;

/** Claims what matches. Answers the other guilds that lost a claim by it. */
export async function claimRosterEntries(sql: Sql, scope: Scope): Promise<string[]> {
  const [condition, value] = scoped(scope);
  const released = await sql<{ organizationId: string }>(release(condition), [value]);
  await sql(claim(condition), [value]);
  if ('organizationId' in scope) await sql(FOLLOW, [scope.organizationId]);
  return [...new Set(released.map((row) => row.organizationId))];
}

const MEMBERSHIPS = `
  with holders as (
    select distinct e.organization_id, c.user_id from roster_entry e
    join character c on c.id = e.claimed_by_id
    where e.organization_id = any($1) and e.left_at is null and c.verified_at is not null
  ), ended as (
    update membership m set left_at = now()
    where m.organization_id = any($1) and m.left_at is null
      and not exists (select from holders h where h.organization_id = m.organization_id and h.user_id = m.user_id)
  )
  insert into membership (organization_id, user_id, joined_at)
  select organization_id, user_id, now() from holders
  on conflict (organization_id, user_id) where left_at is null do nothing`;

/** Begins and ends memberships so that they are exactly the people behind live, verified claims. */
export async function reconcileMemberships(sql: Sql, organizationIds: string[]): Promise<void> {
  if (organizationIds.length > 0) await sql(MEMBERSHIPS, [organizationIds]);
}
