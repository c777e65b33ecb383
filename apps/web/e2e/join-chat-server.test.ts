/** A member joins the guild's chat server from its settings. */
import { createWorld } from '@guildhall/simulator/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addToDiscord,
  CHANNELS,
  freshBot,
  LANTERN,
  linkDiscord,
  nameChat,
  platformInvites,
} from '../../server/test/chat.ts';
import type { TestGuild } from '../../server/test/guild.ts';
import { openPage, openStage, type Stage } from './stage.ts';

const INVITES = `/discord/api/v10/channels/${CHANNELS.welcome}/invites`;

let stage: Stage;
let guild: TestGuild;
beforeAll(async () => {
  stage = await openStage({ world: createWorld({ guildSizes: [30] }) });
  guild = await stage.guildOf('ysolde');
  await stage.guildOf('pell');
  for (const account of ['ysolde', 'pell']) await linkDiscord(stage.app, await stage.signedIn(account), account);
  freshBot(stage.app);
  const { token } = await stage.signedIn('ysolde');
  await addToDiscord(stage.app, token, guild.id, { account: 'ysolde', server: LANTERN });
  await nameChat(stage.app, guild, { serverId: LANTERN, inviteChannelId: CHANNELS.welcome });
}, 180_000);
afterAll(() => stage[Symbol.asyncDispose]());

/** Where a member finds the button: the settings open at the first tab that is theirs. */
async function join(page: Page): Promise<Page> {
  const tab = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Join it' }).click();
  return tab;
}

test('the button opens a tab, and the tab leads to a personal invite', async () => {
  const { promise: until, resolve: answer } = Promise.withResolvers<void>();
  stage.app.simulator.faults.add({ match: INVITES, fault: { kind: 'hang', until } });
  const page = await openPage(stage, { as: 'pell', path: `/g/${guild.alias}/settings` });
  await page.getByText('You are not in the chat server').waitFor();
  const followed = page.context().waitForEvent('request', (request) => request.url().startsWith('https://discord.gg/'));
  // Discord has not answered yet: a browser would block a tab that comes with the answer.
  const tab = await join(page);
  expect(tab.url()).toBe('about:blank');
  expect(await tab.evaluate(() => window.opener)).toBeNull();
  answer();
  await expect.poll(() => platformInvites(stage.app)).toHaveLength(1);
  const [code] = platformInvites(stage.app);
  expect((await followed).url()).toBe(`https://discord.gg/${code}`);
  stage.app.simulator.faults.clear();
});

test('the tab closes when no invite can be created, and the page says why', async () => {
  await nameChat(stage.app, guild, { serverId: LANTERN });
  const page = await openPage(stage, { as: 'pell', path: `/g/${guild.alias}/settings/chat`, refusals: true });
  const tab = await join(page);
  await page.getByRole('alert').waitFor();
  await expect.poll(() => tab.isClosed()).toBe(true);
});
