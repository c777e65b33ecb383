import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { untilNoJobs } from '../../../test/guild.ts';
import { keystoneSeasons } from '../game-data/keystone-seasons.ts';
import { seasonSyncJob } from '../game-data/reference.jobs.ts';
import { syncSeasons } from './sync-seasons.ts';

const INDEX = '/data/wow/mythic-keystone/season/index';

test('the seasons of a region are read with their names, and one of them is current, until the next begins', async () => {
  await using app = await testApp();
  const { ctx, simulator } = app;
  await untilNoJobs(app, seasonSyncJob.name);
  const seasons = () => keystoneSeasons(ctx.sql, ['us'], 'en_US');
  expect((await seasons()).current('us')).toMatchObject({ id: 14, name: 'Tide Season 2', endedAt: null });
  expect((await seasons()).current('eu')).toBeNull();
  expect((await seasons()).named('us', 12)).toMatchObject({ name: null, endedAt: expect.any(String) });

  // Seasons that have ended do not change, and are not asked for again.
  simulator.requests.clear();
  await syncSeasons(ctx);
  expect(simulator.requests.entries({ path: /mythic-keystone\/season\/\d+$/ }).map(({ path }) => path)).toEqual([
    '/battlenet/api/us/data/wow/mythic-keystone/season/14',
  ]);

  // Between two seasons there is no current one.
  const list = [{ id: 13 }, { id: 14 }];
  const stop = simulator.faults.serve(INDEX, { seasons: list });
  await syncSeasons(ctx);
  expect((await seasons()).current('us')).toBeNull();
  stop();

  const stopNext = simulator.faults.serve(INDEX, { seasons: [...list, { id: 15 }], current_season: { id: 15 } });
  const named = { en_US: 'Quiet Season 1', de_DE: 'Stille, Saison 1' };
  simulator.faults.serve('/data/wow/mythic-keystone/season/15', {
    id: 15,
    start_timestamp: Date.now() - 1000,
    season_name: named,
  });
  await syncSeasons(ctx);
  expect((await seasons()).current('us')).toMatchObject({ id: 15, name: 'Quiet Season 1' });
  expect((await keystoneSeasons(ctx.sql, ['us'], 'de_DE')).current('us')?.name).toBe(named.de_DE);

  const before = await ctx.sql('select xmin::text, id from keystone_season order by id');
  await syncSeasons(ctx);
  expect(await ctx.sql('select xmin::text, id from keystone_season order by id')).toEqual(before);
  stopNext();
  simulator.faults.add({ match: INDEX, fault: { kind: 'truncated' } });
  await expect(syncSeasons(ctx)).rejects.toThrow();
  expect((await seasons()).current('us')?.id).toBe(15);
});

test('a region that fails does not hold up the others', async () => {
  await using app = await testApp();
  const { ctx, simulator } = app;
  await untilNoJobs(app, seasonSyncJob.name);
  await ctx.sql(
    `insert into realm (region, game_version, id, slug, names) values ('eu', 'retail', 1, 'a', '{}'), ('kr', 'retail', 2, 'b', '{}')`,
  );
  simulator.faults.add({
    match: ({ path }) => path.includes('/eu/') && path.endsWith('/season/index'),
    fault: { kind: 'status', status: 404 },
  });
  await expect(syncSeasons(ctx)).rejects.toMatchObject({ kind: 'not_found' });
  const seasons = await keystoneSeasons(ctx.sql, ['eu', 'kr'], 'en_US');
  expect([seasons.current('eu'), seasons.current('kr')?.id]).toEqual([null, 14]);
});
