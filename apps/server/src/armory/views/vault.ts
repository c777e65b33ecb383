/**
 * The vault of a week: what documents have shown since the reset, in whichever of them. More may have happened, so every count
 * is a least one, and unknown where nothing has been read since the reset.
 */
import { Freshness } from '@guildhall/contracts/character.ts';
import type { VaultKind, VaultRow, VaultView } from '@guildhall/contracts/gear.ts';
import type { Region } from '@guildhall/contracts/primitives.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { json, jsonInstant, query, text } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { lastWeeklyReset, nextWeeklyReset } from '../enrichment/weekly-reset.ts';
import { characterSections } from './character-sections.ts';

export type SeenRun = {
  dungeonId: number;
  dungeonName: string;
  level: number;
  durationMs: number | null;
  completedAt: string;
  inTime: boolean;
  rating: number | null;
};

export type SeenWeek = { startedAt: string; runs: SeenRun[]; rows: VaultRow[] };

/** How many of each open the slots of its row. */
const NEEDED: Record<VaultKind, number[]> = { raid: [2, 4, 6], keystone: [1, 4, 8], world: [2, 4, 8] };

/** The section that shows what a row counts. */
const SECTION: Record<VaultKind, string> = { raid: 'raids', keystone: 'mythic-keystone', world: 'world' };

/** Best first. Others have no vault. */
const DIFFICULTIES = ['MYTHIC', 'HEROIC', 'NORMAL', 'LFR'];

/** The first count of delves in the week was itself reached by one. */
const SEEN = query({
  id: 'uuid',
  runs: json<SeenRun[]>(),
  kills: json<{ encounterId: number; difficulty: string }[]>(),
  delves: 'int',
})`
  select w.id,
    (select coalesce(jsonb_agg(jsonb_build_object('dungeonId', r.dungeon_id, 'dungeonName', r.dungeon_name, 'level', r.level,
        'durationMs', r.duration_ms, 'completedAt', ${jsonInstant('r.completed_at')}, 'inTime', r.in_time, 'rating', r.rating)
        order by r.level desc, r.completed_at), '[]')
      from keystone_run r where r.character_id = w.id and r.completed_at >= w.start and r.completed_at < w.ends) as runs,
    (select coalesce(jsonb_agg(jsonb_build_object('encounterId', k.encounter_id, 'difficulty', k.difficulty)), '[]')
      from boss_kill k where k.character_id = w.id and k.killed_at >= w.start and k.killed_at < w.ends and k.in_season) as kills,
    (select coalesce(max(d.count) - min(d.count) + 1, 0)
      from world_count d where d.character_id = w.id and d.activity = 'delves' and d.counted_at >= w.start
        and d.counted_at < w.ends) as delves
  from (select id, start, start + interval '168 hours' as ends from unnest($1::uuid[], $2::timestamptz[]) w(id, start)) w`;

const READ = query({
  id: 'uuid',
  section: 'text',
  status: text(Freshness.shape.status.options),
  fetchedAt: 'instant?',
})`
  select character_id as id, section, status, fetched_at as "fetchedAt" from character_section
  where character_id = any($1) and section = any($2)`;

type Character = { id: string; region: Region };
type SectionStatus = Freshness['status'];
export type Reading = { status: SectionStatus; fetchedAt: string | null };

/** The current week of each character. `unread` is the status of a section that was never requested. */
export async function currentWeeks(
  sql: Sql,
  characters: Character[],
  unread: SectionStatus = 'pending',
): Promise<(id: string) => SeenWeek | null> {
  const now = new Date();
  const starts = new Map(characters.map(({ id, region }) => [id, lastWeeklyReset(region, now).toISOString()]));
  const ids = [...starts.keys()];
  const [seen, read] = await Promise.all([
    sql.many(SEEN, [ids, [...starts.values()]]),
    sql.many(READ, [ids, Object.values(SECTION)]),
  ]);
  const readings = new Map(read.map((row): [string, Reading] => [`${row.id} ${row.section}`, row]));
  const readingOf = (id: string, kind: VaultKind) =>
    readings.get(`${id} ${SECTION[kind]}`) ?? { status: unread, fetchedAt: null };
  const weeks = new Map(
    seen.map(({ id, runs, kills, delves }): [string, SeenWeek] => {
      const startedAt = starts.get(id) ?? '';
      const rows = [
        rowOf('raid', startedAt, readingOf(id, 'raid'), best(kills), (difficulty) => ({ difficulty })),
        rowOf(
          'keystone',
          startedAt,
          readingOf(id, 'keystone'),
          runs.map(({ level }) => level),
          (level) => ({ level }),
        ),
        rowOf('world', startedAt, readingOf(id, 'world'), Array.from({ length: delves }), () => ({})),
      ];
      return [id, { startedAt, runs, rows }];
    }),
  );
  return (id) => weeks.get(id) ?? null;
}

/** The week as a public profile shows it: its latest documents, and nothing of the world. */
export function weekOfDocuments(
  region: Region,
  raids: Reading & { kills: { encounterId: number; difficulty: string; at: string | null }[] },
  keystones: Reading & { runs: { level: number | null; completedAt: string | null }[] },
): VaultRow[] {
  const start = lastWeeklyReset(region, new Date()).toISOString();
  const since = (at: string | null) => at !== null && at >= start;
  const levels = keystones.runs.filter(({ completedAt }) => since(completedAt)).flatMap(({ level }) => level ?? []);
  return [
    rowOf('raid', start, raids, best(raids.kills.filter(({ at }) => since(at))), (difficulty) => ({ difficulty })),
    rowOf(
      'keystone',
      start,
      keystones,
      levels.toSorted((left, right) => right - left),
      (level) => ({ level }),
    ),
    rowOf('world', start, { status: 'not_available', fetchedAt: null }, [], () => ({})),
  ];
}

/** An encounter counts once, on the highest difficulty. */
function best(kills: { encounterId: number; difficulty: string }[]): string[] {
  const ranks = [...Map.groupBy(kills, ({ encounterId }) => encounterId).values()].map((same) =>
    Math.min(...same.map(({ difficulty }) => DIFFICULTIES.indexOf(difficulty)).filter((rank) => rank >= 0)),
  );
  return ranks.toSorted((left, right) => left - right).flatMap((rank) => DIFFICULTIES[rank] ?? []);
}

/** `done` has the best first: the last of those that a slot needs decides its reward. */
function rowOf<Done>(
  kind: VaultKind,
  startedAt: string,
  { status, fetchedAt }: Reading,
  done: Done[],
  decided: (by: Done) => { level?: number; difficulty?: string },
): VaultRow {
  const readAt = fetchedAt !== null && fetchedAt >= startedAt ? fetchedAt : null;
  return {
    kind,
    count: readAt === null ? null : done.length,
    slots: NEEDED[kind].map((needed) => {
      const open = readAt !== null && done.length >= needed;
      const locked = { needed, open, level: null, difficulty: null };
      // The list is that long, whatever it holds.
      return open ? { ...locked, ...decided(done[needed - 1] as Done) } : locked;
    }),
    readAt,
    status,
  };
}

export async function getVault(ctx: AppContext, actor: Actor, { id }: { id: string }): Promise<VaultView> {
  const character = await characterSections(ctx, actor, id, Object.values(SECTION));
  const unread = character.freshness(SECTION.raid).status;
  const week = (await currentWeeks(ctx.sql, [character], unread === 'not_available' ? unread : 'pending'))(id);
  const now = new Date();
  return {
    startedAt: week?.startedAt ?? lastWeeklyReset(character.region, now).toISOString(),
    endsAt: nextWeeklyReset(character.region, now).toISOString(),
    rows: week?.rows ?? [],
  };
}
