import { createWorld } from '@guildhall/simulator/world.ts';
import { chatRoleIds } from '@guildhall/simulator/world-chat-roles.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addToDiscord, freshBot, LANTERN, linkDiscord } from '../../server/test/chat.ts';
import { syncRoles } from '../../server/test/discord-roles.ts';
import type { TestGuild } from '../../server/test/guild.ts';
import { picture } from './picture.ts';
import { expectAccessible, expectFits, openPage, openStage, type Stage } from './stage.ts';

const ids = chatRoleIds(LANTERN);

let stage: Stage;
let guild: TestGuild;
beforeAll(async () => {
  stage = await openStage({ world: createWorld({ guildSizes: [30] }) });
  guild = await stage.guildOf('ysolde');
  await stage.guildOf('pell');
  for (const account of ['ysolde', 'pell']) await linkDiscord(stage.app, await stage.signedIn(account), account);
  stage.app.simulator.world.chat.join('lantern', 'pell');
}, 180_000);
afterAll(() => stage[Symbol.asyncDispose]());

const path = () => `/g/${guild.alias}/settings/chat`;
const rolesOf = (account: string) => stage.app.simulator.world.chat.rolesOf('lantern', account);
const sync = () => syncRoles({ app: stage.app } as Parameters<typeof syncRoles>[0]);

test('without a chat server there is nothing to map, and members without the right are turned away', async () => {
  const page = await openPage(stage, { as: 'ysolde', path: path() });
  await page.getByText('No Discord server yet').waitFor();
  const other = await openPage(stage, { as: 'pell', path: path() });
  await other.getByText('No chat server is connected yet').waitFor();
  expect(await other.getByRole('region', { name: 'Roles that follow ranks' }).count()).toBe(0);
  // Where messages and bookmarks led before.
  await page.goto(`/g/${guild.alias}/settings/discord-roles`);
  await page.waitForURL('**/settings/chat');
});

test('a rule is added, previewed and switched on, and switching it off takes the roles back', async () => {
  freshBot(stage.app);
  const { token } = await stage.signedIn('ysolde');
  await addToDiscord(stage.app, token, guild.id, { account: 'ysolde', server: LANTERN });
  const page = await openPage(stage, { as: 'ysolde', path: path(), width: 390, theme: 'light' });
  await page.getByText('No rules yet').waitFor();
  await page.getByRole('button', { name: 'Add a rule' }).click();
  await page
    .getByRole('option', { name: /^Exactly / })
    .first()
    .waitFor({ state: 'attached' });
  await page.getByLabel('Who').selectOption('members');
  await page.getByLabel('Role on Discord').selectOption(ids.raider);
  expect(await page.getByRole('option', { name: /^Officers/ }).isDisabled()).toBe(true);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Switch on' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('2 members gain the role').waitFor();
  await expectAccessible(page);
  await expectFits(page);
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  await page.getByText('The rule is on.').waitFor();
  await sync();
  expect(rolesOf('pell')).toEqual([ids.raider]);

  await page.reload();
  await page.getByText('2 members got it here').waitFor();
  await picture(page, 'discord-light-390');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Switch off' }).click();
  await dialog.getByText('2 members got the role here').waitFor();
  await dialog.getByRole('button', { name: 'Switch off' }).click();
  await page.getByText('The rule is off.').waitFor();
  await sync();
  expect(rolesOf('pell')).toEqual([]);
  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No rules yet').waitFor();
});

test('a problem comes with how to fix it, and many removals wait for consent', async () => {
  await stage.app.ctx.sql(
    `insert into discord_role_rule (organization_id, server_id, rank_to, discord_role_id, discord_role_name,
       discord_role_color, enabled_at, problem) values ($1, $2, 3, $3, 'Raider', 0, now(), 'dangerous')`,
    [guild.id, LANTERN, ids.raider],
  );
  await stage.app.ctx.sql(
    `insert into discord_role_grant (server_id, discord_user_id, discord_role_id, organization_id, state, look_at, held_at)
     select $2, account_id, '9', $1, 'given', now() + interval '1 day', now() from account where provider_id = 'discord'`,
    [guild.id, LANTERN],
  );
  const page = await openPage(stage, { as: 'ysolde', path: path() });
  await page.getByText('The role can manage the server').waitFor();
  await page.getByText('2 roles wait to be taken').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Take them' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take them' }).click();
  await page.getByText('2 roles wait to be taken').waitFor({ state: 'detached' });
});

test('the page reports that Discord does not answer, and stays usable', async () => {
  const clear = stage.app.simulator.faults.add({
    match: '/discord/api/v10/guilds/*',
    fault: { kind: 'status', status: 500 },
  });
  const page = await openPage(stage, { as: 'ysolde', path: path(), refusals: true });
  await page.getByRole('button', { name: 'Add a rule' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByText('Stopped', { exact: true }).waitFor();
  clear();
});
