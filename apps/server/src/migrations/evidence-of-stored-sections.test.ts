/** A database of 0.1.0, whose sections show runs and kills that no read has kept as evidence yet. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { sqlOf } from '../../test/db.ts';
import { fileOf, folderOf, readKept } from '../../test/releases/kept-release.ts';
import { jobDefinitions } from '../app/jobs.ts';
import { migrateDatabase } from '../app/maintenance/migrate-database.ts';
import { startEmbeddedPostgres } from '../core/db/embedded-postgres.ts';
import { schemaChanges } from './schema-changes.ts';

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

test('runs and kills in stored sections of 0.1.0 are evidence after the migration, before anything is read again', async () => {
  await using stack = new AsyncDisposableStack();
  const { at } = await readKept('0.1.0');
  const folder = await folderOf(stack, fileOf('0.1.0.tar.gz'), at, schemaChanges.slice(0, 1));
  const postgres = stack.use(await startEmbeddedPostgres(path.join(folder, 'postgres'), ['fsync=off']));
  const url = postgres.url('guildhall');
  const sql = sqlOf(stack, url);
  const [character, other] = await sql<{ id: string }>('select id from character order by id limit 2');
  const run = (id: number, level: number | null, days: number) => ({
    ...{ dungeon: { id, name: `Dungeon ${id}` }, level, completedAt: daysAgo(days), durationMs: 1_000, inTime: true },
    rating: 100,
  });
  const encounters = [
    { id: 101, kills: 2, lastKillAt: daysAgo(3) },
    { id: 102, kills: 1, lastKillAt: daysAgo(400) },
    { id: 103, kills: 0, lastKillAt: null },
  ];
  for (const [id, section, data] of [
    [character?.id, 'mythic-keystone', { bestRunsThisWeek: [run(1, 12, 1), run(2, 10, 2), run(3, null, 2)] }],
    [character?.id, 'mythic-keystone-season', { seasonId: 14, bestRuns: [run(4, 15, 30)] }],
    [character?.id, 'raids', { expansions: [{ id: 1, instances: [{ id: 10, difficulties: [{ type: 'HEROIC', encounters }] }] }] }],
    [character?.id, 'world', { delves: { countedAt: daysAgo(1), count: 7 } }],
    [other?.id, 'mythic-keystone', { bestRunsThisWeek: [] }],
    [other?.id, 'raids', { expansions: [] }],
    [other?.id, 'world', { delves: null }],
  ])
    await sql(
      `insert into character_section (character_id, section, status, fetched_at, data) values ($1, $2, 'ok', now(), $3)
       on conflict (character_id, section) do update set status = 'ok', fetched_at = now(), data = excluded.data`,
      [id, section, data],
    );
  const STORED = `select character_id, section, status, fetched_at, data from character_section order by 1, 2`;
  const before = await sql(STORED);

  await migrateDatabase(url, jobDefinitions, { changes: schemaChanges });
  const runs = `select dungeon_id as dungeon, level::int, season_id as season from keystone_run where character_id = $1 order by 1`;
  expect(await sql(runs, [character?.id])).toEqual([
    { dungeon: 1, level: 12, season: null },
    { dungeon: 2, level: 10, season: null },
    { dungeon: 4, level: 15, season: 14 },
  ]);
  const kills = 'select encounter_id as boss, difficulty, kills from boss_kill where character_id = $1';
  expect(await sql(kills, [character?.id])).toEqual([{ boss: 101, difficulty: 'HEROIC', kills: 2 }]);
  const counts = 'select count from world_count where character_id = $1';
  expect(await sql(counts, [character?.id])).toEqual([{ count: 7 }]);
  for (const evidence of [runs, kills, counts]) expect(await sql(evidence, [other?.id])).toEqual([]);
  expect(await sql(STORED)).toEqual(before);
});
