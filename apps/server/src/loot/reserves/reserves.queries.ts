/** The reserves of an event as a caller sees them, each with the plus that follows from the sheets before. */
import type { GameVersion, Locale } from '@guildhall/contracts/primitives.ts';
import { GameVersion as GameVersions } from '@guildhall/contracts/primitives.ts';
import {
  type ReservesInput,
  ReservesSeenBy,
  type ReservesView,
  type ReserveView,
} from '@guildhall/contracts/reserve.ts';
import { ofEitherFaction } from '@guildhall/guild-tools/loot-award.ts';
import type { Actor } from '../../core/actor.ts';
import { byName } from '../../core/db/by-name.ts';
import type { Sql } from '../../core/db/sql.ts';
import { columns, json, jsonInstant, object, objects, query, type RowOf, text } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import type { EventRow } from '../../events/event/event.access.ts';
import { BROUGHT_CHARACTER } from '../../events/event/event.queries.ts';
import { Person, personOf } from '../../identity/people/person-of.ts';
import { RaiderColumn, raiderRef } from '../../membership/characters/raider-ref.ts';
import { ItemColumns, itemRef } from '../../reference/game-data/items.ts';
import { classColor, classRef, realmName } from '../../reference/game-data/playable.ts';
import { hidesOthers, IS_LOCKED, IS_THERE, LOCKS_AT, type ReservesAccess, seenReserves } from './reserve.access.ts';
import { derivePlus, type NightReserve, type SheetNight, type Win } from './sr-plus.ts';

const EventRef = object({ id: 'uuid', title: 'text', startsAt: 'instant' });
const eventRef = (alias: string) =>
  `case when ${alias}.id is not null then jsonb_build_object('id', ${alias}.id, 'title', ${alias}.title, 'startsAt', ${jsonInstant(`${alias}.starts_at`)}) end`;

const Rules = columns({
  perPerson: 'int',
  perItem: 'int',
  seenBy: text(ReservesSeenBy.options),
  locksMinutes: 'int',
  plusStep: 'int?',
  continues: EventRef.orNull,
});
const RULES = `s.per_raider::int as "perPerson", s.per_item::int as "perItem", s.audience as "seenBy", s.locks_minutes as "locksMinutes",
  s.plus_step as "plusStep"`;

const SHEET = query({
  ...Rules,
  locksAt: 'instant',
  locked: 'bool',
  hard: objects({ item: object(ItemColumns), note: 'text?' }),
})`
  select ${RULES}, ${eventRef('c')} as continues, ${LOCKS_AT} as "locksAt", ${IS_LOCKED} as locked,
    (select coalesce(jsonb_agg(jsonb_build_object('item', ${itemRef('i', 'h.item_id', '$2')}, 'note', h.note) order by h.item_id), '[]')
      from hard_reserve h left join item i on i.game_version = coalesce(o.game_version, 'retail') and i.id = h.item_id
      where h.sheet_event_id = s.event_id) as hard
  from reserve_sheet s join event e on e.id = s.event_id join organization o on o.id = e.organization_id
  left join event c on c.id = s.continues_id and c.status in ('published', 'completed')
  where s.event_id = $1`;
export type SheetRow = RowOf<typeof SHEET>;

export const readSheet = (sql: Sql, eventId: string, locale: Locale): Promise<SheetRow | null> =>
  sql.maybe(SHEET, [eventId, locale]);

const RESERVES = query({
  id: 'uuid',
  raider: RaiderColumn,
  userId: 'uuid?',
  mine: 'bool',
  character: object({ name: 'text', class: json<{ id: number; name: string }>().orNull }).orNull,
  /** The realm of that character in English, for exports. */
  realm: 'text?',
  item: object(ItemColumns),
  count: 'int',
  correction: object({ note: 'text', by: Person.orNull }).orNull,
  enteredBy: Person.orNull,
})`
  select r.id, ${raiderRef('$4', { r: 'k' })} as raider,
    k.user_id as "userId", coalesce(k.user_id = $3, false) as mine,
    case when coalesce(c.name, f.name, m.name) is not null then jsonb_build_object('name', coalesce(c.name, f.name, m.name),
      'class', case when coalesce(c.class_id, f.class_id, m.class_id) is not null then ${classRef('coalesce(c.class_id, f.class_id, m.class_id)', '$2')} end) end as "character",
    ${realmName({ ...{ slug: 'coalesce(c.realm_slug, f.realm, m.realm)', region: 'coalesce(c.region, o.region)' }, gameVersion: 'coalesce(c.game_version, o.game_version)', locale: `'en_US'` })} as realm,
    ${itemRef('i', 'r.item_id', '$2')} as item, r.count::int as count,
    case when r.plus_note is not null then jsonb_build_object('note', r.plus_note,
      'by', ${personOf('b')}) end as correction, ${personOf('n')} as "enteredBy"
  from reserve r join raider k on k.id = r.raider_id join organization o on o.id = k.organization_id
  left join person u on u.id = k.user_id left join person b on b.id = r.corrected_by_id left join person n on n.id = r.entered_by_id
  left join item i on i.game_version = coalesce(o.game_version, 'retail') and i.id = r.item_id
  left join participation p on p.event_id = r.sheet_event_id and p.raider_id = k.id
  left join character c on c.id = p.character_id ${BROUGHT_CHARACTER}
  left join lateral (
    select y.name, y.class_id, y.realm from raider_family y
    where y.organization_id = k.organization_id and y.raider_id = k.id and c.id is null and f.id is null
    order by y.is_main desc, y.level desc nulls last, ${byName('y.name')} limit 1) m on true
  where r.sheet_event_id = $1 and ${IS_THERE} order by r.created_at, r.id`;
type Row = RowOf<typeof RESERVES>;

/** The sheet, and those that it continues whose reserves are locked: what is not, is not decided, and not for everyone to see. */
const CHAIN = query({ eventId: 'uuid', startsAt: 'instant', day: 'text', step: 'int?' })`
  with recursive chain as (
    select s.event_id, s.continues_id, s.plus_step, e.starts_at, e.local_start, true as counts, 0 as place
    from reserve_sheet s join event e on e.id = s.event_id where s.event_id = $1
    union all
    select s.event_id, s.continues_id, s.plus_step, e.starts_at, e.local_start,
      e.status in ('published', 'completed') and ${IS_LOCKED}, chain.place + 1
    from chain join reserve_sheet s on s.event_id = chain.continues_id join event e on e.id = s.event_id
    where e.starts_at < chain.starts_at and chain.place < 500)
  select event_id as "eventId", starts_at as "startsAt", left(local_start, 10) as day, plus_step as step from chain where counts`;
const OF_CHAIN = query({ id: 'uuid', eventId: 'uuid', raiderId: 'uuid', itemId: 'int', corrected: 'int?' })`
  select r.id, r.sheet_event_id as "eventId", r.raider_id as "raiderId", r.item_id as "itemId", r.plus_corrected as corrected
  from reserve r where r.sheet_event_id = any($1::uuid[]) and exists (
    select from reserve n where n.sheet_event_id = $2 and n.raider_id = r.raider_id)`;
const WINS = query({ raiderId: 'uuid', itemId: 'int', eventId: 'uuid?', at: 'instant', dayOnly: 'bool' })`
  select coalesce(k.merged_into_id, k.id) as "raiderId", a.item_id as "itemId", a.event_id as "eventId", a.received_at as at,
    a.day_only as "dayOnly"
  from loot_award a join raider k on k.id = a.raider_id
  join loot_response w on w.organization_id = a.organization_id and w.key = a.response_key and w.counts
  where a.organization_id = $1 and a.item_id = any($2::int[]) and a.holds and not a.withdrawn
    and coalesce(k.merged_into_id, k.id) = any($3::uuid[])`;

type Derived = ReturnType<typeof derivePlus>;

/** The plus of each reserve of an event, by its id. */
async function readPluses(sql: Sql, { id, organizationId }: Pick<EventRow, 'id' | 'organizationId'>): Promise<Derived> {
  const nights: SheetNight[] = await sql.many(CHAIN, [id]);
  const all: NightReserve[] = await sql.many(OF_CHAIN, [nights.map(({ eventId }) => eventId), id]);
  // Awards have one number for a reward that has one for each faction.
  const reserves = all.map((reserve) => ({ ...reserve, itemId: ofEitherFaction(reserve.itemId) }));
  const named = (of: 'itemId' | 'raiderId') => [...new Set(reserves.map((reserve) => reserve[of]))];
  const wins: Win[] =
    nights.length > 1 ? await sql.many(WINS, [organizationId, named('itemId'), named('raiderId')]) : [];
  return derivePlus(nights, reserves, wins);
}

/** All reserves of an event, whoever sees them. */
export async function readReserves(
  sql: Sql,
  event: Pick<EventRow, 'id' | 'organizationId'>,
  { plusStep }: Pick<SheetRow, 'plusStep'>,
  { userId, locale, seesProof }: { userId: string; locale: Locale; seesProof: boolean },
): Promise<(ReserveView & Pick<Row, 'realm'>)[]> {
  const rows = await sql.many(RESERVES, [event.id, locale, userId, seesProof]);
  const pluses: Derived = plusStep === null ? new Map() : await readPluses(sql, event);
  return rows.map((row) => present(row, pluses)).toSorted(byItem);
}

function present({ correction, character, ...row }: Row, pluses: Derived): ReserveView & Pick<Row, 'realm'> {
  const plus = pluses.get(row.id);
  return {
    ...row,
    character: character && { ...character, color: character.class && classColor(character.class.id) },
    plus: plus ? { ...plus, corrected: correction } : null,
  };
}

const byItem = (one: ReserveView, other: ReserveView) =>
  one.item.name.localeCompare(other.item.name) ||
  one.item.id - other.item.id ||
  (other.plus?.value ?? 0) - (one.plus?.value ?? 0) ||
  nameOf(one).localeCompare(nameOf(other)) ||
  one.id.localeCompare(other.id);
const nameOf = ({ character, raider }: ReserveView) => character?.name ?? raider.name ?? '';

const VERSION = query({ gameVersion: text(GameVersions.options) })`
  select coalesce(game_version, 'retail') as "gameVersion" from organization where id = $1`;

export const gameVersionOf = async (sql: Sql, organizationId: string): Promise<GameVersion> =>
  (await sql.one(VERSION, [organizationId])).gameVersion;

/** The last sheet before an event: of its series, or else of its team, or else of events of its title. */
const LAST = query({ ...Rules, hard: objects({ itemId: 'int', note: 'text?' }) })`
  select ${RULES}, ${eventRef('e')} as continues,
    (select coalesce(jsonb_agg(jsonb_build_object('itemId', h.item_id, 'note', h.note) order by h.item_id), '[]')
      from hard_reserve h where h.sheet_event_id = s.event_id) as hard
  from event e join reserve_sheet s on s.event_id = e.id
  where e.organization_id = $1 and e.id <> $2 and e.starts_at < $3 and e.status in ('published', 'completed')
    and (e.recurring_series_id = $4 or e.team_id = $5 or e.title = $6)
  order by (e.recurring_series_id = $4) is true desc, (e.team_id = $5) is true desc, e.starts_at desc limit 1`;

export const lastSheet = (sql: Sql, event: EventRow) =>
  sql.maybe(LAST, [
    ...[event.organizationId, event.id, event.startsAt, event.recurringSeriesId, event.teamId],
    event.title,
  ]);

export const DEFAULT_RULES = {
  perPerson: 2,
  perItem: 1,
  seenBy: 'everybody',
  locksMinutes: 0,
  plusStep: null,
  continues: null,
} as const;

/** Throws NOT_FOUND. */
export async function getReserves(ctx: AppContext, actor: Actor, { id, locale }: ReservesInput): Promise<ReservesView> {
  return viewReserves(ctx, actor, await seenReserves(ctx.sql, actor, id), locale);
}

export async function viewReserves(
  { sql }: AppContext,
  { userId }: Actor,
  { event, access, viewer, mayChange }: ReservesAccess,
  locale: Locale,
): Promise<ReservesView> {
  const { organizationId } = event;
  const sheet = await readSheet(sql, event.id, locale);
  const all = sheet ? await readReserves(sql, event, sheet, { userId, locale, seesProof: viewer.seesProof }) : [];
  const hidden = sheet !== null && hidesOthers(sheet.seenBy, sheet.locked, mayChange);
  const isOpen = event.status === 'published' && !event.started && !access.archived;
  const maySet = mayChange && !access.archived;
  const proposes = maySet && sheet === null && (event.status === 'published' || event.status === 'draft');
  return {
    event: { id: event.id, title: event.title, startsAt: event.startsAt, instanceId: event.journalInstanceId },
    organizationId,
    gameVersion: await gameVersionOf(sql, organizationId),
    mayChange: maySet,
    mayReserve: sheet !== null && !sheet.locked && isOpen && access.isMember,
    mayReserveForOthers: maySet && sheet !== null && !hidden && event.status === 'published',
    sheet,
    hidden,
    reserves: hidden ? all.filter(({ mine }) => mine) : all,
    total: {
      reserves: all.reduce((sum, { count }) => sum + count, 0),
      raiders: new Set(all.map(({ raider }) => raider.id)).size,
    },
    proposal: proposes ? ((await lastSheet(sql, event)) ?? { ...DEFAULT_RULES, hard: [] }) : null,
  };
}
