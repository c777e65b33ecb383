/** Guilds whose roster has not been read yet, or does not list a new member yet. */
import { createWorld } from '@guildhall/simulator/world.ts';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { appWithoutEnrichment } from '../../../test/character.ts';
import { bringIn, eventually, syncCharacters, untilIdle } from '../../../test/guild.ts';

const SMALL_ROSTER = '/data/wow/guild/highmere/ysmeres-lantern-watch/roster';

test.concurrent('a person whose guild shows no roster learns why it has no members yet', async () => {
  await using app = await appWithoutEnrichment({ world: createWorld({ guildSizes: [3] }) });
  app.simulator.faults.add({ match: SMALL_ROSTER, fault: { kind: 'status', status: 404 } });
  const [ysolde, osric] = [await app.signIn('ysolde'), await app.signIn('osric')];
  await syncCharacters(app, ysolde);
  await untilIdle(app);
  expect((await ysolde.get('/organizations/mine').expect(200)).body).toEqual([]);
  const { body: characters } = await ysolde.get('/characters').expect(200);
  const { guild } = characters.find(({ name }: { name: string }) => name === 'Ysolde');
  const detail = async (client: typeof ysolde) => (await client.get(`/organizations/${guild.id}`).expect(200)).body;
  expect(await detail(ysolde)).toMatchObject({
    memberCount: null,
    rosterSyncedAt: null,
    rosterProblem: { reason: 'guild_not_found', message: expect.stringContaining('at the moment') },
  });
  expect((await detail(osric)).rosterProblem).toBeNull();
  const { body: list } = await osric.get('/organizations').expect(200);
  expect(list.organizations).toMatchObject([{ id: guild.id, memberCount: null }]);
});

test.concurrent('a person whose profile names a guild joins it, even if its roster was read before', async () => {
  await using app = await appWithoutEnrichment({ world: createWorld({ guildSizes: [3] }) });
  const { guild } = await bringIn(app, 'ysolde');
  const osric = await app.signIn('osric');
  await syncCharacters(app, osric);
  const { world } = app.simulator;
  world.join(world.guild('ysmeres-lantern-watch'), world.character('highmere', 'Osricane'));
  const mine = async () => (await osric.get('/organizations/mine').expect(200)).body;

  // The roster was read a moment ago, so another request would bring the same.
  await syncCharacters(app, osric);
  await untilIdle(app);
  expect(await mine()).toEqual([]);

  await app.ctx.sql(`update organization set roster_synced_at = now() - interval '1 hour'`);
  world.login(world.character('highmere', 'Osricane'));
  await syncCharacters(app, osric);
  await eventually(async () => expect(await mine()).toMatchObject([{ id: guild.id }]));
});

test.concurrent('a roster without factions takes them from the race, or from the guild for neutral races', async () => {
  await using app = await testApp({ world: createWorld({ guildSizes: [3] }), schedules: false });
  const realm = { id: 7101, slug: 'highmere' };
  const member = (id: number, race: number) => ({
    rank: id,
    character: {
      ...{ id: 5000 + id, name: `Sideless${'abcd'[id]}`, realm, level: 80 },
      ...{ playable_class: { id: 1 }, playable_race: { id: race } },
    },
  });
  const { id, name } = app.simulator.world.guild('ysmeres-lantern-watch');
  app.simulator.faults.serve(SMALL_ROSTER, {
    guild: { id, name, realm, faction: { type: 'HORDE' } },
    members: [member(0, 1), member(1, 2), member(2, 9999)],
  });
  const ysolde = await app.signIn('ysolde');
  await syncCharacters(app, ysolde);
  await untilIdle(app);
  const rows = await app.ctx.sql('select race_id as race, faction from roster_entry order by rank');
  expect(rows).toEqual([
    { race: 1, faction: 'alliance' },
    { race: 2, faction: 'horde' },
    { race: 9999, faction: 'horde' },
  ]);
});
