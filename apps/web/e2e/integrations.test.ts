import { createWorld } from '@guildhall/simulator/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerOf } from '../../server/test/caller.ts';
import type { TestGuild } from '../../server/test/guild.ts';
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

test('a webhook is added, shows its secret once, is tested, and its log says that it arrived', async () => {
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
  await page.getByRole('button', { name: 'I have it' }).click();
  await page.getByRole('article', { name: 'Raid planner' }).getByText('Works').waitFor();
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await expect.poll(() => hook.received.length, { timeout: 30_000 }).toBe(1);
  await page.getByRole('list', { name: 'Log' }).getByText('arrived 204').waitFor();
  await expectAccessible(page);
});

test('a service gets a token that is shown once; a member lets it act, and ends that', async () => {
  const page = await openPage(stage, { as: 'ysolde', path: at(), width: 390, theme: 'light' });
  await page.getByText('No services yet').waitFor();
  await page.getByRole('button', { name: 'Add a service' }).click();
  await page.getByLabel('Name').fill('Raid bot');
  await page.getByRole('checkbox', { name: 'Sign up for events' }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const bot = page.getByRole('article', { name: 'Raid bot' });
  await bot.getByRole('button', { name: 'New token' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'New token' }).click();
  await expect.poll(() => page.getByRole('textbox', { name: 'Token' }).inputValue()).toMatch(/^ghs_/);
  await page.getByRole('button', { name: 'I have it' }).click();
  await bot.getByText('never used').waitFor();
  await expectFits(page);
  await expectAccessible(page);

  const mine = await openPage(stage, { as: 'ysolde', path: '/me/sessions' });
  await mine.getByRole('button', { name: 'Allow Raid bot' }).click();
  await mine.getByRole('dialog').getByRole('button', { name: 'Allow', exact: true }).click();
  await mine.getByRole('button', { name: 'No longer allow Raid bot' }).click();
  await mine.getByRole('button', { name: 'Allow Raid bot' }).waitFor();
  await expectAccessible(mine);
});

test('members find nothing to change here', async () => {
  await stage.guildOf('kessa');
  const { token } = await stage.signedIn('kessa');
  expect((await callerOf(stage.app, token)('GET', `/organizations/${guild.id}/webhooks`)).status).toBe(403);
  const page = await openPage(stage, { as: 'kessa', path: at() });
  await page.getByText('Not yours to change').waitFor();
});
