/** A guild compares everyone who raids: those who signed in, and the public profiles of the others, within a share. */
import type { GuildArmoryView } from '@guildhall/contracts/guild-armory.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { expect, test } from 'vitest';
import { type SignedInClient, type TestApp, testApp } from '../../../test/app.ts';
import { callerOf } from '../../../test/caller.ts';
import { untilEnriched } from '../../../test/character.ts';
import { bringIn, syncCharacters, type TestGuild, untilNoJobs } from '../../../test/guild.ts';
import { createPerson } from '../../../test/people.ts';
import { seasonSyncJob } from '../../reference/game-data/reference.jobs.ts';
import { readRosterJob } from '../enrichment/enrichment.jobs.ts';
import { forgetStaleCharacters } from '../enrichment/forget-stale.ts';
import { readRoster, readRosters, WEEKLY_SHARE } from '../enrichment/read-roster.ts';

const signal = new AbortController().signal;
const readOnce = (app: TestApp, { id }: TestGuild) => readRoster(app.ctx, { organizationId: id }, { signal });
const COMPARED = /^\/profile\/wow\/character\/[^/]+\/[^/]+\/(equipment|encounters\/raids|mythic-keystone-profile)$/;

/** Everyone here plays, at the highest level. */
const allPlay = (app: TestApp, { id }: TestGuild) =>
  app.ctx.sql(
    `update roster_entry e set last_login_at = now(), level = (select max(level) from roster_entry where organization_id = $1)
     where organization_id = $1 and left_at is null`,
    [id],
  );

const armoryOf = async (client: SignedInClient, guild: TestGuild, query = '&pageSize=200'): Promise<GuildArmoryView> =>
  (await client.get(`/organizations/${guild.id}/armory?locale=en_US${query}`).expect(200)).body;

async function guildOf(size: number) {
  const app = await testApp({ world: createWorld({ guildSizes: [size] }) });
  const { client, guild } = await bringIn(app);
  await untilEnriched(app);
  await untilNoJobs(app, seasonSyncJob.name);
  await allPlay(app, guild);
  return { app, client, guild };
}

test('members who never signed in are shown by their public profiles, each with its age', async () => {
  const { app, client, guild } = await guildOf(60);
  await using _app = app;
  const outsider = await createPerson(app);
  expect((await outsider.request('get', `/api/v1/organizations/${guild.id}/armory`)).status).toBe(403);

  const before = await armoryOf(client, guild);
  const { signedIn, members } = before.coverage;
  expect(before.coverage.publicProfiles).toBe(0);
  expect(signedIn).toBeGreaterThan(0);
  expect(members).toBe(before.pagination.total);
  const unread = before.members.find(({ source }) => source === 'public_profile');
  expect(unread).toMatchObject({ characterId: null, user: null, readAt: null, status: 'pending', missing: null });
  expect(unread?.rows.map(({ count }) => count)).toEqual([null, null, null]);

  for (let runs = 0; runs < 5; runs += 1) await readOnce(app, guild);
  const { coverage, members: shown, ranks } = await armoryOf(client, guild);
  const hidden = shown.filter(({ status }) => status === 'not_found').length;
  expect(hidden).toBe(1);
  expect(coverage).toEqual({ members, signedIn, publicProfiles: members - signedIn - 1, notReadable: 1 });
  const known = shown.filter(({ source, status }) => source === 'public_profile' && status === 'ok');
  expect(known).toHaveLength(coverage.publicProfiles);
  expect(known.every(({ readAt }) => readAt !== null)).toBe(true);
  expect(known.some(({ missing }) => (missing?.enchantments.length ?? 0) > 0)).toBe(true);
  expect(known.some(({ raids }) => raids.length > 0)).toBe(true);
  expect(known.some(({ rating, season }) => rating !== null && season?.name === 'Tide Season 2')).toBe(true);
  // Nothing was read of the world, so nothing is known of it.
  expect(new Set(known.map(({ rows }) => rows[2]?.status))).toEqual(new Set(['not_available']));
  const [raid, keystone] = [0, 1].map((row) => known.map(({ rows }) => rows[row]));
  for (const row of [...(raid ?? []), ...(keystone ?? [])]) expect(row?.count !== null).toBe(row?.status === 'ok');
  expect(raid?.some((row) => row?.status === 'ok')).toBe(true);
  const own = shown.find(({ source }) => source === 'signed_in');
  expect(own).toMatchObject({ characterId: expect.any(String), user: { displayName: expect.any(String) } });

  const [first] = ranks;
  const ofRank = await armoryOf(client, guild, `&pageSize=200&rank=${first?.rank}`);
  expect(new Set(ofRank.members.map(({ rank }) => rank?.rank))).toEqual(new Set([first?.rank]));
  expect(ofRank.pagination.total).toBe(ofRank.members.length);
  const healers = await armoryOf(client, guild, '&pageSize=200&role=healer');
  expect(new Set(healers.members.map(({ role }) => role))).toEqual(new Set(['healer']));
  const pages = await Promise.all([1, 99].map((page) => armoryOf(client, guild, `&pageSize=1&page=${page}`)));
  expect(pages.map(({ members, pagination }) => [members.length, pagination.total])).toEqual([
    [1, members],
    [0, members],
  ]);
});

test('a person who proves a character takes it out of the public profiles, and one who does not share hides it', async () => {
  const { app, client, guild } = await guildOf(60);
  await using _app = app;
  for (let runs = 0; runs < 5; runs += 1) await readOnce(app, guild);
  const named = async (name: string) => (await armoryOf(client, guild)).members.find((member) => member.name === name);
  expect(await named('Kessaly')).toMatchObject({ source: 'public_profile' });
  const kessa = await app.signIn('kessa');
  await syncCharacters(app, kessa);
  await untilEnriched(app);
  expect(await named('Kessaly')).toMatchObject({ source: 'signed_in', characterId: expect.any(String) });
  const rows = () =>
    app.ctx.sql(
      `select from roster_section s join roster_entry e on e.id = s.roster_entry_id where e.name = 'Kessaly'`,
    );
  expect((await rows()).length).toBe(3);
  await readOnce(app, guild);
  expect(await rows()).toEqual([]);

  expect((await callerOf(app, kessa.token)('PATCH', '/auth/me', { sharesWithGuilds: false })).status).toBe(200);
  expect(await named('Kessaly')).toBeUndefined();
  app.simulator.requests.clear();
  await app.ctx.sql(`update roster_section set asked_at = asked_at - interval '20 days'`);
  await allPlay(app, guild);
  for (let runs = 0; runs < 5; runs += 1) await readOnce(app, guild);
  expect(app.simulator.requests.entries({ path: COMPARED }).map(({ path }) => path)).not.toContainEqual(
    expect.stringContaining('/kessaly/'),
  );

  await app.ctx.sql(
    `update roster_section set asked_at = now() - interval '31 days', fetched_at = now() - interval '31 days'`,
  );
  await forgetStaleCharacters(app.ctx, {}, { signal });
  expect(await app.ctx.sql('select from roster_section')).toEqual([]);
});

test('an alt that an officer linked to a raider is public only while the person of that raider shares', async () => {
  const { app, client, guild } = await guildOf(60);
  await using _app = app;
  const kessa = await app.signIn('kessa');
  await syncCharacters(app, kessa);
  await untilEnriched(app);
  await allPlay(app, guild);
  for (let runs = 0; runs < 5; runs += 1) await readOnce(app, guild);
  const linked = (await armoryOf(client, guild)).members.find(
    ({ source, status }) => source === 'public_profile' && status === 'ok',
  );
  const shown = async () => (await armoryOf(client, guild)).members.some(({ entryId }) => entryId === linked?.entryId);
  const kept = () => app.ctx.sql('select from roster_section where roster_entry_id = $1', [linked?.entryId]);
  const call = callerOf(app, kessa.token);
  const raider = await call('PUT', `/organizations/${guild.id}/raiders/mine`, {});
  expect(raider.status).toBeLessThan(300);
  await app.ctx.sql(
    `insert into raider_character (organization_id, raider_id, roster_entry_id, name, realm, name_key, realm_key, source)
     values ($1, $2, $3, 'x', '', 'x', '', 'officer')`,
    [guild.id, raider.body.id, linked?.entryId],
  );
  expect([await shown(), (await kept()).length]).toEqual([true, 3]);
  expect((await call('PATCH', '/auth/me', { sharesWithGuilds: false })).status).toBe(200);
  expect(await shown()).toBe(false);
  await readOnce(app, guild);
  expect(await kept()).toEqual([]);
  expect((await call('PATCH', '/auth/me', { sharesWithGuilds: true })).status).toBe(200);
  expect(await shown()).toBe(true);
});

test('raiders of coming events are read first, then high ranks, and again before the others', async () => {
  const { app, client, guild } = await guildOf(60);
  await using _app = app;
  const last = (await armoryOf(client, guild)).members.findLast(({ source }) => source === 'public_profile');
  const call = callerOf(app, client.token);
  const raider = await call('POST', `/organizations/${guild.id}/raiders`, { name: 'Latecomer' });
  expect(raider.status).toBe(201);
  await app.ctx.sql(
    `insert into raider_character (organization_id, raider_id, roster_entry_id, name, realm, name_key, realm_key, source)
     values ($1, $2, $3, 'x', '', 'x', '', 'officer')`,
    [guild.id, raider.body.id, last?.entryId],
  );
  const event = await call('POST', `/organizations/${guild.id}/events`, {
    ...{ title: 'Raid', type: 'raid', scope: 'guild', durationMinutes: 60 },
    localStart: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 16),
  });
  expect(event.status).toBe(201);
  await app.ctx.sql(`insert into participation (event_id, raider_id, status) values ($1, $2, 'tentative')`, [
    event.body.id,
    raider.body.id,
  ]);
  await readOnce(app, guild);
  const asked = await app.ctx.sql<{ id: string; rank: number }>(
    `select e.id, e.rank from roster_entry e where exists (select from roster_section s where s.roster_entry_id = e.id)
     order by e.rank desc`,
  );
  expect(asked).toHaveLength(20);
  expect(asked.map(({ id }) => id)).toContain(last?.entryId);
  const others = await app.ctx.sql<{ rank: number }>(
    `select min(e.rank)::int as rank from roster_entry e where e.left_at is null and e.claimed_by_id is null
     and not exists (select from roster_section s where s.roster_entry_id = e.id)`,
  );
  const ranks = asked.filter(({ id }) => id !== last?.entryId).map(({ rank }) => rank);
  expect(Math.max(...ranks)).toBeLessThanOrEqual(others[0]?.rank ?? 0);

  for (let runs = 0; runs < 4; runs += 1) await readOnce(app, guild);
  app.simulator.requests.clear();
  await app.ctx.sql(`update roster_section set asked_at = asked_at - interval '3 days'`);
  await allPlay(app, guild);
  await readOnce(app, guild);
  expect(app.simulator.requests.count({ path: COMPARED })).toBe(3);
});

test('a guild of 300 costs at most 1,200 requests a week, and one that has used its week slows no other', async () => {
  const { app, client, guild } = await guildOf(300);
  await using _app = app;
  const { requests } = app.simulator;
  requests.clear();
  // Seven days of hourly runs, on each of which everyone has played.
  for (let day = 0; day < 7; day += 1) {
    for (let run = 0; run < 24; run += 1) {
      const count = requests.count({ path: COMPARED });
      await readOnce(app, guild);
      if (requests.count({ path: COMPARED }) === count) break;
    }
    await app.ctx.sql(`update roster_section set asked_at = asked_at - interval '1 day'`);
    await allPlay(app, guild);
  }
  const used = requests.count({ path: COMPARED });
  expect(used).toBeLessThanOrEqual(WEEKLY_SHARE);
  // The crest of the guild may still be on its way.
  expect(requests.count({ path: /^\/profile\// })).toBe(used);
  const { coverage } = await armoryOf(client, guild);
  expect(coverage.publicProfiles + coverage.notReadable).toBe(coverage.members - coverage.signedIn);
  expect(used).toBeGreaterThanOrEqual(3 * coverage.publicProfiles);

  await app.ctx.sql("update roster_reading set requests = $1, looked_at = now() - interval '1 day'", [WEEKLY_SHARE]);
  await app.ctx.sql(`update roster_section set asked_at = asked_at - interval '20 days'`);
  await allPlay(app, guild);
  requests.clear();
  await readOnce(app, guild);
  expect(requests.count({ path: COMPARED })).toBe(0);
  await app.ctx.boss.offWork(readRosterJob.name);
  const queued = () => app.ctx.sql(`select from pgboss.job where name = 'read-roster' and state = 'created'`);
  await app.ctx.sql("update roster_reading set looked_at = now() - interval '1 day'");
  await readRosters(app.ctx);
  expect(await queued()).toEqual([]);
  // The next week begins.
  await app.ctx.sql("update roster_reading set week_starts_at = week_starts_at - interval '7 days'");
  await readRosters(app.ctx);
  expect(await queued()).toHaveLength(1);
}, 240_000);
