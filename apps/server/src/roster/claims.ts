/**
 * Which character of which person stands behind a roster entry, and who therefore belongs to the guild. Only identity
 * decides: region, game version, realm id and character id of the platform. A character is in one guild, the one it
 * joined last: what an older roster elsewhere still says of it gives way.
 */
import type { Sql } from '../core/sql.ts';

/** Of a character `c` and an entry `e` of the organization `o`. */
const IDENTITY = `o.region = c.region and o.game_version = c.game_version
  and e.platform_realm_id = c.platform_realm_id and e.platform_character_id = c.platform_character_id`;

/** Of each character the entry that it belongs to, if any. Looked up one by one, because nobody knows how many there are. */
const rightful = (characters: string) => `rightful as (
  select c.id as character_id, latest.id as entry_id from (${characters}) c
  left join lateral (
    select e.id from roster_entry e join organization o on o.id = e.organization_id
    where ${IDENTITY} and e.left_at is null and c.archived_at is null
    order by e.joined_at desc, e.id desc limit 1
  ) latest on true
)`;

/** Of a guild: who is in it, and whose character left it, because another guild may have it now. */
const OF_GUILD = `
  select c.* from roster_entry e join organization o on o.id = e.organization_id join character c on ${IDENTITY}
  where e.organization_id = $1 and (e.left_at is null or e.claimed_by_id is not null)`;
const OF_CHARACTERS = 'select * from character where id = any($1)';

const release = (characters: string) => `
  with ${rightful(characters)}
  update roster_entry e set claimed_by_id = null from rightful r
  where e.claimed_by_id = r.character_id and e.left_at is null and e.id is distinct from r.entry_id
  returning e.organization_id as "organizationId"`;

const claim = (characters: string) => `
  with ${rightful(characters)}
  update roster_entry e set claimed_by_id = r.character_id from rightful r
  where e.id = r.entry_id and e.claimed_by_id is distinct from r.character_id
  returning e.organization_id as "organizationId"`;

async function settleClaims(sql: Sql, characters: string, value: unknown): Promise<string[]> {
  // Two statements: a character may hold one live claim only, so it loses one before it gets another.
  const released = await sql<{ organizationId: string }>(release(characters), [value]);
  const claimed = await sql<{ organizationId: string }>(claim(characters), [value]);
  return [...released, ...claimed].map((row) => row.organizationId);
}

/** The roster is what the guild sees of a character, so its labels follow; who left is in no guild that we know of. */
const FOLLOW = `
  update character c set guild_id = m.guild_id, name = m.name, realm_slug = m.realm_slug, level = greatest(c.level, m.level)
  from (
    select distinct on (e.claimed_by_id) e.claimed_by_id as character_id, e.organization_id,
      case when e.left_at is null then e.organization_id end as guild_id, e.name, e.realm_slug, e.level
    from roster_entry e where e.organization_id = any($1) and e.claimed_by_id is not null
    order by e.claimed_by_id, e.left_at desc nulls first
  ) m
  where c.id = m.character_id and (m.guild_id is not null or c.guild_id = m.organization_id)
    and (c.guild_id, c.name, c.realm_slug, c.level)
      is distinct from (m.guild_id, m.name, m.realm_slug, greatest(c.level, m.level))`;

const MEMBERSHIPS = `
  with ended as (
    update membership m set left_at = now()
    where m.organization_id = any($1) and m.left_at is null and not exists (
      select from character c join roster_entry e on e.claimed_by_id = c.id and e.left_at is null
      where c.user_id = m.user_id and c.verified_at is not null and e.organization_id = m.organization_id)
  )
  insert into membership (organization_id, user_id, joined_at)
  select distinct e.organization_id, c.user_id, now() from roster_entry e
  join character c on c.id = e.claimed_by_id and c.verified_at is not null
  where e.organization_id = any($1) and e.left_at is null
  on conflict (organization_id, user_id) where left_at is null do nothing`;

/** Taken first by every transaction that changes rosters or whose a character is: they touch the same rows crosswise. */
export async function lockClaims(sql: Sql): Promise<void> {
  await sql(`select pg_advisory_xact_lock(hashtextextended('roster-claims', 0))`);
}

/** After a guild's roster was applied: claims, what is known of the characters, and memberships follow it. */
export async function followRoster(sql: Sql, organizationId: string): Promise<void> {
  const touched = new Set([organizationId, ...(await settleClaims(sql, OF_GUILD, organizationId))]);
  await sql(FOLLOW, [[...touched]]);
  await sql(MEMBERSHIPS, [[...touched]]);
}

const CLAIMED = `
  select distinct organization_id as "organizationId" from roster_entry where claimed_by_id = any($1) and left_at is null`;

/** After it has become known whose these characters are: the rosters that list them, and memberships, follow. */
export async function followOwners(sql: Sql, characterIds: string[]): Promise<void> {
  const released = await settleClaims(sql, OF_CHARACTERS, characterIds);
  const claimed = await sql<{ organizationId: string }>(CLAIMED, [characterIds]);
  await sql(MEMBERSHIPS, [[...new Set([...released, ...claimed.map((row) => row.organizationId)])]]);
}
