/** The history of loot, as officers bring it in, decide about it and amend it, and as members read it. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestGuild } from '../../server/test/guild.ts';
import { picture } from './picture.ts';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectFits,
  openPage,
  openStage,
  type Stage,
} from './stage.ts';

let stage: Stage;
let guild: TestGuild;
/** A living character that no account has proved. */
let known: { name: string; realm: string };
beforeAll(async () => {
  stage = await openStage();
  guild = await stage.guildOf('ysolde');
  await stage.guildOf('kessa');
  await stage.guildOf('pell');
  const [row] = await stage.app.ctx.sql<{ name: string; realm: string }>(
    `select e.name, e.realm_slug as realm from roster_entry e where e.organization_id = $1 and e.left_at is null
       and not exists (select from proven_claim p where p.entry_id = e.id)
       and (select count(*) from roster_entry o where o.organization_id = $1 and lower(o.name) = lower(e.name)) = 1
       and e.name ~ '^[A-Za-z]{5,}$' order by e.name limit 1`,
    [guild.id],
  );
  if (!row) throw new Error('no free character');
  known = row;
});
afterAll(() => stage[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const table of ['import_run', 'loot_award', 'loot_response', 'raider']) {
    await stage.app.ctx.sql(`delete from ${table}`);
  }
});

const HEAD =
  'player,date,time,id,item,itemID,itemString,response,votes,class,instance,boss,difficultyID,mapID,groupSize,gear1,gear2,responseID,isAwardReason,subType,equipLoc,note,owner';
const at = () => Math.floor(Date.now() / 1000) - 7_200;
const line = (place: number, player: string, item: string, response: string, itemId = place) =>
  `${player},,,${at()}-${place},${item ? `[${item}]` : ''},${itemId},,${response},2,MAGE,Cinderspire Citadel-Heroic,Orrul,15,1,20,,,1,false,,,,Unknown`;
const history = () =>
  [
    HEAD,
    line(1, `${known.name}-${known.realm}`, 'Chain of Nine Wicks', 'Need'),
    line(2, 'Pickle-Farwatch', 'Girdle of Slag', 'big dps boy'),
    line(3, 'Pickle-Farwatch', 'Cloak of Banked Fires', 'Disenchant'),
    line(4, 'Pickle-Farwatch', '', 'Offspec', 41_234),
  ].join('\n');

const path = () => `/g/${guild.id}/loot`;
const row = (page: Page, item: string) => page.getByRole('listitem').filter({ hasText: item }).last();

async function bringIn(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Bring in' }).click();
  await page.getByRole('textbox', { name: 'History' }).fill(history());
  await page.getByRole('button', { name: 'Read it' }).click();
  await page.getByRole('button', { name: /^Bring in 4/ }).click();
  await page.getByRole('link', { name: 'See the loot' }).click();
  await page.getByText('Chain of Nine Wicks').waitFor();
}

test('an officer brings a history in, decides about a response and amends an award', async () => {
  const page = await openPage(stage, { as: 'kessa', path: path() });
  await page.getByText('No loot yet').waitFor();
  await expectAccessible(page);
  await bringIn(page);
  await row(page, 'Girdle of Slag').getByText('not decided').waitFor();
  await row(page, 'Cloak of Banked Fires').getByText('no raider', { exact: true }).waitFor();
  await row(page, 'Item 41234').waitFor();
  await picture(page, 'loot-officer');
  await expectAccessibleInBothThemes(page);
  await expectFits(page);

  await page.getByRole('combobox', { name: 'Meaning of “big dps boy”' }).selectOption('need');
  await page.getByText('Each response has a meaning.').waitFor();

  await page.getByRole('button', { name: 'Amend Girdle of Slag' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Raider who got it' }).fill(known.name.slice(0, 5));
  await page.getByRole('option', { name: known.name }).first().click();
  await dialog.getByRole('combobox', { name: 'Response' }).selectOption({ label: 'Offspec' });
  await picture(page, 'loot-amend');
  await dialog.getByRole('button', { name: 'Amend', exact: true }).click();
  await row(page, 'Girdle of Slag').getByText('amended').waitFor();
  expect(await stage.app.ctx.sql(`select from loot_award where item_name = 'Girdle of Slag'`)).toHaveLength(2);

  await page.getByRole('searchbox', { name: 'Item, boss or raider' }).fill('Wicks');
  await page.getByText('1 of 1').waitFor();
  await page.getByRole('button', { name: 'Counts only' }).click();
  await row(page, 'Chain of Nine Wicks').waitFor();
  await expect.poll(() => new URL(page.url()).search).toContain('counts=true');
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()]);
  expect(file.suggestedFilename()).toBe('loot.csv');
});

test('a member reads the history on a phone, and changes nothing', async () => {
  const officer = await openPage(stage, { as: 'kessa', path: path() });
  await bringIn(officer);
  const page = await openPage(stage, { as: 'pell', path: path(), width: 390 });
  await page.getByText('Chain of Nine Wicks').waitFor();
  await row(page, 'Chain of Nine Wicks').getByText(known.name).waitFor();
  expect(await page.getByRole('button', { name: /^Amend/ }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Bring in' }).count()).toBe(0);
  await picture(page, 'loot-member-390');
  await expectFits(page);
  await expectAccessibleInBothThemes(page);
  await picture(page, 'loot-member-390-light');
  await page.setViewportSize({ width: 320, height: 700 });
  await expectFits(page);
});

test('a person without the roster is told what is needed', async () => {
  await stage.app.ctx.sql(
    `update role set permissions = '{}', added_permissions = '{}' where organization_id = $1 and game_rank = 4`,
    [guild.id],
  );
  const page = await openPage(stage, { as: 'pell', path: path(), refusals: true });
  await page.getByRole('heading', { name: 'Loot' }).waitFor();
  expect(await page.getByText('Chain of Nine Wicks').count()).toBe(0);
  await expectAccessible(page);
});
