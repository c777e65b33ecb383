import { createWorld } from '@guildhall/simulator/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { characterNamed, untilEnriched } from '../../server/test/character.ts';
import { eventually } from '../../server/test/guild.ts';
import { syncJournal } from '../../server/test/journal.ts';
import { expectAccessible, openPage, openStage, type Stage, withoutClipboard } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ world: createWorld({ guildSizes: [40] }) });
  await stage.guildOf('ysolde');
  await stage.guildOf('kessa');
  await untilEnriched(stage.app);
}, 240_000);
afterAll(() => stage[Symbol.asyncDispose]());

const open = (options: Parameters<typeof openPage>[1] = {}) =>
  openPage(stage, { as: 'ysolde', path: '/characters', ...options });
const cards = (page: Page) => page.getByRole('list', { name: 'Characters' }).getByRole('listitem');
const names = async (page: Page) => (await cards(page).locator('h2 a').allTextContents()).map((name) => name.trim());
const idOf = async (name: string, account = 'ysolde') => (await characterNamed(await stage.signedIn(account), name)).id;
const act = async (page: Page, name: string, deed: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: deed }).click();
};

test('characters are cards, and the address keeps sort, search, guild and archive', async () => {
  const page = await open();
  await expect.poll(() => cards(page).count()).toBe(5);
  await page.getByLabel('Sort', { exact: true }).selectOption('name');
  await expect.poll(() => names(page)).toEqual(['Brackenna', 'Vesperine', 'Ysolde', 'Ysolwen', 'Ysóra']);
  await page.keyboard.press('/');
  await page.keyboard.type('ysor');
  await expect.poll(() => names(page)).toEqual(['Ysóra']);
  await expect.poll(() => new URL(page.url()).search).toBe('?sort=name&q=ysor');
  await page.reload();
  await expect.poll(() => names(page)).toEqual(['Ysóra']);
  await page.goto('/characters?q=nobody&sort=shoe');
  await page.getByText('No character matches').waitFor();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(() => cards(page).count()).toBe(5);
});

test('a person sets a main, archives with undo, and restores', async () => {
  const page = await open();
  await act(page, 'Brackenna', 'Make main');
  await page.getByText('Brackenna is your main character.').waitFor();
  await expect.poll(async () => (await names(page))[0]).toContain('Brackenna');
  await act(page, 'Vesperine', 'Archive');
  await expect.poll(() => cards(page).count()).toBe(4);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => cards(page).count()).toBe(5);
  await act(page, 'Vesperine', 'Archive');
  await page.getByRole('button', { name: '1 archived' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('?archived=true');
  await expect.poll(() => cards(page).count()).toBe(5);
  await act(page, 'Vesperine', 'Restore');
  await expect.poll(() => page.getByRole('button', { name: '1 archived' }).count()).toBe(0);
});

test('the dialog lists the characters of the account before they are fetched, and the fetch shows its progress', async () => {
  await stage.app.ctx.sql(`update sync_session set finished_at = finished_at - interval '2 minutes'`);
  const page = await open();
  await page.getByRole('button', { name: 'From Battle.net' }).click();
  const dialog = page.getByRole('dialog', { name: 'Characters of your game account' });
  await dialog.getByText('5 characters, 0 new').waitFor();
  await dialog.getByText('Ysóra').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Fetch all' }).click();
  await expect.poll(() => dialog.count()).toBe(0);
  await page.getByText('Your characters are up to date.').waitFor({ timeout: 60_000 });
});

test('a person finds a character by name, creates another by hand, and deletes it', async () => {
  const page = await open({ as: 'kessa', path: '/characters?add=name' });
  const dialog = page.getByRole('dialog', { name: 'Add a character' });
  await dialog.getByLabel('Name', { exact: true }).fill('Vesperine');
  await dialog.getByLabel('Realm').fill('Highm');
  await page.getByRole('option', { name: 'Highmere' }).click();
  await dialog.getByRole('button', { name: 'Look it up' }).click();
  await dialog.getByText('Another member has verified that it is theirs.').waitFor();

  await dialog.getByRole('radio', { name: 'By hand' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Tallow');
  await dialog.getByLabel('Class').selectOption({ label: 'Mage' });
  await dialog.getByLabel('Race').selectOption({ index: 1 });
  await dialog.getByLabel('Specialization').selectOption({ index: 1 });
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'Tallow', level: 1 }).waitFor();
  await page.getByText('Added by hand: the game does not know it').waitFor();
  await page.getByText('No equipment known').waitFor();
  await act(page, 'Tallow', 'Delete');
  await page.getByRole('dialog', { name: 'Delete Tallow?' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Tallow is deleted.').waitFor();
  await expect.poll(() => names(page)).not.toContain('Tallow');
});

test('a person without a game account gets a link to connect one, and an offer to merge says whose account it is', async () => {
  const page = await open({ as: 'osric', refusals: true });
  await page.getByText('No characters yet').waitFor();
  const { userId } = await stage.app.ctx
    .sql<{ userId: string }>(
      `select user_id as "userId" from account where provider_id = 'battlenet' order by created_at desc limit 1`,
    )
    .then(([row]) => row ?? { userId: '' });
  await stage.app.ctx.sql(`delete from account where user_id = $1 and provider_id = 'battlenet'`, [userId]);
  await page.getByRole('button', { name: 'From Battle.net' }).first().click();
  await page.getByRole('link', { name: 'Sign in to Battle.net' }).waitFor();

  await page.goto('/characters?error=account_already_linked&merge=sealed');
  await page.getByText('This game account belongs to another person here.').waitFor();
  await page.getByRole('button', { name: 'Merge accounts' }).click();
  await page.getByText('This link was used, has expired').waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('');
});

test('a character page shows every tab with its age, copies its profile in one tap, and refreshes', async () => {
  const id = await idOf('Ysolde');
  const page = await open({ path: `/characters/${id}` });
  await page.getByRole('heading', { name: 'Ysolde', level: 1 }).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/characters/${id}/overview`);
  const tabs = page.getByRole('navigation', { name: 'Parts of the character' });
  await page
    .getByText(/^as of /)
    .first()
    .waitFor();
  for (const [tab, seen] of [
    ['Equipment', /What to do first/],
    ['Build', /point/],
    ['Raids and dungeons', /Boss/],
    ['Mythic+', /This week/],
    ['Reputations', /\d+ factions?/],
    ['Professions', /\d+ recipes?/],
    ['PvP', /Honor level/],
    ['Achievements', /By category/],
    ['Statistics', /Attributes/],
    ['SimulationCraft', /Made by Guildhall/],
  ] as const) {
    await tabs.getByRole('link', { name: tab, exact: true }).click();
    await page.getByText(seen).first().waitFor();
    await page
      .getByText(/^as of /)
      .first()
      .waitFor();
  }
  const copied = await withoutClipboard(page);
  await page.getByRole('button', { name: 'Copy text' }).click();
  await page.getByText('Copied.').waitFor();
  expect(await copied()).toMatch(/paladin="Ysolde"\n/);

  await stage.app.ctx.sql(`update character set enriched_at = enriched_at - interval '2 minutes'`);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByRole('button', { name: /^Refresh in \d+ s$/ }).waitFor({ timeout: 60_000 });
});

test('the overview shows what to do first, every boss on every difficulty, and links to other sites', async () => {
  await syncJournal(stage.app);
  const page = await open({ path: `/characters/${await idOf('Ysolde')}/overview` });
  const first = page.getByRole('region', { name: 'What to do first' });
  await first.getByText(/No enchant: .*Legs/).waitFor();
  await first.getByText(/Empty sockets: Ring 1, Ring 2/).waitFor();
  const equipment = page.getByRole('region', { name: 'Equipment' });
  await expect.poll(() => equipment.locator('img').evaluateAll((all) => all.length > 10)).toBe(true);
  await expect
    .poll(() => equipment.getByRole('link').first().getAttribute('href'))
    .toMatch(/^https:\/\/www\.wowhead\.com\/item=\d+$/);
  const raid = page
    .getByRole('region')
    .filter({ has: page.getByRole('table') })
    .first();
  for (const difficulty of ['Raid Finder', 'Normal', 'Heroic', 'Mythic']) {
    await raid.getByRole('columnheader', { name: difficulty }).waitFor();
  }
  const sites = page.getByRole('list', { name: 'This character on other sites' });
  expect(await sites.getByRole('link').allTextContents()).toEqual(['Raider.IO', 'Warcraft Logs', 'Raidbots', 'Armory']);
});

test('a guild-mate’s page shows what they share, read-only, and is not found once they stop sharing', async () => {
  const id = await idOf('Kessaly', 'kessa');
  const page = await open({ path: `/characters/${id}/equipment`, refusals: true });
  await page.getByText('A guildmate shares this with you.').waitFor();
  expect(await page.getByRole('button', { name: /^(Refresh|Actions)/ }).count()).toBe(0);
  await stage.app.ctx.sql(
    `update app_user set shares_with_guilds = false where id = (select user_id from character where id = $1)`,
    [id],
  );
  await page.reload();
  await page.getByText('This character was not found').waitFor();
  await stage.app.ctx.sql('update app_user set shares_with_guilds = true');
});

test('a character that the game no longer shows says since when', async () => {
  await stage.app.ctx.sql(
    `update character_section set missing_since = now() - interval '3 days', status = 'not_found'
     where section = 'profile' and character_id = $1`,
    [await idOf('Ysolwen')],
  );
  const page = await open();
  await page.getByText('went missing 3 days ago').waitFor();
  await page.getByRole('link', { name: 'Ysolwen' }).click();
  await page.getByText('The game no longer shows this character.').waitFor();
});

test('a tab that fails to load leaves the rest of the page usable, and can be retried', async () => {
  const id = await idOf('Ysolde');
  const page = await open({ path: `/characters/${id}/build`, refusals: true });
  await page.getByText(/point/).first().waitFor();
  await eventually(() => stage.app.ctx.sql('alter table character_section rename to away'));
  await page.getByRole('link', { name: 'PvP' }).click();
  await page.getByText('Something broke on our side').waitFor({ timeout: 60_000 });
  await page.getByRole('heading', { name: 'Ysolde', level: 1 }).waitFor();
  await eventually(() => stage.app.ctx.sql('alter table away rename to character_section'));
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Honor level').waitFor();
});
