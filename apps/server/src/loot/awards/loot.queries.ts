/** The history of loot: each award as it stands now, with its night, the kill before it, and its raider. */

import {
  LAST_AWARDS,
  type LootAwardView,
  type LootFiltersInput,
  type LootFiltersView,
  type LootInput,
  LootMeaning,
  LootTool,
  type LootView,
  MOST_FILTERS,
  type RaiderLootInput,
  type RaiderLootView,
} from '@guildhall/contracts/loot.ts';
import { COUNTED_WEEKS } from '@guildhall/contracts/loot-meaning.ts';
import { LootTrack } from '@guildhall/contracts/loot-track.ts';
import { ofEitherFaction } from '@guildhall/guild-tools/loot-award.ts';
import type { Actor } from '../../core/actor.ts';
import { byName } from '../../core/db/by-name.ts';
import { readPage } from '../../core/db/read-page.ts';
import type { Sql } from '../../core/db/sql.ts';
import { columns, jsonInstant, object, query, type RowOf, text } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { RaiderColumn, raiderRef, type SeesProof, seesProof } from '../../membership/characters/raider-ref.ts';
import {
  abilityFor,
  authorizedAccess,
  lacksPermission,
  type OrganizationAccess,
  organizationAccess,
} from '../../membership/rights/organization.access.ts';
import { noRaider } from '../../raiders/raider.access.ts';
import { ItemColumns, itemName, itemRef } from '../../reference/game-data/items.ts';

const Row = columns({
  id: 'uuid',
  receivedAt: 'instant',
  dayOnly: 'bool',
  item: object(ItemColumns),
  itemString: 'text?',
  track: text(LootTrack.options).orNull,
  instance: 'text?',
  boss: 'text?',
  name: 'text?',
  realm: 'text?',
  className: 'text?',
  raider: RaiderColumn.orNull,
  responseKey: 'text',
  response: 'text',
  meaning: text(LootMeaning.options).orNull,
  counts: 'bool!',
  color: 'text?',
  votes: 'int?',
  note: 'text?',
  oldItems: 'text[]',
  withdrawn: 'bool',
  amended: 'bool!',
  firstTo: 'text?',
  event: object({
    id: 'uuid',
    title: 'text',
    startsAt: 'instant',
    team: object({ id: 'uuid', name: 'text', color: 'text?' }).orNull,
  }).orNull,
  kill: object({ name: 'text', journalEncounterId: 'int?', difficulty: 'int', at: 'instant' }).orNull,
  tool: text(LootTool.options),
});
type Row = RowOf<typeof Row>;

/**
 * Needs an award `a` in scope: the kill of its boss within 20 minutes before it, or the last one where no kill has the name that the
 * tool gives the boss, because logs are in other languages too.
 */
const KILL = `(
  select jsonb_build_object('name', p.name, 'journalEncounterId', p.journal_encounter_id, 'difficulty', p.difficulty,
    'at', ${jsonInstant(`(p.started_at + p.seconds * interval '1 second')`)})
  from log_report r join pull p on p.report_id = r.id
  cross join lateral (select coalesce(folded_name(p.name) = folded_name(a.boss), false) as boss) same
  where r.event_id = a.event_id and p.kill and not a.day_only
    and p.started_at + p.seconds * interval '1 second' between a.received_at - interval '20 minutes' and a.received_at
  order by same.boss desc, p.started_at desc, p.id limit 1)`;

/** An award and what it is joined with: a raider that another has taken in stands for that one. */
const FROM = `
  from loot_award a
  join organization o on o.id = a.organization_id
  left join item i on i.game_version = o.game_version and i.id = a.item_id
  left join loot_response s on s.organization_id = a.organization_id and s.key = a.response_key
  left join raider own on own.id = a.raider_id
  left join raider r on r.id = coalesce(own.merged_into_id, own.id)
  left join person u on u.id = r.user_id
  left join event e on e.id = a.event_id and e.status in ('published', 'completed')
  left join team t on t.id = e.team_id`;

const COUNTS = `coalesce(s.counts, false) and not a.withdrawn`;
/** With these no raider got the item, though the line names one. */
const CLAIMED = `coalesce(s.meaning not in ('bank', 'disenchant'), true)`;
/** Needs the language as SQL. */
const selectIn = (locale: string, seesProof: SeesProof) => `
  select a.award_id as id, a.received_at as "receivedAt", a.day_only as "dayOnly", ${itemRef('i', 'a.item_id', locale, 'a.item_name')} as item,
    a.item_string as "itemString", a.track, a.instance, a.boss, a.name, a.realm, a.class_name as "className",
    case when r.id is not null then ${raiderRef(seesProof)} end as raider,
    a.response_key as "responseKey", a.response, s.meaning, ${COUNTS} as counts, s.color, a.votes, a.note, a.old_items as "oldItems",
    a.withdrawn, a.amends_id is not null as amended,
    (select f.name from loot_award f where f.organization_id = a.organization_id and f.drop_key = a.drop_key and f.holds
      and f.award_id <> a.award_id and f.withdrawn and not a.withdrawn order by f.as_of desc, f.line desc limit 1) as "firstTo",
    case when e.id is not null then jsonb_build_object('id', e.id, 'title', e.title, 'startsAt', ${jsonInstant('e.starts_at')},
      'team', case when t.id is not null then jsonb_build_object('id', t.id, 'name', t.name, 'color', t.color) end) end as event,
    ${KILL} as kill, a.tool ${FROM}`;

const ONE = query(Row)`${selectIn(`'en_US'`, '$3')} where a.organization_id = $1 and a.award_id = $2 and a.holds`;

/** The texts that a search is in. */
const SOUGHT = `concat_ws(e'\\n', ${itemName('i', 'a.item_id', '$11', 'a.item_name')}, a.item_name, a.boss, a.name,
    coalesce(u.display_name, r.name))`;
/** Needs an award `a` and a season `k` in scope. */
const IN_SEASON = `a.received_at >= k.starts_at and (k.ends_at is null or a.received_at < k.ends_at)`;
/** The raider and those whom they took in, as an array: then an index finds their awards. */
const withTakenIn = (raider: string) => `select id from raider where id = ${raider} or merged_into_id = ${raider}`;
const FILTER = `where a.organization_id = $1 and a.holds
  and ($2::text is null or strpos(search_key(${SOUGHT}), search_key($2)) > 0)
  and ($3::uuid is null or ${CLAIMED} and a.raider_id = any(array(${withTakenIn('$3')})))
  and ($4::int is null or a.item_id = $4)
  and ($5::uuid is null or a.event_id = $5)
  and ($6::text is null or a.response_key = $6)
  and ($7::uuid is null or e.team_id = $7)
  and ($8::int is null or exists (
    select from keystone_season k where k.region = o.region and k.id = $8 and ${IN_SEASON}))
  and ($9::boolean is null or (${COUNTS}) = $9)
  and ($10::boolean is null or (s.meaning is null) = $10)`;
const LIST = query(
  Row,
)`${selectIn('$11', '$14')} ${FILTER} order by a.received_at desc, a.award_id desc limit $12 offset $13`;
const TOTAL = query({ total: 'int' })`select count(*)::int as total ${FROM} ${FILTER}`;
/** Everything that a filter leaves, for a file. */
const MOST_IN_FILE = 50_000;
const ALL = query(
  Row,
)`${selectIn('$11', 'false')} ${FILTER} order by a.received_at desc, a.award_id desc limit ${MOST_IN_FILE}`;

const STATE = query({ undecided: 'int', broughtInAt: 'instant?' })`
  select (select count(*) from loot_response where organization_id = $1 and meaning is null)::int as undecided,
    (select max(applied_at) from import_run where organization_id = $1 and source = 'loot' and state = 'applied') as "broughtInAt"`;

const SEASONS = query({ id: 'int', name: 'text?', startedAt: 'instant?', endedAt: 'instant?' })`
  select k.id, coalesce(k.names ->> $2, k.names ->> 'en_US') as name, k.starts_at as "startedAt", k.ends_at as "endedAt"
  from organization o join keystone_season k on k.region = o.region
  where o.id = $1 and exists (select from loot_award a where a.organization_id = o.id and a.holds and ${IN_SEASON})
  order by k.id desc`;

const COUNTED = query({ raider: RaiderColumn, classId: 'int?', awards: 'int' })`
  select ${raiderRef('$2')} as raider,
    (select f.class_id from raider_family f where f.raider_id = r.id and f.class_id is not null
      order by f.is_main desc, f.level desc nulls last limit 1) as "classId", n.awards
  from (
    select coalesce(own.merged_into_id, own.id) as id, count(*)::int as awards
    from loot_award a join loot_response s on s.organization_id = a.organization_id and s.key = a.response_key
    join raider own on own.id = a.raider_id
    where a.organization_id = $1 and a.holds and ${COUNTS} and a.received_at > now() - interval '${COUNTED_WEEKS} weeks'
    group by 1) n
  join raider r on r.id = n.id left join person u on u.id = r.user_id
  order by n.awards desc, ${byName('coalesce(u.display_name, r.name)')}, r.id limit 50`;

/** One more than is shown tells whether there are more. All else is read of these few alone. */
const OF_RAIDER = query(Row)`
  ${selectIn('$2', '$3')}
  where a.id = any(array(
    select a.id from loot_award a
    left join loot_response s on s.organization_id = a.organization_id and s.key = a.response_key
    where a.raider_id = any(array(${withTakenIn('$1')})) and a.holds and not a.withdrawn and ${CLAIMED}
    order by a.received_at desc, a.award_id desc limit ${LAST_AWARDS + 1}))
  order by a.received_at desc, a.award_id desc`;
const PLACE = query({ organizationId: 'uuid' })`
  select organization_id as "organizationId" from raider where id = $1 and merged_into_id is null`;

/** The nights, items and raiders of a history. */
const NIGHTS = query({ id: 'uuid', title: 'text', startsAt: 'instant', awards: 'int' })`
  select e.id, e.title, e.starts_at as "startsAt", n.awards
  from (select event_id as id, count(*)::int as awards from loot_award
    where organization_id = $1 and holds and event_id is not null group by 1) n
  join event e on e.id = n.id and e.status in ('published', 'completed')
  order by e.starts_at desc, e.id limit ${MOST_FILTERS}`;
const ITEMS = query({ item: object(ItemColumns), awards: 'int' })`
  select ${itemRef('i', 'n.id', '$2', 'n.name')} as item, n.awards
  from (select item_id as id, min(item_name) as name, count(*)::int as awards from loot_award
    where organization_id = $1 and holds group by 1 order by max(received_at) desc, 1 limit ${MOST_FILTERS}) n
  join organization o on o.id = $1 left join item i on i.game_version = o.game_version and i.id = n.id
  order by ${byName(itemName('i', 'n.id', '$2', 'n.name'))}, n.id`;
const RAIDERS = query({ raider: RaiderColumn, awards: 'int' })`
  select ${raiderRef('$2')} as raider, n.awards
  from (select coalesce(own.merged_into_id, own.id) as id, count(*)::int as awards
    from loot_award a join raider own on own.id = a.raider_id
    left join loot_response s on s.organization_id = a.organization_id and s.key = a.response_key
    where a.organization_id = $1 and a.holds and ${CLAIMED}
    group by 1 order by max(a.received_at) desc, 1 limit ${MOST_FILTERS}) n
  join raider r on r.id = n.id left join person u on u.id = r.user_id
  order by ${byName('coalesce(u.display_name, r.name)')}, r.id`;

/** An award as an officer sees it, in English. */
export async function readAward(sql: Sql, actor: Actor, access: OrganizationAccess, id: string) {
  const row = await sql.maybe(ONE, [access.organizationId, id, seesProof(actor, access)]);
  return row && presentAward(row, { officer: true });
}

function readsNotes(actor: Actor, access: OrganizationAccess): boolean {
  const ability = abilityFor(actor, access);
  return ability.can('read', 'OfficerData') || ability.can('update', 'Loot');
}

async function seenHistory({ sql }: AppContext, actor: Actor, input: LootInput) {
  const access = await authorizedAccess(sql, actor, input.id, 'read', 'Roster');
  const officer = readsNotes(actor, access);
  const { search, raiderId, itemId, eventId, response, teamId, season, counts, undecided, locale } = input;
  const item = itemId && ofEitherFaction(itemId);
  const values = [search || null, raiderId, item, eventId, response, teamId, season, counts, undecided, locale];
  const { organizationId } = access;
  return {
    organizationId,
    officer,
    sees: seesProof(actor, access),
    values: [organizationId, ...values.map((value) => value ?? null)],
  };
}

export async function listLoot(ctx: AppContext, actor: Actor, input: LootInput): Promise<LootView> {
  const { sql } = ctx;
  const { organizationId, officer, sees, values } = await seenHistory(ctx, actor, input);
  const [{ rows, pagination }, state, counted, seasons] = await Promise.all([
    readPage(sql, LIST, TOTAL, values, input, [sees]),
    sql.one(STATE, [organizationId]),
    sql.many(COUNTED, [organizationId, sees]),
    sql.many(SEASONS, [organizationId, input.locale]),
  ]);
  return { awards: rows.map((row) => presentAward(row, { officer })), pagination, ...state, counted, seasons };
}

/** The last awards of a raider. Throws NOT_FOUND, and FORBIDDEN for those who may not see the history. */
export async function lastAwards({ sql }: AppContext, actor: Actor, input: RaiderLootInput): Promise<RaiderLootView> {
  const place = await sql.maybe(PLACE, [input.id]);
  if (!place) throw noRaider();
  const access = await organizationAccess(sql, actor, place.organizationId, noRaider);
  if (abilityFor(actor, access).cannot('read', 'Roster')) throw lacksPermission('canViewRoster');
  const rows = await sql.many(OF_RAIDER, [input.id, input.locale, seesProof(actor, access)]);
  const officer = readsNotes(actor, access);
  const awards = rows.slice(0, LAST_AWARDS).map((row) => presentAward(row, { officer }));
  return { awards, more: rows.length > LAST_AWARDS };
}

/** By what the history can be filtered. */
export async function lootFilters(
  { sql }: AppContext,
  actor: Actor,
  input: LootFiltersInput,
): Promise<LootFiltersView> {
  const access = await authorizedAccess(sql, actor, input.id, 'read', 'Roster');
  const { organizationId } = access;
  const [nights, items, raiders] = await Promise.all([
    sql.many(NIGHTS, [organizationId]),
    sql.many(ITEMS, [organizationId, input.locale]),
    sql.many(RAIDERS, [organizationId, seesProof(actor, access)]),
  ]);
  return { nights, items, raiders };
}

/** Without pages. */
export async function allLoot(ctx: AppContext, actor: Actor, input: LootInput): Promise<LootAwardView[]> {
  const { officer, values } = await seenHistory(ctx, actor, input);
  return (await ctx.sql.many(ALL, values)).map((row) => presentAward(row, { officer }));
}

function presentAward(row: Row, { officer }: { officer: boolean }): LootAwardView {
  const { item, itemString, name, realm, className, raider, note, ...rest } = row;
  const { responseKey: key, response, meaning, counts, color, ...award } = rest;
  const isUnclaimed = name === '' || meaning === 'bank' || meaning === 'disenchant';
  return {
    ...award,
    item: { ...item, itemString },
    winner: isUnclaimed ? null : { name, realm, className, raider },
    response: { key, text: response, meaning, counts, color },
    note: officer ? note : null,
  };
}
