/**
 * Moves what belongs to one raider to another: merging two, and splitting characters off. Each move is kept for 30 days as a
 * change that officers see and undo.
 */
import type { RaiderChangeCause, RaiderChangeKind } from '@guildhall/contracts/raider.ts';
import { now } from '../../core/db/columns.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, statement } from '../../core/db/statement.ts';
import type { Rows } from '../../core/db/transaction.ts';
import { type Moved, Raider, RaiderChange } from './raider.entity.ts';

export const NOTHING_MOVED: Moved = {
  participations: [],
  dropped: { participations: [], teams: [] },
  attendance: [],
  characters: [],
  main: null,
  teams: [],
  aliases: [],
  discordKey: null,
};

/** `$3` limits them to answers that name these characters; null means all. */
const OF_CHARACTERS = '($3::uuid[] is null or l.raider_character_id = any($3))';
/** Answers `$4` are among them, too. */
const OF_ANSWERS = '($3::uuid[] is null or l.raider_character_id = any($3) or l.id = any($4::uuid[]))';
/** `$3` limits them to these rows; null means all. */
const OF_ROWS = '($3::uuid[] is null or l.id = any($3))';

/** Whether an officer recorded the attendance last; null if nothing was recorded. The service itself has no id in the log. */
const byOfficer = (p: string) => `(
  select g.actor_id is not null from event_log_entry g
  where g.event_id = ${p}.event_id and g.kind = 'attendance' and (g.person_id = ${p}.user_id or g.raider_id = ${p}.raider_id)
  order by g.at desc, g.id desc limit 1)`;
/** Where the other raider has none, or only what a log proposed and no officer recorded. */
const TAKE_ATTENDANCE = query({ id: 'uuid', attendance: 'text!', before: 'text?' })`
  update participation w set attendance = l.attendance from participation l
  where w.raider_id = $2 and l.raider_id = $1 and l.event_id = w.event_id and ${OF_ANSWERS}
    and l.attendance is not null and (w.attendance is null
      or w.attendance <> l.attendance and not ${byOfficer('w')} and ${byOfficer('l')})
  returning w.id, w.attendance, old.attendance as before`;
/** Whether a participation records only attendance: the raider has no answer, and no officer moved them. */
export const isOnlyRecord = (p: string) => `(${p}.status = 'tentative'
    and (exists (select from withdrawn_answer x where x.event_id = ${p}.event_id and x.user_id = ${p}.user_id)
      or not exists (select from event_log_entry g where g.event_id = ${p}.event_id
        and (g.person_id = ${p}.user_id or g.raider_id = ${p}.raider_id) and g.kind <> 'attendance')))`;
/** Where only the raider has answered, the answer stands, with the attendance that the other has. */
const REPLACE_RECORDS = query({ id: 'uuid', attendance: 'text?', before: 'text?', row: 'text!' })`
  with record as (
    delete from participation w using participation l
    where w.raider_id = $2 and l.raider_id = $1 and l.event_id = w.event_id and ${OF_ANSWERS}
      and ${isOnlyRecord('w')} and not ${isOnlyRecord('l')}
    returning l.id, w.attendance, to_jsonb(w)::text as row
  )
  update participation l set attendance = coalesce(record.attendance, l.attendance) from record where l.id = record.id
  returning l.id, l.attendance, old.attendance as before, record.row`;
const DROP = query({ row: 'text!' })`
  delete from participation l using participation w
  where l.raider_id = $1 and w.raider_id = $2 and l.event_id = w.event_id and ${OF_ANSWERS} returning to_jsonb(l)::text as row`;
const MOVE = query({ id: 'uuid' })`
  update participation l set raider_id = $2, user_id = (select user_id from raider where id = $2)
  where l.raider_id = $1 and ${OF_ANSWERS} returning l.id`;
/** The log tells of the answers under the raider who has them: without an account, or before they had one. */
const MOVE_LOG = query({ id: 'uuid' })`
  update event_log_entry g set raider_id = $2 where g.raider_id = $1
    and ($3::uuid[] is null or g.event_id in (select event_id from participation where id = any($3)))
  returning g.id`;
/** Where both have a place in a line-up, the other raider's own wins. */
const DROP_PLACES = query({ row: 'text!' })`
  delete from lineup_place l using lineup_place w
  where l.raider_id = $1 and w.raider_id = $2 and l.lineup_id = w.lineup_id and l.published = w.published and ${OF_CHARACTERS}
  returning to_jsonb(l)::text as row`;
const MOVE_PLACES = query({ lineupId: 'uuid', published: 'bool' })`
  update lineup_place l set raider_id = $2 where l.raider_id = $1 and ${OF_CHARACTERS}
  returning l.lineup_id as "lineupId", l.published`;
/** Awards of raiders that it had taken in move as well. */
const MOVE_AWARDS = query({ id: 'uuid', raiderId: 'uuid!' })`
  update loot_award a set raider_id = $2
  where a.raider_id in (select id from raider where id = $1 or merged_into_id = $1) and exists (
    select from raider_character c where c.id = any($3::uuid[]) and c.name_key = a.name_key
      and (c.realm_key = a.realm_key or '' in (c.realm_key, a.realm_key)))
  returning a.id, old.raider_id as "raiderId"`;
/** Sims follow the character, wishes the raider. */
const MOVE_SIMS = query({ id: 'uuid' })`
  update sim_report s set raider_id = $2 where s.raider_id = $1 and ($3::uuid[] is null or exists (
    select from raider_character c where c.id = any($3) and c.name_key = s.name_key and c.realm_key in (s.realm_key, '')))
  returning s.id`;
const MOVE_WISHES = query({ id: 'uuid' })`
  update wish l set raider_id = $2 where l.raider_id = $1 and ${OF_ROWS}
    and not exists (select from wish w where w.raider_id = $2 and w.item_id = l.item_id and w.track = l.track)
  returning l.id`;
const MOVE_RESERVES = query({ id: 'uuid' })`
  update reserve l set raider_id = $2 where l.raider_id = $1 and ${OF_ROWS}
    and not exists (select from reserve w where w.sheet_event_id = l.sheet_event_id and w.raider_id = $2 and w.item_id = l.item_id)
  returning l.id`;
const MOVE_POINTS = query({ id: 'uuid' })`
  update point_entry l set raider_id = $2 where l.raider_id = $1 and ${OF_ROWS} returning l.id`;
const MOVE_CHARACTERS = query({ id: 'uuid', wasMain: 'bool' })`
  update raider_character c set raider_id = $2,
    is_main = c.is_main and not exists (select from raider_character m where m.raider_id = $2 and m.is_main)
  where c.raider_id = $1 and ($3::uuid[] is null or c.id = any($3)) returning c.id, old.is_main as "wasMain"`;
/** A raider that has characters has a main among them. */
export const CHOOSE_MAINS = query({ id: 'uuid' })`
  update raider_character c set is_main = true from (
    select distinct on (raider_id) id from raider_character where raider_id in ($1, $2) order by raider_id, created_at, id) first
  where c.id = first.id and not exists (select from raider_character m where m.raider_id = c.raider_id and m.is_main)
  returning c.id`;
const MOVE_TAKEN_IN = query({
  id: 'uuid',
})`update raider set merged_into_id = $2 where merged_into_id = $1 returning id`;
const DROP_TEAMS = query({ row: 'text!' })`
  delete from team_member l using team_member w
  where l.raider_id = $1 and w.raider_id = $2 and l.team_id = w.team_id and l.until is null and w.until is null
    and ${OF_ROWS} returning to_jsonb(l)::text as row`;
const MOVE_TEAMS = query({ id: 'uuid' })`
  update team_member l set raider_id = $2 where l.raider_id = $1 and ${OF_ROWS} returning l.id`;
const MOVE_ALIASES = query({ id: 'uuid' })`
  update raider_alias l set raider_id = $2 where l.raider_id = $1 and ${OF_ROWS} returning l.id`;

const LOCK = statement`select from raider where id = any($1::uuid[]) order by id for update`;

/** Answers, bookings and other rows of these raiders wait, or are written before. */
export async function lockRaiders(sql: Sql, ids: string[]): Promise<void> {
  await sql.run(LOCK, [ids]);
}

/** The officer, or null for a proof. */
type Cause = { by: string | null; cause: RaiderChangeCause };
type Made = Cause & { kind: RaiderChangeKind; source: Raider; target: Raider | null };

export function recordRaiderChange(em: Rows['em'], made: Made, moved: Moved): string {
  return em.create(RaiderChange, { ...made, organization: made.source.organization, moved }).id;
}

/** Rows that follow the main although they name no character, and characters that no person has proved. */
export type RowsOfMain = {
  participations: string[];
  characters: string[];
  teams: string[];
  aliases: string[];
  wishes: string[];
  reserves: string[];
  points: string[];
};

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

/**
 * Answers and characters; the other raider's own answer to an event wins, and takes over attendance. Null characters mean all;
 * null rows, likewise; without rows, only what names a character moves.
 */
async function moveRows(sql: Sql, from: string, into: string, characters: string[] | null, rows?: RowsOfMain | null) {
  const values = [from, into, characters];
  const answers = [...values, rows?.participations ?? []];
  const attendance = await sql.many(TAKE_ATTENDANCE, answers);
  const replaced = await sql.many(REPLACE_RECORDS, answers);
  const dropped = await sql.many(DROP, answers);
  const participations = idsOf(await sql.many(MOVE, answers));
  const log = await sql.many(MOVE_LOG, [from, into, characters && participations]);
  const droppedPlaces = await sql.many(DROP_PLACES, values);
  const places = await sql.many(MOVE_PLACES, values);
  const sims = await sql.many(MOVE_SIMS, values);
  const awards = characters ? await sql.many(MOVE_AWARDS, values) : [];
  const moved = await sql.many(MOVE_CHARACTERS, values);
  const chosen = await sql.many(CHOOSE_MAINS, [from, into]);
  const others = rows === undefined ? NO_OTHERS : await moveOthers(sql, from, into, rows);
  return {
    ...others,
    attendance,
    replaced,
    log: idsOf(log),
    dropped: {
      participations: dropped.map(({ row }) => row),
      teams: others.dropped.teams,
      places: droppedPlaces.map(({ row }) => row),
    },
    participations,
    characters: idsOf(moved),
    places,
    sims: idsOf(sims),
    awards,
    main: moved.find(({ wasMain }) => wasMain)?.id ?? null,
    chosen: idsOf(chosen),
  };
}

const NO_OTHERS = { dropped: { teams: [] as string[] } };

/** Rows that name no character. */
async function moveOthers(sql: Sql, from: string, into: string, rows: RowsOfMain | null) {
  const teamsDropped = await sql.many(DROP_TEAMS, [from, into, rows?.teams ?? null]);
  return {
    dropped: { teams: teamsDropped.map(({ row }) => row) },
    teams: idsOf(await sql.many(MOVE_TEAMS, [from, into, rows?.teams ?? null])),
    aliases: idsOf(await sql.many(MOVE_ALIASES, [from, into, rows?.aliases ?? null])),
    wishes: idsOf(await sql.many(MOVE_WISHES, [from, into, rows?.wishes ?? null])),
    reserves: idsOf(await sql.many(MOVE_RESERVES, [from, into, rows?.reserves ?? null])),
    points: idsOf(await sql.many(MOVE_POINTS, [from, into, rows?.points ?? null])),
  };
}

/** `into` takes in `from`, which must have no account. The caller holds the locks of both. */
export async function mergeRaiders(tx: Rows, from: Raider, into: Raider, cause: Cause): Promise<string> {
  const { em, sql } = tx;
  const moved = await moveRows(sql, from.id, into.id, null, null);
  const takenIn = idsOf(await sql.many(MOVE_TAKEN_IN, [from.id, into.id]));
  const { discordKey = null } = from;
  em.assign(from, { mergedInto: into, archivedAt: now(), discordKey: null });
  const keyTaken = await takeKey(tx, into, discordKey);
  // The change tells of answers that were given with it before.
  if (keyTaken) into.discordSince = now();
  const made: Made = { kind: 'merge', source: from, target: into, ...cause };
  return recordRaiderChange(em, made, { ...NOTHING_MOVED, ...moved, takenIn, discordKey, keyTaken });
}

/** Returns whether the raider got the key: not for one with an account or a key of its own, and not while another raider has this one. */
export async function takeKey({ em }: Rows, raider: Raider, discordKey: string | null): Promise<boolean> {
  if (discordKey === null || raider.user || raider.discordKey) return false;
  await em.flush();
  const isHeld = await em.count(Raider, { organization: raider.organization, discordKey });
  if (isHeld === 0) raider.discordKey = discordKey;
  return isHeld === 0;
}

/** Characters go to another raider with what names them, and these rows. The caller holds the locks of both. */
export async function splitRaider(
  { em, sql }: Rows,
  from: Raider,
  into: Raider,
  characters: string[],
  cause: Cause,
  rows?: RowsOfMain,
): Promise<string> {
  const moved = await moveRows(sql, from.id, into.id, [...characters, ...(rows?.characters ?? [])], rows);
  return recordRaiderChange(
    em,
    { kind: 'split', source: from, target: into, ...cause },
    { ...NOTHING_MOVED, ...moved },
  );
}
