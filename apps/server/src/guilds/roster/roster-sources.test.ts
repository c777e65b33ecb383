/** Answers that contradict each other: the newer and the more careful one wins. */
import { appToken, ask, jsonOf, type RosterBody } from '@guildhall/simulator/test-client.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import {
  bringIn,
  historyOf,
  patiently,
  rosterOf,
  syncCharacters,
  syncRoster,
  untilNoJobs,
} from '../../../test/guild.ts';

const ROSTER = '/data/wow/guild/*/roster';
const start = () => testApp({ world: createWorld({ guildSizes: [20] }) });
const DAY_MS = 86_400_000;

async function rosterDocument({ simulator }: TestApp): Promise<RosterBody & { guild: object }> {
  const { realm, slug } = simulator.world.guild('lantern');
  return jsonOf(await ask(simulator, `/data/wow/guild/${realm.slug}/${slug}/roster`, await appToken(simulator)));
}

test.concurrent('a member whom the platform lists with two ranks has the lower one', async () => {
  await using app = await start();
  const { client, guild } = await bringIn(app);
  const document = await rosterDocument(app);
  const glaesix = document.members.filter(({ character }) => character.name === 'Glaesix');
  const others = document.members.filter(({ character }) => character.name !== 'Glaesix');
  const ranked = (rank: number) => glaesix.map((member) => ({ ...member, rank }));
  for (const ranks of [
    [5, 1],
    [1, 5],
  ]) {
    app.simulator.faults.clear();
    app.simulator.faults.serve(ROSTER, { ...document, members: [...others, ...ranks.flatMap(ranked)] });
    await syncRoster(app, client, guild);
    expect((await rosterOf(client, guild, '&search=glaesix'))[0]?.rank).toBe(5);
  }
});

test.concurrent('a roster that is older than the last one changes nothing', async () => {
  await using app = await start();
  const { client, guild } = await bringIn(app);
  const document = await rosterDocument(app);
  const promoted = document.members.map((member) => (member.rank === 6 ? { ...member, rank: 1 } : member));
  const before = await rosterOf(client, guild);
  const clear = app.simulator.faults.serve(ROSTER, { ...document, members: promoted }, Date.UTC(2020, 0, 1));
  expect(await syncRoster(app, client, guild)).toMatchObject({
    status: 'failed',
    error: { reason: 'platform_unavailable', message: expect.stringContaining('older') },
  });
  expect(await rosterOf(client, guild)).toEqual(before);
  expect(await historyOf(client, guild)).toHaveLength(20);
  clear();
  expect((await syncRoster(app, client, guild)).status).toBe('completed');
});

test.concurrent('after a rename, too, a roster that is older than the last one changes nothing', async () => {
  await using app = await start();
  const { client, guild } = await bringIn(app);
  const document = await rosterDocument(app);
  const before = await rosterOf(client, guild);
  const { world, faults } = app.simulator;
  world.renameGuild(world.guild('lantern'), 'Renamed Watch');
  // A profile names the guild anew, so that the next roster is asked for in full, under the new name.
  await syncRoster(app, client, guild);
  await app.ctx.sql('update organization set roster_ask_whole = true where id = $1', [guild.id]);
  const promoted = document.members.map((member) => (member.rank === 6 ? { ...member, rank: 1 } : member));
  const clear = faults.serve(ROSTER, { ...document, members: promoted }, Date.UTC(2020, 0, 1));
  expect(await syncRoster(app, client, guild)).toMatchObject({
    status: 'failed',
    error: { reason: 'platform_unavailable', message: expect.stringContaining('older') },
  });
  expect((await rosterOf(client, guild)).map(({ rank }) => rank)).toEqual(before.map(({ rank }) => rank));
  clear();
  expect((await syncRoster(app, client, guild)).status).toBe('completed');
});

test.concurrent('details, crest and achievements that are older than the last ones change nothing', async () => {
  await using app = await start();
  const { client, guild } = await bringIn(app);
  await untilNoJobs(app, 'guild-sync');
  const { realm, slug } = app.simulator.world.guild('lantern');
  const path = `/data/wow/guild/${realm.slug}/${slug}`;
  const token = await appToken(app.simulator);
  const document: object = await jsonOf(await ask(app.simulator, path, token));
  const achievements: object = await jsonOf(await ask(app.simulator, `${path}/achievements`, token));
  const sync = async () => {
    await app.ctx.sql('delete from guild_sync');
    const types = ['details', 'crest', 'achievements'];
    return (await client.post(`/organizations/${guild.id}/sync`).send({ types }).expect(201)).body.results;
  };
  const stored = () =>
    app.ctx.sql(
      `select o.achievement_points, o.emblem_data, o.synced_logo_url, a.total_points from organization o
       join guild_achievements a on a.organization_id = o.id where o.id = $1`,
      [guild.id],
    );
  await sync();
  const before = await stored();
  const old = Date.UTC(2020, 0, 1);
  app.simulator.faults.serve(path, { ...document, achievement_points: 1, crest: null }, old);
  app.simulator.faults.serve(`${path}/achievements`, { ...achievements, total_points: 1 }, old);
  const older = { status: 'failed', reason: 'platform_unavailable', message: expect.stringContaining('older') };
  expect(await sync()).toEqual({ details: older, crest: older, achievements: older });
  expect(await stored()).toEqual(before);
  app.simulator.faults.clear();
  const done = { status: 'completed' };
  expect(await sync()).toEqual({ details: done, crest: done, achievements: done });
});

test.concurrent('profiles and sections that are older than the last ones change nothing', async () => {
  await using app = await start();
  const { client, guild } = await bringIn(app);
  await untilNoJobs(app, 'enrich-character');
  const [character] = await app.ctx.sql<{ id: string }>(`select id from character where name = 'Ysolwen'`);
  const id = character?.id;
  const state = async () => {
    const rows = await app.ctx.sql<{ section: string; status: string; data: object }>(
      `select section, status, data from character_section where character_id = $1 and section in ('profile', 'equipment')
       order by section`,
      [id],
    );
    return rows;
  };
  const before = await state();
  expect(before.map(({ status }) => status)).toEqual(['ok', 'ok']);
  const address = '/profile/wow/character/highmere/ysolwen';
  const token = await appToken(app.simulator);
  const old = Date.UTC(2020, 0, 1);
  const profile: object = await jsonOf(await ask(app.simulator, address, token));
  const equipment: object = await jsonOf(await ask(app.simulator, `${address}/equipment`, token));
  app.simulator.faults.serve(`${address}/equipment`, { ...equipment, equipped_items: [] }, old);
  await app.ctx.sql(`update character_section set next_at = now() where character_id = $1`, [id]);
  await app.ctx.sql(`update character set enriched_at = enriched_at - interval '2 minutes' where id = $1`, [id]);
  await client.post(`/characters/${id}/enrich`).expect(201);
  await patiently(async () => expect((await state()).map(({ status }) => status)).toEqual(['failed', 'ok']));
  app.simulator.faults.serve(address, { ...profile, level: 12, equipped_item_level: 12 }, old);
  await syncRoster(app, client, guild);
  expect((await rosterOf(client, guild, '&search=ysolwen'))[0]?.level).not.toBe(12);
  // As a version before this one stored it: this profile is asked for whole.
  const stored = await app.ctx.sql<{ item_level: number }>(
    `update roster_entry set item_level_major = null where name = 'Ysolwen' returning item_level`,
  );
  await syncRoster(app, client, guild);
  expect(await app.ctx.sql(`select item_level from roster_entry where name = 'Ysolwen'`)).toEqual(stored);
  expect(stored[0]?.item_level).toBeGreaterThan(12);
  await syncCharacters(app, client);
  expect((await state()).map(({ data }) => data)).toEqual(before.map(({ data }) => data));
});

test.concurrent('after the game has lowered all levels, the newer of roster and profile counts', async () => {
  await using app = await start();
  const { client, guild } = await bringIn(app);
  const level = async () => (await rosterOf(client, guild, '&search=brackenna'))[0]?.level;
  expect(await level()).toBe(71);
  const document = await rosterDocument(app);
  const lowered = (to: number) => ({
    ...document,
    members: document.members.map((member) =>
      member.character.name === 'Brackenna' ? { ...member, character: { ...member.character, level: to } } : member,
    ),
  });
  const now = Date.now();
  app.simulator.faults.serve(ROSTER, lowered(44), now);
  await syncRoster(app, client, guild);
  expect(await level()).toBe(44);
  const { world } = app.simulator;
  world.login(world.character('highmere', 'Brackenna'), now + 2 * DAY_MS, { level: 45 });
  await syncRoster(app, client, guild);
  expect(await level()).toBe(45);
});

test.concurrent('the guild’s name and faction follow its roster, and the guild’s own document once that is newer', async () => {
  await using app = await start();
  const { client, guild } = await bringIn(app);
  await untilNoJobs(app, 'guild-sync');
  const shown = async () => {
    const { name, faction } = (await client.get(`/organizations/${guild.id}`).expect(200)).body;
    return [name, faction];
  };
  const syncDetails = async () => {
    await app.ctx.sql('update guild_sync set demanded_at = null, leased_until = null');
    const { body } = await client
      .post(`/organizations/${guild.id}/sync`)
      .send({ types: ['details'] })
      .expect(201);
    expect(body.results).toEqual({ details: { status: 'completed' } });
  };
  const before = [guild.name, 'alliance'];
  expect(await shown()).toEqual(before);
  const { faults, world } = app.simulator;
  const { realm, slug } = world.guild('lantern');
  const address = `/data/wow/guild/${realm.slug}/${slug}`;
  const details: object = await jsonOf(await ask(app.simulator, address, await appToken(app.simulator)));
  const document = await rosterDocument(app);
  const changed = { ...document.guild, name: 'Dawnwatch', faction: { type: 'HORDE', name: 'Horde' } };
  const now = Date.now();
  faults.serve(ROSTER, { ...document, guild: changed }, now);
  await syncRoster(app, client, guild);
  await untilNoJobs(app, 'guild-sync');
  expect(await shown()).toEqual(['Dawnwatch', 'horde']);
  const clear = faults.serve(address, details, now - DAY_MS);
  await syncDetails();
  expect(await shown()).toEqual(['Dawnwatch', 'horde']);
  clear();
  faults.serve(address, details, now + DAY_MS);
  await syncDetails();
  expect(await shown()).toEqual(before);
});

test.concurrent('a guild whose realms have new slugs is found through the characters that people claimed', async () => {
  await using app = await start();
  const { world } = app.simulator;
  const { client, guild } = await bringIn(app);
  world.renameRealm('highmere', 'highmere-reach');
  world.renameRealm('forêt-d-argent', 'forêt-nouvelle');
  await syncCharacters(app, client);
  expect((await syncRoster(app, client, guild)).status).toBe('completed');
  const roster = await rosterOf(client, guild);
  expect(roster).toHaveLength(20);
  expect(new Set(roster.map(({ realm }) => realm.slug))).toEqual(new Set(['highmere-reach', 'forêt-nouvelle']));
});
