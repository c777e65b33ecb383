/** Bosses that characters have killed since the weekly reset, as far as a document has shown it. */
import type { Region } from '@guildhall/contracts/primitives.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query } from '../../core/db/statement.ts';
import { lastWeeklyReset } from '../enrichment/weekly-reset.ts';

/** The last kill of a boss replaces earlier ones in the document, so each boss counts once. */
const KILLED = query({ id: 'uuid', kills: 'int', readAt: 'instant?' })`
  select w.id, s.fetched_at as "readAt", (
    select count(distinct k.encounter_id)::int from boss_kill k where k.character_id = w.id and k.encounter_id = any($3::int[])
      and k.difficulty = $4 and k.killed_at >= w.start and k.killed_at < w.start + interval '168 hours') as kills
  from unnest($1::uuid[], $2::timestamptz[]) w(id, start)
  join character_section s on s.character_id = w.id and s.section = 'raids' and s.fetched_at >= w.start`;

export type KillsOfWeek = { kills: number; readAt: string };

type Asked = { encounterIds: readonly number[]; difficulty: 'LFR' | 'NORMAL' | 'HEROIC' | 'MYTHIC'; at: Date };

/** The kills in the week of a moment. Characters that nothing was read of since its reset are not in the answer. */
export async function killsOfWeek(
  sql: Sql,
  characters: readonly { id: string; region: Region }[],
  { encounterIds, difficulty, at }: Asked,
): Promise<Map<string, KillsOfWeek>> {
  const rows = await sql.many(KILLED, [
    characters.map(({ id }) => id),
    characters.map(({ region }) => lastWeeklyReset(region, at).toISOString()),
    encounterIds,
    difficulty,
  ]);
  return new Map(rows.flatMap(({ id, kills, readAt }) => (readAt === null ? [] : [[id, { kills, readAt }] as const])));
}
