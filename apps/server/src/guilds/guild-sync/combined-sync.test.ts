import type { SyncResultsView } from '@guildhall/contracts/guild.ts';
import type { Fault } from '@guildhall/simulator/faults.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { eventually, untilEnded, untilIdle, untilNoJobs } from '../../../test/guild.ts';
import { createGuildPeople, foundStandalone, type GuildPeople, showToMembersOnly } from '../../../test/guild-people.ts';
import { guildSyncJob } from './guilds.jobs.ts';

const GUILD = '/data/wow/guild/highmere/ysmeres-lantern-watch';

let app: TestApp;
let people: GuildPeople;
let sync: (types: string[], call?: GuildPeople['master']) => Promise<SyncResultsView['results']>;
beforeAll(async () => {
  app = await testApp({ world: createWorld({ guildSizes: [60, 0, 0] }) });
  people = await createGuildPeople(app);
  // Another test below covers the job that follows the first roster sync.
  await untilRefreshed();
  sync = async (types, call = people.master) => {
    const { status, body } = await call('POST', `/organizations/${people.guild.id}/sync`, { types });
    expect([status, body]).toEqual([201, { results: expect.anything() }]);
    return body.results as SyncResultsView['results'];
  };
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  app.simulator.faults.clear();
  await untilIdle(app);
  // A roster sync queues one, which would hold the lease that the next test needs.
  await untilNoJobs(app, guildSyncJob.name);
  await app.ctx.sql('delete from guild_sync');
  await app.ctx.sql(`update sync_session set finished_at = finished_at - interval '2 minutes'`);
  await app.ctx.sql(`update organization set settings = '{}'`);
});

const untilRefreshed = () =>
  eventually(async () =>
    expect(await app.ctx.sql('select from guild_sync where synced_at is not null')).toHaveLength(3),
  );
const detail = async () => (await people.master('GET', `/organizations/${people.guild.id}`)).body;

test('a roster sync refreshes details, crest and achievements only if that is a day overdue', async () => {
  const { id } = people.guild;
  const roster = () => people.master('POST', `/organizations/${id}/roster/sync`);
  await roster();
  await untilRefreshed();
  await untilIdle(app);
  await app.ctx.sql(`update sync_session set finished_at = finished_at - interval '2 minutes'`);
  app.simulator.requests.clear();
  await roster();
  await untilIdle(app);
  const jobs = `select from pgboss.job where name = 'guild-sync' and state not in ('completed', 'failed')`;
  expect(await app.ctx.sql(jobs)).toEqual([]);
  expect(app.simulator.requests.count({ path: GUILD })).toBe(0);
});

test.each<[string, unknown]>([
  ['nothing', {}],
  ['no type', { types: [] }],
  ['an unknown type', { types: ['roster', 'bank'] }],
  ['text', { types: 'roster' }],
  ['too many', { types: ['crest', 'crest', 'crest', 'crest', 'crest'] }],
])('a request for %s is refused', async (_, body) => {
  const answer = await people.master('POST', `/organizations/${people.guild.id}/sync`, body as Record<string, unknown>);
  expect([answer.status, answer.body.reason]).toEqual([400, 'invalid_input']);
});

test('the other syncs need the right to sync the roster, and an in-game guild', async () => {
  const path = `/organizations/${people.guild.id}/sync`;
  const body = { types: ['details'] };
  expect((await people.visitor('POST', path, body)).status).toBe(401);
  expect((await people.outsider('POST', path, body)).status).toBe(403);
  expect((await people.member('POST', path, body)).status).toBe(403);
  expect((await people.master('POST', '/organizations/nowhere/sync', body)).status).toBe(404);
  const community = await foundStandalone(app);
  const refused = await people.admin('POST', `/organizations/${community}/sync`, body);
  expect([refused.status, refused.body.reason]).toEqual([400, 'not_a_synced_guild']);
  for (const route of ['ranks', 'achievements']) {
    const { status, body: answer } = await people.admin('GET', `/organizations/${community}/${route}`);
    expect([route, status, answer.reason]).toEqual([route, 400, 'not_a_synced_guild']);
  }
  await app.ctx.sql('delete from organization where id = $1', [community]);
});

test('syncing all four types gives each its own result', async () => {
  const results = await sync(['roster', 'crest', 'details', 'achievements']);
  expect(results).toEqual({
    roster: { status: 'queued', sessionId: expect.any(String) },
    crest: { status: 'completed' },
    details: { status: 'completed' },
    achievements: { status: 'completed' },
  });
  expect(await untilEnded(app, results.roster?.sessionId ?? '')).toMatchObject({ kind: 'roster', status: 'completed' });
});

test('details match the platform: emblem, points, age and name; a renamed guild stays the same', async () => {
  const { world } = app.simulator;
  const guild = world.guild('lantern');
  world.earnAchievement(guild);
  world.renameGuild(guild, 'Dawnwatch');
  expect(await sync(['details', 'achievements', 'crest'])).toMatchObject({
    details: { status: 'completed' },
    achievements: { status: 'completed' },
    crest: { status: 'completed' },
  });
  const { red, green, blue } = guild.crest.backgroundColor;
  const shown = await detail();
  expect(shown).toMatchObject({
    id: people.guild.id,
    alias: people.guild.alias,
    name: 'Dawnwatch',
    realm: { slug: 'highmere' },
    logoUrl: expect.any(String),
    faction: 'alliance',
    memberCount: 60,
    achievementPoints: guild.achievementPoints,
    foundedAt: new Date(guild.createdAt).toISOString(),
    emblemData: {
      emblem: { id: guild.crest.emblemId },
      border: { id: guild.crest.borderId },
      background: { color: `rgba(${red}, ${green}, ${blue}, 1)` },
    },
  });
  const { id, realm, faction, emblemData, logoUrl } = shown;
  const { body: list } = await people.master('GET', '/organizations');
  expect(list.organizations).toContainEqual(expect.objectContaining({ id, realm, faction, emblemData, logoUrl }));
  world.renameGuild(guild, "Ysmere's Lantern Watch");
  expect((await sync(['roster'])).roster?.status).toBe('queued');
});

test('a founding date of 0, which the platform sends if it is unknown, changes nothing', async () => {
  const { foundedAt } = await detail();
  const { id, name, realm } = app.simulator.world.guild('lantern');
  const body = { id, name, realm: { id: realm.id, slug: realm.slug, name: 'Highmere' }, created_timestamp: 0 };
  app.simulator.faults.add({ match: GUILD, fault: { kind: 'serve', body } });
  expect(await sync(['details'])).toMatchObject({ details: { status: 'completed' } });
  expect((await detail()).foundedAt).toBe(foundedAt);
});

const faults: [string, Fault, string][] = [
  ['500', { kind: 'status', status: 500 }, 'platform_unavailable'],
  ['a cut connection', { kind: 'reset' }, 'platform_unavailable'],
  ['a page', { kind: 'html' }, 'platform_answer_malformed'],
  ['half a document', { kind: 'truncated' }, 'platform_answer_malformed'],
  ['404', { kind: 'status', status: 404 }, 'guild_not_found'],
];
test.each(faults)('%s instead of the achievements fails only them, with a clear message', async (_, fault, reason) => {
  const path = `/organizations/${people.guild.id}/achievements`;
  const before = (await people.member('GET', path)).body;
  app.simulator.faults.add({ match: `${GUILD}/achievements`, fault });
  const results = await sync(['achievements', 'details', 'crest']);
  expect(results).toMatchObject({
    achievements: { status: 'failed', reason, message: expect.any(String) },
    details: { status: 'completed' },
    crest: { status: 'completed' },
  });
  expect((await people.member('GET', path)).body).toEqual(before);
  // Failures do not start the cooldown.
  app.simulator.faults.clear();
  expect((await sync(['achievements'])).achievements).toEqual({ status: 'completed' });
});

test.each(faults)('%s instead of the guild fails only what is read from it', async (_, fault, reason) => {
  const before = await detail();
  app.simulator.faults.add({ match: GUILD, fault });
  expect(await sync(['achievements', 'details', 'crest', 'roster'])).toMatchObject({
    achievements: { status: 'completed' },
    details: { status: 'failed', reason },
    crest: { status: 'failed', reason },
    roster: { status: 'queued' },
  });
  const { logoUrl, name, emblemData } = await detail();
  expect({ logoUrl, name, emblemData }).toEqual({
    logoUrl: before.logoUrl,
    name: before.name,
    emblemData: before.emblemData,
  });
});

test('a platform that asks for a pause gets no further requests', async () => {
  await using other = await testApp({ world: createWorld({ guildSizes: [12, 0, 0] }) });
  const { guild, master } = await createGuildPeople(other);
  await eventually(async () =>
    expect(await other.ctx.sql('select from guild_sync where synced_at is not null')).toHaveLength(3),
  );
  const slowDown: Fault = { kind: 'status', status: 429, retryAfter: 120 };
  other.simulator.faults.add({ match: `${GUILD}/achievements`, fault: slowDown });
  const answer = await master('POST', `/organizations/${guild.id}/sync`, { types: ['achievements'] });
  expect(answer.body.results).toMatchObject({ achievements: { status: 'failed', reason: 'platform_rate_limited' } });
  other.simulator.requests.clear();
  const later = await master('POST', `/organizations/${guild.id}/sync`, { types: ['details', 'crest'] });
  expect(later.body.results).toMatchObject({
    details: { status: 'failed', reason: 'platform_rate_limited' },
    crest: { status: 'failed', reason: 'platform_rate_limited' },
  });
  // Guild requests only: earlier requests for its characters may still arrive.
  expect(other.simulator.requests.count({ path: /\/data\/wow\/guild/ })).toBe(0);
});

test('a request does not wait for a hanging platform: a job finishes the sync', async () => {
  // The first request is never answered; a caller that waited for the second would see a completed sync.
  app.simulator.faults.add({ match: `${GUILD}/achievements`, times: 1, fault: { kind: 'hang' } });
  expect(await sync(['achievements', 'details'])).toEqual({
    achievements: { status: 'queued' },
    details: { status: 'completed' },
  });
  await eventually(async () => {
    const done = `select from guild_sync where type = 'achievements' and synced_at is not null`;
    expect(await app.ctx.sql(done)).toHaveLength(1);
  });
});

test('one of two concurrent syncs runs, and each type has its own cooldown of a minute after a success', async () => {
  const { promise: until, resolve: release } = Promise.withResolvers<void>();
  const answer = app.simulator.faults.add({ match: `${GUILD}/achievements`, fault: { kind: 'hang', until } });
  const asked = [sync(['achievements']), sync(['achievements'], people.officer)];
  // One of them waits for the platform; the other does not wait for the first.
  await Promise.race(asked);
  answer();
  release();
  const both = await Promise.all(asked);
  const results = both.map(({ achievements }) => achievements?.reason ?? achievements?.status);
  expect(results.toSorted()).toEqual(['completed', 'sync_in_progress']);
  const again = await sync(['achievements', 'details']);
  expect(again).toMatchObject({
    achievements: { status: 'failed', reason: 'sync_cooldown', retryAfterSeconds: expect.any(Number) },
    details: { status: 'completed' },
  });
  await app.ctx.sql(`update guild_sync set demanded_at = demanded_at - interval '61 seconds'`);
  expect((await sync(['achievements'])).achievements).toEqual({ status: 'completed' });
  // The lease of a crashed worker blocks others only for a while.
  await app.ctx.sql(`update guild_sync set demanded_at = null, leased_until = now() - interval '1 second'`);
  expect((await sync(['details'])).details).toEqual({ status: 'completed' });
});

test('a refused roster sync has its usual reason and fails nothing else', async () => {
  await app.ctx.boss.offWork('roster-sync');
  expect((await sync(['roster', 'details'])).roster?.status).toBe('queued');
  expect(await sync(['roster', 'achievements'])).toMatchObject({
    roster: { status: 'failed', reason: 'roster_sync_in_progress' },
    achievements: { status: 'completed' },
  });
  await app.ctx.sql('delete from sync_session');
  expect(await sync(['roster', 'crest'], people.admin)).toMatchObject({
    roster: { status: 'failed', reason: 'gameplatform_not_linked' },
    crest: { status: 'completed' },
  });
});

test('ranks have the guild’s own names and count their holders', async () => {
  const path = `/organizations/${people.guild.alias}/ranks`;
  expect((await people.visitor('GET', path)).status).toBe(401);
  expect((await people.outsider('GET', path)).status).toBe(403);
  await app.ctx.sql(`update role set name = 'Quartermaster' where game_rank = 3 and organization_id = $1`, [
    people.guild.id,
  ]);
  const { status, body } = await people.member('GET', path);
  const ranks = body as unknown as { rank: number; name: string; memberCount: number; roleId: string }[];
  expect([status, ranks.map(({ rank }) => rank)]).toEqual([200, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]]);
  expect(ranks[3]).toMatchObject({ name: 'Quartermaster', roleId: expect.any(String) });
  const world = app.simulator.world;
  const truth = Map.groupBy(world.members(world.guild('lantern')), ({ rank }) => rank);
  for (const { rank, memberCount } of ranks) expect([rank, memberCount]).toEqual([rank, truth.get(rank)?.length ?? 0]);
});

test('achievements are empty before the first sync, then shaped for display', async () => {
  const path = `/organizations/${people.guild.alias}/achievements`;
  await app.ctx.sql('delete from guild_achievements');
  expect((await people.visitor('GET', path)).status).toBe(401);
  expect((await people.member('GET', path)).body).toEqual({
    totalQuantity: 0,
    totalPoints: 0,
    categories: [],
    recent: [],
    syncedAt: null,
  });
  await sync(['achievements']);
  const guild = app.simulator.world.guild('lantern');
  const { body } = await people.outsider('GET', path);
  expect(body).toMatchObject({
    totalQuantity: guild.achievementPoints / 10,
    totalPoints: guild.achievementPoints,
    syncedAt: expect.any(String),
  });
  const categories = body.categories as { points: number }[];
  expect(categories.map(({ points }) => points)).toEqual(
    categories.map(({ points }) => points).toSorted((left, right) => right - left),
  );
  const recent = body.recent as { completedAt: string }[];
  expect([recent.length, recent[0]?.completedAt]).toEqual([10, new Date(guild.achievedAt).toISOString()]);
  await showToMembersOnly(app, people.guild);
  expect((await people.outsider('GET', path)).status).toBe(404);
  expect((await people.member('GET', path)).status).toBe(200);
});

test.each<[string, object, object]>([
  [
    'without lists',
    { category_progress: undefined, recent_events: undefined, achievements: undefined, total_points: null },
    { totalPoints: 0, categories: [], recent: [] },
  ],
  [
    'without names',
    {
      category_progress: [{ category: { id: 7, name: null }, quantity: 1 }],
      recent_events: [{ achievement: { id: 8 }, timestamp: 1_700_000_000_000 }],
    },
    {
      categories: [{ id: 7, name: '#7', quantity: 1, points: 0 }],
      recent: [{ id: 8, name: '#8', completedAt: '2023-11-14T22:13:20.000Z' }],
    },
  ],
  [
    'without recent ones',
    {
      recent_events: [],
      achievements: [
        { id: 1, achievement: { id: 1, name: 'Early' }, completed_timestamp: 1_600_000_000_000 },
        { id: 2, achievement: { id: 2, name: 'Late' }, completed_timestamp: 1_700_000_000_000 },
        { id: 3, achievement: { id: 3, name: 'Never' } },
      ],
    },
    { recent: [{ name: 'Late' }, { name: 'Early' }] },
  ],
])('an achievements document %s is read for what it contains', async (_, parts, expected) => {
  const { id } = app.simulator.world.guild('lantern');
  const guild = { id, name: 'Lantern', realm: { id: 7101, slug: 'highmere' } };
  const whole = { guild, total_quantity: 2, total_points: 20 };
  app.simulator.faults.serve(`${GUILD}/achievements`, { ...whole, ...parts });
  expect((await sync(['achievements'])).achievements).toEqual({ status: 'completed' });
  const { body } = await people.member('GET', `/organizations/${people.guild.id}/achievements`);
  expect(body).toMatchObject({ totalQuantity: 2, ...expected });
});

test('an answer about another guild is refused', async () => {
  const guild = { id: 1, name: 'Another', realm: { id: 7101, slug: 'highmere' } };
  app.simulator.faults.serve(GUILD, guild);
  app.simulator.faults.serve(`${GUILD}/achievements`, { guild, total_quantity: 1, total_points: 10 });
  expect(await sync(['details', 'achievements', 'crest'])).toMatchObject({
    details: { status: 'failed', reason: 'guild_not_found' },
    achievements: { status: 'failed', reason: 'guild_not_found' },
    crest: { status: 'failed', reason: 'guild_not_found' },
  });
  expect((await detail()).name).not.toBe('Another');
});
