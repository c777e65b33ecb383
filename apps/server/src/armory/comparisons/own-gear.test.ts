/** A person compares their own characters. */
import type { OwnGearView } from '@guildhall/contracts/own-gear.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { characterNamed, untilEnriched } from '../../../test/character.ts';
import { bringIn } from '../../../test/guild.ts';
import { lastWeeklyReset } from '../enrichment/weekly-reset.ts';

const PROFILE = '/profile/wow/character/highmere/kessaly';

test('own characters stand side by side with their gear, rating and lockouts of this week', async () => {
  await using app = await testApp({ world: createWorld({ guildSizes: [60] }) });
  expect((await app.http.get('/api/v1/characters/gear')).status).toBe(401);
  const weekStart = lastWeeklyReset('us', new Date()).getTime();
  const boss = (id: number, killedAt: number) => ({
    ...{ completed_count: 3, encounter: { id, name: `Boss ${id}` }, last_kill_timestamp: killedAt },
  });
  const heroic = {
    difficulty: { type: 'HEROIC', name: 'Heroic' },
    status: { type: 'IN_PROGRESS', name: 'In progress' },
    progress: {
      completed_count: 2,
      total_count: 3,
      encounters: [boss(1, weekStart + 1000), boss(2, weekStart - 1000)],
    },
  };
  const normal = { ...heroic, difficulty: { type: 'NORMAL', name: 'Normal' } };
  const lastWeeks = {
    ...normal,
    progress: { completed_count: 1, total_count: 3, encounters: [boss(1, weekStart - 1000)] },
  };
  const raid = { instance: { id: 90_210, name: 'Spire of Quiet Bells' }, modes: [lastWeeks, heroic] };
  app.simulator.faults.serve(`${PROFILE}/encounters/raids`, {
    expansions: [
      { expansion: { id: 90_200, name: 'The Silent Tide' }, instances: [raid] },
      // The platform repeats the raids of the season.
      { expansion: { id: 505, name: 'Current Season' }, instances: [raid] },
    ],
  });
  const { client: kessa } = await bringIn(app, 'kessa');
  await untilEnriched(app);
  const compared = async () => ((await kessa.get('/characters/gear').expect(200)).body as OwnGearView).characters;
  const kessaly = await characterNamed(kessa, 'Kessaly');
  const shown = async () => (await compared()).find(({ character }) => character.id === kessaly.id);

  const own = new Set((await kessa.get('/characters').expect(200)).body.map(({ id }: { id: string }) => id));
  expect(new Set((await compared()).map(({ character }) => character.id))).toEqual(own);
  expect(await shown()).toMatchObject({
    status: 'ok',
    itemLevel: kessaly.itemLevel?.equipped,
    missing: { enchantments: expect.any(Array), unknown: { gems: [] } },
    lockouts: [
      {
        instance: { name: 'Spire of Quiet Bells' },
        difficulty: { type: 'HEROIC', name: 'Heroic' },
        defeated: 1,
        total: 3,
      },
    ],
    season: { id: 14, name: 'Tide Season 2' },
    // One encounter in the week: it counts once, on its highest difficulty.
    vault: [
      { kind: 'raid', count: 1, slots: [{ open: false }, { open: false }, { open: false }] },
      { kind: 'keystone', count: expect.any(Number) },
      { kind: 'world', count: expect.any(Number) },
    ],
  });

  await app.ctx.sql(
    `update character_section set fetched_at = fetched_at - interval '7 days' where section = 'raids' and character_id = $1`,
    [kessaly.id],
  );
  expect(await shown()).toMatchObject({ lockouts: null, vault: [{ count: null }, { count: expect.any(Number) }, {}] });
});
