import { paginationOf } from '@guildhall/contracts/page.ts';
import {
  RaiderChangeCause,
  RaiderChangeKind,
  type RaiderChangeListInput,
  type RaiderChangeListView,
  type RaiderListInput,
  type RaiderListView,
  type RaiderView,
} from '@guildhall/contracts/raider.ts';
import type { Actor } from '../core/actor.ts';
import { byName } from '../core/db/by-name.ts';
import { readPage } from '../core/db/read-page.ts';
import type { Sql } from '../core/db/sql.ts';
import { columns, json, object, query, type RowOf, text } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { RaiderColumn, RaiderFields, raiderRef, seesProof } from '../membership/characters/raider-ref.ts';
import { authorizedAccess } from '../membership/rights/organization.access.ts';
import { classRef } from '../reference/game-data/playable.ts';

const Row = columns({
  ...RaiderFields,
  organizationId: 'uuid',
  user: object({ id: 'uuid', displayName: 'text' }).orNull,
  note: 'text?',
  archived: 'bool',
  characters: json<RaiderView['characters']>(),
  teams: json<RaiderView['teams']>(),
  createdAt: 'instant',
});

/** `$1` is the organization, `locale` an SQL expression. A raider that another has taken in is not listed. */
const viewIn = (locale: string) => `
  select r.id, r.organization_id as "organizationId", coalesce(u.display_name, r.name) as name, r.kind,
    case when u.id is not null then jsonb_build_object('id', u.id, 'displayName', u.display_name) end as "user",
    r.user_id is not null as "hasAccount", r.discord_key is not null as "notProven", r.note, r.archived_at is not null as archived, r.created_at as "createdAt",
    coalesce((select jsonb_agg(jsonb_build_object('id', f.raider_character_id, 'rosterEntryId', f.roster_entry_id,
        'characterId', f.character_id, 'name', f.name, 'realm', f.realm,
        'class', case when f.class_id is not null then ${classRef('f.class_id', locale)} end, 'level', f.level,
        'main', f.is_main, 'source', f.source)
        order by f.is_main desc, f.source = 'claim' desc, f.level desc nulls last, ${byName('f.name')}, f.raider_character_id)
      from raider_family f where f.raider_id = r.id and f.organization_id = $1), '[]') as characters,
    coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'role', m.role, 'status', m.status,
        'lead', m.lead) order by t.position, t.id)
      from team_member m join team t on t.id = m.team_id
      where m.raider_id = r.id and m.until is null and t.archived_at is null), '[]') as teams
  from raider r left join person u on u.id = r.user_id
  where r.organization_id = $1 and r.merged_into_id is null and (u.id is not null or r.name is not null) and `;

const ONE = query(Row)`${viewIn(`'en_US'`)} r.id = $2`;

const FILTER = `($2::text is null or strpos(search_key(coalesce(u.display_name, r.name)), search_key($2)) > 0 or exists (
    select from raider_family f
    where f.raider_id = r.id and f.organization_id = $1 and strpos(search_key(f.name), search_key($2)) > 0))
  and (r.archived_at is not null) = coalesce($3 = 'archived', false)
  and case $3::text when 'hidden' then false when 'account' then u.id is not null when 'no_account' then u.id is null
    when 'not_proven' then r.discord_key is not null when 'guests' then r.kind = 'guest' else true end
  and ($4::uuid is null or exists (
    select from team_member m where m.raider_id = r.id and m.team_id = $4 and m.until is null))`;
const PAGE = query(Row)`
  ${viewIn('$7')} ${FILTER} order by ${byName('coalesce(u.display_name, r.name)')}, r.id limit $5 offset $6`;
const COUNT = query({ total: 'int' })`
  select count(*)::int as total from raider r left join person u on u.id = r.user_id
  where r.organization_id = $1 and r.merged_into_id is null and (u.id is not null or r.name is not null) and ${FILTER}`;

const counted = (condition: string) => `(count(*) filter (where ${condition}))::int`;
const COUNTS = query({
  all: 'int',
  account: 'int',
  noAccount: 'int',
  notProven: 'int',
  guests: 'int',
  archived: 'int',
})`
  select ${counted('r.archived_at is null')} as "all",
    ${counted('r.archived_at is null and u.id is not null')} as "account",
    ${counted('r.archived_at is null and u.id is null')} as "noAccount",
    ${counted('r.archived_at is null and r.discord_key is not null')} as "notProven",
    ${counted(`r.archived_at is null and r.kind = 'guest'`)} as "guests",
    ${counted('r.archived_at is not null')} as "archived"
  from raider r left join person u on u.id = r.user_id
  where r.organization_id = $1 and r.merged_into_id is null and (u.id is not null or r.name is not null)`;

/** The raider as officers see it. */
export const readRaider = (sql: Sql, organizationId: string, id: string): Promise<RaiderView> =>
  sql.one(ONE, [organizationId, id]);

/** The people of an organization, with and without an account. For those who may see the roster. */
export async function listRaiders({ sql }: AppContext, actor: Actor, input: RaiderListInput): Promise<RaiderListView> {
  const access = await authorizedAccess(sql, actor, input.id, 'read', 'Roster');
  const isOfficer = seesProof(actor, access);
  const { search, only = null, teamId = null, page, pageSize, locale } = input;
  // It would tell which names are not proven.
  const filter = only === 'not_proven' && !isOfficer ? 'hidden' : only;
  const values = [access.organizationId, search || null, filter, teamId];
  const [rows, { total }, counts] = await Promise.all([
    sql.many(PAGE, [...values, pageSize, (page - 1) * pageSize, locale]),
    sql.one(COUNT, values),
    sql.one(COUNTS, [access.organizationId]),
  ]);
  const raiders = isOfficer ? rows : rows.map((row: RowOf<typeof Row>) => ({ ...row, note: null, notProven: false }));
  return {
    raiders,
    counts: isOfficer ? counts : { ...counts, notProven: 0 },
    pagination: paginationOf(page, pageSize, total),
  };
}

const refOf = (r: string, person: string) =>
  `case when ${r}.id is not null then ${raiderRef('true', { r, name: `coalesce(${person}.display_name, ${r}.name)` })} end`;
const RECENT = `c.organization_id = $1 and c.at > now() - interval '30 days'`;
const CHANGES = query({
  id: 'uuid',
  kind: text(RaiderChangeKind.options),
  from: RaiderColumn,
  to: RaiderColumn.orNull,
  by: object({ id: 'uuid', displayName: 'text' }).orNull,
  cause: text(RaiderChangeCause.options),
  answers: 'int',
  characters: 'int',
  at: 'instant',
  undoneAt: 'instant?',
})`
  select c.id, c.kind, ${refOf('s', 'su')} as "from", ${refOf('t', 'tu')} as "to",
    case when b.id is not null then jsonb_build_object('id', b.id, 'displayName', b.display_name) end as "by",
    coalesce(c.cause, case when c.by_id is null then 'proof' else 'officer' end) as cause,
    (jsonb_array_length(c.moved -> 'participations') + jsonb_array_length(c.moved -> 'dropped' -> 'participations')) as answers,
    jsonb_array_length(c.moved -> 'characters') as characters, c.at, c.undone_at as "undoneAt"
  from raider_change c join raider s on s.id = c.source_id left join person su on su.id = s.user_id
  left join raider t on t.id = c.target_id left join person tu on tu.id = t.user_id
  left join person b on b.id = c.by_id
  where ${RECENT} order by c.at desc, c.id desc limit $2 offset $3`;
const CHANGES_COUNT = query({ total: 'int' })`select count(*)::int as total from raider_change c where ${RECENT}`;

/** Merges, splits and releases of the last 30 days, which can be undone. */
export async function listRaiderChanges(
  { sql }: AppContext,
  actor: Actor,
  input: RaiderChangeListInput,
): Promise<RaiderChangeListView> {
  const { organizationId } = await authorizedAccess(sql, actor, input.id, 'update', 'Roster');
  const { rows, pagination } = await readPage(sql, CHANGES, CHANGES_COUNT, [organizationId], input);
  return { changes: rows, pagination };
}
