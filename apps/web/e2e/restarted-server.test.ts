/**
 * The server ends in the middle: before an answer arrived, after it was written, and while a person waits at the door. Or
 * it is killed: while a person signs in, and while an answer is being written.
 */
import type { EventView } from '@guildhall/contracts/event.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureWebClient } from '../../server/src/app/pages/web-client-build.ts';
import { type RunningService, serve } from '../../server/src/app/serve.ts';
import { createLogger } from '../../server/src/core/logger.ts';
import { freePort } from '../../server/test/app.ts';
import { startBalancer } from '../../server/test/balancer.ts';
import { callerOf } from '../../server/test/caller.ts';
import { done, type EventGuild, eventGuild, inHours } from '../../server/test/events.ts';
import { eventually } from '../../server/test/guild.ts';
import { install, SECRETS } from '../../server/test/processes.ts';
import { hold, lockEvent, untilWaiting } from '../../server/test/waiting.ts';
import { openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
let guild: EventGuild;
let me: string;
let origin: string;
let start: () => Promise<RunningService>;
beforeAll(async () => {
  stage = await openStage({ environment: SECRETS });
  await stage.guildOf('ysolde');
  guild = await eventGuild(stage.app, 1);
  const { get, token } = await stage.signedIn('ysolde');
  me = (await get('/auth/me').expect(200)).body.id;
  const { body: characters } = await get('/characters').expect(200);
  await done(callerOf(stage.app, token)('PUT', `/characters/${characters[0].id}/main`));
  await stage.app.ctx.sql('insert into membership (organization_id, user_id) values ($1, $2)', [guild.id, me]);
  const port = await freePort();
  origin = `http://localhost:${port}`;
  const web = ensureWebClient({ production: false, say: () => {} });
  await web.settled;
  const config = { ...stage.app.config, port, baseUrl: origin, roles: new Set(['web'] as const) };
  start = () => serve(config, { log: createLogger('error', { write: () => {} }) }, web);
});
afterAll(() => stage[Symbol.asyncDispose]());

const plan = () =>
  done<EventView>(
    guild.officer.call('POST', `/organizations/${guild.id}/events`, {
      ...{ title: 'Night of the restart', type: 'raid', scope: 'guild', startsAt: inHours(50), durationMinutes: 180 },
      slots: ['tank', 'healer', 'melee', 'ranged'].map((roleKey) => ({ roleKey, max: 2 })),
    }),
  );
const answerTo = async ({ id }: EventView) => {
  const find = 'select status from participation where event_id = $1 and user_id = $2';
  const rows = await stage.app.ctx.sql<{ status: string }>(find, [id, me]);
  return rows.map(({ status }) => status);
};
const SIGN_UP = /\/trpc\/participations\.signUp/;

test('an answer that did not arrive is taken back on the page, and counts once after the restart', async () => {
  const event = await plan();
  let service = await start();
  try {
    const page = await openPage(stage, { as: 'ysolde', path: `${origin}/events/${event.id}`, drops: true });
    const answer = page.getByRole('radio', { name: 'In', exact: true }).first();
    await answer.waitFor();
    await page.route(SIGN_UP, async (route) => {
      await service[Symbol.asyncDispose]();
      await route.continue();
    });
    await answer.press('Space');
    await page
      .getByText(/No connection/)
      .first()
      .waitFor();
    await expect.poll(() => answer.isChecked()).toBe(false);
    expect(await answerTo(event)).toEqual([]);
    await page.unroute(SIGN_UP);
    service = await start();
    await answer.press('Space');
    await expect.poll(() => answerTo(event)).toEqual(['signed_up']);
    await expect.poll(() => answer.isChecked()).toBe(true);
  } finally {
    await service[Symbol.asyncDispose]();
  }
});

test('an answer that was written, but not confirmed, is shown after the restart without a reload', async () => {
  const event = await plan();
  let service = await start();
  try {
    const page = await openPage(stage, { as: 'ysolde', drops: true });
    const socket = page.waitForEvent('websocket');
    await page.goto(`${origin}/events/${event.id}`);
    // The page learns that the server is back by its socket.
    await (await socket).waitForEvent('framereceived', ({ payload }) => /^40/.test(String(payload)));
    const answer = page.getByRole('radio', { name: 'In', exact: true }).first();
    await answer.waitFor();
    await page.route(SIGN_UP, async (route) => {
      await route.fetch();
      await service[Symbol.asyncDispose]();
      await route.abort('connectionreset');
    });
    await answer.press('Space');
    await page
      .getByText(/No connection/)
      .first()
      .waitFor();
    expect(await answerTo(event)).toEqual(['signed_up']);
    service = await start();
    await expect.poll(() => answer.isChecked(), { timeout: 30_000 }).toBe(true);
    await page.getByText('1/2').first().waitFor();
  } finally {
    await service[Symbol.asyncDispose]();
  }
});

test('the door waits for the server to come back, and then shows the event with the answer that was left', async () => {
  const { id } = await stage.guildOf('ysolde');
  const { post } = await stage.signedIn('ysolde');
  const { body: event } = await post(`/organizations/${id}/events`)
    .send({ title: 'Night at the door', type: 'raid', startsAt: inHours(50), durationMinutes: 180 })
    .expect(201);
  const release = hold(stage.app.simulator.faults, '/profile/user/wow');
  const pell = await stage.signedIn('pell');
  await pell.post('/characters/sync').expect(201);
  let service = await start();
  try {
    const page = await openPage(stage, {
      as: 'pell',
      path: `${origin}/events/${event.id}`,
      width: 390,
      drops: true,
    });
    await page.getByRole('heading', { name: 'Finding your characters' }).waitFor();
    await page.getByRole('radio', { name: 'In, later' }).press('Space');
    await page.getByText('Kept. You can leave this page.').waitFor();
    await service[Symbol.asyncDispose]();
    // A worker goes on, and knows the answer from the database alone.
    release();
    const find = 'select status from participation where event_id = $1';
    await eventually(async () => expect(await stage.app.ctx.sql(find, [event.id])).toEqual([{ status: 'signed_up' }]));
    expect(await page.getByRole('heading', { name: 'Night at the door' }).count()).toBe(0);
    service = await start();
    await page.getByRole('heading', { name: 'Night at the door' }).waitFor();
    await expect
      .poll(() => page.locator('label:visible', { hasText: /^In$/ }).first().locator('input').isChecked())
      .toBe(true);
  } finally {
    release();
    await service[Symbol.asyncDispose]();
  }
});

test('a killed server loses neither the way of a sign-in to the event, nor an answer, once it is back', async () => {
  const { id } = await stage.guildOf('ysolde');
  const { post } = await stage.signedIn('ysolde');
  const { body: event } = await post(`/organizations/${id}/events`)
    .send({ title: 'Night of the kill', type: 'raid', startsAt: inHours(50), durationMinutes: 180 })
    .expect(201);
  await using stack = new AsyncDisposableStack();
  const balancer = stack.use(await startBalancer());
  const { simulator, config } = stage.app;
  const databaseUrl = config.databaseUrl ?? '';
  const environment = { SERVE_WEB: 'true' };
  const installation = stack.use(await install({ databaseUrl, simulator, baseUrl: balancer.url, environment }));
  const startProcess = async () => {
    const web = stack.use(await installation.start('web'));
    balancer.upstreams.splice(0, 1, web.port);
    return web;
  };

  // Killed while it exchanges the code, which nothing else can do a second time.
  const signingIn = await startProcess();
  const page = await openPage(stage, { path: `${balancer.url}/events/${event.id}`, width: 390, drops: true });
  const enter = async () => {
    await page.getByRole('link', { name: 'Continue with Battle.net' }).click();
    await page.locator('a.card').filter({ hasText: 'Marrow' }).first().click({ noWaitAfter: true });
  };
  const tokens = () => simulator.requests.count({ path: '/battlenet/oauth/token' });
  const before = tokens();
  const release = hold(simulator.faults, '/battlenet/oauth/token');
  stack.defer(release);
  await enter();
  await eventually(async () => expect(tokens()).toBe(before + 1));
  await signingIn.kill();
  release();
  const answering = await startProcess();
  await page.reload();
  await page.getByText('Then on to the event').waitFor();
  await enter();
  await page.getByRole('heading', { name: 'Night of the kill' }).waitFor();
  // A page without a server does not hear that the first sync has ended, which brings the characters of the guild.
  const syncing = async () => (await page.request.get(`${balancer.url}/api/v1/characters/sync/active`)).json();
  await expect.poll(syncing).toBeNull();
  await page.reload();

  // Killed while it waits for the event, whose row another transaction holds.
  const answers = () => stage.app.ctx.sql('select p.status from participation p where p.event_id = $1', [event.id]);
  const lock = stack.use(await lockEvent(stage.app, event.id));
  const answer = page.locator('label:visible', { hasText: /^In$/ }).first();
  await answer.click();
  await untilWaiting(stage.app);
  await answering.kill();
  await page
    .getByText(/No connection/)
    .first()
    .waitFor();
  await lock.release();
  await expect.poll(() => answer.locator('input').isChecked()).toBe(false);
  expect(await answers()).toEqual([]);
  await startProcess();
  await answer.click();
  await expect.poll(answers).toEqual([{ status: 'signed_up' }]);
  await expect.poll(() => answer.locator('input').isChecked()).toBe(true);
}, 600_000);
