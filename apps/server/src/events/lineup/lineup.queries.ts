/** Line-ups as their readers see them: people who may edit the event see drafts, others what is published. */
import { InstanceCategory } from '@guildhall/contracts/game-data.ts';
import type {
  LineupInput,
  LineupListInput,
  LineupListView,
  LineupPlaceView,
  LineupView,
} from '@guildhall/contracts/lineup.ts';
import { problemsOf } from '@guildhall/contracts/lineup-problems.ts';
import {
  LINEUP_DIFFICULTIES,
  type LineupDifficulty,
  lineupSize,
  offeredDifficulties,
} from '@guildhall/contracts/lineup-size.ts';
import { CombatRole } from '@guildhall/contracts/organization.ts';
import { GameVersion, type Locale } from '@guildhall/contracts/primitives.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { int, json, object, query, type RowOf, text } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { type Boss, bossesOf, bossIn } from '../event/bosses.ts';
import { type EventAccess, type EventRow, loadVisibleEvent } from '../event/event.access.ts';
import { readPlaces, readSignedUp, withoutPlace } from './lineup-places.queries.ts';

const SETTING = query({
  gameVersion: text(GameVersion.options).known,
  category: text(InstanceCategory.options).orNull,
  bosses: json<Boss[]>(),
})`
  select coalesce(o.game_version, 'retail') as "gameVersion", i.category,
    ${bossesOf('$2')} as bosses
  from event e join organization o on o.id = e.organization_id left join journal_instance i on i.id = e.journal_instance_id
  where e.id = $1`;

export type LineupSetting = RowOf<typeof SETTING>;

/** The bosses that the instance of the event offers, and the branch of the game. */
export const readSetting = (sql: Sql, eventId: string, locale: Locale): Promise<LineupSetting> =>
  sql.one(SETTING, [eventId, locale]);

const offeredBy = ({ gameVersion, category, bosses }: LineupSetting, event: EventRow) =>
  offeredDifficulties({ gameVersion, category, instanceId: event.journalInstanceId, bosses: bosses.length });

/** A difficulty that the instance offers; null for one that it does not, because the event had another instance before. */
export const offeredOf = (setting: LineupSetting, event: EventRow, difficulty: number | null) =>
  offeredBy(setting, event).find((one) => one === difficulty) ?? null;

export const sizeOf = ({ gameVersion, category }: LineupSetting, event: EventRow, difficulty: number | null) =>
  lineupSize({ gameVersion, category: category ?? kindOf(event), instanceId: event.journalInstanceId, difficulty });

/** Without an instance, the kind of the event says whether it is for five. */
const kindOf = ({ type }: EventRow) => (type === 'dungeon' || type === 'raid' ? type : null);

const Difficulty = int([...LINEUP_DIFFICULTIES]).orNull;

const LINEUPS = query({
  id: 'uuid',
  encounterId: 'int?',
  version: 'int',
  changedAt: 'instant',
  changedBy: object({ id: 'uuid', displayName: 'text' }).orNull,
  publishedVersion: 'int?',
  publishedAt: 'instant?',
  difficulty: Difficulty,
  publishedDifficulty: Difficulty,
  placed: 'int',
  bench: 'int',
  publishedPlaced: 'int',
  publishedBench: 'int',
})`
  select l.id, l.encounter_id as "encounterId", l.version, l.changed_at as "changedAt",
    case when u.id is not null then jsonb_build_object('id', u.id, 'displayName', u.display_name) end as "changedBy",
    l.published_version as "publishedVersion", l.published_at as "publishedAt", l.difficulty,
    l.published_difficulty as "publishedDifficulty", (n).placed, (n).bench, (n)."publishedPlaced", (n)."publishedBench"
  from lineup l left join person u on u.id = l.changed_by_id
  cross join lateral (
    select count(*) filter (where not p.published and p.party is not null)::int as placed,
      count(*) filter (where not p.published and p.party is null)::int as bench,
      count(*) filter (where p.published and p.party is not null)::int as "publishedPlaced",
      count(*) filter (where p.published and p.party is null)::int as "publishedBench"
    from lineup_place p where p.lineup_id = l.id
  ) n
  where l.event_id = $1`;
type LineupRow = RowOf<typeof LINEUPS>;

/** The line-ups of an event, with the difficulties that its instance offers. */
export async function readLineups(sql: Sql, event: EventRow, setting: LineupSetting): Promise<LineupRow[]> {
  const rows = await sql.many(LINEUPS, [event.id]);
  return rows.map((row) => ({
    ...row,
    difficulty: offeredOf(setting, event, row.difficulty),
    publishedDifficulty: offeredOf(setting, event, row.publishedDifficulty),
  }));
}

/** One of the two sets of a line-up: the draft, or what is published. */
type Shown = {
  row: LineupRow | null;
  own: boolean;
  difficulty: LineupDifficulty | null;
  placed: number;
  bench: number;
};

/** The set that shows for a boss: its own if it has places, otherwise that of the whole night. */
export function shownFor(rows: LineupRow[], encounterId: number | null, isDraft: boolean): Shown {
  const of = (id: number | null): Shown => {
    const row = rows.find((each) => each.encounterId === id) ?? null;
    const placed = (isDraft ? row?.placed : row?.publishedPlaced) ?? 0;
    const bench = (isDraft ? row?.bench : row?.publishedBench) ?? 0;
    const difficulty = (isDraft ? row?.difficulty : row?.publishedDifficulty) ?? null;
    return { row, own: placed + bench > 0, difficulty, placed, bench };
  };
  const own = of(encounterId);
  return own.own || encounterId === null ? own : { ...of(null), own: false };
}

const placeOf = (places: LineupPlaceView[], { userId }: Actor) => {
  const own = places.find(({ user }) => user?.id === userId);
  return own ? { group: own.group, slot: own.slot, role: own.role } : null;
};

type Read = Pick<EventAccess, 'event' | 'viewer' | 'mayEdit'> & { actor: Actor; locale?: Locale };

/** The line-up of a boss, or of the whole night, as the caller sees it. Throws UNPROCESSABLE_CONTENT. */
export async function readLineup(
  sql: Sql,
  { event, viewer, mayEdit, actor, locale = 'en_US' }: Read,
  encounterId: number | null,
): Promise<LineupView> {
  const setting = await readSetting(sql, event.id, locale);
  const encounter = bossIn(setting.bosses, encounterId);
  const rows = await readLineups(sql, event, setting);
  const { row, own, difficulty } = shownFor(rows, encounterId, mayEdit);
  const places = (row && (await readPlaces(sql, [row.id], { mayEdit, viewer, locale })).get(row.id)) ?? [];
  const size = sizeOf(setting, event, difficulty);
  const signedUp = mayEdit ? await readSignedUp(sql, { event, viewer }, setting.gameVersion, locale) : [];
  const named = rows.find((each) => each.encounterId === encounterId) ?? null;
  return {
    eventId: event.id,
    encounter,
    own,
    version: (mayEdit ? named?.version : named?.publishedVersion) ?? 0,
    difficulty,
    difficulties: offeredBy(setting, event),
    size,
    gameVersion: setting.gameVersion,
    places,
    signedUp: withoutPlace(signedUp, places),
    draft: mayEdit && isDraft(named),
    changedAt: mayEdit ? (named?.changedAt ?? null) : null,
    changedBy: mayEdit ? (named?.changedBy ?? null) : null,
    publishedAt: shownFor(rows, encounterId, false).row?.publishedAt ?? null,
    problems: mayEdit ? problemsOf(places, size) : [],
    mine: placeOf(places, actor),
    mayEdit,
  };
}

const isDraft = (row: LineupRow | null) => row !== null && row.version !== row.publishedVersion;

export async function getLineup({ sql }: AppContext, actor: Actor, input: LineupInput): Promise<LineupView> {
  const { event, viewer, mayEdit } = await loadVisibleEvent(sql, actor, input.id);
  return readLineup(sql, { event, viewer, mayEdit, actor, locale: input.locale }, input.encounterId);
}

const OWN_PLACES = query({ lineupId: 'uuid', group: 'int?', slot: 'int?', role: text(CombatRole.options) })`
  select l.id as "lineupId", p.party::int as "group", p.slot::int as slot, p.role
  from lineup_place p join lineup l on l.id = p.lineup_id join raider r on r.id = p.raider_id
  where l.event_id = $1 and r.user_id = $2 and p.published = $3`;

/** All line-ups of an event in short. Places of one’s own are those that are published. */
export async function listLineups({ sql }: AppContext, actor: Actor, input: LineupListInput): Promise<LineupListView> {
  const { event, mayEdit } = await loadVisibleEvent(sql, actor, input.id);
  const setting = await readSetting(sql, event.id, input.locale);
  const rows = await readLineups(sql, event, setting);
  const own = await sql.many(OWN_PLACES, [event.id, actor.userId, true]);
  const tabs = [null, ...setting.bosses].map((encounter) => {
    const encounterId = encounter?.id ?? null;
    const shown = shownFor(rows, encounterId, mayEdit);
    const published = shownFor(rows, encounterId, false);
    const named = rows.find((each) => each.encounterId === encounterId) ?? null;
    const place = own.find(({ lineupId }) => lineupId === published.row?.id);
    return {
      encounter,
      own: shown.own,
      version: (mayEdit ? named?.version : named?.publishedVersion) ?? 0,
      difficulty: shown.difficulty,
      size: sizeOf(setting, event, shown.difficulty),
      placed: shown.placed,
      bench: shown.bench,
      draft: mayEdit && isDraft(named),
      publishedAt: published.row?.publishedAt ?? null,
      mine: place ? { group: place.group, slot: place.slot, role: place.role } : null,
      isPlanned: published.placed + published.bench > 0,
    };
  });
  const bosses = tabs.filter(({ encounter, isPlanned }) => isPlanned && (encounter !== null || tabs.length === 1));
  const mine = {
    in: bosses.filter((tab) => tab.mine !== null && tab.mine.group !== null).length,
    bench: bosses.filter((tab) => tab.mine?.group === null).length,
    of: bosses.length,
  };
  return { lineups: tabs.map(({ isPlanned: _planned, ...tab }) => tab), mine, mayEdit };
}
