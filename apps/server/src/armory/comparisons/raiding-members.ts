/** Everyone of a guild who raids: characters that their people have proved and share, and members known by a public profile. */
import type { GuildArmoryInput, GuildArmoryView } from '@guildhall/contracts/guild-armory.ts';
import { CombatRole, type NamedRank } from '@guildhall/contracts/organization.ts';
import { paginationOf } from '@guildhall/contracts/page.ts';
import { GameVersion, Region } from '@guildhall/contracts/primitives.ts';
import type { TeamRef } from '@guildhall/contracts/team.ts';
import type { Actor } from '../../core/actor.ts';
import { byName } from '../../core/db/by-name.ts';
import { columns, json, type Query, query, type RowOf, text } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { abilityFor, authorizedAccess } from '../../membership/rights/organization.access.ts';
import type { ReferenceNames } from '../../reference/game-data/names.ts';
import { currentItemLevel } from '../../reference/game-data/newest-patch.ts';
import { GUILD_CHARACTERS } from '../crafters/crafters.queries.ts';
import { PUBLIC_MEMBERS, SOON } from '../enrichment/roster-members.ts';

/** `$1` organization, `$2` whether the caller may read its roster. */
const RAIDING = `
  ${GUILD_CHARACTERS}, ${SOON}, ${PUBLIC_MEMBERS}, listed as materialized (
    select e.id as entry_id, g.id as character_id, g.user_id, g.display_name, g.name, g.region, g.game_version, g.realm_slug,
      g.level, g.class_id, e.rank, coalesce(c.role, e.role) as role, g.equipped_item_level as item_level
    from guild_character g join character c on c.id = g.id
    left join roster_entry e on e.claimed_by_id = g.id and e.organization_id = $1 and e.left_at is null
    union all
    select e.id, null, null, null, e.name, o.region, o.game_version, e.realm_slug, e.level, e.class_id, e.rank, e.role,
      ${currentItemLevel('e', 'item_level', { region: 'o.region', gameVersion: 'o.game_version' })}
    from public_member e join organization o on o.id = e.organization_id where $2 and o.source = 'synced'
  )`;

/** `$3` rank, `$4` role, `$5` team; null for any. */
const MATCHES = `($3::int is null or m.rank = $3) and ($4::text is null or m.role = $4)
  and ($5::uuid is null or exists (
    select from team_member t join team on team.id = t.team_id and team.organization_id = $1
    join raider_family f on f.raider_id = t.raider_id
    where t.team_id = $5 and t.until is null and (f.roster_entry_id = m.entry_id or f.character_id = m.character_id)))`;

const COUNTS = query({
  members: 'int',
  signedIn: 'int',
  publicProfiles: 'int',
  notReadable: 'int',
  matching: 'int',
  ranks: json<NamedRank[]>(),
  teams: json<TeamRef[]>(),
})`
  with ${RAIDING}
  select count(*)::int as members, count(character_id)::int as "signedIn", count(*) filter (where character_id is null and exists (
    select from roster_section s where s.roster_entry_id = entry_id and s.fetched_at is not null))::int as "publicProfiles",
    count(*) filter (where character_id is null and exists (select from roster_section s where s.roster_entry_id = entry_id
      having bool_and(s.status = 'not_found' and s.fetched_at is null)))::int as "notReadable",
    count(*) filter (where ${MATCHES})::int as matching,
    (select coalesce(jsonb_agg(jsonb_build_object('rank', d.rank, 'name', coalesce(r.name, 'Rank ' || d.rank)) order by d.rank), '[]')
      from (select distinct rank from listed where rank is not null) d
      left join role r on r.organization_id = $1 and r.game_rank = d.rank) as ranks,
    (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'color', t.color) order by t.position, t.id), '[]')
      from team t where t.organization_id = $1 and t.archived_at is null) as teams
  from listed m`;

export const RaidingRow = columns({
  entryId: 'uuid?',
  characterId: 'uuid?',
  userId: 'uuid?',
  displayName: 'text?',
  name: 'text',
  region: text(Region.options),
  gameVersion: text(GameVersion.options),
  realmSlug: 'text',
  level: 'int',
  classId: 'int',
  rank: 'int?',
  rankName: 'text?',
  role: text(CombatRole.options).orNull,
});
type RaidingRow = RowOf<typeof RaidingRow>;

/** `$6` limit, `$7` offset; further columns of `p`, and of what `joined` adds to it. */
export const raidingPage = (more: string, joined: string) => `
  with ${RAIDING}, page as (
    select m.* from listed m where ${MATCHES}
    order by m.rank nulls last, ${byName('m.name')}, m.entry_id, m.character_id limit $6 offset $7
  )
  select p.entry_id as "entryId", p.character_id as "characterId", p.user_id as "userId", p.display_name as "displayName",
    p.name, p.region, p.game_version as "gameVersion", p.realm_slug as "realmSlug", p.level, p.class_id as "classId", p.rank,
    (select r.name from role r where r.organization_id = $1 and r.game_rank = p.rank) as "rankName", p.role, ${more}
  from page p ${joined}
  order by p.rank nulls last, ${byName('p.name')}, p.entry_id, p.character_id`;

type Listed = Pick<GuildArmoryView, 'coverage' | 'ranks' | 'teams' | 'pagination'>;

/** A page of `statement`, with what filters it. */
export async function raidingMembers<Row extends object>(
  ctx: AppContext,
  actor: Actor,
  statement: Query<Row>,
  { id, page, pageSize, rank, role, teamId }: Omit<GuildArmoryInput, 'locale'>,
): Promise<Listed & { rows: Row[] }> {
  const access = await authorizedAccess(ctx.sql, actor, id, 'read', 'Organization');
  const readsRoster = abilityFor(actor, access).can('read', 'Roster');
  const which = [access.organizationId, readsRoster, rank ?? null, role ?? null, teamId ?? null];
  const [{ matching, ranks, teams, ...coverage }, rows] = await Promise.all([
    ctx.sql.one(COUNTS, which),
    ctx.sql.many(statement, [...which, pageSize, (page - 1) * pageSize]),
  ]);
  return { coverage, ranks, teams, rows, pagination: paginationOf(page, pageSize, matching) };
}

export function presentRaiding(row: RaidingRow, names: ReferenceNames) {
  const { rank, userId, displayName } = row;
  return {
    entryId: row.entryId,
    characterId: row.characterId,
    name: row.name,
    realm: row.realmSlug ? { slug: row.realmSlug, name: names.realmName(row, row.realmSlug) } : null,
    level: row.level,
    class: { id: row.classId, name: names.className(row.classId) },
    rank: rank === null ? null : { rank, name: row.rankName ?? `Rank ${rank}` },
    role: row.role,
    user: userId && displayName !== null ? { id: userId, displayName } : null,
    source: row.characterId ? ('signed_in' as const) : ('public_profile' as const),
  };
}
