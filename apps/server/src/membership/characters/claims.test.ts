import { appToken, ask, jsonOf } from '@guildhall/simulator/test-client.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { expect, test } from 'vitest';
import { type SignedInClient, type TestApp, testApp } from '../../../test/app.ts';
import { callerOf } from '../../../test/caller.ts';
import {
  bringIn,
  rosterOf,
  syncCharacters,
  syncRoster,
  type TestGuild,
  untilEnded,
  untilIdle,
} from '../../../test/guild.ts';

const small = () => createWorld({ guildSizes: [20] });
const mine = async (client: SignedInClient): Promise<string[]> =>
  (await client.get('/organizations/mine').expect(200)).body.map(({ name }: TestGuild) => name);
const claimOf = async (client: SignedInClient, guild: TestGuild, name: string) =>
  (await rosterOf(client, guild, `&search=${name}`))[0]?.claimedByCharacter?.user.displayName ?? null;

test.concurrent('membership begins with a proven character in the roster and ends at the sync that misses it', async () => {
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

test.concurrent('a promotion grants rights immediately, and a demotion revokes them', async () => {
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

test.concurrent('the audit log records every role that a rank grants or revokes, including the founder role', async () => {
  await using app = await testApp({ world: small() });
  const { world } = app.simulator;
  const { client: ysolde, guild } = await bringIn(app);
  await bringIn(app, 'kessa');
  type Entry = { action: string; actor: unknown; person: { displayName: string }; details: Record<string, string> };
  let seen = 0;
  /** New history entries, oldest first. */
  const news = async (): Promise<string[]> => {
    const { entries } = (await ysolde.get(`/organizations/${guild.id}/audit-log?pageSize=200`).expect(200)).body;
    const fresh: Entry[] = entries.slice(0, entries.length - seen).reverse();
    seen = entries.length;
    return fresh.map(({ action, actor, person, details }) => {
      expect(actor).toBeNull();
      return `${person.displayName}: ${action} ${details.name} (${details.because})`;
    });
  };
  expect(await news()).toEqual([
    'Ysolde: role_granted Guild Master (roster)',
    'Ysolde: role_granted Guild Master (rank 0) (roster)',
    'Ysolde: role_granted Rank 3 (roster)',
    'Ysolde: role_granted Rank 5 (roster)',
    'Kessaly: role_granted Rank 4 (roster)',
  ]);

  world.setRank(world.character('highmere', 'Kestrimo'), 0);
  world.setRank(world.character('highmere', 'Ysolde'), 1);
  await syncRoster(app, ysolde, guild);
  expect((await news()).toSorted()).toEqual([
    'Kessaly: role_granted Guild Master (rank 0) (roster)',
    'Kessaly: role_granted Guild Master (roster)',
    'Kessaly: role_withdrawn Rank 4 (roster)',
    'Ysolde: role_granted Rank 1 (roster)',
    'Ysolde: role_withdrawn Guild Master (rank 0) (roster)',
    'Ysolde: role_withdrawn Guild Master (roster)',
  ]);
  await syncRoster(app, ysolde, guild);
  expect(await news()).toEqual([]);

  // A granted role ends with the membership. When a guild loses its master, the game promotes another member.
  await app.ctx.sql(
    `with r as (insert into role (organization_id, name, permissions) values ($1, 'Scribe', '{}') returning id)
     insert into role_holder (organization_id, role_id, user_id)
     select $1, r.id, u.id from r, app_user u where u.display_name = 'Kessaly'`,
    [guild.id],
  );
  world.leave(world.character('highmere', 'Kestrimo'));
  await syncRoster(app, ysolde, guild);
  expect((await news()).toSorted()).toEqual([
    'Kessaly: role_withdrawn Guild Master (rank 0) (roster)',
    'Kessaly: role_withdrawn Guild Master (roster)',
    'Kessaly: role_withdrawn Scribe (membership_ended)',
    'Ysolde: role_granted Guild Master (rank 0) (roster)',
    'Ysolde: role_granted Guild Master (roster)',
    'Ysolde: role_withdrawn Rank 1 (roster)',
  ]);
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

/** Leaves the character as an import by name does. */
async function nameCharacter(app: TestApp, person: string, name: string): Promise<void> {
  await app.ctx.sql(
    `insert into character (user_id, source, region, game_version, platform_realm_id, platform_character_id, name,
       realm_slug, class_id, race_id, level, is_main)
     select u.id, 'synced', 'us', 'retail', e.platform_realm_id, e.platform_character_id, e.name, e.realm_slug, 1, 1, 80, true
     from roster_entry e, app_user u where e.name = $1 and u.display_name = $2`,
    [name, person],
  );
}
const audited = (app: TestApp) =>
  app.ctx.sql(
    `select a.display_name as actor, p.display_name as person, t.details ->> 'name' as name, o.name as guild
     from audit_entry t join organization o on o.id = t.organization_id
     join app_user a on a.id = t.actor_id join app_user p on p.id = t.person_id
     where t.action = 'claim_displaced' order by t.at, t.id`,
  );

test.concurrent('an unproven claim shows a name and grants nothing, and the verified owner displaces it', async () => {
  await using app = await testApp({ world: small() });
  const { client: ysolde, guild } = await bringIn(app);
  const osric = await app.signIn('osric');
  await nameCharacter(app, 'Osric', 'Kestrimo');
  await syncRoster(app, ysolde, guild);
  expect(await claimOf(ysolde, guild, 'kestrimo')).toBe('Osric');
  expect(await mine(osric)).toEqual([]);
  await osric.get(`/organizations/${guild.id}/roster`).expect(403);
  expect(await audited(app)).toEqual([]);

  const { client: kessa } = await bringIn(app, 'kessa');
  expect(await claimOf(ysolde, guild, 'kestrimo')).toBe('Kessaly');
  expect(await mine(kessa)).toEqual([guild.name]);
  const displaced = { actor: 'Kessaly', person: 'Osric', name: 'Kestrimo', guild: guild.name };
  expect(await audited(app)).toEqual([displaced]);
  // His own data about it is still his, but only in his archive.
  expect((await osric.get('/characters').expect(200)).body).toEqual([]);
  const [archived] = (await osric.get('/characters?includeInactive=true').expect(200)).body;
  expect(archived).toMatchObject({ name: 'Kestrimo', verified: false, isMain: false, guild: null });
  const [own] = (await kessa.get('/characters').expect(200)).body.filter(
    ({ name }: { name: string }) => name === 'Kestrimo',
  );
  expect(own).toMatchObject({ verified: true, isMain: false });
  expect(own.id).not.toBe(archived.id);

  // Reported once, however often the owner syncs.
  await syncCharacters(app, kessa);
  await syncRoster(app, ysolde, guild);
  expect(await audited(app)).toEqual([displaced]);
});

test.concurrent('an unproven claim is visible to its claimant and to officers, who may reject it', async () => {
  await using app = await testApp({ world: small() });
  const { client: ysolde, guild } = await bringIn(app);
  const { client: pell } = await bringIn(app, 'pell');
  await app.signIn('osric');
  await nameCharacter(app, 'Osric', 'Kestrimo');
  await nameCharacter(app, 'Pellwick', 'Kestrimo');
  await syncRoster(app, ysolde, guild);
  const shown = async (client: SignedInClient) =>
    (await rosterOf(client, guild, '&search=kestrimo'))[0]?.claimedByCharacter;
  const [entry] = await rosterOf(ysolde, guild, '&search=kestrimo');
  expect(entry?.claimedByCharacter).toMatchObject({ verified: false, user: { displayName: 'Osric' } });
  expect(await shown(pell)).toBeNull();
  const { rosterMembers } = (await pell.get(`/organizations/${guild.id}`).expect(200)).body;
  expect(rosterMembers.filter((member: { claimedByCharacter: unknown }) => member.claimedByCharacter)).toEqual(
    (await rosterOf(pell, guild)).filter((member) => member.claimedByCharacter?.verified),
  );

  const claim = `/organizations/${guild.id}/roster/${entry?.id}/claim`;
  const reject = ({ token }: SignedInClient) => callerOf(app, token)('DELETE', claim);
  expect(await reject(pell)).toMatchObject({ status: 403, body: { reason: 'missing_permission' } });
  expect(await reject(ysolde)).toMatchObject({ status: 200, body: { status: true } });
  // Another person has also named it, which only that person and the officer can see.
  expect(await shown(ysolde)).toMatchObject({ verified: false, user: { displayName: 'Pellwick' } });
  expect(await shown(pell)).toMatchObject({ verified: false, user: { displayName: 'Pellwick' } });
  expect(await reject(ysolde)).toMatchObject({ status: 200 });
  await syncRoster(app, ysolde, guild);
  expect(await shown(ysolde)).toBeNull();
  expect(await reject(ysolde)).toMatchObject({ status: 404, body: { reason: 'claim_not_found' } });
  const { entries } = (await ysolde.get(`/organizations/${guild.id}/audit-log?action=claim_rejected`).expect(200)).body;
  expect(entries.map(({ person }: { person: { displayName: string } }) => person.displayName)).toEqual([
    'Pellwick',
    'Osric',
  ]);
  expect(entries[0]).toMatchObject({
    actor: { displayName: 'Ysolde' },
    details: { name: 'Kestrimo', entryId: entry?.id },
  });

  const { notifications } = (await pell.get('/auth/me/notifications').expect(200)).body;
  expect(notifications).toMatchObject([{ kind: 'claim_rejected', title: 'Kestrimo', organization: { id: guild.id } }]);

  // Proof of ownership settles the claim.
  await bringIn(app, 'kessa');
  expect(await shown(pell)).toMatchObject({ verified: true, user: { displayName: 'Kessaly' } });
  expect(await reject(ysolde)).toMatchObject({ status: 409, body: { reason: 'claim_is_proven' } });
});

test.concurrent('disconnecting an account hides its claims from all', async () => {
  await using app = await testApp({ world: small() });
  const { client: ysolde, guild } = await bringIn(app);
  const { client: kessa } = await bringIn(app, 'kessa');
  await app.ctx.sql(
    `update app_user set email = 'kessa@example.org', email_verified_at = now() where display_name = 'Kessaly'`,
  );
  expect(await claimOf(ysolde, guild, 'kestrimo')).toBe('Kessaly');
  await kessa.post('/auth/me/gameplatform/disconnect').expect(200);
  expect(await claimOf(ysolde, guild, 'kestrimo')).toBeNull();
  await syncRoster(app, ysolde, guild);
  expect(await claimOf(ysolde, guild, 'kestrimo')).toBeNull();
});

test.concurrent('the earliest of several unproven claims shows, and none shows once there is an owner', async () => {
  await using app = await testApp({ world: small() });
  const { client: ysolde, guild } = await bringIn(app);
  await app.signIn('osric');
  await app.signIn('tamsel');
  await nameCharacter(app, 'Osric', 'Kestrimo');
  await nameCharacter(app, 'Tamsel', 'Kestrimo');
  await syncRoster(app, ysolde, guild);
  expect(await claimOf(ysolde, guild, 'kestrimo')).toBe('Osric');
  await app.ctx.sql(`update character set archived_at = now() from app_user u where u.id = user_id
    and u.display_name = 'Osric'`);
  await syncRoster(app, ysolde, guild);
  expect(await claimOf(ysolde, guild, 'kestrimo')).toBe('Tamsel');

  const { client: kessa } = await bringIn(app, 'kessa');
  // Naming it again changes nothing, even while the owner has archived the character.
  await app.ctx.sql(`update character set archived_at = null from app_user u where u.id = user_id
    and u.display_name = 'Osric'`);
  await syncRoster(app, ysolde, guild);
  expect(await claimOf(ysolde, guild, 'kestrimo')).toBe('Kessaly');
  await app.ctx.sql(`update character set archived_at = now() where name = 'Kestrimo' and verified_at is not null`);
  await syncRoster(app, ysolde, guild);
  expect(await claimOf(ysolde, guild, 'kestrimo')).toBeNull();
  expect(await mine(kessa)).toEqual([]);
});

test.concurrent('a character has one proven owner, and a claim links one entry to one character', async () => {
  await using app = await testApp({ world: small() });
  await bringIn(app);
  await app.signIn('osric');
  await nameCharacter(app, 'Osric', 'Ysolwen');
  const refused = (text: string, name: string) => expect(app.ctx.sql(text)).rejects.toThrow(name);
  await refused(`update character set verified_at = now() where name = 'Ysolwen'`, 'character_one_verified');
  await refused(
    `insert into character (user_id, source, region, game_version, platform_realm_id, platform_character_id, name,
       realm_slug, class_id, race_id, level)
     select user_id, source, region, game_version, platform_realm_id, platform_character_id, name, realm_slug, 1, 1, 80
     from character where name = 'Ysolwen'`,
    'character_one_a_person',
  );
  await refused(
    `update roster_entry set claimed_by_id = (select id from character where name = 'Ysolde') where name = 'Kestrimo'`,
    'roster_entry_one_live_claim',
  );
});

test.concurrent('a character missing from the account list loses proof and membership; an empty list changes nothing', async () => {
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
  expect(await claimOf(ysolde, guild, 'marrowind')).toBeNull();
});

test.concurrent('a character that moves to another account takes the membership along', async () => {
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
  // A stranger's choice of main and archive do not carry over.
  expect(own.find((character: { name: string }) => character.name === 'Marrowind')).toMatchObject({ isMain: false });
  expect(await audited(app)).toMatchObject([{ actor: 'Osric', person: 'Marrow', name: 'Marrowind' }]);

  // After returning, it is no longer archived as lost.
  await app.ctx.sql(`update character set archived_at = null where verified_at is not null`);
  world.addCharacterToAccount(world.account('marrow'), world.character('highmere', 'Marrowind'));
  await syncCharacters(app, marrow);
  expect(await mine(marrow)).toEqual([guild.name]);
  const back = (await marrow.get('/characters').expect(200)).body.map(({ name }: { name: string }) => name);
  expect(back).toContain('Marrowind');
});

test.concurrent('a character is in the guild it joined last, even if an older roster elsewhere still lists it', async () => {
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
  // The platform's roster of the old guild is hours behind and keeps listing the character.
  const stale = faults.serve(listing.lantern.path, listing.lantern.body);
  await syncRoster(app, ysolde, lantern);
  expect(await mine(kessa)).toEqual([crepuscule.name]);
  expect(await claimOf(ysolde, lantern, 'kestrimo')).toBeNull();
  await kessa.get(`/organizations/${lantern.id}/roster`).expect(403);
  stale();
  await syncRoster(app, ysolde, lantern);

  // The character moves back while the other roster is behind.
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

test.concurrent('a person who leaves one guild immediately belongs to the other that lists the character', async () => {
  await using app = await testApp({ world: createWorld({ guildSizes: [20, 12] }) });
  const { world, faults } = app.simulator;
  const { client: ysolde, guild: lantern } = await bringIn(app);
  const { client: kessa } = await bringIn(app, 'kessa');
  const kestrimo = world.character('highmere', 'Kestrimo');
  const listing = await rosterDocuments(app);
  world.leave(kestrimo);
  world.join(world.guild('crepuscule'), kestrimo, 5);
  await syncRoster(app, ysolde, lantern);
  // The new guild signs up; then the old guild's stale roster takes the character back, and finally loses it.
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

test.concurrent('many people can sign in and sync at the same time', async () => {
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
