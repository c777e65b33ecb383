import { appToken, ask, jsonOf } from '@guildhall/simulator/test-client.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { expect, test } from 'vitest';
import { type SignedInClient, type TestApp, testApp } from '../../test/app.ts';
import {
  bringIn,
  rosterOf,
  syncCharacters,
  syncRoster,
  type TestGuild,
  untilEnded,
  untilIdle,
} from '../../test/guild.ts';

const small = () => createWorld({ guildSizes: [20] });
const mine = async (client: SignedInClient): Promise<string[]> =>
  (await client.get('/organizations/mine').expect(200)).body.map(({ name }: TestGuild) => name);
const claimOf = async (client: SignedInClient, guild: TestGuild, name: string) =>
  (await rosterOf(client, guild, `&search=${name}`))[0]?.claimedByCharacter?.user.displayName ?? null;

test.concurrent('membership begins with the proof of a character in the roster and ends at the sync that misses it', async () => {
  await using app = await testApp({ world: small() });
  const { world } = app.simulator;
  const { client: ysolde, guild } = await bringIn(app);
  const kessa = await app.signIn('kessa');
  await kessa.get(`/organizations/${guild.id}/roster`).expect(403);
  await syncCharacters(app, kessa);
  expect(await mine(kessa)).toEqual([guild.name]);
  expect(await claimOf(ysolde, guild, 'kestrimo')).toBe('Kessaly');

  const kestrimo = world.leave(world.character('highmere', 'Kestrimo'));
  expect(await mine(kessa)).toEqual([guild.name]);
  await syncRoster(app, ysolde, guild);
  expect(await mine(kessa)).toEqual([]);
  await kessa.get(`/organizations/${guild.id}/roster`).expect(403);

  world.join(world.guild('lantern'), kestrimo, 5);
  await syncRoster(app, ysolde, guild);
  expect(await mine(kessa)).toEqual([guild.name]);
  const periods = await app.ctx.sql<{ leftAt: string | null }>(
    `select left_at as "leftAt" from membership m join app_user u on u.id = m.user_id
     where u.display_name = 'Kessaly' order by m.joined_at`,
  );
  expect(periods.map(({ leftAt }) => leftAt === null)).toEqual([false, true]);
});

test.concurrent('a promotion gives rights at once and a demotion takes them', async () => {
  await using app = await testApp({ world: small() });
  const { world } = app.simulator;
  const { client: ysolde, guild } = await bringIn(app);
  const { client: kessa } = await bringIn(app, 'kessa');
  const kestrimo = world.character('highmere', 'Kestrimo');
  const officersOnly = () => kessa.get(`/organizations/${guild.id}/roster/transfers`);

  await officersOnly().expect(403);
  world.setRank(kestrimo, 1);
  await syncRoster(app, ysolde, guild);
  await officersOnly().expect(200);
  world.setRank(kestrimo, 4);
  await syncRoster(app, ysolde, guild);
  await officersOnly().expect(403);
  await kessa.get(`/organizations/${guild.id}/roster`).expect(200);
});

test.concurrent('an alt keeps the membership when the main leaves', async () => {
  await using app = await testApp({ world: small() });
  const { client: ysolde, guild } = await bringIn(app);
  const { client: pell } = await bringIn(app, 'pell');
  app.simulator.world.leave(app.simulator.world.character('highmere', 'Pellwick'));
  await syncRoster(app, ysolde, guild);
  expect(await mine(pell)).toEqual([guild.name]);
  await pell.get(`/organizations/${guild.id}/roster`).expect(200);
});

test.concurrent('a claim without proof shows a name and gives nothing; the verified owner displaces it', async () => {
  await using app = await testApp({ world: small() });
  const { client: ysolde, guild } = await bringIn(app);
  const osric = await app.signIn('osric');
  // As an import by name leaves it.
  await app.ctx.sql(
    `insert into character (user_id, source, region, game_version, platform_realm_id, platform_character_id, name,
       realm_slug, class_id, race_id, level)
     select u.id, 'synced', 'us', 'retail', e.platform_realm_id, e.platform_character_id, e.name, e.realm_slug, 1, 1, 80
     from roster_entry e, app_user u where e.name = 'Kestrimo' and u.display_name = 'Osric'`,
  );
  await syncRoster(app, ysolde, guild);
  expect(await claimOf(ysolde, guild, 'kestrimo')).toBe('Osric');
  expect(await mine(osric)).toEqual([]);
  await osric.get(`/organizations/${guild.id}/roster`).expect(403);

  const { client: kessa } = await bringIn(app, 'kessa');
  expect(await claimOf(ysolde, guild, 'kestrimo')).toBe('Kessaly');
  expect(await mine(kessa)).toEqual([guild.name]);
  expect((await osric.get('/characters').expect(200)).body).toEqual([]);
});

test.concurrent('what the account no longer lists loses its proof and the membership; an empty list proves nothing', async () => {
  await using app = await testApp({ world: small() });
  const { world, faults } = app.simulator;
  const { client: ysolde, guild } = await bringIn(app);
  const { client: marrow } = await bringIn(app, 'marrow');
  const verified = async () =>
    (await marrow.get('/characters').expect(200)).body.map((c: { name: string; verified: boolean }) => [
      c.name,
      c.verified,
    ]);

  const clear = faults.serve('/profile/user/wow', { id: 1 });
  const empty = await syncCharacters(app, marrow);
  expect(empty).toMatchObject({ status: 'completed', progress: { total: 2, done: 2, removed: 0 } });
  expect(await mine(marrow)).toEqual([guild.name]);
  clear();

  world.removeCharacterFromAccount(world.account('marrow'), world.character('highmere', 'Marrowind'));
  const session = await syncCharacters(app, marrow);
  expect(session).toMatchObject({ status: 'completed', progress: { total: 1, done: 1, removed: 1 } });
  expect((await verified()).toSorted()).toEqual([
    ['Marrowen', true],
    ['Marrowind', false],
  ]);
  expect(await mine(marrow)).toEqual([]);
  expect(await claimOf(ysolde, guild, 'marrowind')).toBe('Marrow');
});

test.concurrent('a character that changes its account takes the membership along', async () => {
  await using app = await testApp({ world: small() });
  const { world } = app.simulator;
  const { client: ysolde, guild } = await bringIn(app);
  const { client: marrow } = await bringIn(app, 'marrow');
  const osric = await app.signIn('osric');
  await app.ctx.sql(`update character set is_main = true, archived_at = now() where name = 'Marrowind'`);
  world.addCharacterToAccount(world.account('osric'), world.character('highmere', 'Marrowind'));
  await syncCharacters(app, osric);
  expect(await mine(osric)).toEqual([guild.name]);
  expect(await mine(marrow)).toEqual([]);
  expect(await claimOf(ysolde, guild, 'marrowind')).toBe('Osric');
  const own = (await osric.get('/characters').expect(200)).body;
  // Neither a stranger's choice of main nor his archive comes along.
  expect(own.find((character: { name: string }) => character.name === 'Marrowind')).toMatchObject({ isMain: false });
});

test.concurrent('a character is in the guild it joined last, whatever an older roster elsewhere still says', async () => {
  await using app = await testApp({ world: createWorld({ guildSizes: [20, 12] }) });
  const { world, faults } = app.simulator;
  const { client: ysolde, guild: lantern } = await bringIn(app);
  const { client: brannoc, guild: crepuscule } = await bringIn(app, 'brannoc');
  const { client: kessa } = await bringIn(app, 'kessa');
  const kestrimo = world.character('highmere', 'Kestrimo');
  const listing = await rosterDocuments(app);

  world.leave(kestrimo);
  world.join(world.guild('crepuscule'), kestrimo, 5);
  await syncRoster(app, brannoc, crepuscule);
  expect(await mine(kessa)).toEqual([crepuscule.name]);
  // The old guild's roster on the platform is hours behind and lists the character again and again.
  const stale = faults.serve(listing.lantern.path, listing.lantern.body);
  await syncRoster(app, ysolde, lantern);
  expect(await mine(kessa)).toEqual([crepuscule.name]);
  expect(await claimOf(ysolde, lantern, 'kestrimo')).toBeNull();
  await kessa.get(`/organizations/${lantern.id}/roster`).expect(403);
  stale();
  await syncRoster(app, ysolde, lantern);

  // And back, while the other one is behind.
  world.leave(kestrimo);
  world.join(world.guild('lantern'), kestrimo, 4);
  expect((await syncRoster(app, ysolde, lantern)).status).toBe('completed');
  expect(await mine(kessa)).toEqual([lantern.name]);
  const own = (await kessa.get('/characters').expect(200)).body;
  expect(own.find(({ name }: { name: string }) => name === 'Kestrimo').guild).toMatchObject({
    id: lantern.id,
    rank: 4,
  });
});

test.concurrent('whoever leaves one guild belongs at once to the other that lists the character', async () => {
  await using app = await testApp({ world: createWorld({ guildSizes: [20, 12] }) });
  const { world, faults } = app.simulator;
  const { client: ysolde, guild: lantern } = await bringIn(app);
  const { client: kessa } = await bringIn(app, 'kessa');
  const kestrimo = world.character('highmere', 'Kestrimo');
  const listing = await rosterDocuments(app);
  world.leave(kestrimo);
  world.join(world.guild('crepuscule'), kestrimo, 5);
  await syncRoster(app, ysolde, lantern);
  // The new guild comes in; then the old one's stale roster takes the character back, and loses it for good.
  const { client: brannoc, guild: crepuscule } = await bringIn(app, 'brannoc');
  expect(await mine(kessa)).toEqual([crepuscule.name]);
  const stale = faults.serve(listing.lantern.path, listing.lantern.body);
  await syncRoster(app, ysolde, lantern);
  expect(await mine(kessa)).toEqual([lantern.name]);
  stale();
  await syncRoster(app, ysolde, lantern);
  expect(await mine(kessa)).toEqual([crepuscule.name]);
  expect(await claimOf(brannoc, crepuscule, 'kestrimo')).toBe('Kessaly');
});

test.concurrent('many people who sign in together do not get into each other’s way', async () => {
  await using app = await testApp({ world: createWorld({ guildSizes: [20, 12, 12] }) });
  const accounts = ['ysolde', 'brannoc', 'ilveth', 'kessa', 'pell', 'marrow', 'tamsel', 'quill'];
  const clients = await Promise.all(accounts.map((account) => app.signIn(account)));
  const started = await Promise.all(clients.map((client) => client.post('/characters/sync').expect(201)));
  const sessions = await Promise.all(started.map(({ body }) => untilEnded(app, body.sessionId)));
  expect(sessions.map(({ status }) => status)).toEqual(accounts.map(() => 'completed'));
  await untilIdle(app);
  expect(app.logged.filter((line) => line.includes('job failed'))).toEqual([]);
});

async function rosterDocuments({ simulator }: TestApp) {
  const { realm, slug } = simulator.world.guild('lantern');
  const path = `/data/wow/guild/${realm.slug}/${slug}/roster`;
  return { lantern: { path, body: await jsonOf(await ask(simulator, path, await appToken(simulator))) } };
}
