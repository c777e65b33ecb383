import { createWorld } from '@guildhall/simulator/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHANNELS, freshBot, linkDiscord } from '../../server/test/chat.ts';
import type { TestGuild } from '../../server/test/guild.ts';
import { expectAccessible, expectFits, openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
let guild: TestGuild;
beforeAll(async () => {
  stage = await openStage({ world: createWorld({ guildSizes: [30] }) });
  guild = await stage.guildOf('ysolde');
  await stage.guildOf('pell');
  await linkDiscord(stage.app, await stage.signedIn('ysolde'), 'ysolde');
  freshBot(stage.app);
}, 180_000);
afterAll(() => stage[Symbol.asyncDispose]());

const path = () => `/g/${guild.alias}/settings/chat`;

test('an officer connects a channel, tests it, reads what is wrong, and disconnects it', async () => {
  const { chat } = stage.app.simulator.world;
  const page = await openPage(stage, { as: 'ysolde', path: path(), width: 390, theme: 'light', refusals: true });
  chat.setBot('lantern', false);
  await page.getByText('No chat server is connected yet').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add to Discord' }).click();
  await page.getByRole('link', { name: /^ysolde/ }).click();
  await page.getByRole('link', { name: 'Lantern Watch' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Add a channel').waitFor();
  await page.getByText('The server is connected.').waitFor();
  await dialog.getByLabel('Channel').selectOption(CHANNELS.welcome);
  expect(await dialog.getByRole('option', { name: /^#rules/ }).isDisabled()).toBe(true);
  await dialog.getByLabel('Mention who is coming').selectOption('An hour before');
  await dialog.getByLabel('Also list the next events').check();
  await dialog.getByLabel('Say the day after how a raid went').check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('#welcome').waitFor();
  await page.getByText('mentions an hour before · also as scheduled events · raids the day after').waitFor();
  await page.getByText('Active', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('The test is in the channel.').waitFor();
  expect(chat.messages(CHANNELS.welcome)).toHaveLength(1);
  await expectAccessible(page);
  await expectFits(page);

  const without = page.getByLabel('Answers on Discord without an account');
  await page.getByText('They choose a character of the roster that no player here has yet.').waitFor();
  await without.selectOption('Under any free name');
  await page.getByText('or type a name and come as guests').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  const chosen = `select settings #>> '{chat,withoutAccount}' as chosen from organization where id = $1`;
  await expect.poll(() => stage.app.ctx.sql(chosen, [guild.id])).toEqual([{ chosen: 'anybody' }]);
  await expectAccessible(page);

  chat.setPermissions(CHANNELS.welcome, 1n << 10n);
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('The bot lacks a permission for this in Discord.').waitFor();
  await page.getByText('The bot lacks permissions here: Send messages, Embed links, Read message history').waitFor();
  chat.setBot('lantern', false);
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByText('The bot is no longer in your Discord server.').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add the bot again' }).click();
  await page.getByRole('link', { name: /^ysolde/ }).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('alert').filter({ hasText: 'No server was chosen on Discord.' }).waitFor();
  await page.getByText('That did not work. Discord is not answering').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add the bot again' }).click();
  await page.getByRole('link', { name: /^ysolde/ }).click();
  await page.getByRole('link', { name: 'Lantern Watch' }).click();
  await page.getByText('The server is connected.').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);

  await page.getByRole('button', { name: 'Disconnect', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await page.getByText('Disconnected.').waitFor();
  await page.getByText('#welcome', { exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Disconnect the server' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect the server' }).click();
  await page.getByText('No chat server is connected yet').waitFor();
  await page.getByRole('button', { name: 'Add to Discord' }).waitFor();
});

test('members who do not manage the guild do not see the channels', async () => {
  const page = await openPage(stage, { as: 'pell', path: path(), refusals: true });
  await page.getByText('No chat server is connected yet').waitFor();
  expect(await page.getByText('Events in Discord').count()).toBe(0);
});
