import { createBattlenet, unlimitedBudget } from '@guildhall/battlenet/client.ts';
import type { Fault } from '@guildhall/simulator/faults.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { bringIn, historyOf, PROFILES, rosterOf, syncRoster } from '../../../test/guild.ts';
import { serve } from '../../app/serve.ts';

const ROSTER = '/data/wow/guild/*/roster';
const small = () => createWorld({ guildSizes: [20] });

const wrong: [what: string, fault: Fault, reason: string, told: RegExp][] = [
  ['answers 500 for ever', { kind: 'status', status: 500 }, 'platform_unavailable', /does not answer.*try again later/],
  ['cuts the connection', { kind: 'reset' }, 'platform_unavailable', /does not answer/],
  ['shows a page', { kind: 'html' }, 'platform_answer_malformed', /could not be read/],
  ['stops in the middle', { kind: 'truncated' }, 'platform_answer_malformed', /could not be read/],
  ['does not know the guild', { kind: 'status', status: 404 }, 'guild_not_found', /shows no guild of this name/],
  [
    'asks for a pause of minutes',
    { kind: 'status', status: 429, retryAfter: 120 },
    'platform_rate_limited',
    /slow down/,
  ],
];

test.concurrent.each(wrong)(
  'a platform that %s fails the sync with a clear message and leaves the roster unchanged',
  async (_, fault, reason, told) => {
    await using app = await testApp({ world: small() });
    const { client, guild } = await bringIn(app);
    const before = await rosterOf(client, guild);
    app.simulator.faults.add({ match: ROSTER, fault });
    const session = await syncRoster(app, client, guild);
    expect(session).toMatchObject({ status: 'failed', error: { reason } });
    expect(session.error?.message).toMatch(told);
    expect(await rosterOf(client, guild)).toEqual(before);
    expect(await historyOf(client, guild)).toHaveLength(20);
  },
);

test.concurrent('a hanging platform fails the sync when the time is up', async () => {
  await using app = await testApp({ world: small() });
  const { client, guild } = await bringIn(app);
  app.simulator.faults.add({ match: ROSTER, fault: { kind: 'hang' } });
  await using _ = await impatientWorkerInsteadOf(app);
  const session = await syncRoster(app, client, guild);
  expect(session).toMatchObject({ status: 'failed', error: { reason: 'platform_unavailable' } });
  expect(await rosterOf(client, guild)).toHaveLength(20);
});

test.concurrent.each([
  ['429 with Retry-After', { kind: 'status', status: 429, retryAfter: 1 }],
  ['500', { kind: 'status', status: 500 }],
] satisfies [string, Fault][])('a sync waits out a temporary %s', async (_, fault) => {
  await using app = await testApp({ world: small() });
  const { client, guild } = await bringIn(app);
  app.simulator.faults.add({ match: ROSTER, times: 2, fault });
  app.simulator.faults.add({ match: PROFILES, times: 1, fault });
  expect(await syncRoster(app, client, guild)).toMatchObject({
    status: 'completed',
    progress: { done: 20, failed: 0 },
  });
});

test.concurrent('while the platform asks for a pause, a sync fails immediately without requesting a roster', async () => {
  await using app = await testApp({ world: small() });
  const { client, guild } = await bringIn(app);
  const clear = app.simulator.faults.add({ match: ROSTER, fault: { kind: 'status', status: 429, retryAfter: 120 } });
  await syncRoster(app, client, guild);
  clear();
  app.simulator.requests.clear();
  const session = await syncRoster(app, client, guild);
  expect(session).toMatchObject({ status: 'failed', error: { reason: 'platform_rate_limited' } });
  expect(app.simulator.requests.count({ path: ROSTER })).toBe(0);
});

test.concurrent('if the budget left is reserved for people, their roster syncs now and its members later', async () => {
  await using app = await testApp({ world: small() });
  const { client, guild } = await bringIn(app);
  const { world, requests } = app.simulator;
  world.createMember(world.guild('lantern'), { name: 'Newcomer' });
  await app.ctx.sql('update platform_budget set hour_start = now(), hour_used = 25500');
  requests.clear();
  expect(await syncRoster(app, client, guild)).toMatchObject({
    status: 'completed',
    error: { reason: 'platform_rate_limited', message: expect.stringContaining('roster is up to date') },
    progress: { added: 1, total: 21, done: 0 },
  });
  expect(requests.count({ path: ROSTER })).toBe(1);
  expect(await rosterOf(client, guild)).toHaveLength(21);

  await app.ctx.sql('update platform_budget set hour_used = 0');
  expect(await syncRoster(app, client, guild)).toMatchObject({
    status: 'completed',
    error: null,
    progress: { done: 21 },
  });
});

test.concurrent('a profile that cannot be fetched is counted and fails nothing', async () => {
  await using app = await testApp({ world: small() });
  const { client, guild } = await bringIn(app);
  app.simulator.faults.add({
    match: /^\/profile\/wow\/character\/[^/]+\/glaesix$/,
    fault: { kind: 'status', status: 500 },
  });
  app.simulator.faults.add({ match: /^\/profile\/wow\/character\/[^/]+\/gillaval$/, fault: { kind: 'html' } });
  const session = await syncRoster(app, client, guild);
  expect(session).toMatchObject({ status: 'completed', progress: { total: 20, done: 20, failed: 2 } });
});

test.concurrent('if the platform fails after the roster, the roster stays applied and the session says why', async () => {
  await using app = await testApp({ world: small() });
  const { client, guild } = await bringIn(app);
  const { world, faults } = app.simulator;
  world.createMember(world.guild('lantern'), { name: 'Newcomer' });
  faults.add({ match: PROFILES, fault: { kind: 'status', status: 503 } });
  const session = await syncRoster(app, client, guild);
  expect(session).toMatchObject({
    status: 'failed',
    error: { reason: 'platform_unavailable' },
    progress: { added: 1 },
  });
  expect(await rosterOf(client, guild)).toHaveLength(21);
});

test.concurrent('a renamed guild is found under its new name and stays the same guild', async () => {
  await using app = await testApp({ world: small() });
  const { client, guild } = await bringIn(app);
  const { world, requests } = app.simulator;
  world.renameGuild(world.guild('lantern'), 'Dawnwatch');
  const session = await syncRoster(app, client, guild);
  expect(session).toMatchObject({ status: 'completed', progress: { added: 0, removed: 0 } });
  const { body } = await client.get(`/organizations/${guild.alias}`).expect(200);
  expect(body).toMatchObject({ id: guild.id, name: 'Dawnwatch' });
  requests.clear();
  await syncRoster(app, client, guild);
  expect(requests.entries({ path: ROSTER }).map(({ path, status }) => [path.split('/').at(-2), status])).toEqual([
    ['dawnwatch', 304],
  ]);
});

test.concurrent.each([
  ['later', undefined],
  ['earlier, so that it answers 304 for us', Date.UTC(2020, 0, 1)],
])('another guild that took the name is not mistaken for ours, changed %s', async (_, at) => {
  await using app = await testApp({ world: createWorld({ guildSizes: [20, 0, 0, 3] }) });
  const { client, guild } = await bringIn(app);
  const { world } = app.simulator;
  const other = world.guild('guild-4');
  world.renameGuild(world.guild('lantern'), 'Dawnwatch');
  world.renameGuild(other, "Ysmere's Lantern Watch", at);
  await syncRoster(app, client, guild);
  const session = await syncRoster(app, client, guild);
  expect(session).toMatchObject({ status: 'completed', progress: { added: 0, removed: 0 } });
  const { body } = await client.get(`/organizations/${guild.id}`).expect(200);
  expect(body).toMatchObject({ name: 'Dawnwatch', memberCount: 20 });
});

/** Replaces the app's own worker by one that waits only a fifth of a second for a response. */
async function impatientWorkerInsteadOf(app: TestApp): Promise<AsyncDisposable> {
  await app.ctx.boss.offWork('roster-sync');
  const { apiUrl, oauthUrl } = app.config.battlenet;
  const battlenet = createBattlenet({
    clientId: 'guildhall',
    clientSecret: 'simulated',
    apiUrl,
    oauthUrl,
    budget: unlimitedBudget,
    timeoutMs: 200,
    retries: 1,
  });
  return serve({ ...app.config, roles: new Set(['worker']) }, { log: app.ctx.log, battlenet });
}
