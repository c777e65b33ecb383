import { createWorld } from '@guildhall/simulator/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queueDueDeliveries } from '../../server/src/webhooks/dispatch-webhooks.ts';
import { callerOf } from '../../server/test/caller.ts';
import { done } from '../../server/test/events.ts';
import { type TestGuild, untilNoJobs } from '../../server/test/guild.ts';
import { type Receiver, receiver } from '../../server/test/receiver.ts';
import { expectAccessible, expectFits, openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
let guild: TestGuild;
let hook: Receiver;
beforeAll(async () => {
  hook = await receiver();
  stage = await openStage({ world: createWorld({ guildSizes: [20] }), environment: { WEBHOOK_ALLOW: hook.origin } });
  guild = await stage.guildOf('ysolde');
}, 180_000);
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await hook[Symbol.asyncDispose]();
});

const at = () => `/g/${guild.alias}/settings/integrations`;

test('a webhook is added, shows its secret once, is tested, and logs the delivery', async () => {
  const page = await openPage(stage, { as: 'ysolde', path: at(), refusals: true });
  await page.getByText('No webhooks yet').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  await page.getByLabel('Name').fill('Raid planner');
  await page.getByLabel('Address').fill('https://127.0.0.1/hooks');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Address').fill(hook.address);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.poll(() => page.getByRole('textbox', { name: 'Secret' }).inputValue()).toMatch(/^whsec_/);
  for (const _ of [1, 2, 3]) await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await page.getByRole('button', { name: 'I have it' }).click();
  await page.getByRole('article', { name: 'Raid planner' }).getByText('Active').waitFor();
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await expect.poll(() => hook.received.length, { timeout: 30_000 }).toBe(1);
  await page.getByRole('list', { name: 'Log' }).getByText('Delivered · 204').waitFor();
  await expectAccessible(page);
});

test('a webhook with a broken receiver says so, is switched off after days, and is back after one click', async () => {
  const { token } = await stage.signedIn('ysolde');
  const call = callerOf(stage.app, token);
  const address = `${hook.origin}/fragile`;
  await done(call('POST', `/organizations/${guild.id}/webhooks`, { name: 'Fragile', address }));
  const arrived = () => hook.received.filter(({ path }) => path === '/fragile').length;
  hook.answer((response) => response.writeHead(500).end());
  await done(call('POST', `/organizations/${guild.id}/posts`, { title: 'News', body: 'B' }));
  await expect.poll(arrived, { timeout: 30_000 }).toBe(1);
  await untilNoJobs(stage.app, 'deliver-webhooks');

  const page = await openPage(stage, { as: 'ysolde', path: at() });
  const fragile = page.getByRole('article', { name: 'Fragile' });
  await fragile.getByText('Failing').waitFor();
  await expectAccessible(page);

  const { ctx } = stage.app;
  await ctx.sql(`update webhook_endpoint set failing_since = now() - interval '121 hours' where name = 'Fragile'`);
  await ctx.sql('update webhook_delivery set next_at = now() where next_at is not null');
  await queueDueDeliveries(ctx);
  await untilNoJobs(stage.app, 'deliver-webhooks');
  await page.reload();
  await fragile.getByText('Switched off', { exact: true }).waitFor();
  await fragile.getByText('Nothing arrived for five days').waitFor();
  await expectFits(page);
  await expectAccessible(page);

  hook.answer((response) => response.writeHead(204).end());
  const before = arrived();
  await fragile.getByRole('button', { name: 'Switch on' }).click();
  await fragile.getByText('Active').waitFor();
  await expect.poll(arrived, { timeout: 30_000 }).toBeGreaterThan(before);
});

test('a service gets a token that is shown once; a member allows it to act, and revokes that', async () => {
  const page = await openPage(stage, { as: 'ysolde', path: at(), width: 390, theme: 'light' });
  await page.getByText('No services yet').waitFor();
  await page.getByRole('button', { name: 'Add a service' }).click();
  await page.getByLabel('Name').fill('Raid bot');
  await page.getByRole('group', { name: 'May also read' }).waitFor();
  await page.getByRole('checkbox', { name: 'Sign up for events' }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const bot = page.getByRole('article', { name: 'Raid bot' });
  await bot.getByRole('button', { name: 'New token' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'New token' }).click();
  await expect.poll(() => page.getByRole('textbox', { name: 'Token' }).inputValue()).toMatch(/^ghs_/);
  for (const _ of [1, 2, 3]) await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await page.getByRole('button', { name: 'I have it' }).click();
  await bot.getByText('never used').waitFor();
  await expectFits(page);
  await expectAccessible(page);

  const mine = await openPage(stage, { as: 'ysolde', path: '/me/sessions' });
  await mine.getByRole('button', { name: 'Allow Raid bot' }).click();
  await mine.getByRole('dialog').getByRole('button', { name: 'Allow', exact: true }).click();
  await mine.getByRole('button', { name: 'Stop allowing Raid bot' }).click();
  await mine.getByRole('button', { name: 'Allow Raid bot' }).waitFor();
  await expectAccessible(mine);
});

test('members cannot change integrations', async () => {
  await stage.guildOf('kessa');
  const { token } = await stage.signedIn('kessa');
  expect((await callerOf(stage.app, token)('GET', `/organizations/${guild.id}/webhooks`)).status).toBe(403);
  const page = await openPage(stage, { as: 'kessa', path: at() });
  await page.getByText('You cannot change this').waitFor();
});
